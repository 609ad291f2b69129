//! The disk fails while games are played, again and again and in every way: nothing that was acknowledged is lost, and the
//! program says that it is not ready.
//!
//! Where the tests may mount one, the database lies on a small filesystem of its own, which is filled, and whose files turn
//! read-only in flight. Everywhere the kernel can refuse writes to this one program, and another program can lock the file.
//! A whole ext4 that is made to turn read-only is of no use: now and then its last `fdatasync` succeeds and is lost.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use sqlx::Connection as _;

use crate::{
    house::House,
    player::{Dice, Games},
};

/// How the disk fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// It is full.
    Full,
    /// Its files have turned read-only.
    ReadOnly,
    /// Every write is an error.
    Error,
    /// Another program is writing to the file and doesn't stop.
    Locked,
}

/// A small filesystem in a file, or a folder where none can be mounted.
struct Disk {
    folder: tempfile::TempDir,
    is_mounted: bool,
}

impl Disk {
    fn new() -> Disk {
        let folder = tempfile::tempdir().unwrap();
        let mut disk = Disk { folder, is_mounted: false };
        fs::create_dir(disk.path()).unwrap();
        fs::File::create(disk.image()).unwrap().set_len(24 << 20).unwrap();
        let made = run("mkfs.ext4", &["-q", "-F", "-m", "0", disk.image().to_str().unwrap()]);
        disk.is_mounted = made && disk.mount();
        if !disk.is_mounted {
            println!("no filesystem can be mounted here: full and read-only are played by refused writes");
        }
        disk
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    fn image(&self) -> PathBuf {
        self.folder.path().join("image")
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }

    fn mount(&self) -> bool {
        run("mount", &["-o", "loop", self.image().to_str().unwrap(), self.path().to_str().unwrap()])
    }

    fn unmount(&self) -> bool {
        run("umount", &[self.path().to_str().unwrap()])
    }

    /// Leaves no space at all.
    fn fill(&self) {
        let mut file = fs::File::create(self.filler()).unwrap();
        let mut size = 1 << 20;
        while size > 0 {
            if std::io::Write::write_all(&mut file, &vec![0; size]).is_err() {
                size /= 2;
            }
        }
        let _ = file.sync_all();
    }

    /// Lets nobody write to the files of the database any more, not even who has them open; or lets them again.
    fn set_read_only(&self, is_read_only: bool) {
        let files = ["alhambra.db", "alhambra.db-wal"].map(|it| self.path().join(it));
        let files = files.iter().filter(|it| it.exists()).map(|it| it.to_str().unwrap());
        let args: Vec<&str> = std::iter::once(if is_read_only { "+i" } else { "-i" }).chain(files).collect();
        assert!(run("chattr", &args));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted {
            self.unmount();
        }
    }
}

/// Whether a command of the system is there and does its work.
fn run(name: &str, args: &[&str]) -> bool {
    let search = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    Command::new(name).args(args).env("PATH", search).output().is_ok_and(|it| it.status.success())
}

/// Lets no file of a program grow beyond a number of bytes.
fn limit_files(house: &House, bytes: &str) {
    assert!(run("prlimit", &["--pid", &house.pid().to_string(), &format!("--fsize={bytes}:unlimited")]));
}

async fn is_ready(house: &House) -> bool {
    house.guest().http("GET", "/readyz", None).await.0 == 200
}

/// Waits until the program says that it can store nothing; whoever was refused before it said so caught it in a lie.
async fn until_noticed(fault: Fault, house: &House, games: &Games) {
    let before = games.progress.n_refused();
    while is_ready(house).await {
        // A full disk may still have room for a smaller write.
        let is_refused = games.progress.n_refused() > before;
        assert!(
            !is_refused || fault == Fault::Full || !is_ready(house).await,
            "ready, but nothing is stored: {fault:?}"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Breaks the disk, waits until the program has noticed, and repairs it.
async fn suffer(fault: Fault, house: &House, disk: &Disk, games: &Games) {
    match fault {
        Fault::Full if disk.is_mounted => {
            disk.fill();
            until_noticed(fault, house, games).await;
            fs::remove_file(disk.filler()).unwrap();
        }
        Fault::ReadOnly if disk.is_mounted => {
            disk.set_read_only(true);
            until_noticed(fault, house, games).await;
            disk.set_read_only(false);
        }
        Fault::Full | Fault::ReadOnly | Fault::Error => {
            limit_files(house, "1");
            until_noticed(fault, house, games).await;
            limit_files(house, "unlimited");
        }
        Fault::Locked => {
            let mut other = sqlx::SqliteConnection::connect(&format!("sqlite:{}", house.database)).await.unwrap();
            sqlx::query("PRAGMA busy_timeout = 10000").execute(&mut other).await.unwrap();
            sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
            until_noticed(fault, house, games).await;
            sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
        }
    }
}

/// So many games, and one fault after the other; after them and in between the program is killed and started again.
async fn fail_again_and_again(n_games: usize, n_faults: usize, fault: Fault) {
    let disk = Disk::new();
    let database = disk.path().join("alhambra.db").display().to_string();
    let mut house = House::start_on(Some(database));
    let (mut n_suffered, mut n_acknowledged, mut dice) = (0, 0, Dice(7));
    while n_suffered < n_faults {
        let games = Games::start(&house, n_games).await;
        let mut next = 0;
        while n_suffered < n_faults && games.go_on() {
            next += 1 + dice.below(8 * n_games);
            // Games that are over break nothing.
            let broken = async {
                games.progress.acknowledged(next).await;
                suffer(fault, &house, &disk, &games).await;
            };
            tokio::select! {
                () = broken => n_suffered += 1,
                () = over(&games) => break,
            }
            repair(&house, &disk).await;
            // What only the memory of the program knew is gone now.
            if dice.below(3) == 0 {
                house.kill();
            }
        }
        repair(&house, &disk).await;
        assert!(games.progress.n_acknowledged() > 0);
        n_acknowledged += games.finish(&house).await;
    }
    println!("{fault:?}: {n_suffered} faults, {n_acknowledged} acknowledged actions, none lost");
}

/// Waits until all games are over.
async fn over(games: &Games) {
    while games.go_on() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Whatever was broken when the games were over is mended.
async fn repair(house: &House, disk: &Disk) {
    if Path::new(&disk.filler()).exists() {
        fs::remove_file(disk.filler()).unwrap();
    }
    if disk.is_mounted {
        disk.set_read_only(false);
    }
    limit_files(house, "unlimited");
    while !is_ready(house).await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_on_a_full_disk() {
    fail_again_and_again(3, 3, Fault::Full).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn nothing_is_lost_in_fifty_times_on_a_full_disk() {
    fail_again_and_again(10, 50, Fault::Full).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_on_a_disk_that_turns_read_only() {
    fail_again_and_again(3, 3, Fault::ReadOnly).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn nothing_is_lost_in_fifty_times_on_a_disk_that_turns_read_only() {
    fail_again_and_again(10, 50, Fault::ReadOnly).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_where_every_write_is_an_error() {
    fail_again_and_again(3, 3, Fault::Error).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn nothing_is_lost_in_fifty_times_where_every_write_is_an_error() {
    fail_again_and_again(10, 50, Fault::Error).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_in_a_locked_database() {
    fail_again_and_again(3, 3, Fault::Locked).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn nothing_is_lost_in_fifty_times_in_a_locked_database() {
    fail_again_and_again(10, 50, Fault::Locked).await;
}
