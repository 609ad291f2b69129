//! The program in a process of its own, which can be killed and started again.

use std::{
    io::{BufRead as _, BufReader},
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use crate::common::{Guest, Socket, ruleset, wish};

/// A running program.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) metrics: SocketAddr,
    pub(crate) database: String,
    folder: tempfile::TempDir,
    more: Vec<String>,
    /// The process, with its output kept open so that it can go on printing.
    running: (Child, BufReader<ChildStdout>),
}

/// Limits that no test reaches.
const GENEROUS: [&str; 14] = [
    "--messages-per-second",
    "100000",
    "--requests-per-second",
    "100000",
    "--tables-per-minute",
    "100000",
    "--chat-per-minute",
    "100000",
    "--max-sockets",
    "10000",
    "--max-connections",
    "10000",
    "--bot-pause",
    "0",
];

impl House {
    /// A program with a file of its own and limits that no test reaches.
    pub(crate) fn start() -> House {
        House::start_with(None, &GENEROUS)
    }

    /// The same on another database.
    pub(crate) fn start_on(database: Option<String>) -> House {
        House::start_with(database, &GENEROUS)
    }

    /// A program with these arguments.
    pub(crate) fn start_with(database: Option<String>, more: &[&str]) -> House {
        let folder = tempfile::tempdir().unwrap();
        let database = database.unwrap_or_else(|| folder.path().join("alhambra.db").display().to_string());
        let more: Vec<String> = more.iter().map(|it| (*it).to_owned()).collect();
        let (address, metrics) = (free_address(), free_address());
        let running = spawn(address, metrics, &database, &more, &folder.path().join("log"));
        House { address, metrics, database, folder, more, running }
    }

    /// Kills the program without a word, and starts it again.
    pub(crate) fn kill(&mut self) {
        self.running.0.kill().unwrap();
        self.running.0.wait().unwrap();
        self.start_again();
    }

    /// Starts the program again after it has ended.
    pub(crate) fn start_again(&mut self) {
        self.running = spawn(self.address, self.metrics, &self.database, &self.more, &self.log_file());
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let done = Command::new("kill").args(["-s", name, &self.pid().to_string()]).status().unwrap();
        assert!(done.success());
    }

    /// Waits until the program has ended.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.running.0.wait().unwrap()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.running.0.id()
    }

    /// Whether the program still runs.
    pub(crate) fn is_running(&mut self) -> bool {
        self.running.0.try_wait().unwrap().is_none()
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// Everything that was logged.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap()
    }

    /// A file beside the database.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Somebody who was never here.
    pub(crate) fn guest(&self) -> Guest {
        Guest::of(self.address)
    }

    /// What is measured under this name.
    pub(crate) async fn measured(&self, name: &str) -> f64 {
        let (status, text) = Guest::of(self.metrics).http("GET", "/metrics", None).await;
        assert_eq!(status, 200);
        let line = text.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} is not in {text}")).parse().unwrap()
    }

    /// Runs another command of the program on the same database; says whether it went well, and what it printed.
    pub(crate) fn admin(&self, args: &[&str]) -> (bool, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_alhambra"))
            .args(["admin", "--database", &self.database])
            .args(args)
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).unwrap())
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.running.0.kill();
        let _ = self.running.0.wait();
        if std::thread::panicking() {
            println!("the program said: {}", self.log());
        }
    }
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

fn spawn(
    address: SocketAddr,
    metrics: SocketAddr,
    database: &str,
    more: &[String],
    log: &std::path::Path,
) -> (Child, BufReader<ChildStdout>) {
    let log = std::fs::File::options().create(true).append(true).open(log).unwrap();
    // A limit on the size of files shall be an error and no death of the program.
    let mut process = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_alhambra"), "serve"])
        .args(["--bind", &address.to_string(), "--metrics-bind", &metrics.to_string(), "--database", database])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut out = BufReader::new(process.stdout.take().unwrap());
    for _ in 0..2 {
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert!(line.contains("http://127.0.0.1:"), "the program did not start: {line}");
    }
    (process, out)
}

/// Opens a table for two people, one at each socket, and starts it.
pub(crate) async fn table_for_two(house: &House) -> ([Guest; 2], String) {
    let mut host = house.guest();
    let id = host.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    let mut second = house.guest();
    second.get("/api/me").await;
    let (mut first_socket, mut second_socket) = (host.table(&id).await, second.table(&id).await);
    assert_eq!(second_socket.ask(json!({ "ask": "sit" })).await["answer"], "done");
    assert_eq!(first_socket.ask(json!({ "ask": "start" })).await["answer"], "done");
    ([host, second], id)
}

/// Asks again and again until it is answered and not refused, as a patient player would.
pub(crate) async fn insist(socket: &mut Socket, request: &Value) -> Value {
    loop {
        let answer = socket.ask(request.clone()).await;
        if answer["say"] == "answer" {
            return answer;
        }
        assert_eq!(answer["code"], "unavailable", "{answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
