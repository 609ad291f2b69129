//! A PostgreSQL of its own for a test: in a folder of its own, on this machine alone.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// Set by hand where PostgreSQL can't be installed.
const WITHOUT: &str = "ALHAMBRA_WITHOUT_POSTGRES";

/// A running server.
pub(crate) struct Postgres {
    /// Where its database is reached.
    pub(crate) url: String,
    process: Child,
    _folder: tempfile::TempDir,
}

impl Postgres {
    /// Starts one; nothing if whoever runs the tests has said that there is none.
    ///
    /// # Panics
    /// If PostgreSQL isn't installed.
    pub(crate) fn start() -> Option<Postgres> {
        if let Some(programs) = programs() {
            return Some(run(&programs));
        }
        assert!(
            std::env::var_os(WITHOUT).is_some(),
            "install PostgreSQL (Debian: `apt install postgresql`), or set {WITHOUT}=1 to leave its tests out"
        );
        println!("left out, because {WITHOUT} is set");
        None
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
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

fn run(programs: &Path) -> Postgres {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    // The server refuses to run as root: then somebody without any rights does it.
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0);
    let program = |name: &str| {
        let program = programs.join(name);
        let mut command = Command::new(if is_root { Path::new("setpriv") } else { &program });
        if is_root {
            command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(&program);
        }
        command.current_dir(path).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    if is_root {
        assert!(Command::new("chown").arg("nobody:nogroup").arg(path).status().unwrap().success());
    }
    let data = path.join("data");
    let init = ["--auth=trust", "--username=alhambra", "--no-sync", "-D"];
    assert!(program("initdb").args(init).arg(&data).status().unwrap().success(), "initdb failed");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    drop(listener);
    let mut server = program("postgres");
    server.arg("-D").arg(&data).arg("-k").arg(path).args(["-h", "127.0.0.1", "-p", &port]);
    let mut process = server.spawn().unwrap();
    while !program("pg_isready").args(["-q", "-h", "127.0.0.1", "-p", &port]).status().unwrap().success() {
        assert!(process.try_wait().unwrap().is_none(), "PostgreSQL has gone down again");
        std::thread::sleep(Duration::from_millis(50));
    }
    Postgres { url: format!("postgres://alhambra@127.0.0.1:{port}/postgres"), process, _folder: folder }
}
