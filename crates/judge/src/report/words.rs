//! Shares, scores and failures as people read them, shared by all formats.

use drawproof_board::Board;
use drawproof_report::{
    counted,
    words::{claimed, numbered, outcome, white_to_move},
};
use drawproof_verifier::Line;

use super::not_asked;
use crate::{
    answer::{Failure, Score},
    judgement::{EndgameJudgement, Judgement, Share, Worst},
    record::Exceeded,
};

/// Results in the order of counts, for the side to move.
pub(super) const RESULTS: [&str; 3] = ["loss", "draw", "win"];

/// What shares of positions mean.
pub(super) const RIGHT_MEANS: &str = "Right: the result by score is the true one. Shares hold for \
     all positions of an endgame, of which those asked are a weighted sample.";

/// A share of 0..1 as a percentage, cut after two digits; only the whole is 100.00 %, and only
/// nothing is 0.00 %. `-` for none.
pub(super) fn percent(share: Option<f64>) -> String {
    /// Sums of weights are not exact.
    const ROUNDING: f64 = 1e-9;
    let Some(share) = share else { return "-".into() };
    let hundredths = ((share + ROUNDING) * 10_000.0) as u64;
    let hundredths = if share > ROUNDING { hundredths.max(1) } else { hundredths };
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
}

/// The interval of a share, rounded outwards: `84.41 - 85.93 %`; empty if there is none, or if all
/// positions were asked.
pub(super) fn interval(share: &Share) -> String {
    match share.interval {
        Some([low, high]) if high > low => {
            let (low, high) = ((low * 1e4).floor() / 100.0, (high * 1e4).ceil() / 100.0);
            format!("{low:.2} - {high:.2} %")
        }
        _ => String::new(),
    }
}

/// A share with its interval in parentheses.
pub(super) fn with_interval(share: &Share) -> String {
    let (share, interval) = (percent(share.share), interval(share));
    if interval.is_empty() { share } else { format!("{share} ({interval})") }
}

/// A mean squared error.
pub(super) fn squared_error(error: Option<f64>) -> String {
    error.map_or_else(|| "-".into(), |error| format!("{error:.4}"))
}

/// A score of the side to move of `fen`: `+1.23 for White`, `mate in 3 for Black`.
pub(super) fn score_in_words(score: Score, fen: &str) -> String {
    let (mover, other) = if white_to_move(fen) { ("White", "Black") } else { ("Black", "White") };
    match score {
        Score::Cp(centipawns) => format!("{} for {mover}", pawns(centipawns)),
        Score::Mate(0) => format!("{mover} is mated"),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves} for {mover}"),
        Score::Mate(moves) => format!("mate in {} for {other}", moves.unsigned_abs()),
    }
}

