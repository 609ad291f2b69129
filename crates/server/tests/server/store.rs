//! One suite for both databases: what is stored is there, and the log is only ever appended to.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use alhambra_server::store::{Row, Store, Write};

fn row(seq: u32) -> Row {
    Row { seq, seat: 1, what: "take fl1 di4".to_owned(), at: 1 << 41, used: 250, hinted: seq == 2 }
}

fn entry(game: &str, seq: u32) -> Write {
    Write::Entry { game: game.to_owned(), row: row(seq) }
}

/// Everything that is expected of a database.
async fn check(url: &str) {
    let store = Store::open(url).await.unwrap();
    let key = store.key().await.unwrap();
    store.write(vec![entry("a", 1), entry("a", 2), entry("b", 1)]).await.unwrap();
    assert_eq!(store.log("a").await.unwrap(), [row(1), row(2)]);

    // A lost race is an error, and nothing of it is stored.
    assert!(store.write(vec![entry("a", 3), entry("a", 2)]).await.is_err());
    assert_eq!(store.log("a").await.unwrap().len(), 2);

    // Many at once are committed together; one that fails doesn't spoil the others.
    let many = (0..200).map(|i| {
        let (store, seq) = (store.clone(), if i == 77 { 1 } else { 3 });
        tokio::spawn(async move {
            store.write(vec![entry(&format!("c{i}"), 1), entry(&format!("c{i}"), seq)]).await.is_ok()
        })
    });
    let mut n_stored = 0;
    for one in many.collect::<Vec<_>>() {
        n_stored += u32::from(one.await.unwrap());
    }
    assert_eq!(n_stored, 199);
    assert_eq!(store.log("c5").await.unwrap().len(), 2);
    assert_eq!(store.log("c77").await.unwrap().len(), 0);

    store.write(vec![Write::Down { since: 5, until: 9 }, Write::Alive { at: 9 }]).await.unwrap();
    assert_eq!(store.downtimes().await.unwrap(), [(5, 9)]);
    assert_eq!(store.sheet("nowhere").await.unwrap(), None);
    assert!(store.open_tables().await.unwrap().is_empty());
    store.close().await;
    assert!(store.write(vec![entry("a", 9)]).await.is_err());

    // What was stored is there for the next one.
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.key().await.unwrap(), key);
    assert_eq!(store.log("a").await.unwrap(), [row(1), row(2)]);
    store.close().await;
}

#[tokio::test]
async fn sqlite() {
    let folder = tempfile::tempdir().unwrap();
    check(&format!("sqlite:{}", folder.path().join("alhambra.db").display())).await;
}

#[tokio::test]
async fn postgres() {
    let Some(programs) = programs() else {
        println!("skipped: PostgreSQL is not installed (the Debian package is called postgresql)");
        return;
    };
    let postgres = Postgres::start(&programs);
    check(&postgres.url).await;
}

/// Where the programs of a server are, the newest first.
fn programs() -> Option<PathBuf> {
    let versions =
        std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|it| it.path().join("bin"));
    let on_path = std::env::var_os("PATH").into_iter().flat_map(|it| std::env::split_paths(&it).collect::<Vec<_>>());
    versions.chain(on_path).filter(|it| it.join("initdb").exists() && it.join("postgres").exists()).max()
}

/// A server of its own in a folder of its own, reached by a socket there.
struct Postgres {
    url: String,
    process: std::process::Child,
    _folder: tempfile::TempDir,
}

impl Postgres {
    fn start(programs: &Path) -> Postgres {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        // The server refuses to run as root: then somebody without any rights does it.
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0);
        let run = |program: &str| {
            let program = programs.join(program);
            if is_root {
                let mut command = Command::new("setpriv");
                command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(program);
                command
            } else {
                Command::new(program)
            }
        };
        if is_root {
            assert!(Command::new("chown").arg("nobody:nogroup").arg(path).status().unwrap().success());
        }
        let data = path.join("data");
        let mut init = run("initdb");
        init.current_dir(path).args(["--auth=trust", "--username=alhambra", "--no-sync", "-D"]).arg(&data);
        assert!(init.stdout(Stdio::null()).status().unwrap().success());
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let mut server = run("postgres");
        server.current_dir(path).arg("-D").arg(&data).arg("-k").arg(path).args([
            "-h",
            "127.0.0.1",
            "-p",
            &port.to_string(),
        ]);
        let process = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // It is ready when it lets somebody in.
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        Postgres { url: format!("postgres://alhambra@127.0.0.1:{port}/postgres"), process, _folder: folder }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
