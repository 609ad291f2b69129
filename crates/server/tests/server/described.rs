//! The interface for programs is described as it is: every route, and nothing else.

use std::collections::BTreeSet;

use crate::common::Server;

/// The paths that are routed in a source file.
fn routed<'a>(source: &'a str, prefix: &'a str) -> impl Iterator<Item = String> + 'a {
    let after = source.split(".route(").skip(1).filter_map(|it| it.trim_start().strip_prefix('"'));
    after.filter_map(move |it| Some(format!("{prefix}{}", it.split_once('"')?.0)))
}

#[tokio::test]
async fn every_route_is_described_and_every_description_routed() {
    let server = Server::start().await;
    let mut guest = server.guest();
    let document = guest.get("/api/openapi.json").await;
    let mut described = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        described.extend(operations.as_object().unwrap().keys().map(|it| format!("{} {path}", it.to_uppercase())));
    }
    let (api, app) = (include_str!("../../src/http.rs"), include_str!("../../src/app.rs"));
    let mut answered = BTreeSet::new();
    // Metrics have an address of their own, for those who look after the server.
    for path in routed(api, "/api").chain(routed(app, "")).filter(|it| it != "/metrics") {
        // Nothing is asked by this method, so that the answer names those that something is asked by.
        let allowed = guest.allowed(&path).await.unwrap_or_else(|| panic!("nothing answers at {path}"));
        let methods = allowed.split(',').filter(|it| *it != "HEAD");
        answered.extend(methods.map(|it| format!("{it} {path}")));
    }
    assert_eq!(described, answered);
}
