//! The domain of a verification: the positions that a rule is asked about.

use std::{fmt, str::FromStr};

use drawproof_board::Color;
use serde::{Deserialize, Serialize};

use super::{
    batch::Batch,
    class::Class,
    classify::{classes_of, in_check, over},
    conversions::Conversions,
    values::WordValues,
};

/// A condition on positions. It treats all mirror images of a position alike. If the colours of
/// both the position and the condition are reversed, the answer stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The side to move is not in check.
    NotInCheck,
    /// Neither mate nor stalemate is on the board.
    NotOver,
    /// The position is not of the class [`Class::Tactical`].
    NotTactical,
    /// The position is of the class [`Class::Quiet`].
    Quiet,
    /// The side to move cannot mate in one.
    NotMateInOne,
    /// White, the first side of the endgame's name, is to move.
    WhiteToMove,
    /// Black is to move.
    BlackToMove,
}

impl Condition {
    /// All conditions of domains.
    pub const ALL: [Condition; 7] = [
        Condition::NotInCheck,
        Condition::NotOver,
        Condition::NotTactical,
        Condition::Quiet,
        Condition::NotMateInOne,
        Condition::WhiteToMove,
        Condition::BlackToMove,
    ];

    /// Returns the name of the condition in options and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Condition::NotInCheck => "not-in-check",
            Condition::NotOver => "not-over",
            Condition::NotTactical => "not-tactical",
            Condition::Quiet => "quiet",
            Condition::NotMateInOne => "not-mate-in-1",
            Condition::WhiteToMove => "white-to-move",
            Condition::BlackToMove => "black-to-move",
        }
    }

    /// Returns the condition in words, such as "the side to move is not in check".
    pub const fn sentence(self) -> &'static str {
        match self {
            Condition::NotInCheck => "the side to move is not in check",
            Condition::NotOver => "neither mate nor stalemate is on the board",
            Condition::NotTactical => "no capture or promotion keeps the result",
            Condition::Quiet => {
                "the game is not over, the side to move is not in check, and no capture or \
                 promotion keeps the result"
            }
            Condition::NotMateInOne => "the side to move does not mate in one",
            Condition::WhiteToMove => "the first side of the endgame's name is to move",
            Condition::BlackToMove => "the second side of the endgame's name is to move",
        }
    }
}

/// The positions that meet all of a set of conditions; every position if the set is empty. In text
/// and in files, a domain is written as the names of its conditions, separated by commas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Domain(u8);

impl Domain {
    /// The domain of every position.
    pub const EVERYTHING: Domain = Domain(0);

    /// Returns the positions of this domain that also meet `condition`.
    #[must_use]
    pub fn and(self, condition: Condition) -> Domain {
        Domain(self.0 | 1 << condition as u8)
    }

    /// Returns whether every position is in the domain.
    #[inline(always)]
    pub fn is_everything(self) -> bool {
        self.0 == 0
    }

    /// Returns the conditions of the domain.
    pub fn conditions(self) -> impl Iterator<Item = Condition> {
        Condition::ALL.into_iter().filter(move |&condition| self.has(condition))
    }

    fn has(self, condition: Condition) -> bool {
        self.0 >> condition as u8 & 1 != 0
    }

    /// Returns whether [`Domain::lanes`] needs the results after conversions.
    pub(crate) fn needs_conversions(self) -> bool {
        self.has(Condition::NotTactical) || self.has(Condition::Quiet)
    }

    /// Returns the lanes of a batch of stored positions that are in the domain. `side` is the side
    /// to move.
    pub(super) fn lanes(
        self,
        batch: &Batch,
        side: Color,
        values: WordValues,
        conversions: Option<&Conversions>,
    ) -> u64 {
        let wrong_side = match side {
            Color::White => Condition::BlackToMove,
            Color::Black => Condition::WhiteToMove,
        };
        if self.has(wrong_side) {
            return 0;
        }
        let mut lanes = batch.lanes();
        if self.has(Condition::NotMateInOne) {
            lanes &= !values.mates_in_one(side);
        }
        let is_about_check = self.has(Condition::NotInCheck) || self.has(Condition::Quiet);
        let in_check = match is_about_check || self.has(Condition::NotOver) {
            true => in_check(batch),
            false => 0,
        };
        if is_about_check {
            lanes &= !in_check;
        }
        if self.needs_conversions() {
            let conversions = conversions.expect("they are loaded for this domain");
            let classes = classes_of(batch, lanes, values, conversions);
            if self.has(Condition::Quiet) {
                return classes[Class::Quiet as usize] & lanes;
            }
            lanes &= !classes[Class::Tactical as usize];
            if self.has(Condition::NotOver) {
                lanes &= !classes[Class::Over as usize];
            }
        } else if self.has(Condition::NotOver) {
            lanes &= !over(batch, in_check, values);
        }
        lanes
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names: Vec<&str> = self.conditions().map(Condition::name).collect();
        f.write_str(&names.join(","))
    }
}

impl From<Domain> for String {
    fn from(domain: Domain) -> String {
        domain.to_string()
    }
}

/// The reason why a text is not a domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DomainError {
    /// A word of the text is not the name of a condition.
    #[error("'{0}' is not a condition of a domain: write one or more of {names}, separated by commas", names = Condition::ALL.map(Condition::name).join(", "))]
    Word(String),
    /// The conditions exclude every position: they require both White and Black to be to move.
    #[error("no position is in the domain: 'white-to-move' and 'black-to-move' exclude each other")]
    Empty,
}

impl FromStr for Domain {
    type Err = DomainError;

    /// Parses names of conditions, separated by commas; an empty text is every position.
    fn from_str(text: &str) -> Result<Domain, DomainError> {
        let mut domain = Domain::EVERYTHING;
        for word in text.split(',').filter(|_| !text.is_empty()) {
            let condition = Condition::ALL.into_iter().find(|it| it.name() == word.trim());
            domain = domain.and(condition.ok_or_else(|| DomainError::Word(word.into()))?);
        }
        if domain.has(Condition::WhiteToMove) && domain.has(Condition::BlackToMove) {
            return Err(DomainError::Empty);
        }
        Ok(domain)
    }
}

impl TryFrom<String> for Domain {
    type Error = DomainError;

    fn try_from(text: String) -> Result<Domain, DomainError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_those_of_options_and_files() {
        for bits in 0..1 << Condition::ALL.len() {
            let domain = Domain(bits);
            let is_empty = domain.has(Condition::WhiteToMove) && domain.has(Condition::BlackToMove);
            let parsed = domain.to_string().parse();
            assert_eq!(parsed, if is_empty { Err(DomainError::Empty) } else { Ok(domain) });
            if !is_empty {
                let json = serde_json::to_string(&domain).unwrap();
                assert_eq!(serde_json::from_str::<Domain>(&json).unwrap(), domain);
            }
        }
        for text in ["loud", "quiet,", ",", "Quiet", "quiet;not-over"] {
            assert!(text.parse::<Domain>().is_err(), "{text}");
        }
    }
}
