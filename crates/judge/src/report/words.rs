//! The conditions of a report, and its shares, scores and failures in readable form, shared by all
//! formats.

use drawproof_board::Board;
use drawproof_report::{
    counted, grouped,
    words::{all_counted, claimed, numbered, outcome, white_to_move},
};
use drawproof_verifier::{Line, subject::visible};
use serde::Serialize;

use crate::{
    answer::{Failure, Score},
    judgement::{EndgameJudgement, Judgement, NotJudged, Share, Worst},
    record::{Comparison, Exceeded},
};

/// The contents of a report on a judgement.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Report<'a> {
    /// The judgement that the report is about.
    #[serde(flatten)]
    pub judgement: &'a Judgement,
    /// The differences to a baseline, if one was given.
    pub comparison: Option<&'a Comparison>,
    /// The limits that were exceeded.
    pub exceeded: &'a [Exceeded],
    /// The endgames that were not judged to their end, with the reasons.
    pub not_judged: &'a [NotJudged],
}

impl<'a> Report<'a> {
    /// Returns the limits that an endgame exceeds.
    pub(crate) fn exceeded_in(&self, endgame: &str) -> impl Iterator<Item = &'a Exceeded> {
        self.exceeded.iter().filter(move |it| it.endgame.as_deref() == Some(endgame))
    }

    /// Returns the endgames with a problem, an exceeded limit or a reason for not being judged,
    /// each with the rest of a sentence.
    pub(crate) fn problems(&self) -> Vec<(&'a str, String)> {
        let not_judged = |it: &'a NotJudged| (&*it.endgame, format!("not judged: {}", it.error));
        let exceeded = self.exceeded.iter().map(|it| (limited(it), exceeded(it)));
        exceeded.chain(self.not_judged.iter().map(not_judged)).collect()
    }
}

/// Returns the endgames by their share of right results, the lowest first; endgames without an
/// answer come last.
pub(crate) fn ranked(judgement: &Judgement) -> Vec<&EndgameJudgement> {
    let mut endgames: Vec<_> = judgement.endgames.iter().collect();
    let right = |it: &EndgameJudgement| it.accuracy.share.unwrap_or(f64::INFINITY);
    endgames.sort_by(|one, other| right(one).total_cmp(&right(other)));
    endgames
}

/// The figures over all endgames.
pub(crate) struct Totals {
    /// The number of positions asked.
    pub asked: u64,
    /// The number of positions without an answer.
    pub failed: u64,
    /// The mean of the endgames' shares of right results; `None` without an answer.
    pub mean_right: Option<f64>,
}

/// Returns the totals of a judgement.
pub(crate) fn totals(judgement: &Judgement) -> Totals {
    let endgames = &judgement.endgames;
    let shares: Vec<f64> = endgames.iter().filter_map(|it| it.accuracy.share).collect();
    Totals {
        asked: endgames.iter().map(|it| it.asked).sum(),
        failed: endgames.iter().map(failed).sum(),
        mean_right: (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64),
    }
}

/// Returns the number of positions of an endgame without an answer or without a score.
pub(crate) fn failed(endgame: &EndgameJudgement) -> u64 {
    endgame.failures.total() + endgame.no_score
}

/// Returns the shares of positions that are right from a depth or a number of nodes on; empty
/// without a line for each depth.
pub(crate) fn needed(endgame: &EndgameJudgement) -> Vec<(&'static str, Vec<(u64, f64)>)> {
    let Some(needed) = endgame.needed.as_ref().filter(|it| it.by_depth.len() > 1) else {
        return Vec::new();
    };
    let depths = needed.by_depth.iter().map(|&(at, share)| (at.into(), share)).collect();
    let found = [("depth", depths), ("nodes", needed.by_nodes.clone())];
    found.into_iter().filter(|(_, points)| !points.is_empty()).collect()
}

/// Returns the totals in one line: `2 endgames, 200 positions asked: 95.00 % right (mean of the
/// endgames)`.
pub(crate) fn totals_line(judgement: &Judgement) -> String {
    let totals = totals(judgement);
    let endgames = counted(judgement.endgames.len() as u64, "endgame", "endgames");
    let asked = counted(totals.asked, "position", "positions");
    let right = percent(totals.mean_right);
    format!("{endgames}, {asked} asked: {right} right (mean of the endgames)")
}

/// The results in the order of counts, for the side to move.
pub(super) const RESULTS: [&str; 3] = ["loss", "draw", "win"];

