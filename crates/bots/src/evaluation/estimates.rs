//! Estimates set by hand: the numbers of the evaluation that `alhambra tune` leaves alone.
//!
//! They give curves their shape or stand for something that happens too rarely for games to tell how good they are. What is
//! traded against each other in every decision is a weight: see [`Weights`](super::Weights).

/// Of the cards spent so far, the part that is drawn before the second scoring card, which waits for the next pile (C-SET-2).
pub(crate) const RENEWED_BEFORE_SCORING: f64 = 0.3;

/// How gradually a scoring becomes unlikely the closer it is expected to the end of the game, in turns.
pub(crate) const SCORING_BLUR: f64 = 1.5;

/// How much money can be spent in each turn that is left; it limits what is worth saving.
pub(crate) const SPENT_A_TURN: f64 = 4.0;

/// Keeps the useful money above nothing when the game is all but over: it is a divisor.
pub(crate) const LEAST_USEFUL: f64 = 0.1;

/// How quickly the award of the last tiles gains in importance, by turns before the end.
pub(crate) const AWARD_NEARS: f64 = 1.5;

/// How important the award has to be to be looked at.
pub(crate) const AWARD_MATTERS: f64 = 0.02;

/// How much more money than the richest rival makes the award all but certain.
pub(crate) const AWARD_BLUR: f64 = 4.0;

/// With fewer own turns left than this a further action loses its worth.
pub(crate) const TURNS_FOR_ACTION: f64 = 2.0;

/// Prices break ties in Granada (G-SCORE-2): more than the highest of them, so that a tie-break never outweighs a tile.
pub(crate) const ABOVE_PRICES: f64 = 16.0;

/// How many tiles of a kind of Granada are built in a turn by everybody together.
pub(crate) const OF_A_KIND_A_TURN: f64 = 0.25;

/// How many turns it takes to be certain to get a first building of a kind, and how certain one can be at all.
pub(crate) const TURNS_FOR_FIRST: f64 = 20.0;
pub(crate) const FIRST_AT_MOST: f64 = 0.6;

/// The part of its worth that a tile has which is bought and fits somewhere, but does not lie there yet.
pub(crate) const NEARLY_BUILT: f64 = 0.9;

/// What each further tile in reserve is worth of the one before it: building it costs an action that is seldom spared.
pub(crate) const FURTHER_IN_RESERVE: f64 = 0.85;

/// How likely a fitting tile comes to lie where the trader is: from the reserve, the market and the supply.
pub(crate) const WELCOME_FROM_RESERVE: f64 = 4.0;
pub(crate) const WELCOME_FROM_MARKET: f64 = 2.0;
pub(crate) const WELCOME_FROM_SUPPLY: f64 = 0.5;

/// How much money it takes to turn a tile over or to buy a falcon, as a card or two are paid (G-PLACE-1, M-FAL-2).
pub(crate) const CARD_PAID: f64 = 4.0;

/// How many buildings a tile is whose bonus card is in the hand: itself, and the card once it is laid open (M-BON-2).
pub(crate) const WITH_BONUS: f64 = 2.0;

/// The part of what a further falcon could bring that counts when the one before it is bought.
pub(crate) const FURTHER_FALCON: f64 = 0.7;

/// What each way to buy a further falcon is worth that this one spoils, so that of equal corners the freest is taken.
pub(crate) const SPOILED_FALCON: f64 = 0.05;
