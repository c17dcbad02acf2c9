//! The parameters of a fix, and the code that finds the squares of the men in them.
//!
//! Features read the squares `m0`, `m1`... on a board turned so that the first side is White, and
//! `to_move`. Only variables that the conditions use are declared, so compilers give no warnings.

use std::fmt::Write;

use drawproof_board::Piece;
use drawproof_features::{
    Men,
    men::{side_name, word},
};

/// A language that fixes are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The C99 language.
    C,
    /// The C++11 language.
    Cpp,
    /// The Rust language.
    Rust,
    /// JSON, for programs that read the fix.
    Json,
}

/// The representation of the board in an engine, which decides the parameters of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// The engine has sets of squares by colour and by kind.
    Bitboards,
    /// The engine has the squares of the men as numbers, as in a mailbox or in piece lists.
    Mailbox,
}

/// The parameters and the first lines of a fix in one language.
pub(super) struct Inputs {
    /// The parameter list of the function in this language.
    pub parameters: String,
    /// The lines that declare the variables of the conditions.
    pub declared: Vec<String>,
    /// The comment that describes the parameters.
    pub usage: String,
}

/// Returns whether `text` contains the word `name`.
fn uses(text: &str, name: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(place, _)| {
        let after = &text[place + name.len()..];
        !is_part(text[..place].chars().next_back()) && !is_part(after.chars().next())
    })
}

impl Inputs {
    /// Creates the inputs that the conditions `text` read. `prefix` begins the names of functions
    /// in C.
    pub fn new(
        men: &Men,
        text: &str,
        (board, language): (Board, Language),
        prefix: &str,
    ) -> Inputs {
        let writer = Writer { men, text, prefix, is_rust: language == Language::Rust };
        match board {
            Board::Bitboards => writer.bitboards(),
            Board::Mailbox => writer.mailbox(),
        }
    }
}

struct Writer<'a> {
    men: &'a Men,
    text: &'a str,
    prefix: &'a str,
    is_rust: bool,
}