/// Centipawns as pawns with a sign: `+1.23`.
pub(super) fn pawns(centipawns: i32) -> String {
    let sign = match centipawns {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    let size = centipawns.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// A line of UCI moves from a position in all notations, as far as the moves are legal.
pub(super) fn line_from(fen: &str, moves: &[String]) -> Line {
    let board = fen.parse::<Board>().ok();
    board.map_or_else(Line::default, |board| Line::of_moves(&board, moves))
}

/// A move in standard algebraic notation, or as it is if it is not legal.
pub(super) fn san(fen: &str, uci: &str) -> String {
    let san = line_from(fen, &[uci.to_owned()]).san.into_iter().next();
    san.unwrap_or_else(|| uci.to_owned())
}

/// The score of a worst answer and the result that it means: `score +0.12 for White: a draw`.
pub(super) fn answered(worst: &Worst) -> String {
    let Some(score) = worst.score else { return "no score".into() };
    let score = score_in_words(score, &worst.fen);
    match &worst.told {
        Some(told) => format!("score {score}: {}", claimed(&worst.fen, told)),
        None => format!("score {score}"),
    }
}

/// The true result of a worst answer.
pub(super) fn truth(worst: &Worst) -> String {
    outcome(&worst.fen, &worst.truth, worst.dtm)
}

/// The engine's move, what it leaves, and a best one: `played Kb2, which leaves a draw; best Kb3`;
/// empty without a move.
pub(super) fn moves(worst: &Worst) -> String {
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

/// The line of a worst answer with move numbers; empty if there is none.
pub(super) fn line(worst: &Worst) -> String {
    numbered(&line_from(&worst.fen, &worst.line).san, white_to_move(&worst.fen))
}

/// How often an engine failed, by kind: `2 crashes, 1 timeout`; `None` if never.
pub(super) fn failures(endgame: &EndgameJudgement) -> Option<String> {
    let found = &endgame.failures;
    let kinds = [
        (found.died, "crash", "crashes"),
        (found.hung, "timeout", "timeouts"),
        (found.illegal_moves, "illegal move", "illegal moves"),
        (found.too_much_output, "flood of output", "floods of output"),
        (endgame.no_score, "answer without a score", "answers without a score"),
    ];
    let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
    let kinds: Vec<String> = kinds.map(|(count, one, more)| counted(count, one, more)).collect();
    (!kinds.is_empty()).then(|| kinds.join(", "))
}

/// A failure as a sentence.
pub(super) fn failure(failure: &Failure) -> String {
    format!("the engine {failure}")
}

/// A limit that is exceeded: `12.34 % of the results are wrong; allowed: 10.00 %`.
pub(super) fn exceeded(it: &Exceeded) -> String {
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

/// The endgame of a limit.
pub(super) fn limited(it: &Exceeded) -> &str {
    it.endgame.as_deref().unwrap_or("all endgames")
}

/// A figure of a comparison by its key, as people read it.
pub(super) fn figure_name(key: &str) -> &'static str {
    match key {
        "accuracy" => "results right",
        "mean_squared_error" => "squared error",
        "win_to_draw" => "moves: win to draw",
        "win_to_loss" => "moves: win to loss",
        _ => "moves: draw to loss",
    }
}

/// The positions asked of an endgame: `10,000 of 81,664 positions`, `all 81,664 positions`.
pub(super) fn sample(endgame: &EndgameJudgement) -> String {
    let of = counted(endgame.of, "position", "positions");
    let sample = match endgame.asked == endgame.of {
        true => format!("all {of}"),
        false => format!("{} of {of}", drawproof_report::grouped(endgame.asked)),
    };
    match not_asked(endgame) {
        0 => sample,
        over => format!("{sample}, not asked about {over} with mate or stalemate on the board"),
    }
}

/// How the engine was asked, in sentences.
pub(super) fn conditions(judgement: &Judgement) -> String {
    let sample = match judgement.sample.positions == judgement.sample.of {
        true => "every position, one of each class of symmetric positions".into(),
        false => format!(
            "{} of {}, seed {}",
            counted(judgement.sample.positions, "position", "positions"),
            drawproof_report::grouped(judgement.sample.of),
            judgement.sample.seed
        ),
    };
    format!(
        "Command: {}. Search: {}. Asked: {sample}. Scores of {} centipawns mean a \
         draw.",
        judgement.command,
        judgement.limit,
        band_in_words(judgement.draw_band)
    )
}

/// A band of scores in centipawns: `-50 to 50`.
pub(super) fn band_in_words(centipawns: i32) -> String {
    if centipawns == 0 { "0".into() } else { format!("-{centipawns} to {centipawns}") }
}

/// What an interrupted judgement is.
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
    fn scores_name_the_colour_that_they_favour() {
        let [white, black] = ["8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 b - - 0 1"];
        assert_eq!(score_in_words(Score::Cp(-7), white), "-0.07 for White");
        assert_eq!(score_in_words(Score::Cp(123), black), "+1.23 for Black");
        assert_eq!(score_in_words(Score::Mate(3), black), "mate in 3 for Black");
        assert_eq!(score_in_words(Score::Mate(-3), black), "mate in 3 for White");
    }
}
