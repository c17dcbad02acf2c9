//! The sentences of features, by name.

/// How to say a range of a feature in a sentence. Braces stand for men (`{A}`), the kings of the
/// first and of the second side (`{F}`, `{G}`), and the amount (`{n}`).
pub(super) enum Phrase {
    /// A feature with values 0 and 1: the sentences for 1 and for 0.
    Flag(&'static str, &'static str),
    /// A number of things: the sentence, and the singular and the plural of the thing.
    Number(&'static str, [&'static str; 2]),
    /// Like [`Phrase::Number`], with a separate sentence for 0.
    NumberOr(&'static str, [&'static str; 2], &'static str),
    /// Like [`Phrase::Number`]; the first field is the value that stands for all larger ones too.
    Capped(u8, &'static str, [&'static str; 2]),
    /// A pawn's ranks to go: the sentence, with the pawn's rank as `{n}`.
    PawnRank(&'static str),
    /// A difference of two numbers plus 8: the sentence, with words such as `at least 1 more` as
    /// `{n}`.
    More(&'static str),
    /// A difference of two numbers plus 8: the name of the difference.
    Lead(&'static str),
}

use Phrase::{Capped, Flag, Lead, More, Number, NumberOr, PawnRank};

const MOVES: [&str; 2] = ["king move", "king moves"];
const LEAPS: [&str; 2] = ["knight move", "knight moves"];
const SQUARES: [&str; 2] = ["square", "squares"];
const FILES: [&str; 2] = ["file", "files"];
const RANKS: [&str; 2] = ["rank", "ranks"];
const AXES: [&str; 2] = ["axis", "axes"];

macro_rules! phrases {
    ($($obscurity:literal $name:literal $phrase:expr;)+) => {
        /// The name, the obscurity and the sentence of each feature.
        pub(super) const PHRASES: &[(&str, u8, Phrase)] = &[$(($name, $obscurity, $phrase)),+];
    };
}

// A row has the obscurity (1 = every player uses the notion, 2 = easy to see on the board, 4 =
// needs an explanation, 8 = needs a search), the name and the sentence.
phrases! {
    // Notions that every player uses.
    1 "S-stalemated" Flag("{S} is stalemated", "{S} is not stalemated");
    1 "S-to-move" Flag("the strong side is to move", "the weak side is to move");
    1 "A-in-check" Flag("{A} is in check", "{A} is not in check");
    1 "A-double-step" Flag("{A} is on its second rank and can still step two squares",
        "{A} has left its second rank");
    1 "A-outside-B" Flag("{A} is outside of the square of {B} (double step and side to move counted)",
        "{A} is in the square of {B} (double step and side to move counted)");
    1 "A-in-front-B" Flag("{A} is in front of {B} on its file", "{A} is not in front of {B} on its file");
    1 "kings-opposition" Flag("the kings stand in opposition", "the kings do not stand in opposition");
    1 "A-to-go" PawnRank("{A} is on its {n}");
    1 "A-file" NumberOr("{A} is {n} from the nearer of the a- and h-file",
        FILES, "{A} is on the a- or h-file");
    1 "A-file-of-pawn" NumberOr("{A} is {n} from the nearer of the a- and h-file",
        FILES, "{A} is a rook pawn");
    1 "A-hangs" Flag("{A} is attacked and not defended", "{A} is not attacked, or is defended");
    1 "A-attacked" Flag("{A} is attacked", "{A} is not attacked");
    1 "A-defended" Flag("{A} is defended", "{A} is not defended");
    1 "A-takes" NumberOr("{A} can take {n}",
        ["undefended man", "undefended men"], "{A} can take nothing undefended");
    1 "A-goal-B" Capped(6, "{A} is {n} from the square on which {B} promotes", MOVES);
    1 "A-files-B" NumberOr("{A} and {B} are {n} apart", FILES, "{A} is on the file of {B}");
    1 "A-B-files" NumberOr("{A} and {B} are {n} apart", FILES, "{A} is on the file of {B}");
    1 "A-B-distance" Number("{A} and {B} are {n} apart", MOVES);
    // Properties that are easy to see on the board.
    2 "A-edge" NumberOr("{A} is {n} from the edge", MOVES, "{A} is on the edge");
    2 "A-corner" NumberOr("{A} is {n} from the nearest corner", MOVES, "{A} is in a corner");
    2 "A-B-corner" NumberOr("{A} is {n} from the nearest corner of the colour of {B}",
        MOVES, "{A} is in a corner of the colour of {B}");
    2 "A-B-colours" Flag("{A} and {B} are on squares of one colour",
        "{A} and {B} are on squares of different colours");
    2 "A-flights" NumberOr("{A} can step to {n}", SQUARES, "{A} has no square to step to");
    2 "A-moves" NumberOr("{A} has {n}", ["move", "moves"], "{A} has no move");
    2 "A-safe-checks" NumberOr("{A} has {n}", ["safe check", "safe checks"], "{A} has no safe check");
    2 "A-safe-moves" NumberOr("{A} can go to {n} that are not attacked",
        SQUARES, "{A} can only go to attacked squares");
    2 "A-B-hits" Flag("{A} attacks {B}", "{A} does not attack {B}");
    2 "A-can-fork" Flag("{A} can safely give check and attack a man at once",
        "{A} cannot safely give check and attack a man at once");
    2 "A-B-forks" NumberOr("{A} can safely give check and attack {B} at once from {n}",
        SQUARES, "{A} cannot safely give check and attack {B} at once");
    2 "A-attacked-by-men" Flag("{A} is attacked by a man other than the king",
        "no man but the king attacks {A}");
    2 "A-blocked" NumberOr("{n} before {A} on its file",
        ["man is", "men are"], "no man is before {A} on its file");
    2 "A-stopped" Flag("the square before {A} is occupied", "the square before {A} is free");
    2 "A-runs" Flag("the square before {A} is free and not attacked",
        "the square before {A} is occupied or attacked");
    2 "A-hits" NumberOr("{A} attacks {n}", ["man", "men"], "{A} attacks no man");
    2 "A-stop-B" Capped(6, "{A} is {n} from the square before {B}", MOVES);
    2 "A-rank-B" NumberOr("{A} is {n} from the last rank of {B}", RANKS, "{A} is on the last rank of {B}");
    2 "A-B-rank" NumberOr("{A} is {n} from the last rank of {B}", RANKS, "{A} is on the last rank of {B}");
    2 "A-behind-B" Lead("the ranks by which {B} is ahead of {A}");
    2 "A-square-B" More("{A} needs {n} king moves to where {B} promotes than {B} has ranks to go");
    2 "S-guards-A" NumberOr("{S} attacks {n} before {A}", SQUARES, "{S} attacks no square before {A}");
    2 "S-men-guard-A" NumberOr("the men of {S} other than the king attack {n} before {A}",
        SQUARES, "no man of {S} but the king attacks a square before {A}");
    2 "S-guards-goal-A" Flag("{S} attacks the square on which {A} promotes",
        "{S} does not attack the square on which {A} promotes");
    2 "A-goal-light" Flag("{A} is on a square of the colour on which it promotes",
        "{A} is on a square of the other colour than that on which it promotes");
    2 "P-distance" Number("{P} are {n} apart", MOVES);
    2 "P-colours" Flag("{P} are on squares of one colour", "{P} are on squares of different colours");
    // Properties that need an explanation.
    4 "A-B-offset" NumberOr("{A} and {B} are {n} apart, files or ranks, whichever are fewer",
        ["line", "lines"], "{A} and {B} are on one file or rank");
    4 "A-B-slant" NumberOr("{A} and {B} are {n} apart",
        ["diagonal", "diagonals"], "{A} and {B} are on one diagonal");
    4 "P-offset" NumberOr("{P} are {n} apart, files or ranks, whichever are fewer",
        ["line", "lines"], "{P} are on one file or rank");
    4 "P-slant" NumberOr("{P} are {n} apart", ["diagonal", "diagonals"], "{P} are on one diagonal");
    4 "A-room" NumberOr("{A} reaches {n} in two safe moves",
        SQUARES, "{A} reaches no square in two safe moves");
    4 "A-ring" NumberOr("men attack {n} around {A}", SQUARES, "no man attacks a square around {A}");
    4 "A-kept-moves" NumberOr("{A} can go to {n} beside its king that no man attacks",
        SQUARES, "{A} can go to no square beside its king that no man attacks");
    4 "A-B-threats" NumberOr("{A} can attack {B} from {n} that are not attacked",
        SQUARES, "{A} can attack {B} from no square that is not attacked");
    4 "A-B-lined-up" Flag("{B} and its king are on one line of {A}, nothing between them",
        "{B} and its king are not on one line of {A}");
    4 "A-pins" Flag("{A} pins a man", "{A} pins no man");
    4 "A-discovers" Flag("a man of its side can discover a check of {A}",
        "no man can discover a check of {A}");
    4 "A-behind-king" NumberOr("{A} attacks {n} through the king",
        ["man", "men"], "{A} attacks no man through the king");
    4 "A-cuts" NumberOr("{A} alone keeps the other king from {n}",
        SQUARES, "{A} alone keeps the other king from no square");
    4 "race-A" More("{F} needs {n} king moves to {A} than {G}");
    4 "race-edge" More("{F} needs {n} king moves to the edge than {G}");
    4 "race-goal-A" More("{F} needs {n} king moves to where {A} promotes than {G}");
    4 "race-stop-A" More("{F} needs {n} king moves to the square before {A} than {G}");
    4 "A-parts-kings" Number("{A} stands between the kings on {n}", AXES);
    4 "A-parts-B" Number("{A} stands between {B} and the other king on {n}", AXES);
    4 "A-parts-B-C" Number("{A} stands between {B} and {C} on {n}", AXES);
    // Properties that need a search over safe squares.
    8 "A-walk-B" Capped(6, "{A} needs {n} over safe squares until it touches {B}", MOVES);
    8 "A-walk-kings" Capped(6, "{A} needs {n} over safe squares until the kings are two apart", MOVES);
    8 "A-near-goal-B" Capped(6,
        "{A} needs {n} over safe squares to or beside the square on which {B} promotes", MOVES);
    8 "A-path-B" Capped(6, "{A} needs {n} over safe squares onto the path of {B}", MOVES);
    8 "A-leaps-king" Capped(5, "{A} needs {n} over safe squares until its king touches it", LEAPS);
    4 "A-leaps-other-king" Capped(5, "{A} is {n} from the surroundings of the other king", LEAPS);
    8 "A-leaps-B" Capped(5, "{A} needs {n} over safe squares until it attacks {B}", LEAPS);
    8 "A-leaps-fork-B" Capped(5, "{A} needs {n} to a safe square with check and attack on {B}", LEAPS);
    4 "A-refuge" Number("{A} reaches {n} in two safe moves that its king protects in one", SQUARES);
    4 "A-shelter" Number("{A} reaches {n} in one move that its king protects after a move", SQUARES);
    4 "A-B-blocks" NumberOr("{A} has {n} onto the path of {B}",
        ["safe move", "safe moves"], "{A} has no safe move onto the path of {B}");
    2 "A-B-covers" NumberOr("{A} attacks {n} before {B}", SQUARES, "{A} attacks no square before {B}");
    8 "A-B-leaps-path" Capped(5,
        "{A} needs {n} over safe squares until it attacks or stands on the path of {B}", LEAPS);
    4 "A-B-leaps-stop" Capped(5, "{A} is {n} from the square before {B}", LEAPS);
    4 "A-B-leaps-goal" Capped(5, "{A} is {n} from the square on which {B} promotes", LEAPS);
}