impl Writer<'_> {
    /// Returns whether the conditions read the square of the man with an index.
    fn reads(&self, place: usize) -> bool {
        uses(self.text, &format!("m{place}"))
    }

    fn reads_any(&self) -> bool {
        (0..self.men.seats().len()).any(|place| self.reads(place))
    }

    fn reads_to_move(&self) -> bool {
        uses(self.text, "to_move")
    }

    /// Returns whether the board must be turned. Only with pawns does its direction matter.
    fn turns(&self) -> bool {
        self.men.has_pawns() && self.reads_any()
    }

    /// Returns the text for the language.
    fn either<T>(&self, rust: T, c: T) -> T {
        if self.is_rust { rust } else { c }
    }

    /// Returns the declaration of a number that the conditions read.
    fn declare(&self, name: &str, value: &str) -> String {
        format!("{} {name} = {value};", self.either("let", "const uint64_t"))
    }

    /// Returns a line that reads an otherwise unused parameter, to avoid a warning.
    fn unused(&self, name: &str) -> String {
        self.either(format!("let _ = {name};"), format!("(void){name};"))
    }

    fn bitboards(&self) -> Inputs {
        let mut declared = Vec::new();
        if self.reads_any() || self.reads_to_move() {
            declared.push(self.first_side());
        } else {
            declared.extend(["colour", "kind"].map(|name| self.unused(name)));
        }
        let is_even = self.men.is_even();
        let reads_side = if is_even { self.reads_any() } else { self.reads_to_move() };
        if !reads_side {
            declared.push(self.unused("side_to_move"));
        } else if !is_even {
            let rust = "u64::from(usize::from(side_to_move) == first)";
            declared.push(self.declare("to_move", self.either(rust, "side_to_move == first")));
        }
        if self.turns() {
            let turn = self.either("56 * first as u64", "first ? 56 : 0");
            declared.push(self.declare("turn", turn));
        }
        self.lowest_squares(&mut declared);
        let parameters = self.either(
            "colour: &[u64; 2], kind: &[u64; 6], side_to_move: u8",
            "const uint64_t colour[2], const uint64_t kind[6], int side_to_move",
        );
        let usage = "colour: the men of White and of Black; kind: all pawns, knights, bishops, \
                     rooks, queens, kings; bitboards, a1 = bit 0, h8 = bit 63. side_to_move: 0 = \
                     White, 1 = Black. Either colour may be the first side of the endgame's name.";
        Inputs { parameters: parameters.into(), declared, usage: usage.into() }
    }

    /// Returns the colour of the first side, which is the side to move if both sides have the same
    /// men.
    fn first_side(&self) -> String {
        let side = match self.men.distinct_kind() {
            None => self.either("usize::from(side_to_move)", "side_to_move").to_owned(),
            Some((piece, count)) => {
                let set = format!("colour[0] & {}", kind_of(piece));
                match (self.is_rust, count) {
                    (true, 0) => format!("usize::from({set} != 0)"),
                    (true, _) => format!("usize::from(({set}).count_ones() != {count})"),
                    (false, 0) => format!("({set}) != 0"),
                    (false, _) => format!("{}count({set}) != {count}", self.prefix),
                }
            }
        };
        format!("{} first = {side};", self.either("let", "const int"))
    }

    /// Declares the squares that the conditions read. Like men are taken from the lowest square up.
    fn lowest_squares(&self, declared: &mut Vec<String>) {
        let turn = if self.turns() { " ^ turn" } else { "" };
        let mut place = 0;
        for side in 0..2 {
            let index = if side == 0 { "first" } else { "1 - first" };
            for group in self.men.side(side).chunk_by(|a, b| a == b) {
                let places = place..place + group.len();
                place = places.end;
                if !places.clone().any(|place| self.reads(place)) {
                    continue;
                }
                let set = format!("colour[{index}] & {}", kind_of(group[0]));
                if let [_] = group {
                    let lowest = self.lowest(&format!("({set})"));
                    declared.push(self.declare(&format!("m{}", places.start), &(lowest + turn)));
                    continue;
                }
                let name = format!("s{}", places.start);
                let last = places.clone().rev().find(|&place| self.reads(place));
                let is_one = last == Some(places.start);
                let kind = self.either(if is_one { "let" } else { "let mut" }, "uint64_t");
                declared.push(format!("{kind} {name} = {set};"));
                for at in places.clone().filter(|&at| Some(at) <= last) {
                    if at > places.start {
                        declared.push(format!("{name} &= {name} - 1;"));
                    }
                    if self.reads(at) {
                        let lowest = self.lowest(&name) + turn;
                        declared.push(self.declare(&format!("m{at}"), &lowest));
                    }
                }
            }
        }
    }

    /// Returns an expression for the lowest square of a set.
    fn lowest(&self, set: &str) -> String {
        let c = format!("{}lowest({set})", self.prefix);
        self.either(format!("u64::from({set}.trailing_zeros())"), c)
    }

    fn mailbox(&self) -> Inputs {
        let names = names_of(self.men);
        let side = side_name(self.men.is_even(), 0);
        let is_white = format!("{side}_is_white");
        let to_move = format!("{side}_is_to_move");
        let (int, flag) = self.either(("u8", "bool"), ("int", "int"));
        let parameter = |kind: &str, name: &str| {
            self.either(format!("{name}: {kind}"), format!("{kind} {name}"))
        };
        let mut parameters: Vec<String> = names.iter().map(|name| parameter(int, name)).collect();
        let mut declared = Vec::new();
        let mut flags = Vec::new();
        if self.men.has_pawns() {
            parameters.push(parameter(flag, &is_white));
            flags.push((is_white.clone(), self.turns()));
        }
        if !self.men.is_even() {
            parameters.push(parameter(flag, &to_move));
            flags.push((to_move.clone(), self.reads_to_move()));
        }
        if self.turns() {
            let rust = format!("if {is_white} {{ 0 }} else {{ 56 }}");
            declared.push(self.declare("turn", &self.either(rust, format!("{is_white} ? 0 : 56"))));
        }
        if !self.men.is_even() && self.reads_to_move() {
            let value = self.either(format!("u64::from({to_move})"), format!("{to_move} != 0"));
            declared.push(self.declare("to_move", &value));
        }
        let turn = if self.turns() { " ^ turn" } else { "" };
        for (place, name) in names.iter().enumerate() {
            if !self.reads(place) {
                declared.push(self.unused(name));
                continue;
            }
            let value = self.either(format!("u64::from({name})"), format!("(uint64_t){name}"));
            declared.push(self.declare(&format!("m{place}"), &(value + turn)));
        }
        declared.extend(flags.iter().filter(|flag| !flag.1).map(|flag| self.unused(&flag.0)));
        Inputs {
            parameters: parameters.join(", "),
            declared,
            usage: self.mailbox_usage(&is_white, &to_move),
        }
    }

    fn mailbox_usage(&self, is_white: &str, to_move: &str) -> String {
        let is_even = self.men.is_even();
        let mut text = String::from(
            "The arguments are squares of the men as numbers: a1 = 0, b1 = 1, h1 = 7, a2 = 8, h8 = \
             63.",
        );
        text += match is_even {
            true => " 'own' is the side to move, 'other' the side that is not.",
            false => " 'strong' is the first side of the endgame's name, of either colour.",
        };
        if self.men.sides_have_like_men() {
            text += " Like men are numbered in any order.";
        }
        let side = if is_even { "the side to move" } else { "the strong side" };
        if self.men.has_pawns() {
            let _ = write!(text, " {is_white}: 1 if {side} is White, 0 if it is Black.");
        }
        if !is_even {
            let _ = write!(text, " {to_move}: 1 if {side} is to move, otherwise 0.");
        }
        if self.is_rust {
            text = text
                .replace(": 1 if", ": whether")
                .replace(", 0 if it is Black", "")
                .replace(", otherwise 0", "");
        }
        text
    }
}

/// Returns the name of the set of a kind of men.
fn kind_of(piece: Piece) -> String {
    format!("kind[{} /* {}s */]", piece as usize, word(piece))
}

/// Returns the names of the men as parameters. Like men are numbered from 1.
fn names_of(men: &Men) -> Vec<String> {
    let mut names = Vec::new();
    for side in [0, 1] {
        let name = side_name(men.is_even(), side);
        for group in men.side(side).chunk_by(|a, b| a == b) {
            let kind = word(group[0]);
            match group.len() {
                1 => names.push(format!("{name}_{kind}")),
                count => names.extend((1..=count).map(|n| format!("{name}_{kind}_{n}"))),
            }
        }
    }
    names
}
