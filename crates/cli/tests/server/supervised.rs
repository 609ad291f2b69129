//! What whoever has started the program is told: the log at the start, and systemd.

use std::{
    os::unix::net::UnixDatagram,
    process::{Command, Stdio},
    time::Duration,
};

use alhambra_engine::ruleset::RULES_VERSION;

/// Starts the program as systemd would and stops it; says what was told meanwhile, and what was logged.
fn supervised() -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let database = folder.path().join("alhambra.db");
    let mut program = Command::new(env!("CARGO_BIN_EXE_alhambra"))
        .args(["serve", "--bind", "127.0.0.1:0", "--public-url", "https://alhambra.example", "--database"])
        .arg(&database)
        .env("NOTIFY_SOCKET", &path)
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.path().join("log")).unwrap())
        .spawn()
        .unwrap();
    let hear = || {
        let mut text = [0; 64];
        let n = socket.recv(&mut text).expect("nothing was told");
        String::from_utf8_lossy(&text[..n]).trim().to_owned()
    };
    let mut told = vec![hear()];
    let stopped = Command::new("kill").args(["-s", "TERM", &program.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    told.push(hear());
    assert!(program.wait().unwrap().success());
    (told, std::fs::read_to_string(folder.path().join("log")).unwrap())
}

#[test]
fn systemd_is_told_and_the_log_says_what_is_served_from_where() {
    let (told, log) = supervised();
    assert_eq!(told, ["READY=1", "STOPPING=1"]);
    let line = log.lines().find(|it| it.contains("serving")).unwrap_or_else(|| panic!("nothing of it in {log}"));
    let rules = format!("rules={RULES_VERSION} ");
    for part in [
        concat!("version=\"", env!("CARGO_PKG_VERSION"), "\""),
        &rules,
        "address=127.0.0.1:",
        "public_url=\"https://alhambra.example\"",
        "database=\"SQLite in /",
        "client=",
    ] {
        assert!(line.contains(part), "{part} is not in {line}");
    }
}
