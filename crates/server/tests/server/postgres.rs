//! A `PostgreSQL` of its own for a test: in a folder of its own, on this machine alone.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Set by hand where `PostgreSQL` can't be installed.
const WITHOUT: &str = "ALHAMBRA_WITHOUT_POSTGRES";

/// A running server.
pub(crate) struct Postgres {
    /// Where its database is reached.
    pub(crate) url: String,
    programs: PathBuf,
    port: String,
    process: Child,
    folder: tempfile::TempDir,
}

impl Postgres {
    /// Starts one; nothing if whoever runs the tests has said that there is none.
    ///
    /// # Panics
    /// If `PostgreSQL` isn't installed.
    pub(crate) fn start() -> Option<Postgres> {
        if let Some(programs) = programs() {
            return Some(create(programs));
        }
        assert!(
            std::env::var_os(WITHOUT).is_some(),
            "install PostgreSQL (Debian: `apt install postgresql`), or set {WITHOUT}=1 to leave its tests out"
        );
        println!("left out, because {WITHOUT} is set");
        None
    }

    /// Takes it away at once.
    pub(crate) fn stop(&mut self) {
        // An immediate shutdown is what a crash looks like, and leaves no process behind.
        let _ = Command::new("kill").args(["-s", "QUIT", &self.process.id().to_string()]).status();
        self.process.wait().unwrap();
    }

    /// Brings it back with what it had stored.
    pub(crate) fn start_again(&mut self) {
        self.process = run(&self.programs, self.folder.path(), &self.port);
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Where its programs are, the newest first.
fn programs() -> Option<PathBuf> {
    let versions =
        std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|it| it.path().join("bin"));
    let on_path = std::env::var_os("PATH").into_iter().flat_map(|it| std::env::split_paths(&it).collect::<Vec<_>>());
    let is_there = |it: &PathBuf| ["initdb", "postgres", "pg_isready"].iter().all(|name| it.join(name).exists());
    versions.chain(on_path).filter(is_there).max()
}

/// The server refuses to run as root: then somebody without any rights does it.
fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0)
}

fn command(programs: &Path, folder: &Path, name: &str) -> Command {
    let program = programs.join(name);
    let mut command = Command::new(if is_root() { Path::new("setpriv") } else { &program });
    if is_root() {
        command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(&program);
    }
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn create(programs: PathBuf) -> Postgres {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    if is_root() {
        assert!(Command::new("chown").arg("nobody:nogroup").arg(path).status().unwrap().success());
    }
    let init = ["--auth=trust", "--username=alhambra", "--no-sync", "-D"];
    let made = command(&programs, path, "initdb").args(init).arg(path.join("data")).status().unwrap();
    assert!(made.success(), "initdb failed");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    drop(listener);
    let process = run(&programs, path, &port);
    Postgres { url: format!("postgres://alhambra@127.0.0.1:{port}/postgres"), programs, port, process, folder }
}

fn run(programs: &Path, folder: &Path, port: &str) -> Child {
    let mut server = command(programs, folder, "postgres");
    server.arg("-D").arg(folder.join("data")).arg("-k").arg(folder).args(["-h", "127.0.0.1", "-p", port]);
    let mut process = server.spawn().unwrap();
    while !command(programs, folder, "pg_isready")
        .args(["-q", "-h", "127.0.0.1", "-p", port])
        .status()
        .unwrap()
        .success()
    {
        assert!(process.try_wait().unwrap().is_none(), "PostgreSQL has gone down again");
        std::thread::sleep(Duration::from_millis(50));
    }
    process
}
