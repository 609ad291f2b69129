//! Previews of links: what the head of a page says to those who show it elsewhere, and the picture.

use serde_json::json;

use crate::common::{Guest, Server, ruleset, wish};

async fn head(guest: &mut Guest, path: &str) -> String {
    let (status, page) = guest.http("GET", path, None).await;
    assert_eq!(status, 200, "{path}");
    page.split_once("</head>").unwrap().0.to_owned()
}

async fn call(guest: &mut Guest, name: &str) {
    let (status, text) = guest.http("PATCH", "/api/me", Some(json!({ "name": name }).to_string())).await;
    assert_eq!(status, 200, "{text}");
}

async fn status(guest: &mut Guest, path: &str) -> u16 {
    guest.response("GET", path, None).await.status().as_u16()
}

/// What a tag says, as it is written.
fn tag<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let after = head.split_once(&format!("=\"{name}\" content=\""))?.1;
    after.split_once('"').map(|it| it.0)
}

#[tokio::test]
async fn a_table_is_shown_to_whoever_has_its_link() {
    let server = Server::start_with(|it| it.public_url = Some("https://alhambra.example/".to_owned())).await;
    let mut guest = server.guest();
    call(&mut guest, "Zoë").await;
    let id = guest.open(&wish(&ruleset("alhambra", 3, &["camps"]), &["me", "open", "open"])).await;
    let page = head(&mut server.guest(), &format!("/t/{id}")).await;
    assert_eq!(tag(&page, "og:title"), Some("Alhambra: 2 seats are free"));
    assert_eq!(tag(&page, "og:description"), Some("Zoë · Alhambra, 1 module"));
    assert_eq!(tag(&page, "og:url"), Some(&*format!("https://alhambra.example/t/{id}")));
    assert_eq!(tag(&page, "og:image"), Some(&*format!("https://alhambra.example/preview/{id}.png")));
    assert_eq!(tag(&page, "twitter:card"), Some("summary_large_image"));
    let picture = server.guest().response("GET", &format!("/preview/{id}.png"), None).await;
    assert_eq!(picture.headers()["content-type"], "image/png");
    assert_eq!(picture.headers()["x-robots-tag"], "noindex");
    let picture = picture.bytes().await.unwrap();
    // The first chunk of a PNG says how large it is.
    assert_eq!(&picture[..16], b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    assert_eq!(picture[16..24], [1200_u32.to_be_bytes(), 630_u32.to_be_bytes()].concat());
}

#[tokio::test]
async fn without_a_public_address_it_is_the_one_that_was_asked_for() {
    let server = Server::start().await;
    let id = server.guest().open(&wish(&ruleset("granada", 2, &[]), &["me", "open"])).await;
    let page = head(&mut server.guest(), &format!("/t/{id}")).await;
    assert_eq!(tag(&page, "og:image"), Some(&*format!("http://{}/preview/{id}.png", server.address)));
}

#[tokio::test]
async fn a_name_can_not_write_into_the_page() {
    let server = Server::start().await;
    for name in ["</head><script>1", "\"><img src=x>", "' onload='x", "&quot;<!--", "🎲🎲🎲", "王小明"] {
        let mut guest = server.guest();
        call(&mut guest, name).await;
        let id = guest.open(&wish(&ruleset("both", 2, &[]), &["me", "open"])).await;
        let page = head(&mut guest, &format!("/t/{id}")).await;
        let said = tag(&page, "og:description").unwrap();
        let escaped = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let escaped = escaped.replace('"', "&quot;").replace('\'', "&#39;");
        assert_eq!(said, format!("{escaped} · Alhambra and Granada"));
        assert_eq!(status(&mut guest, &format!("/preview/{id}.png")).await, 200, "{name}");
    }
}

#[tokio::test]
async fn a_picture_follows_the_game() {
    let server = Server::seeded(3).await;
    let mut guest = server.guest();
    let id = guest.open(&wish(&ruleset("alhambra", 2, &[]), &["me", "easy"])).await;
    let picture =
        async || server.guest().response("GET", &format!("/preview/{id}.png"), None).await.bytes().await.unwrap();
    let before = picture().await;
    guest.table(&id).await.ask(json!({ "ask": "start" })).await;
    let page = head(&mut server.guest(), &format!("/t/{id}")).await;
    assert_eq!(tag(&page, "og:title"), Some("Alhambra: a game in progress"));
    assert!(picture().await != before, "points are shown from the start on");
    assert_eq!(picture().await, picture().await);
}

#[tokio::test]
async fn a_result_and_its_replay_say_who_has_won() {
    let server = Server::seeded(3).await;
    let mut guest = server.guest();
    let mut wish = wish(&ruleset("alhambra", 2, &[]), &["random", "random"]);
    wish["start"] = json!(true);
    let id = guest.open(&wish).await;
    let mut socket = guest.table(&id).await;
    while socket.next().await.unwrap()["table"]["status"] != "finished" {}
    let game = guest.get(&format!("/api/games/{id}")).await;
    let winner = &game["seats"][game["winners"][0].as_u64().unwrap() as usize];
    let (name, score) = (winner["occupant"]["name"].as_str().unwrap(), &winner["score"]);
    let page = head(&mut server.guest(), &format!("/g/{id}")).await;
    assert_eq!(tag(&page, "og:title"), Some(&*format!("{name} wins with {score} points")));
    assert!(tag(&page, "og:description").unwrap().contains(&format!("{name} {score}")));
    let replay = head(&mut server.guest(), &format!("/g/{id}/replay")).await;
    assert_eq!(tag(&replay, "og:title"), Some(&*format!("Replay: {name} wins with {score} points")));
    assert_eq!(tag(&replay, "og:image"), tag(&page, "og:image"));
    assert_eq!(status(&mut guest, &format!("/preview/{id}.png")).await, 200);
}

#[tokio::test]
async fn of_what_does_not_exist_nothing_is_shown() {
    let server = Server::start().await;
    let mut guest = server.guest();
    for path in ["/", "/t/nobody1", "/g/nobody1/replay", "/g/nobody1/other", "/t/%3Cscript%3E", "/t/'%20OR%20'1"] {
        assert_eq!(tag(&head(&mut guest, path).await, "og:title"), None, "{path}");
    }
    for file in ["nobody1.png", "nobody1", "..%2F.png", ".png", "%00.png", "a b.png"] {
        let (status, text) = guest.http("GET", &format!("/preview/{}", file.replace(' ', "%20")), None).await;
        assert_eq!((status, text.contains("not-found")), (404, true), "{file}");
    }
}

#[tokio::test]
async fn search_engines_leave_tables_alone() {
    let server = Server::start().await;
    let robots = async |path: &str| {
        let response = server.guest().response("GET", path, None).await;
        response.headers().get("x-robots-tag").map(|it| it.to_str().unwrap().to_owned())
    };
    for path in ["/t/abc", "/g/abc/replay", "/seat/abc"] {
        assert_eq!(robots(path).await.as_deref(), Some("noindex"), "{path}");
    }
    assert_eq!(robots("/").await, None);
    let (status, text) = server.guest().http("GET", "/robots.txt", None).await;
    assert_eq!((status, &*text), (200, "User-agent: *\nDisallow: /api/\n"));
}

#[tokio::test]
async fn pictures_are_limited_like_everything_else() {
    let server = Server::start_with(|it| it.limits.requests_per_second = 1).await;
    let mut guest = server.guest();
    let mut last = 0;
    for _ in 0..30 {
        last = status(&mut guest, "/preview/nobody1.png").await;
    }
    assert_eq!(last, 429);
    // The page itself still comes.
    assert_eq!(status(&mut guest, "/t/nobody1").await, 200);
}
