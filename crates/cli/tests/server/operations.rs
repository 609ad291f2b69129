//! Looking after the program: health, metrics, going down in good order, admin, load.

use std::{path::Path, process::Command};

use serde_json::{Value, json};
use sqlx::Connection as _;

use crate::{
    common::{Guest, ruleset, wish},
    house::{House, table_for_two},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_and_metrics() {
    let house = House::start();
    for (path, text) in [("/healthz", "alive\n"), ("/readyz", "ready\n")] {
        assert_eq!(house.guest().http("GET", path, None).await, (200, text.to_owned()));
        assert_eq!(Guest::of(house.metrics).http("GET", path, None).await, (200, text.to_owned()));
    }
    // Metrics are not for everybody: at the address of the players there are none.
    assert!(!house.guest().http("GET", "/metrics", None).await.1.contains("alhambra_tables"));

    let ([host, second], id) = table_for_two(&house).await;
    let (mut socket, _other) = (host.table(&id).await, second.table(&id).await);
    let seat = socket.update().await["view"]["agenda"].as_array().unwrap().last().unwrap()["seat"].clone();
    assert_eq!(socket.ask(json!({ "ask": "act", "seat": 0, "seq": 9, "action": "pass" })).await["code"], "stale");
    let (mut acting, me) = if seat == 0 { (socket, 0) } else { (second.table(&id).await, 1) };
    let legal = acting.ask(json!({ "ask": "legal", "seat": me, "seq": 0 })).await;
    let act = json!({ "ask": "act", "seat": me, "seq": 0, "action": legal["actions"][0] });
    assert_eq!(acting.ask(act).await["answer"], "done");

    assert_eq!(house.measured("alhambra_actions_total").await as u64, 1);
    assert_eq!(house.measured("alhambra_tables").await as u64, 1);
    assert_eq!(house.measured("alhambra_rooms").await as u64, 1);
    assert!(house.measured("alhambra_sockets").await >= 2.0);
    assert_eq!(house.measured("alhambra_refused_total{over=\"socket\",code=\"stale\"}").await as u64, 1);
    assert!(house.measured("alhambra_commit_seconds_count").await >= 3.0);
    assert!(house.measured("alhambra_commit_jobs_sum").await >= 3.0);
    assert_eq!(house.measured("alhambra_bots_waiting").await as u64, 0);
    assert!(house.measured("process_resident_memory_bytes").await > 1e6);
    assert!(house.measured("alhambra_http_requests_total{status=\"200\"}").await >= 2.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn going_down_in_good_order() {
    for signal in ["TERM", "INT"] {
        let mut house = House::start();
        let ([host, second], id) = table_for_two(&house).await;
        let mut socket = host.table(&id).await;
        let update = socket.update().await;
        house.signal(signal);
        let (code, reason) = socket.farewell().await.expect("the server says why it closes");
        assert_eq!((code, &*reason), (1001, "the server restarts"));
        assert!(house.wait().success());
        house.start_again();
        let mut socket = second.visit_if_there(&format!("/api/tables/{id}/socket")).await.unwrap();
        assert_eq!(socket.update().await["seq"], update["seq"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn admin_beside_a_running_server() {
    let house = House::start();
    let ([host, _second], id) = table_for_two(&house).await;
    let mut socket = host.table(&id).await;
    let (fine, list) = house.admin(&["list"]);
    assert!(fine && list.contains(&id) && list.contains("playing") && list.contains("alhambra 2"), "{list}");
    let (_, lines) = house.admin(&["list", "--all", "--json"]);
    let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((&line["table"], &line["status"]), (&json!(id), &json!("playing")));

    let (fine, shown) = house.admin(&["inspect", &id]);
    assert!(fine && shown.contains("has to decide") && shown.contains("0 points"), "{shown}");
    // Whoever looks after a server may be playing there.
    let seed = host.clone().get(&format!("/api/tables/{id}")).await["seed_hash"].clone();
    assert!(seed.is_string() && !shown.contains("seed"), "{shown}");

    let (fine, closed) = house.admin(&["close", &id]);
    assert!(fine && closed.contains("is closed"), "{closed}");
    while socket.hear("table").await["table"]["status"] != "abandoned" {}
    let (fine, again) = house.admin(&["close", &id]);
    assert!(!fine && again.contains("closed already"), "{again}");
    let (_, list) = house.admin(&["list"]);
    assert_eq!(list, "there are no tables\n");
    let (fine, unknown) = house.admin(&["inspect", "nowhere"]);
    assert!(!fine && unknown.contains("there is no table nowhere"), "{unknown}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_a_whole_database() {
    let house = House::start();
    let ([host, _], id) = table_for_two(&house).await;
    let backup = house.file("backup.db");
    let path = backup.to_str().unwrap();
    let (fine, output) = house.admin(&["backup", path]);
    assert!(fine && output.contains(path), "{output}");
    let (fine, output) = house.admin(&["backup", path]);
    assert!(!fine && output.contains("is there already"), "{output}");
    // Another server goes on with it, and knows the same people.
    let copy = House::start_on(Some(path.to_owned()));
    let mut guest = copy.guest();
    guest.cookie.clone_from(&host.cookie);
    assert_eq!(guest.get(&format!("/api/tables/{id}")).await["yours"], json!([0]));

    let missing = Command::new(env!("CARGO_BIN_EXE_alhambra"))
        .args(["admin", "--database", "nowhere.db", "list"])
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(2));
    assert!(!Path::new("nowhere.db").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn load_plays_and_measures() {
    let house = House::start();
    let output = Command::new(env!("CARGO_BIN_EXE_alhambra"))
        .args(["load", "--players", "2", "--tables", "2", "--idle", "1", "--flat-out", "--seconds", "2", "--json"])
        .args(["--server", &format!("http://{}", house.address)])
        .args(["--metrics", &format!("http://{}/metrics", house.metrics)])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["sockets"], &report["errors"]), (&json!(6), &json!(0)), "{report}");
    assert!(report["moves"].as_u64().unwrap() > 0, "{report}");
    let delays = &report["delay_ms"];
    assert!(delays["p50"].as_f64() <= delays["p99"].as_f64() && delays["p99"].as_f64() <= delays["max"].as_f64());
    assert!(report["server_memory_bytes"].as_u64().unwrap() > 1_000_000, "{report}");
    // A table with a bot goes on meanwhile and afterwards.
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["random", "random"]);
    wish["start"] = json!(true);
    house.guest().open(&wish).await;
}

/// Every kind of attack is refused what is too much and nobody who plays is: how long that takes is for `docs/hosting.md`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn load_plays_on_under_every_attack() {
    let house = House::start_with(None, &["--trusted-proxies", "1"]);
    for kind in ["hints", "bots", "uploads", "chat", "lobby", "non-readers", "spectators"] {
        let output = Command::new(env!("CARGO_BIN_EXE_alhambra"))
            .args(["load", "--players", "2", "--tables", "2", "--seconds", "1", "--json", "--attack", kind])
            .args(["--server", &format!("http://{}", house.address)])
            .args(["--metrics", &format!("http://{}/metrics", house.metrics)])
            .output()
            .unwrap();
        assert!(output.status.success(), "{kind}: {}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let attacked = &report["attacked"];
        assert_eq!((&report["errors"], &attacked["kind"]), (&json!(0), &json!(kind)), "{report}");
        for part in [&report, attacked] {
            assert!(part["moves"].as_u64().unwrap() > 0, "{report}");
            assert!(part["delay_ms"]["p99"].as_f64() > Some(0.0), "{report}");
        }
        assert!(attacked["requests"].as_u64().unwrap() > 0, "{report}");
        assert!(attacked["p99_ratio"].as_f64() > Some(0.0), "{report}");
        assert!(attacked["memory_above_bytes"].is_u64(), "{report}");
    }
}

/// Games of the first version in their middle: table, number of actions, who decides, and that player's cookie.
const BEFORE: [(&str, u64, u8, &str); 4] = [
    ("qy3w3ty", 46, 0, "dDN6a3VldGF4OGsxNHYyYyBQYXRpZW50IFNjcmliZQ.Uyp0zC9UBOuD6nM7ittT-rrb974RVRHCDAHo5el4jR0"),
    ("mzt9qww", 39, 0, "ZXB3MWsxaHF0dG52dGRmdyBNZXJyeSBDYXJwZW50ZXI.pYiyPNFYZ1ft3LobJ84LSnOdmir5oZK1uNDS5FCd9Pw"),
    ("wbtc1br", 16, 2, "bW0zNDQ2Z3cxZ3g1cHNyOCBDbGV2ZXIgQ2FycGVudGVy.NkKSIiNbvYDiryA81NuN5Ki_CPRmFg_ppX_Lud7WXs8"),
    ("wttrnje", 25, 2, "d2Z5aGdud2NidHh2Y3Z4MSBMdWNreSBDeXByZXNz.LQx81bMKQBFTSGTeNsZLu48i7NTb9BYxuQR22wbdm5E"),
];

/// A database of the first version.
async fn database_before(folder: &tempfile::TempDir) -> String {
    let file = folder.path().join("before.db").display().to_string();
    change(&file, include_str!("before/0001.sql")).await;
    file
}

async fn change(file: &str, statements: &'static str) {
    let mut database = sqlx::SqliteConnection::connect(&format!("sqlite:{file}?mode=rwc")).await.unwrap();
    sqlx::raw_sql(statements).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

/// Somebody who was there before.
fn guest_before(house: &House, cookie: &str) -> crate::common::Guest {
    let mut guest = house.guest();
    guest.cookie = Some(format!("alhambra={cookie}"));
    guest
}

/// A database of the first program is brought up to date; its games follow the first version of the rules, and are kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_first_version_of_the_rules_are_kept_and_refused() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::start_on(Some(database_before(&folder).await));
    for (id, n_actions, _, cookie) in BEFORE {
        let problem = guest_before(&house, cookie).table(id).await.hear("error").await;
        assert_eq!(problem["code"], "other-rules", "{id}");
        let sentence = problem["message"].as_str().unwrap();
        let begins = "this game follows version 1 of the rules, which version 2 replaced before the first release";
        assert!(sentence.starts_with(begins), "{sentence}");
        assert!(sentence.contains("begins with that release; nothing of it is lost"), "{sentence}");
        let (fine, shown) = house.admin(&["inspect", id]);
        assert!(fine && shown.contains(&format!("actions    {n_actions}")), "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_other_rules_waits_for_a_server_that_plays_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = database_before(&folder).await;
    let mut house = House::start_on(Some(file.clone()));
    house.signal("TERM");
    assert!(house.wait().success());
    let (id, n_actions, seat, cookie) = BEFORE[0];
    change(&file, "UPDATE tables SET sheet = json_set(sheet, '$.rules', 99) WHERE id = 'qy3w3ty'").await;
    house.start_again();
    let problem = guest_before(&house, cookie).table(id).await.hear("error").await;
    assert_eq!(problem["code"], "other-rules");
    assert!(problem["message"].as_str().unwrap().starts_with("this game follows version 99 of the rules"), "{problem}");
    assert!(house.admin(&["inspect", id]).1.contains("version 99 of the rules"));
    house.signal("TERM");
    assert!(house.wait().success());
    // A server that plays them goes on where the game was; this one is the same by the rules of today.
    change(&file, "UPDATE tables SET sheet = json_set(sheet, '$.rules', 2) WHERE id = 'qy3w3ty'").await;
    house.start_again();
    let mut socket = guest_before(&house, cookie).table(id).await;
    assert_eq!(socket.update().await["seq"], json!(n_actions));
    let legal = socket.ask(json!({ "ask": "legal", "seat": seat, "seq": n_actions })).await;
    let act = json!({ "ask": "act", "seat": seat, "seq": n_actions, "action": legal["actions"][0] });
    assert_eq!(socket.ask(act).await["answer"], "done", "{legal}");
}

#[test]
fn only_a_server_for_oneself_shuffles_by_a_known_seed() {
    let serve = ["serve", "--bind", "0.0.0.0:0", "--shuffle", &"5eed".repeat(16)];
    let refused = Command::new(env!("CARGO_BIN_EXE_alhambra")).args(serve).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--shuffle is for tests"));
}

/// Whoever makes a mistake is told what it was, by a line and the exit code.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mistakes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let newer = database_before(&folder).await;
    change(
        &newer,
        "INSERT INTO _sqlx_migrations SELECT 9999, description, installed_on, success, checksum, execution_time \
         FROM _sqlx_migrations LIMIT 1",
    )
    .await;
    std::fs::write(file("letter.db"), "Dear friends, ".repeat(99)).unwrap();
    let serve = ["serve", "--bind", "127.0.0.1:0", "--database"];
    let mistakes: [(&[&str], &str, i32, &str); 9] = [
        (&serve, &file("nowhere/alhambra.db"), 1, "nowhere/alhambra.db: No such file or directory"),
        (&serve, &file("letter.db"), 1, "letter.db: file is not a database"),
        (&serve, &newer, 1, "before.db: it belongs to a newer version of this program"),
        (&["admin", "list", "--database"], &newer, 1, "before.db: it belongs to a newer version of this program"),
        (&["serve", "--public-url"], "alhambra.example", 2, "expected an address like https://"),
        (&["load", "--tables"], "0", 2, "there is nothing to measure"),
        (&["load", "--server"], "http://127.0.0.1:1", 1, "no server can be reached at 127.0.0.1:1: Connection refused"),
        (
            &["load", "--metrics"],
            "http://127.0.0.1:1/metrics",
            1,
            "127.0.0.1:1/metrics can't be read: Connection refused",
        ),
        // Who has not said what to do is shown what there is.
        (&["admin"], "--database=alhambra.db", 2, "subcommand"),
    ];
    for (command, last, code, words) in mistakes {
        let output = Command::new(env!("CARGO_BIN_EXE_alhambra")).args(command).arg(last).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && said.contains(words), "{command:?} {last}: {said}");
    }
    let house = House::start();
    let second =
        Command::new(env!("CARGO_BIN_EXE_alhambra")).args(serve).arg(house.file("alhambra.db")).output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("alhambra.db: another program serves it already"));
    let lost = Command::new(env!("CARGO_BIN_EXE_alhambra")).arg("admin").output().unwrap();
    assert_eq!(lost.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&lost.stderr).contains("backup   Copy everything into a new file"));
}
