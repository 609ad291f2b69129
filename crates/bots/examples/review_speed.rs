fn main() {
    let files: Vec<String> = std::env::args().skip(2).collect();
    let means =
        alhambra_bots::Means { n_threads: std::env::args().nth(1).unwrap().parse().unwrap(), ..Default::default() };
    for f in files {
        let Ok(text) = std::fs::read_to_string(&f) else { continue };
        let Ok(record) = text.parse() else {
            println!("{f}: no record");
            continue;
        };
        let t = std::time::Instant::now();
        match alhambra_bots::analysis::analyse(&record, &means, |_, _| ()) {
            Ok(a) => {
                println!("{f} {} moments {} in {:?}", record.ruleset, a.decisions.len(), t.elapsed());
                let (mut drift, mut n, mut sq) = (0.0, 0, 0.0);
                for w in a.decisions.windows(2) {
                    let s = w[1].judgement.seat.index();
                    let x: f64 = w[0].luck.iter().map(|l| l.change[s]).sum();
                    drift += x;
                    sq += x * x;
                    n += 1;
                }
                println!("  drift to next mover {:.4} sd {:.4} n {n}", drift / n as f64, (sq / n as f64).sqrt());
                for p in a.players().unwrap() {
                    println!(
                        "  acc {:.3} own {:+.3} others {:+.3} luck {:+.3} = {:.2} (check {:.2e}) pts {:.1} {:?} {:?}",
                        p.accuracy.unwrap_or(1.0),
                        p.own,
                        p.others,
                        p.luck,
                        p.result,
                        p.start + p.own + p.others + p.luck - p.result,
                        p.points_lost,
                        p.marks,
                        p.luck_by_chance.map(|x| (x * 100.0).round())
                    );
                }
            }
            Err(e) => println!("{f}: {e}"),
        }
    }
}
