//! What is written about single moves: games with comments and glyphs, and lines of EPD.

use drawproof_board::Move;
use drawproof_tables::Wdl;

use crate::{course::Course, findings::ThrownMove, truth::Known};

/// The glyph of a move that throws a result away.
const THROW: &str = " $4";
/// The glyph of the only move that keeps the result.
const ONLY_MOVE: &str = " $1";

/// A game of a batch, with the values of its moves.
pub struct Item {
    /// The text of the game; empty if games are not written with comments.
    pub text: Vec<u8>,
    /// The byte offsets in `text` where the first move begins and where each move ends.
    pub marks: Vec<usize>,
    /// The course of the game; `None` if the game is not studied.
    pub course: Option<Course>,
    /// The legal moves in each position of the course, with their results for the side that moves,
    /// `[position]`; empty if they were not looked up.
    pub choices: Vec<Vec<(Move, Wdl)>>,
}

/// Returns the text of a game with glyphs after moves, and with a comment on each position for
/// which there is a table. The rest of the text is unchanged.
pub fn annotated(item: &Item) -> Vec<u8> {
    let Some(course) = &item.course else { return item.text.clone() };
    let mut out = Vec::with_capacity(item.text.len() * 2);
    let mut written = 0;
    for (place, known) in course.known.iter().enumerate() {
        let Some(&mark) = item.marks.get(course.plies_before + place) else { break };
        out.extend(&item.text[written..mark]);
        written = mark;
        if let Some(before) = place.checked_sub(1) {
            out.extend(glyph(course, before, &item.choices[before]).bytes());
        }
        if let Some(known) = known {
            let comment = format!("{{[%tb {}]}}", truth(*known));
            // Before the first move there is a space already, after a move there may be none.
            let is_before = course.plies_before + place == 0;
            out.extend(if is_before { comment + " " } else { format!(" {comment}") }.bytes());
        }
    }
    out.extend(&item.text[written..]);
    out
}

/// Returns the glyph of the move played in position `place`; empty for most moves.
fn glyph(course: &Course, place: usize, choices: &[(Move, Wdl)]) -> &'static str {
    if course.throws(place..place + 1).next().is_some() {
        return THROW;
    }
    let (Some(before), Some(Some(after))) = (course.known[place], course.known.get(place + 1))
    else {
        return "";
    };
    let keeps = |result: Wdl| result >= before.result();
    let keeping = choices.iter().filter(|(_, result)| keeps(*result)).count();
    let is_only = keeping == 1 && choices.len() > 1 && keeps(after.result().reversed());
    if is_only { ONLY_MOVE } else { "" }
}

/// Returns the result for the side to move, with the plies to mate.
fn truth(known: Known) -> String {
    let result = known.fifty.category();
    known.dtm.map_or(result.into(), |plies| format!("{result} {}", plies.unsigned_abs()))
}

/// Returns a line of EPD that describes a move which throws a result away.
pub fn epd_line(it: &ThrownMove) -> String {
    let mut fields = it.fen.split(' ');
    let position: Vec<&str> = fields.by_ref().take(4).collect();
    let number = fields.nth(1).unwrap_or("1");
    let quoted = |text: &str| text.replace(['"', ';', '\\'], "'").replace(char::is_control, " ");
    let [white, black] = it.players.each_ref().map(|name| quoted(name));
    let best = match it.right_san.is_empty() {
        true => String::new(),
        false => format!("bm {}; ", it.right_san.join(" ")),
    };
    format!(
        "{} {best}c0 \"played {}\"; c1 \"{} to {}\"; c2 \"{white} - {black}\"; fmvn {number}; hmvc {}; id \"{} \
         game {} ply {}\";\n",
        position.join(" "),
        it.san,
        it.from,
        it.to,
        it.clock,
        it.endgame,
        it.game,
        it.ply
    )
}
