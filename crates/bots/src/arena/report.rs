//! What came of an arena, for people and for programs.

use std::fmt;

use alhambra_engine::Ruleset;

use crate::{Failure, FailureKind};

use super::{
    Played,
    rating::{Meeting, Ratings},
    statistics::{half_interval, ratio, wilson},
    table::Table,
};

/// How many games that were lost by failing are told one by one; the others are counted.
const N_TOLD: usize = 100;

/// Ratings and meetings; serialised it is what `alhambra arena --json` prints.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// What was played.
    pub ruleset: Ruleset,
    /// The number that all games follow from.
    pub seed: u64,
    /// The bots, the strongest first.
    pub ratings: Vec<Rated>,
    /// Who met whom.
    pub meetings: Vec<MeetingReport>,
    /// The first hundred games that were lost by failing.
    pub forfeits: Vec<ForfeitedGame>,
}

/// How strong a bot is.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rated {
    /// Its name.
    pub bot: String,
    /// On Elo's scale, 0 on average.
    pub elo: f64,
    /// Half the 95% interval of that.
    pub ci95: f64,
    /// How many games it has lost by failing.
    pub forfeits: u64,
}

/// What came of the games of one bot against others of one kind.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MeetingReport {
    /// The name of the one.
    pub one: String,
    /// The name of all others.
    pub others: String,
    /// How many others sat at the table.
    pub n_others: u8,
    /// How many games were played.
    pub games: u64,
    /// The one's part of the victories.
    pub win_rate: f64,
    /// Wilson's 95% interval of that.
    pub ci95: [f64; 2],
    /// The one's points in the games that came to their end, as all figures below.
    pub mean_score: f64,
    /// The points of each of the others.
    pub mean_score_of_others: f64,
    /// How far the one is ahead of the others on average.
    pub mean_lead: f64,
    /// Half the 95% interval of that; nothing if all games were on one seed.
    pub lead_ci95: Option<f64>,
    /// The points of whoever had the most.
    pub mean_winning_score: f64,
    /// How many games the one has lost by failing.
    pub forfeits: u64,
    /// How many games one of the others has.
    pub forfeits_of_others: u64,
}

/// A game that was lost by failing.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ForfeitedGame {
    /// Who has lost it.
    pub bot: String,
    /// The name of the one who met the others.
    pub one: String,
    /// The name of all others.
    pub others: String,
    /// The number of the seed.
    pub number: u64,
    /// Where the bot sat.
    pub seat: u8,
    /// What happened.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub failure: Failure,
}

impl ForfeitedGame {
    fn of(game: &Played) -> Option<ForfeitedGame> {
        let forfeit = game.forfeit.as_ref()?;
        Some(ForfeitedGame {
            bot: if forfeit.seat == game.seat { &game.one } else { &game.others }.clone(),
            one: game.one.clone(),
            others: game.others.clone(),
            number: game.number,
            seat: forfeit.seat,
            failure: forfeit.failure.clone(),
        })
    }
}

impl Report {
    /// Works the report out.
    pub(super) fn new(ruleset: Ruleset, seed: u64, bots: &[&str], mut played: Vec<Played>) -> Report {
        played.sort_by_key(|it| (it.number, it.seat));
        let index = |name: &str| bots.iter().position(|it| *it == name).unwrap_or_default();
        let meetings: Vec<Meeting> = played
            .iter()
            .map(|it| Meeting { one: index(&it.one), others: index(&it.others), seed: it.number, won: it.won() })
            .collect();
        let ratings = Ratings::of(bots.len(), ruleset.players, &meetings);
        let mut forfeits: Vec<ForfeitedGame> = played.iter().filter_map(ForfeitedGame::of).collect();
        let n_forfeits = |bot: &str| forfeits.iter().filter(|it| it.bot == bot).count() as u64;
        let mut rated: Vec<Rated> = bots
            .iter()
            .enumerate()
            .map(|(i, bot)| Rated {
                bot: (*bot).to_owned(),
                elo: ratings.elo[i],
                ci95: ratings.ci95[i],
                forfeits: n_forfeits(bot),
            })
            .collect();
        rated.sort_by(|one, two| two.elo.total_cmp(&one.elo));
        let mut met = Vec::new();
        for one in bots {
            for others in bots {
                let games: Vec<&Played> = played.iter().filter(|it| it.one == *one && it.others == *others).collect();
                if !games.is_empty() {
                    met.push(MeetingReport::new(one, others, ruleset.players - 1, &games));
                }
            }
        }
        forfeits.truncate(N_TOLD);
        Report { ruleset, seed, ratings: rated, meetings: met, forfeits }
    }

