//! The sentences of features, by name.

/// How a range of a feature becomes a sentence. Braces hold men (`{A}`), the kings of the first and
/// of the second side (`{F}`, `{G}`), and the amount (`{n}`).
pub(super) enum Phrase {
    /// A feature of 0 and 1: the sentences for 1 and for 0.
    Flag(&'static str, &'static str),
    /// A number of things: the sentence, and the thing's singular and plural.
    Number(&'static str, [&'static str; 2]),
    /// As [`Phrase::Number`], with a sentence of its own for 0.
    NumberOr(&'static str, [&'static str; 2], &'static str),
    /// A number whose value, here, stands for all larger ones.
    Capped(u8, &'static str, [&'static str; 2]),
    /// A pawn's ranks to go: the sentence with its rank (`{n}`).
    PawnRank(&'static str),
    /// A difference of two numbers with 8 added: the sentence, `{n}` being `at least 1 more`.
    More(&'static str),
    /// A difference with 8 added: what it is the difference of.
    Lead(&'static str),
}

use Phrase::{Capped, Flag, Lead, More, Number, NumberOr, PawnRank};

const MOVES: [&str; 2] = ["king move", "king moves"];
const LEAPS: [&str; 2] = ["knight move", "knight moves"];
const SQUARES: [&str; 2] = ["square", "squares"];
const FILES: [&str; 2] = ["file", "files"];
const RANKS: [&str; 2] = ["rank", "ranks"];
const AXES: [&str; 2] = ["axis", "axes"];

/// Name, obscurity (1 = every player uses the notion, 2 = easy to see on the board, 4 = takes an
/// explanation), sentence.
pub(super) const PHRASES: &[(&str, u8, Phrase)] = &[
    // What every player names.
    ("S-to-move", 1, Flag("the strong side is to move", "the weak side is to move")),
    ("A-in-check", 1, Flag("{A} is in check", "{A} is not in check")),
    (
        "A-double-step",
        1,
        Flag(
            "{A} is on its second rank and can still step two squares",
            "{A} has left its second rank",
        ),
    ),
    (
        "A-outside-B",
        1,
        Flag(
            "{A} is outside of the square of {B} (double step and side to move counted)",
            "{A} is in the square of {B} (double step and side to move counted)",
        ),
    ),
    (
        "A-in-front-B",
        1,
        Flag("{A} is in front of {B} on its file", "{A} is not in front of {B} on its file"),
    ),
    (
        "kings-opposition",
        1,
        Flag("the kings stand in opposition", "the kings do not stand in opposition"),
    ),
    ("A-to-go", 1, PawnRank("{A} is on its {n}")),
    (
        "A-file",
        1,
        NumberOr(
            "{A} is {n} from the nearer of the a- and h-file",
            FILES,
            "{A} is on the a- or h-file",
        ),
    ),
    ("A-hangs", 1, Flag("{A} is attacked and not defended", "{A} is not attacked, or is defended")),
    ("A-attacked", 1, Flag("{A} is attacked", "{A} is not attacked")),
    ("A-defended", 1, Flag("{A} is defended", "{A} is not defended")),
    (
        "A-takes",
        1,
        NumberOr(
            "{A} can take {n}",
            ["undefended man", "undefended men"],
            "{A} can take nothing undefended",
        ),
    ),
    ("A-goal-B", 1, Capped(6, "{A} is {n} from the square on which {B} promotes", MOVES)),
    ("A-files-B", 1, NumberOr("{A} and {B} are {n} apart", FILES, "{A} is on the file of {B}")),
    ("A-B-files", 1, NumberOr("{A} and {B} are {n} apart", FILES, "{A} is on the file of {B}")),
    ("A-B-distance", 1, Number("{A} and {B} are {n} apart", MOVES)),
    // What is easy to see.
    ("A-edge", 2, NumberOr("{A} is {n} from the edge", MOVES, "{A} is on the edge")),
    ("A-corner", 2, NumberOr("{A} is {n} from the nearest corner", MOVES, "{A} is in a corner")),
    (
        "A-B-corner",
        2,
        NumberOr(
            "{A} is {n} from the nearest corner of the colour of {B}",
            MOVES,
            "{A} is in a corner of the colour of {B}",
        ),
    ),
    (
        "A-B-colours",
        2,
        Flag(
            "{A} and {B} are on squares of one colour",
            "{A} and {B} are on squares of different colours",
        ),
    ),
    ("A-flights", 2, NumberOr("{A} can step to {n}", SQUARES, "{A} has no square to step to")),
    ("A-moves", 2, NumberOr("{A} has {n}", ["move", "moves"], "{A} has no move")),
    (
        "A-safe-checks",
        2,
        NumberOr("{A} has {n}", ["safe check", "safe checks"], "{A} has no safe check"),
    ),
    (
        "A-safe-moves",
        2,
        NumberOr(
            "{A} can go to {n} that are not attacked",
            SQUARES,
            "{A} can only go to attacked squares",
        ),
    ),
    ("A-B-hits", 2, Flag("{A} attacks {B}", "{A} does not attack {B}")),
    (
        "A-can-fork",
        2,
        Flag(
            "{A} can safely give check and attack a man at once",
            "{A} cannot safely give check and attack a man at once",
        ),
    ),
    (
        "A-B-forks",
        2,
        NumberOr(
            "{A} can safely give check and attack {B} at once from {n}",
            SQUARES,
            "{A} cannot safely give check and attack {B} at once",
        ),
    ),
    (
        "A-attacked-by-men",
        2,
        Flag("{A} is attacked by a man other than the king", "no man but the king attacks {A}"),
    ),
    (
        "A-blocked",
        2,
        NumberOr(
            "{n} before {A} on its file",
            ["man is", "men are"],
            "no man is before {A} on its file",
        ),
    ),
    ("A-stopped", 2, Flag("the square before {A} is occupied", "the square before {A} is free")),
    (
        "A-runs",
        2,
        Flag(
            "the square before {A} is free and not attacked",
            "the square before {A} is occupied or attacked",
        ),
    ),
    ("A-hits", 2, NumberOr("{A} attacks {n}", ["man", "men"], "{A} attacks no man")),
    ("A-stop-B", 2, Capped(6, "{A} is {n} from the square before {B}", MOVES)),
    (
        "A-rank-B",
        2,
        NumberOr("{A} is {n} from the last rank of {B}", RANKS, "{A} is on the last rank of {B}"),
    ),
    (
        "A-B-rank",
        2,
        NumberOr("{A} is {n} from the last rank of {B}", RANKS, "{A} is on the last rank of {B}"),
    ),
    ("A-behind-B", 2, Lead("the ranks by which {B} is ahead of {A}")),
    (
        "A-square-B",
        2,
        More("{A} needs {n} king moves to where {B} promotes than {B} has ranks to go"),
    ),
    (
        "S-guards-A",
        2,
        NumberOr("{S} attacks {n} before {A}", SQUARES, "{S} attacks no square before {A}"),
    ),
    (
        "S-men-guard-A",
        2,
        NumberOr(
            "the men of {S} other than the king attack {n} before {A}",
            SQUARES,
            "no man of {S} but the king attacks a square before {A}",
        ),
    ),
    (
        "S-guards-goal-A",
        2,
        Flag(
            "{S} attacks the square on which {A} promotes",
            "{S} does not attack the square on which {A} promotes",
        ),
    ),
    (
        "A-goal-light",
        2,
        Flag(
            "{A} is on a square of the colour on which it promotes",
            "{A} is on a square of the other colour than that on which it promotes",
        ),
    ),
    ("P-distance", 2, Number("{P} are {n} apart", MOVES)),
    (
        "P-colours",
        2,
        Flag("{P} are on squares of one colour", "{P} are on squares of different colours"),
    ),
    // What takes an explanation.
    (
        "A-B-offset",
        4,
        NumberOr(
            "{A} and {B} are {n} apart, files or ranks, whichever are fewer",
            ["line", "lines"],
            "{A} and {B} are on one file or rank",
        ),
    ),
    (
        "A-B-slant",
        4,
        NumberOr(
            "{A} and {B} are {n} apart",
            ["diagonal", "diagonals"],
            "{A} and {B} are on one diagonal",
        ),
    ),
    (
        "P-offset",
        4,
        NumberOr(
            "{P} are {n} apart, files or ranks, whichever are fewer",
            ["line", "lines"],
            "{P} are on one file or rank",
        ),
    ),
    (
        "P-slant",
        4,
        NumberOr("{P} are {n} apart", ["diagonal", "diagonals"], "{P} are on one diagonal"),
    ),
    (
        "A-room",
        4,
        NumberOr(
            "{A} reaches {n} in two safe moves",
            SQUARES,
            "{A} reaches no square in two safe moves",
        ),
    ),
    (
        "A-ring",
        4,
        NumberOr("men attack {n} around {A}", SQUARES, "no man attacks a square around {A}"),
    ),
    (
        "A-kept-moves",
        4,
        NumberOr(
            "{A} can go to {n} beside its king that no man attacks",
            SQUARES,
            "{A} can go to no square beside its king that no man attacks",
        ),
    ),
    (
        "A-B-threats",
        4,
        NumberOr(
            "{A} can attack {B} from {n} that are not attacked",
            SQUARES,
            "{A} can attack {B} from no square that is not attacked",
        ),
    ),
    (
        "A-B-lined-up",
        4,
        Flag(
            "{B} and its king are on one line of {A}, nothing between them",
            "{B} and its king are not on one line of {A}",
        ),
    ),
    ("A-pins", 4, Flag("{A} pins a man", "{A} pins no man")),
    (
        "A-discovers",
        4,
        Flag("a man of its side can discover a check of {A}", "no man can discover a check of {A}"),
    ),
    (
        "A-behind-king",
        4,
        NumberOr(
            "{A} attacks {n} through the king",
            ["man", "men"],
            "{A} attacks no man through the king",
        ),
    ),
    (
        "A-cuts",
        4,
        NumberOr(
            "{A} alone keeps the other king from {n}",
            SQUARES,
            "{A} alone keeps the other king from no square",
        ),
    ),
    ("race-A", 4, More("{F} needs {n} king moves to {A} than {G}")),
    ("race-edge", 4, More("{F} needs {n} king moves to the edge than {G}")),
    ("race-goal-A", 4, More("{F} needs {n} king moves to where {A} promotes than {G}")),
    ("race-stop-A", 4, More("{F} needs {n} king moves to the square before {A} than {G}")),
    ("A-parts-kings", 4, Number("{A} stands between the kings on {n}", AXES)),
    ("A-parts-B", 4, Number("{A} stands between {B} and the other king on {n}", AXES)),
    ("A-parts-B-C", 4, Number("{A} stands between {B} and {C} on {n}", AXES)),
    ("A-walk-B", 4, Capped(6, "{A} needs {n} over safe squares until it touches {B}", MOVES)),
    (
        "A-walk-kings",
        4,
        Capped(6, "{A} needs {n} over safe squares until the kings are two apart", MOVES),
    ),
    (
        "A-near-goal-B",
        4,
        Capped(
            6,
            "{A} needs {n} over safe squares to or beside the square on which {B} promotes",
            MOVES,
        ),
    ),
    ("A-path-B", 4, Capped(6, "{A} needs {n} over safe squares onto the path of {B}", MOVES)),
    (
        "A-leaps-king",
        4,
        Capped(5, "{A} needs {n} over safe squares until its king touches it", LEAPS),
    ),
    (
        "A-leaps-other-king",
        4,
        Capped(5, "{A} is {n} from the surroundings of the other king", LEAPS),
    ),
    ("A-leaps-B", 4, Capped(5, "{A} needs {n} over safe squares until it attacks {B}", LEAPS)),
    (
        "A-leaps-fork-B",
        4,
        Capped(5, "{A} needs {n} to a safe square with check and attack on {B}", LEAPS),
    ),
    (
        "A-refuge",
        4,
        Number("{A} reaches {n} in two safe moves that its king protects in one", SQUARES),
    ),
    (
        "A-shelter",
        4,
        Number("{A} reaches {n} in one move that its king protects after a move", SQUARES),
    ),
    (
        "A-B-blocks",
        4,
        NumberOr(
            "{A} has {n} onto the path of {B}",
            ["safe move", "safe moves"],
            "{A} has no safe move onto the path of {B}",
        ),
    ),
    (
        "A-B-covers",
        2,
        NumberOr("{A} attacks {n} before {B}", SQUARES, "{A} attacks no square before {B}"),
    ),
    (
        "A-B-leaps-path",
        4,
        Capped(
            5,
            "{A} needs {n} over safe squares until it attacks or stands on the path of {B}",
            LEAPS,
        ),
    ),
    ("A-B-leaps-stop", 4, Capped(5, "{A} is {n} from the square before {B}", LEAPS)),
    ("A-B-leaps-goal", 4, Capped(5, "{A} is {n} from the square on which {B} promotes", LEAPS)),
];
