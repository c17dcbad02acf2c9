//! Findings as plain data, for shards: what one process has found about some of the questions, and
//! another one adds to the rest.
//!
//! Data may come from a file or from a process that a foreign rule runs in, so nothing of it is
//! believed: positions are of the endgame, numbers are within their ranges, or there are no findings.

use drawproof_board::{Color, Piece, Square};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Layout, Width};
use serde::{Deserialize, Serialize};

use super::{
    call_times::BUCKETS,
    choice::{Group, WrongClaim, WrongKey},
    features::is_key,
    histogram::Row,
    options::Options,
    sum::{Findings, MissedDraw, Unequal},
    tally::Tally,
};
use crate::{
    enumerate::{Class, ClassCounts, WordPlace},
    position::OrderedPosition,
};

/// Findings without those that tuning and saved runs need.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedFindings {
    sides: [Tally; 2],
    en_passant: Tally,
    calls: u64,
    outside: u64,
    times: Vec<u32>,
    histogram: Vec<Row>,
    distances: Vec<ClassCounts>,
    wrong: Vec<SavedWrong>,
    unequal: Vec<(u64, [SavedPosition; 2], [u8; 2])>,
    missed: Vec<(u64, SavedPosition, u64)>,
    heat: Vec<u64>,
}

/// An incorrect claim that may be shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedWrong {
    class: Class,
    key: WrongKey,
    /// The set of patterns that match.
    patterns: Option<u64>,
    /// The key of the position's features, if no pattern matches.
    features: u64,
    variant: u8,
    position: SavedPosition,
    claim: u8,
    plies: u16,
    black_to_move: bool,
    word: u64,
    target: Option<u8>,
    lane: u8,
}

/// A position by the fields of [`Position`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct SavedPosition {
    side_to_move: u8,
    en_passant: u8,
    colour: [u64; 2],
    kind: [u64; 6],
}

/// Why data are no findings.
const NO_POSITION: &str = "a position is none of its endgame";
const OUT_OF_RANGE: &str = "a number is out of range";

impl SavedFindings {
    /// The data of findings.
    pub fn new(findings: &Findings) -> SavedFindings {
        let wrong = findings.wrong.kept().map(|(class, key, &group, &claim)| {
            let (patterns, features) = match group {
                Group::Patterns(set) => (Some(set), 0),
                Group::Features(key) => (None, key as u64),
            };
            let WrongClaim { variant, position, claim, plies, stored: (place, lane) } = claim;
            let WordPlace { black_to_move, word, target } = place;
            let (word, target) = (word as u64, target.map(|square| square as u8));
            let (position, lane) = (position.into(), lane as u8);
            SavedWrong {
                class,
                key,
                patterns,
                features,
                variant,
                position,
                claim,
                plies,
                black_to_move,
                word,
                target,
                lane,
            }
        });
        let unequal = findings.unequal.entries().map(|(&key, it)| {
            (key, it.positions.map(SavedPosition::from), it.claims.map(Claim::bits))
        });
        let missed = findings.missed.entries();
        SavedFindings {
            sides: findings.sides,
            en_passant: findings.en_passant,
            calls: findings.calls,
            outside: findings.outside,
            times: findings.times.buckets.clone(),
            histogram: findings.histogram.rows(),
            distances: findings.distances.0.clone(),
            wrong: wrong.collect(),
            unequal: unequal.collect(),
            missed: missed.map(|(&key, it)| (key, it.position.into(), it.patterns)).collect(),
            heat: findings.heat.0.as_flattened().as_flattened().to_vec(),
        }
    }