    /// The meetings as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "one,others,n_others,games,win_rate,low,high,score,others_score,lead,lead_ci95,winning_score,\
             forfeits,others_forfeits\n",
        );
        for it in &self.meetings {
            // No `..`: a new figure has to be shown.
            let MeetingReport {
                one,
                others,
                n_others,
                games,
                win_rate,
                ci95: [low, high],
                mean_score,
                mean_score_of_others,
                mean_lead,
                lead_ci95,
                mean_winning_score,
                forfeits,
                forfeits_of_others,
            } = it;
            let lead_ci95 = lead_ci95.map_or_else(String::new, |it| format!("{it:.2}"));
            text += &format!(
                "{one},{others},{n_others},{games},{win_rate:.4},{low:.4},{high:.4},{mean_score:.2},\
                 {mean_score_of_others:.2},{mean_lead:.2},{lead_ci95},{mean_winning_score:.2},{forfeits},\
                 {forfeits_of_others}\n",
            );
        }
        text
    }
}

impl MeetingReport {
    fn new(one: &str, others: &str, n_others: u8, games: &[&Played]) -> MeetingReport {
        let n_games = games.len() as u64;
        let win_rate = games.iter().map(|it| it.won()).sum::<f64>() * ratio(1, n_games);
        let finished: Vec<&Played> = games.iter().filter(|it| it.forfeit.is_none()).copied().collect();
        let one_game = ratio(1, finished.len() as u64);
        let mean = |of: &dyn Fn(&Played) -> f64| finished.iter().fold(0.0, |sum, it| sum + of(it)) * one_game;
        let own = |it: &Played| it.scores.get(usize::from(it.seat)).copied().map_or(0.0, f64::from);
        let all = |it: &Played| it.scores.iter().copied().map(f64::from).sum::<f64>();
        let of_others = |it: &Played| (all(it) - own(it)) / f64::from(n_others);
        let lead = |it: &Played| own(it) - of_others(it);
        // Games on the same seed have their luck in common.
        let by_seed: Vec<f64> = finished
            .chunk_by(|one, two| one.number == two.number)
            .map(|it| it.iter().map(|it| lead(it)).sum::<f64>() * ratio(1, it.len() as u64))
            .collect();
        let failed = |game: &&&Played| game.forfeit.as_ref().is_some_and(|it| it.seat == game.seat);
        let forfeits = games.iter().filter(failed).count() as u64;
        MeetingReport {
            one: one.to_owned(),
            others: others.to_owned(),
            n_others,
            games: n_games,
            win_rate,
            ci95: wilson(win_rate, n_games),
            mean_score: mean(&own),
            mean_score_of_others: mean(&of_others),
            mean_lead: mean(&lead),
            lead_ci95: half_interval(&by_seed),
            mean_winning_score: mean(&|it| it.scores.iter().max().copied().map_or(0.0, f64::from)),
            forfeits,
            forfeits_of_others: n_games - finished.len() as u64 - forfeits,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, seed {}\n", self.ruleset, self.seed)?;
        let mut table = Table::new(["", "rating", "95%"]);
        for Rated { bot, elo, ci95, forfeits: _ } in &self.ratings {
            table.row([bot.clone(), format!("{elo:.0}"), format!("± {ci95:.0}")]);
        }
        writeln!(f, "{table}")?;
        let mut table = Table::new(["", "games", "wins", "95%", "score", "others", "ahead", "95%", "winner"]);
        for it in &self.meetings {
            let against = if it.n_others == 1 { it.others.clone() } else { format!("{} {}", it.n_others, it.others) };
            table.row([
                format!("{} against {against}", it.one),
                it.games.to_string(),
                format!("{:.1}%", 100.0 * it.win_rate),
                format!("{:.1}–{:.1}%", 100.0 * it.ci95[0], 100.0 * it.ci95[1]),
                format!("{:.1}", it.mean_score),
                format!("{:.1}", it.mean_score_of_others),
                format!("{:.1}", it.mean_lead),
                it.lead_ci95.map_or_else(String::new, |it| format!("± {it:.1}")),
                format!("{:.1}", it.mean_winning_score),
            ]);
        }
        write!(f, "{table}")?;
        let n_players = self.ruleset.players;
        writeln!(f, "A shared victory counts as its share. Even would be {:.1}%.", 100.0 / f64::from(n_players))?;
        for rated in self.ratings.iter().filter(|it| it.forfeits > 0) {
            self.write_forfeits(f, rated)?;
        }
        Ok(())
    }
}

impl Report {
    /// Says how many games a bot has lost by failing, and how it did so the first time.
    fn write_forfeits(&self, f: &mut fmt::Formatter<'_>, rated: &Rated) -> fmt::Result {
        let games = if rated.forfeits == 1 { "game" } else { "games" };
        writeln!(f, "\n{} has lost {} {games} by failing:", rated.bot, rated.forfeits)?;
        let told: Vec<&ForfeitedGame> = self.forfeits.iter().filter(|it| it.bot == rated.bot).collect();
        for kind in FailureKind::ALL {
            let mut failed = told.iter().filter(|it| it.failure.kind == kind);
            let Some(ForfeitedGame { number, seat, failure, .. }) = failed.next() else { continue };
            let n = 1 + failed.count();
            writeln!(f, "  {kind}, {n} of {}; first in game {number}, seat {seat}: {}", told.len(), failure.message)?;
            for line in failure.stderr.lines() {
                writeln!(f, "    | {line}")?;
            }
        }
        writeln!(f, "Those who did not fail share the victory; scores are those of the other games.")
    }
}