/// A sentence on the meaning of shares of positions.
pub(super) const RIGHT_MEANS: &str = "Right: the result by score is the true one. Shares hold for \
     all positions of an endgame, of which those asked are a weighted sample.";

/// Formats a share from 0 to 1 as a percentage with two decimal places, rounded down; `-` for
/// `None`. Only 1 is 100.00 %, only 0 is 0.00 %.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| in_percent(hundredths(share)))
}

/// Formats the complement of a share, so that it and [`percent`] of the share add up to 100.00 %.
pub(super) fn rest_percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| in_percent(WHOLE - hundredths(share)))
}

/// Formats parts as percentages that add up to [`percent`] of `share` or, with `rest`, to
/// [`rest_percent`] of it. A part that is above 0 but would be shown as 0 becomes `< 0.01 %`.
pub(super) fn parts_in_percent(parts: &[f64], share: f64, rest: bool) -> Vec<String> {
    let all = if rest { WHOLE - hundredths(share) } else { hundredths(share) };
    let sum: f64 = parts.iter().sum();
    let exact = |part: &f64| if sum > 0.0 { all as f64 * part / sum } else { 0.0 };
    let mut shown: Vec<u64> = parts.iter().map(|it| (exact(it) + ROUNDING) as u64).collect();
    let lost = |place: usize, shown: u64| exact(&parts[place]) - shown as f64;
    while sum > 0.0 && shown.iter().sum::<u64>() < all {
        let places = 0..parts.len();
        let most = places.max_by(|&a, &b| lost(a, shown[a]).total_cmp(&lost(b, shown[b])));
        shown[most.expect("there are parts")] += 1;
    }
    let text = |(&part, shown): (&f64, u64)| match shown {
        0 if part > ROUNDING => "< 0.01 %".into(),
        _ => in_percent(shown),
    };
    parts.iter().zip(shown).map(text).collect()
}

/// Sums of weights are not exact.
const ROUNDING: f64 = 1e-9;

/// 100 % in hundredths of a percent.
const WHOLE: u64 = 10_000;

/// Returns a share in hundredths of a percent, cut. Only 1 gives the whole, and only 0 gives 0.
fn hundredths(share: f64) -> u64 {
    let cut = ((share + ROUNDING) * WHOLE as f64) as u64;
    if share > ROUNDING { cut.max(1) } else { cut }
}

fn in_percent(hundredths: u64) -> String {
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
}

/// Formats the interval of a share, rounded outwards: `84.41 - 85.93 %`; empty if there is none, or
/// if all positions were asked.
pub(crate) fn interval(share: &Share) -> String {
    match share.interval {
        Some([low, high]) if high > low => {
            let (low, high) = ((low * 1e4).floor() / 100.0, (high * 1e4).ceil() / 100.0);
            format!("{low:.2} - {high:.2} %")
        }
        _ => String::new(),
    }
}

/// Formats a share with its interval in parentheses.
pub(crate) fn with_interval(share: &Share) -> String {
    let (share, interval) = (percent(share.share), interval(share));
    if interval.is_empty() { share } else { format!("{share} ({interval})") }
}

/// Formats a mean squared error.
pub(crate) fn squared_error(error: Option<f64>) -> String {
    error.map_or_else(|| "-".into(), |error| format!("{error:.4}"))
}

/// Describes a score for the side to move of `fen`: `+1.23 for White`, `mate in 3 for Black`.
pub(crate) fn score_in_words(score: Score, fen: &str) -> String {
    let (mover, other) = if white_to_move(fen) { ("White", "Black") } else { ("Black", "White") };
    match score {
        Score::Cp(centipawns) => format!("{} for {mover}", pawns(centipawns)),
        Score::Mate(0) => format!("{mover} is mated"),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves} for {mover}"),
        Score::Mate(moves) => format!("mate in {} for {other}", moves.unsigned_abs()),
    }
}

