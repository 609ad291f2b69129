//! The program behind nginx, with the very lines that `docs/hosting.md` gives; left out where there is no nginx.

use std::{
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::json;

use crate::{
    common::{Guest, ruleset, wish},
    house::House,
};

/// nginx with a configuration, until it is dropped.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The block of the page.
fn documented() -> String {
    let page = include_str!("../../../../docs/hosting.md");
    let block = page.split("```nginx\n").nth(1).and_then(|it| it.split("```").next());
    block.expect("the page has a block for nginx").to_owned()
}

/// A whole configuration around a block, which writes into this folder alone.
fn configuration(folder: &Path, block: &str) -> String {
    let folder = folder.display();
    let paths: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|it| format!("    {it}_temp_path {folder}/{it};\n"))
        .concat();
    format!(
        "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\nhttp {{\n    \
         access_log off;\n{paths}{block}\n}}\n"
    )
}

fn nginx(folder: &Path, block: &str) -> Command {
    let file = folder.join("nginx.conf");
    std::fs::write(&file, configuration(folder, block)).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-p").arg(folder).arg("-c").arg(&file).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn is_there() -> bool {
    Command::new("nginx").arg("-v").stderr(Stdio::null()).status().is_ok_and(|it| it.success())
}

#[test]
fn nginx_understands_the_documented_block() {
    if !is_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("certificate.pem"), folder.path().join("key.pem"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=alhambra.example"])
        .arg("-keyout")
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
    let lines = format!("ssl_certificate {};\n    ssl_certificate_key {};", certificate.display(), key.display());
    let block = documented().replace("# ssl_certificate and ssl_certificate_key as usual", &lines);
    let output = nginx(folder.path(), &block).arg("-t").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_behind_nginx() {
    if !is_there() {
        return;
    }
    let house = House::start_with(None, &["--public-url", "http://alhambra.example"]);
    let folder = tempfile::tempdir().unwrap();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    // Without certificates; all else as it is.
    let mut block = documented().replace("127.0.0.1:8080", &house.address.to_string());
    let listen = block.lines().find(|it| it.trim().starts_with("listen 443")).unwrap().to_owned();
    block = block.replace(&listen, &format!("    listen {address};"));
    let mut proxy = Proxy(nginx(folder.path(), &block).spawn().unwrap());
    while std::net::TcpStream::connect(address).is_err() {
        assert!(proxy.0.try_wait().unwrap().is_none(), "nginx has ended");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut guest = Guest::of(address);
    let id = guest.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    let mut socket = guest.table(&id).await;
    assert_eq!(socket.hear("table").await["table"]["id"], json!(id));
    assert_eq!(socket.ask(json!({ "ask": "chat", "text": "through nginx" })).await["answer"], "done");
    // The proxy names requests, and the name comes back.
    let response = guest.response("GET", "/api/me", None).await;
    assert_eq!(response.headers()["x-request-id"].len(), 32);
    // A record is longer than what nginx takes by itself.
    let record = "x".repeat(400 << 10);
    assert_eq!(guest.http("POST", "/api/replay/entries", Some(record)).await.0, 400);
}
