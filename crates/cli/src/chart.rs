//! The chart of a review: chances, decisions, and luck and skill told apart by pattern as well as by colour.

use alhambra_bots::analysis::{Account, Mark};
use alhambra_engine::Seat;

const WIDTH: f64 = 1000.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 980.0;
/// Where 100 % and 0 % lie.
const TOP: f64 = 70.0;
const BOTTOM: f64 = 330.0;
/// Where the marks hang.
const LANE: f64 = 365.0;
/// The middle of the strip with the changes.
const STRIP: f64 = 460.0;
/// How high a change by one is drawn there: most are below 5 %.
const SCALE: f64 = 400.0;
/// How far a bar reaches at most.
const REACH: f64 = 34.0;
/// The colours and dashes of the seats, which differ in lightness as well.
const SEATS: [(&str, &str); 6] = [
    ("#0F6C74", "none"),
    ("#C98A12", "9 3"),
    ("#B23A2E", "2 3"),
    ("#6F4BA8", "9 3 2 3"),
    ("#2F5FA5", "14 4"),
    ("#4A7A2C", "5 5"),
];

/// The chart of a game from the perspective of one seat.
pub(crate) fn chart(account: &Account, seat: Seat) -> String {
    let n = account.decisions.len();
    let own = seat.index();
    let n_players = usize::from(account.ruleset.players);
    let x = |i: usize| LEFT + (RIGHT - LEFT) * f64::from(i as u32) / f64::from(n.max(1) as u32);
    let y = |chance: f64| BOTTOM - (BOTTOM - TOP) * chance.clamp(0.0, 1.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} 560\" font-family=\"sans-serif\" font-size=\"13\" \
         role=\"img\" aria-label=\"Chances to win, decisions and luck of seat {seat}\">\n\
         <defs>\n\
         <pattern id=\"others\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"5\" height=\"5\" fill=\"#EFE6D2\"/><rect width=\"2\" height=\"5\" fill=\"#93805E\"/></pattern>\n\
         <pattern id=\"luck\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\">\
         <rect width=\"4\" height=\"4\" fill=\"#E3ECF5\"/><circle cx=\"2\" cy=\"2\" r=\"1.2\" fill=\"#3C6FA6\"/></pattern>\n\
         </defs>\n<rect width=\"{WIDTH}\" height=\"560\" fill=\"#FBF8F1\"/>\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        svg += &format!(
            "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#DDD0B4\"/>\
             <text x=\"52\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#2A211A\">{percent}%</text>\n",
            at + 4.0
        );
    }
    let result = account.result.clone().unwrap_or_default();
    // The chance without luck, and the area of the luck between the lines.
    let (mut without, mut with) = (vec![account.start], vec![account.start]);
    for it in &account.decisions {
        with.push(it.judgement.after[own]);
        let skill = it.judgement.after[own] - it.judgement.best[own];
        without.push(without.last().copied().unwrap_or(account.start) + skill);
    }
    if let (Some(last), Some(end)) = (with.last_mut(), result.get(own)) {
        *last = *end;
    }
    let points = |values: &[f64]| -> Vec<String> {
        values.iter().enumerate().map(|(i, it)| format!("{:.1},{:.1}", x(i), y(*it))).collect()
    };
    let mut area = points(&with);
    area.extend(points(&without).into_iter().rev());
    svg += &format!("<polygon points=\"{}\" fill=\"url(#luck)\" opacity=\"0.6\"/>\n", area.join(" "));
    for (other, (colour, dash)) in SEATS.into_iter().enumerate().take(n_players) {
        let mut values: Vec<f64> = std::iter::once(account.start)
            .chain(account.decisions.iter().map(|it| it.judgement.after[other]))
            .collect();
        if let (Some(last), Some(end)) = (values.last_mut(), result.get(other)) {
            *last = *end;
        }
        let thickness = if other == own { 3.0 } else { 1.6 };
        svg += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thickness}\" \
             stroke-dasharray=\"{dash}\"/>\n",
            points(&values).join(" ")
        );
        let at = LEFT + 110.0 * f64::from(other as u32);
        svg += &format!(
            "<line x1=\"{at}\" x2=\"{}\" y1=\"26\" y2=\"26\" stroke=\"{colour}\" stroke-width=\"{thickness}\" \
             stroke-dasharray=\"{dash}\"/><text x=\"{}\" y=\"30\" fill=\"#2A211A\">seat {other}</text>\n",
            at + 34.0,
            at + 40.0
        );
    }
    svg += &format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#3C6FA6\" stroke-width=\"1.6\" stroke-dasharray=\"6 4\"/>\n\
         <text x=\"{LEFT}\" y=\"52\" fill=\"#3C6FA6\">dashed and dotted area: seat {seat} without luck</text>\n",
        points(&without).join(" ")
    );
    svg += &marks(account, seat, x);
    svg += &changes(account, own, x);
    svg += "</svg>\n";
    svg
}

