//! The chess words of the patterns' sentences, each with its one definition.

/// A chess word and its meaning in this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word, or several of one family, as in the sentences.
    pub word: &'static str,
    /// The definition.
    pub means: &'static str,
}

/// The words that the sentences of [`crate::PatternText`] use, in alphabetical order.
pub const GLOSSARY: &[Word] = &[
    word("astray", "too far from its own king to be protected; the sentence states the distance"),
    word("attacks", "could capture on that square at its next move, pins not considered"),
    word("bars, in the way", "stands on a square that its own side's man needs"),
    word("battery", "a line piece, a man of its own side and the king behind it, all on one line"),
    word("besieged", "on the edge, with the opposing king at most three king moves away"),
    word("central", "away from the edge; the sentence states how far"),
    word(
        "controls the path",
        "attacks a square between the pawn and its promotion square, that square included, or \
         stands on one",
    ),
    word("cramped", "with few squares to move to; the sentence or the pattern states how many"),
    word("cut off", "kept from a file or rank by a rook that attacks all of its squares"),
    word("decisive", "won for either side"),
    word("discovers", "moves off the line of a piece of its own side and opens its attack"),
    word("distance", "king moves between two squares, other men not considered"),
    word("escorts", "the king is close enough to its pawn to protect it on its way"),
    word("face each other", "on one line with no man between them"),
    word("falls", "is captured at once or after a check that attacks it, without compensation"),
    word("flight", "a square to which the king can step"),
    word("fork", "a move that attacks two men at once, often with check"),
    word("hangs", "can be captured without a recapture"),
    word("harries", "stands near a man and attacks it or threatens to"),
    word("hunted", "a minor piece far from its own king with the opposing king near"),
    word(
        "key square",
        "a square ahead of the pawn on which its king ensures promotion, whoever is to move",
    ),
    word("lame", "with few moves; the sentence states how many"),
    word("line", "a rank or a file; bishops and queens also have diagonals"),
    word("minor piece", "a bishop or a knight"),
    word("opposition", "the kings on one line with one square between them"),
    word("pin", "an attack on a man that may not leave the line because its king is behind it"),
    word("promotes", "reaches the last rank"),
    word("race", "both pawns advance, and neither king can stop the other pawn"),
    word("rook pawn", "a pawn on the a- or h-file"),
    word("runs", "advances to promotion before the opposing king can stop it"),
    word("short of flights", "with few squares to which the king can step"),
    word("shut in", "without a move that leads out of a corner or off the edge"),
    word("skewer", "a check along a line behind which another man stands and is captured"),
    word("smothered", "a king in a corner whose own man takes its last flight"),
    word("square of the pawn", "the squares from which a king catches a running pawn"),
    word("stops a pawn", "reaches the square in front of it, or captures it, in time"),
    word(
        "strong side, weak side",
        "the side that plays to win, and its opponent; with like men, the side to move is the \
         strong side",
    ),
    word("touches", "stands on a neighbouring square"),
    word("unveils", "moves off the line of a piece of its own side and opens its attack on a man"),
];

const fn word(word: &'static str, means: &'static str) -> Word {
    Word { word, means }
}