/// Formats centipawns as pawns with a sign: `+1.23`.
pub(crate) fn pawns(centipawns: i32) -> String {
    let sign = match centipawns {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    let size = centipawns.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// Converts a line of UCI moves from a position into all notations, as far as the moves are legal.
pub(crate) fn line_from(fen: &str, moves: &[String]) -> Line {
    let board = fen.parse::<Board>().ok();
    board.map_or_else(Line::default, |board| Line::of_moves(&board, moves))
}

/// Converts a move into standard algebraic notation; an illegal move stays as it is.
pub(crate) fn san(fen: &str, uci: &str) -> String {
    let san = line_from(fen, &[uci.to_owned()]).san.into_iter().next();
    san.unwrap_or_else(|| uci.to_owned())
}

/// Describes the score of a worst answer, and the result that it states: `score +0.12 for White: a
/// draw`.
pub(crate) fn answered(worst: &Worst) -> String {
    let Some(score) = worst.score else { return "no score".into() };
    let score = score_in_words(score, &worst.fen);
    match &worst.told {
        Some(told) => format!("score {score}: {}", claimed(&worst.fen, told)),
        None => format!("score {score}"),
    }
}

/// Describes the true result of a worst answer.
pub(crate) fn truth(worst: &Worst) -> String {
    outcome(&worst.fen, &worst.truth, worst.dtm)
}

/// Describes the engine's move, the result after it, and a best move: `played Kb2, which leaves a
/// draw; best Kb3`; empty without a move.
pub(crate) fn moves(worst: &Worst) -> String {
    let Some(played) = &worst.played else { return String::new() };
    let mut text = format!("played {}", san(&worst.fen, played));
    match &worst.after {
        Some(after) if *after != worst.truth => text += &format!(", which leaves a {after}"),
        Some(after) => text += &format!(", which keeps the {after}"),
        None => {}
    }
    match &worst.best {
        Some(best) if best != played => text += &format!("; best {}", san(&worst.fen, best)),
        _ => {}
    }
    text
}

/// Numbers the moves of a line from a position; empty for a line without moves.
pub(crate) fn line(fen: &str, moves: &[String]) -> String {
    numbered(&line_from(fen, moves).san, white_to_move(fen))
}

/// Describes the failures of an engine by kind: `2 crashes, 1 timeout`; `None` without failures.
pub(crate) fn failures(endgame: &EndgameJudgement) -> Option<String> {
    let found = &endgame.failures;
    all_counted([
        (found.died, "crash", "crashes"),
        (found.hung, "timeout", "timeouts"),
        (found.illegal_moves, "illegal move", "illegal moves"),
        (found.too_much_output, "flood of output", "floods of output"),
        (endgame.no_score, "answer without a score", "answers without a score"),
    ])
}

/// Describes a failure in a sentence.
pub(crate) fn failure(failure: &Failure) -> String {
    format!("the engine {failure}")
}

/// Describes an exceeded limit: `12.34 % of the results are wrong; allowed: 10.00 %`.
pub(crate) fn exceeded(it: &Exceeded) -> String {
    let is_squared = it.figure == "mean_squared_error";
    let value = |value| if is_squared { squared_error(value) } else { percent(value) };
    let (found, allowed) = (value(it.found), value(Some(it.limit)));
    match (it.figure.as_str(), it.found) {
        ("error", None) => format!("no score to measure; allowed errors: {allowed}"),
        ("error", _) => format!("{found} of the results are wrong; allowed: {allowed}"),
        (figure, _) => {
            let figure = figure_name(figure);
            format!("{figure}: worse than the baseline by {found}; allowed: {allowed}")
        }
    }
}

/// Returns the name of a class of positions, given its key.
pub(crate) fn class(key: &str) -> String {
    key.replace('-', " ")
}

/// Formats the best draw band: `±50`, or `-`.
pub(crate) fn best_band(endgame: &EndgameJudgement) -> String {
    endgame.best_band.map_or("-".into(), |band| format!("±{}", band.centipawns))
}

/// Returns the parts of a worst answer: score and truth, moves, line; those without content are
/// left out.
pub(crate) fn parts(worst: &Worst) -> Vec<String> {
    let answered = format!("{}; truth: {}", answered(worst), truth(worst));
    let parts = [answered, moves(worst), line(&worst.fen, &worst.line)];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// Returns the name of the endgame that exceeds a limit; `all endgames` if the limit is for all
/// together.
pub(crate) fn limited(it: &Exceeded) -> &str {
    it.endgame.as_deref().unwrap_or("all endgames")
}

/// Returns the name of a figure of a comparison, given its key.
pub(crate) fn figure_name(key: &str) -> &'static str {
    match key {
        "accuracy" => "results right",
        "mean_squared_error" => "squared error",
        "win_to_draw" => "moves: win to draw",
        "win_to_loss" => "moves: win to loss",
        _ => "moves: draw to loss",
    }
}

/// Describes the number of asked positions of an endgame: `10,000 of 81,664 positions`, `all 81,664
/// positions`.
pub(crate) fn sample(endgame: &EndgameJudgement) -> String {
    if endgame.of == 0 {
        return "no position meets the condition".into();
    }
    let of = counted(endgame.of, "position", "positions");
    let sample = match endgame.settled() == endgame.of {
        true => format!("all {of}"),
        false => format!("{} of {of}", grouped(endgame.settled())),
    };
    match endgame.not_asked {
        0 => sample,
        over => format!("{sample}, not asked about {over} with mate or stalemate on the board"),
    }
}

/// Describes how the engine was asked, in sentences.
pub(crate) fn conditions(judgement: &Judgement) -> String {
    let sample = match judgement.sample.positions == judgement.sample.of {
        true => "every position, one of each class of symmetric positions".into(),
        false => format!(
            "{} of {}, seed {}",
            counted(judgement.sample.positions, "position", "positions"),
            grouped(judgement.sample.of),
            judgement.sample.seed
        ),
    };
    let by_syzygy = judgement.endgames.iter().filter(|it| it.source == "syzygy");
    let by_syzygy: Vec<&str> = by_syzygy.map(|it| &*it.endgame).collect();
    let source = match by_syzygy.is_empty() {
        true => String::new(),
        false => format!(" Judged with Syzygy tables: {}.", by_syzygy.join(", ")),
    };
    let met = judgement.points_lost_per_thousand_games.map_or(String::new(), |lost| {
        format!(" In 1,000 games with one position of each endgame that they reach, the moves lose {lost:.2} points.")
    });
    format!(
        "Command: {}. Search: {}. Asked: {sample}{}. Scores of {} centipawns mean a \
         draw.{source}{met}",
        judgement.command,
        judgement.limit,
        of_those(judgement.condition.as_deref()),
        band_in_words(judgement.draw_band)
    )
}

/// Describes the condition of a sample: `, of those that meet 'win and only_move'`; empty without a
/// condition.
pub(crate) fn of_those(condition: Option<&str>) -> String {
    condition.map_or_else(String::new, |it| format!(", of those that meet '{}'", visible(it)))
}

/// Formats a band of scores in centipawns: `-50 to 50`.
pub(crate) fn band_in_words(centipawns: i32) -> String {
    if centipawns == 0 { "0".into() } else { format!("-{centipawns} to {centipawns}") }
}

/// A sentence on interrupted judgements.
pub(super) const PARTIAL: &str = "PARTIAL: not every position of the sample was asked.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_cut_and_sums_of_weights_forgiven() {
        let shares = [0.0, 1.0, 0.99999, 1e-5, 0.999_999_999_99, 0.57].map(|it| percent(Some(it)));
        assert_eq!(shares, ["0.00 %", "100.00 %", "99.99 %", "0.01 %", "100.00 %", "57.00 %"]);
        assert_eq!(percent(None), "-");
    }

    #[test]
    fn right_and_wrong_and_their_parts_add_up() {
        for (share, right, wrong) in [
            (0.388_149, "38.81 %", "61.19 %"),
            (1.0, "100.00 %", "0.00 %"),
            (0.0, "0.00 %", "100.00 %"),
            (0.999_999, "99.99 %", "0.01 %"),
            (1e-7, "0.01 %", "99.99 %"),
        ] {
            assert_eq!(percent(Some(share)), right);
            assert_eq!(rest_percent(Some(share)), wrong);
        }
        let third = 0.388_149 / 3.0;
        let parts = parts_in_percent(&[third, third, third], 0.388_149, false);
        assert_eq!(parts, ["12.93 %", "12.94 %", "12.94 %"]);
        let parts = parts_in_percent(&[1e-6, 0.0, 3e-6], 0.999_996, true);
        assert_eq!(parts, ["< 0.01 %", "0.00 %", "0.01 %"]);
        assert_eq!(parts_in_percent(&[0.0, 0.0], 1.0, true), ["0.00 %", "0.00 %"]);
    }

    #[test]
    fn scores_name_the_colour_that_they_favour() {
        let [white, black] = ["8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 b - - 0 1"];
        assert_eq!(score_in_words(Score::Cp(-7), white), "-0.07 for White");
        assert_eq!(score_in_words(Score::Cp(123), black), "+1.23 for Black");
        assert_eq!(score_in_words(Score::Mate(3), black), "mate in 3 for Black");
        assert_eq!(score_in_words(Score::Mate(-3), black), "mate in 3 for White");
    }
}