/// The marks of one seat, each with a shape of its own.
fn marks(account: &Account, seat: Seat, x: impl Fn(usize) -> f64) -> String {
    let mut svg = format!("<text x=\"4\" y=\"{}\" fill=\"#2A211A\" font-size=\"11\">decisions</text>\n", LANE + 4.0);
    for (i, it) in account.decisions.iter().enumerate().filter(|it| it.1.judgement.seat == seat) {
        let judged = &it.judgement;
        let (shape, colour) = match judged.mark {
            Mark::Best => ("M-5 0 L-2.5 -5 L2.5 -5 L5 0 L2.5 5 L-2.5 5 Z", "#1F6650"),
            Mark::Good => ("M0 -5 L5 4 L-5 4 Z", "#52803A"),
            Mark::Inaccuracy => ("M-4 -4 H4 A4 4 0 0 1 4 4 H-4 A4 4 0 0 1 -4 -4 Z", "#E3B341"),
            Mark::Mistake => ("M0 7 L7 -5 L-7 -5 Z", "#B9541A"),
            Mark::Blunder => ("M-7 -7 H7 V1 L0 9 L-7 1 Z", "#7E1F5B"),
        };
        svg += &format!(
            "<g transform=\"translate({:.1} {LANE})\"><path d=\"{shape}\" fill=\"{colour}\"/>\
             <title>turn {}: {}, {:.1}%</title></g>\n",
            x(i + 1),
            judged.turn,
            judged.mark.name(),
            100.0 * judged.loss
        );
    }
    svg
}

/// What every step has changed for one seat: own decisions solid, those of others hatched, luck dotted.
fn changes(account: &Account, own: usize, x: impl Fn(usize) -> f64) -> String {
    let mut svg = format!(
        "<text x=\"4\" y=\"{}\" fill=\"#2A211A\" font-size=\"11\">change</text>\n\
         <line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{STRIP}\" y2=\"{STRIP}\" stroke=\"#93805E\"/>\n",
        STRIP + 4.0
    );
    let width = (x(1) - x(0)) * 0.8;
    let mut bar = |i: usize, from: f64, change: f64, fill: &str| {
        let reach = (change * SCALE).clamp(-REACH, REACH);
        let (top, height) = (STRIP - from - reach.max(0.0), reach.abs());
        if height > 0.2 {
            svg += &format!(
                "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\" \
                 stroke=\"#2A211A\" stroke-width=\"0.4\"/>\n",
                x(i) - width / 2.0
            );
        }
        reach
    };
    for (i, it) in account.decisions.iter().enumerate() {
        let judged = &it.judgement;
        let skill = judged.after[own] - judged.best[own];
        let fill = if judged.seat.index() == own { "#2A211A" } else { "url(#others)" };
        let luck: f64 = it.luck.iter().map(|it| it.change[own]).sum();
        let reach = bar(i + 1, 0.0, skill, fill);
        // What points the same way is put on top of it.
        let from = if reach * luck > 0.0 { reach } else { 0.0 };
        bar(i + 1, from, luck, "url(#luck)");
    }
    let legend = [("#2A211A", "own decisions"), ("url(#others)", "decisions of others"), ("url(#luck)", "luck")];
    for (i, (fill, name)) in legend.into_iter().enumerate() {
        let at = LEFT + 190.0 * f64::from(i as u32);
        svg += &format!(
            "<rect x=\"{at}\" y=\"534\" width=\"14\" height=\"14\" fill=\"{fill}\" stroke=\"#2A211A\" \
             stroke-width=\"0.4\"/><text x=\"{}\" y=\"546\" fill=\"#2A211A\">{name}</text>\n",
            at + 20.0
        );
    }
    svg
}
