//! The words that have one meaning in all endgames: values of fields, kinds of moves, claims.

use drawproof_board::Color;
use drawproof_tables::{FiftyMoves, Wdl, census::ZugzwangKind};

use crate::{
    condition::{Kind, Node, Number, Set, Test},
    syntax::{Operand, What, list},
};

/// An error: the byte index in the text, and the reason or what is allowed there.
pub(crate) type Fault = (usize, String);

/// The words for claims that conditions accept: the words of rules, words such as `white-or-draw`,
/// and `none`.
pub(crate) const CLAIMS: [&str; 9] = [
    "draw",
    "win",
    "loss",
    "white",
    "black",
    "white-or-draw",
    "draw-or-black",
    "white-or-black",
    "none",
];

/// A field whose values have names.
pub(crate) struct Named<T: 'static> {
    pub values: &'static [(&'static str, T)],
    test: fn(Set<T>) -> Test,
}

pub(crate) const RESULT: Named<Wdl> = Named {
    values: &[("win", Wdl::Win), ("draw", Wdl::Draw), ("loss", Wdl::Loss)],
    test: Test::Result,
};

pub(crate) const PASS: Named<Wdl> = Named { values: RESULT.values, test: Test::Pass };

pub(crate) const FIFTY: Named<FiftyMoves> = Named {
    values: &[
        ("win", FiftyMoves::Win),
        ("cursed-win", FiftyMoves::CursedWin),
        ("draw", FiftyMoves::Draw),
        ("blessed-loss", FiftyMoves::BlessedLoss),
        ("loss", FiftyMoves::Loss),
    ],
    test: Test::Fifty,
};

pub(crate) const ZUGZWANG: Named<ZugzwangKind> = Named {
    values: &[
        ("draw/loss", ZugzwangKind::DrawLoss),
        ("loss/draw", ZugzwangKind::LossDraw),
        ("loss/loss", ZugzwangKind::LossLoss),
    ],
    test: Test::Zugzwang,
};

pub(crate) const SIDE: Named<Color> =
    Named { values: &[("white", Color::White), ("black", Color::Black)], test: Test::Side };

impl<T: Copy> Named<T> {
    /// Returns the name of the value for which `is` is true.
    pub fn name(&self, is: impl Fn(T) -> bool) -> String {
        let named = self.values.iter().find(|(_, value)| is(*value));
        named.expect("every value has a name").0.to_owned()
    }

    /// Makes the condition that the field has one of the values in `all` or, if `none` is set, that
    /// it has any other value. Either condition is false in positions where the field has no value.
    pub fn node(&self, all: &[Operand], none: bool) -> Result<Node, Fault> {
        let names: Vec<&str> = self.values.iter().map(|(name, _)| *name).collect();
        let mut listed = Vec::new();
        for it in all {
            let number = match &it.what {
                What::Name(word) => names.iter().position(|name| name == word),
                _ => None,
            };
            listed
                .push(number.ok_or_else(|| (it.at, format!("here {} is allowed", list(&names))))?);
        }
        let values = self.values.iter().enumerate();
        let values = values.filter(|(number, _)| listed.contains(number) != none);
        Ok(Node::Test((self.test)(values.map(|(_, (_, value))| *value).collect())))
    }
}

/// Returns the kind of move named by the rest of `name` after `prefix`.
pub(crate) fn kind_of(name: &str, prefix: &str) -> Option<Kind> {
    let word = name.strip_prefix(prefix)?;
    Kind::ALL.into_iter().find(|kind| kind.name() == word)
}

pub(crate) fn kinds_fault(at: usize) -> Fault {
    (at, format!("here {} is allowed", list(&Kind::ALL.map(Kind::name))))
}

/// Returns the number that follows `moves.`, such as `winning`, `capture` or `winning.capture`.
pub(crate) fn moves_number(rest: &str) -> Option<Number> {
    let (result, kind) = match rest.split_once('.') {
        Some((result, kind)) => (Some(result), Some(kind)),
        None if kind_of(rest, "").is_some() => (None, Some(rest)),
        None => (Some(rest), None),
    };
    let result = match result {
        None => None,
        Some("winning") => Some(Wdl::Win),
        Some("drawing") => Some(Wdl::Draw),
        Some("losing") => Some(Wdl::Loss),
        Some(_) => return None,
    };
    let kind = match kind {
        None => None,
        Some(word) => Some(kind_of(word, "")?),
    };
    Some(Number::Moves(result, kind))
}