    /// The findings of these data about an endgame.
    ///
    /// # Errors
    ///
    /// They cannot be: the reason.
    pub fn findings(self, layout: &Layout, options: &Options) -> Result<Findings, &'static str> {
        let mut findings = Findings::new(options);
        let distances_max = usize::from(Width::Two.number_max()) + 2;
        let is_whole = self.times.len() == BUCKETS && self.distances.len() <= distances_max;
        let heat = findings.heat.0.as_flattened_mut().as_flattened_mut();
        if !is_whole || heat.len() != self.heat.len() {
            return Err(OUT_OF_RANGE);
        }
        heat.copy_from_slice(&self.heat);
        findings.sides = self.sides;
        findings.en_passant = self.en_passant;
        findings.calls = self.calls;
        findings.outside = self.outside;
        findings.times.buckets = self.times;
        findings.distances.0 = self.distances;
        self.histogram.iter().for_each(|row| findings.histogram.add_row(row));
        for wrong in self.wrong {
            let (claim, group) = wrong.candidate(layout)?;
            findings.wrong.put(wrong.class, wrong.key, group, claim);
        }
        for (key, positions, claims) in self.unequal {
            let [one, other] = positions.map(|position| position.checked(layout));
            let [claim, other_claim] =
                claims.map(|bits| Claim::from_bits(bits).ok_or(OUT_OF_RANGE));
            let unequal = Unequal { positions: [one?, other?], claims: [claim?, other_claim?] };
            findings.unequal.insert(key, unequal);
        }
        for (key, position, patterns) in self.missed {
            let position = position.checked(layout)?;
            findings.missed.insert(key, MissedDraw { position, patterns });
        }
        Ok(findings)
    }
}

impl SavedWrong {
    fn candidate(&self, layout: &Layout) -> Result<(WrongClaim, Group), &'static str> {
        let target = self.target.map(|square| Square::try_index(square.into()).ok_or(OUT_OF_RANGE));
        let (word, target) = (self.word as usize, target.transpose()?);
        let features = self.features as usize;
        let is_known = Claim::from_bits(self.claim).is_some_and(Claim::is_made)
            && word < layout.words()
            && self.lane < 64
            && is_key(features);
        if !is_known {
            return Err(OUT_OF_RANGE);
        }
        let place = WordPlace { black_to_move: self.black_to_move, word, target };
        let claim = WrongClaim {
            variant: self.variant,
            position: self.position.checked(layout)?,
            claim: self.claim,
            plies: self.plies,
            stored: (place, self.lane.into()),
        };
        Ok((claim, self.patterns.map_or(Group::Features(features), Group::Patterns)))
    }
}

impl From<OrderedPosition> for SavedPosition {
    fn from(position: OrderedPosition) -> SavedPosition {
        let Position { colour, kind, side_to_move, en_passant } = position.into();
        SavedPosition { side_to_move, en_passant, colour, kind }
    }
}

impl SavedPosition {
    /// The position, if its men are those of the endgame, or those with colours exchanged.
    fn checked(self, layout: &Layout) -> Result<OrderedPosition, &'static str> {
        let SavedPosition { side_to_move, en_passant, colour, kind } = self;
        let men = |color: Color, piece: Piece| {
            layout.men().iter().filter(|man| man.color == color && man.piece == piece).count()
        };
        let on_board = |color: Color, piece: Piece| {
            (colour[color as usize] & kind[piece as usize]).count_ones() as usize
        };
        let all = |exchange: bool| {
            Color::ALL.into_iter().all(|color| {
                let own = if exchange { !color } else { color };
                Piece::ALL.into_iter().all(|piece| on_board(color, piece) == men(own, piece))
            })
        };
        let squares: u32 = kind.iter().map(|set| set.count_ones()).sum();
        let is_one_man_a_square = colour[0] & colour[1] == 0
            && kind.iter().fold(0, |all, set| all | set) == colour[0] | colour[1]
            && squares as usize == layout.men().len();
        if side_to_move > 1 || en_passant > 64 || !is_one_man_a_square || !(all(false) || all(true))
        {
            return Err(NO_POSITION);
        }
        Ok(OrderedPosition::from(&Position { colour, kind, side_to_move, en_passant }))
    }
}
