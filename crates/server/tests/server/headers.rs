//! What browsers are told for everybody's safety, and who may speak with whose cookie.

use serde_json::json;

use crate::common::{Server, ruleset, wish};

#[tokio::test]
async fn scripts_and_styles_come_from_the_server_alone() {
    let server = Server::start().await;
    for path in ["/", "/t/anything", "/api/info", "/assets/missing.js"] {
        let response = server.guest().response("GET", path, None).await;
        let header =
            |name: &str| response.headers().get(name).map(|it| it.to_str().unwrap().to_owned()).unwrap_or_default();
        let policy = header("content-security-policy");
        let directives: Vec<&str> = policy.split(';').map(str::trim).collect();
        for needed in ["default-src 'self'", "connect-src 'self'", "frame-ancestors 'none'", "object-src 'none'"] {
            assert!(directives.contains(&needed), "{path}: {policy}");
        }
        // The game itself may be compiled; nothing else that is called unsafe.
        assert!(directives.contains(&"script-src 'self' 'wasm-unsafe-eval'"), "{path}: {policy}");
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{path}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("referrer-policy"), "same-origin", "{path}");
    }
    assert_eq!(server.guest().response("GET", "/api/info", None).await.headers()["cache-control"], "no-store");
}

#[tokio::test]
async fn no_script_can_read_a_cookie() {
    let cookie = async |server: &Server| {
        let response = server.guest().response("GET", "/api/me", None).await;
        response.headers()["set-cookie"].to_str().unwrap().to_owned()
    };
    let server = Server::start().await;
    let plain = cookie(&server).await;
    let flags: Vec<&str> = plain.split("; ").skip(1).collect();
    assert_eq!(flags, ["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"]);
    let server = Server::start_with(|it| it.public_url = Some("https://alhambra.example".to_owned())).await;
    let secure = cookie(&server).await;
    assert!(secure.starts_with("__Host-alhambra="), "{secure}");
    assert!(secure.ends_with("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"), "{secure}");
}

#[tokio::test]
async fn a_cookie_is_renewed_by_whoever_comes_back() {
    let server = Server::start_with(|it| it.public_url = Some("https://alhambra.example".to_owned())).await;
    let mut guest = server.guest();
    let me = guest.get("/api/me").await;
    let cookie = guest.cookie.take().unwrap();
    guest.cookie = Some(cookie.clone());
    let again = guest.response("GET", "/api/me", None).await;
    assert!(again.headers()["set-cookie"].to_str().unwrap().starts_with(&format!("{cookie}; ")));
    // The name it had before it was for https alone is still understood, and replaced.
    guest.cookie = Some(cookie.trim_start_matches("__Host-").to_owned());
    assert_eq!(guest.get("/api/tables").await["mine"], json!([]));
    assert_eq!(guest.cookie.as_deref(), Some(&*cookie));
    assert_eq!(guest.get("/api/me").await, me);
}

#[tokio::test]
async fn a_request_has_a_name_that_is_fit_for_a_log() {
    let server = Server::start().await;
    let client = reqwest::Client::new();
    let long = "x".repeat(65);
    for (given, is_kept) in [("7f3a-1", true), (&*long, false), ("a b", false), ("a\tb", false), ("", false)] {
        let request = client.get(format!("http://{}/api/info", server.address)).header("x-request-id", given);
        let response = request.send().await.unwrap();
        let name = response.headers()["x-request-id"].to_str().unwrap();
        assert_eq!(name == given, is_kept, "{name}");
        assert!((1..=64).contains(&name.len()), "{name}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_is_refused() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let id = guest.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "open"])).await;
    let socket = format!("/api/tables/{id}/socket");
    for (origin, is_ours) in [
        (format!("http://{}", server.address), true),
        ("http://evil.example".to_owned(), false),
        (format!("http://{}.evil.example", server.address), false),
        ("null".to_owned(), false),
    ] {
        guest.origin = Some(origin.clone());
        let (status, text) = guest.http("POST", "/api/tables", Some("{}".to_owned())).await;
        assert_eq!(
            (status, text.contains("not-allowed")),
            if is_ours { (400, false) } else { (403, true) },
            "{origin}"
        );
        assert_eq!(guest.try_visit(&socket).await.err(), (!is_ours).then_some(403), "{origin}");
    }
    // A program shows a token instead of a cookie, so that nobody can borrow it.
    guest.origin = None;
    let token = guest.post(&format!("/api/tables/{id}/token"), &json!({ "seat": 0 })).await;
    guest.origin = Some("http://evil.example".to_owned());
    guest.token = Some(token["token"].as_str().unwrap().to_owned());
    assert!(guest.try_visit(&socket).await.is_ok());
}

#[tokio::test]
async fn behind_a_proxy_pages_have_the_public_address() {
    let server = Server::start_with(|it| it.public_url = Some("https://alhambra.example/".to_owned())).await;
    let mut guest = server.guest();
    guest.origin = Some("https://alhambra.example".to_owned());
    assert_eq!(guest.http("GET", "/api/me", None).await.0, 200);
    guest.origin = Some(format!("http://{}", server.address));
    assert_eq!(guest.http("GET", "/api/me", None).await.0, 403);
}
