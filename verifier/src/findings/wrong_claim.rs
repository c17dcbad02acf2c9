//! Incorrect claims: those about the positions of one word and their images, and one that may be shown.
//!
//! Questions about the images of a word follow each other, and most rules answer them alike: the
//! incorrect claims of all of them are collected and then classified and counted once. The fifty-move
//! rule pardons those that hold a draw possible about a cursed win or a blessed loss.

use drawproof_recognizers::Claim;
use drawproof_tables::Layout;
use serde::{Deserialize, Serialize};

use super::{
    missed::{KEYS, key_of},
    tally::{Tally, incorrect},
};
use crate::{
    enumerate::{
        Batch, Class, Cursed, LaneResults, Question, TruthKind, WordPlace, WordValues, far_lanes,
        for_each_lane,
    },
    position::OrderedPosition,
    subject::{Answers, Claims},
};

/// An incorrect claim. The order of the fields is the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct WrongClaim {
    /// The variant of the position: 0 is the stored position, 1 another image of it, 2 the
    /// colour-reversed position.
    pub variant: u8,
    pub position: OrderedPosition,
    /// The claim as bits: 4 leaves a win possible, 2 a draw, 1 a loss.
    pub claim: u8,
    /// The distance to mate in plies; [`DRAWN`] for a draw. In the cooperative game, it is the
    /// length of the shortest helpmate that the claim excludes.
    pub plies: u16,
    /// The word of the stored position, and its lane.
    pub stored: (WordPlace, usize),
}

/// The properties that an incorrect claim shares with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Group {
    /// The set of patterns that match; not empty.
    Patterns(u64),
    /// The key of the position's features.
    Features(usize),
}

/// The order of incorrect claims of one class: the distance to mate in plies, then a fixed random
/// order.
pub(crate) type WrongKey = (u16, u64);

/// An incorrect claim and its group.
pub(super) type Candidate = (WrongClaim, Group);

/// The serialized form of a kept incorrect claim.
pub(super) type Kept = (Class, WrongKey, Group, WrongClaim);

impl WrongClaim {
    /// Returns whether a deserialized claim can belong to this group and to the endgame of
    /// `layout`.
    pub fn is_of(&self, group: Group, layout: &Layout) -> bool {
        let (place, lane) = self.stored;
        place.word < layout.words()
            && lane < 64
            && Claim::from_bits(self.claim).is_some_and(Claim::is_made)
            && matches!(group, Group::Patterns(_) | Group::Features(..KEYS))
            && self.position.is_of(layout)
    }
}

/// The incorrect claims about one word.
#[derive(Clone)]
pub(crate) struct WrongWord {
    /// The stored positions.
    pub stored: Batch,
    /// Their values, as [`WordValues`] has them.
    kind: TruthKind,
    cells: [u8; 64],
    beyond: Option<Box<[u8; 64]>>,
    pub place: WordPlace,
    /// The lanes in which the fifty-move rule may pardon an incorrect claim; 0 unless such claims are
    /// counted.
    far: u64,
    pub pardonable: Pardonable,
    /// The lanes of all `parts`.
    lanes: u64,
    pub parts: Vec<WrongPart>,
    /// The incorrect claims about each image, if all are wanted: `(lanes, positions, claims)`.
    /// Otherwise empty.
    pub images: Vec<(u64, Batch, Claims)>,
    /// The results of the stored positions.
    pub results: LaneResults,
    /// The counted questions with incorrect claims.
    pub counted: Vec<WrongAnswers>,
}

/// Counted questions with the same answers in the lanes that are incorrect.
#[derive(Clone)]
pub(crate) struct WrongAnswers {
    pub lanes: u64,
    pub questions: u64,
    pub claims: Claims,
    /// The sets of matching patterns by lane, if the rule was asked for patterns.
    pub patterns: Option<Box<[u64; 64]>>,
}

impl WrongAnswers {
    /// Returns whether another question has these answers.
    fn are(&self, lanes: u64, answers: &Answers) -> bool {
        self.lanes == lanes
            && self.claims.differ(answers.claims) & lanes == 0
            && self.patterns.as_ref().is_none_or(|own| {
                let mut are_equal = true;
                for_each_lane(lanes, |lane| are_equal &= own[lane] == answers.patterns[lane]);
                are_equal
            })
    }
}

/// The incorrect claims of one batch, in lanes without an incorrect claim in earlier batches.
#[derive(Clone)]
pub(crate) struct WrongPart {
    pub lanes: u64,
    pub batch: Batch,
    /// The variant of the positions, as in [`WrongClaim`].
    pub variant: u8,
    pub claims: Claims,
    /// The sets of matching patterns by lane, if the rule was asked for patterns.
    pub patterns: Option<Box<[u64; 64]>>,
}

impl WrongWord {
    /// Makes an empty record of incorrect claims about the word of `q`, whose stored positions are
    /// `stored`. `counts_pardons` is whether to count claims that the fifty-move rule pardons.
    pub fn new(q: &Question, stored: Batch, counts_pardons: bool) -> WrongWord {
        WrongWord {
            stored,
            kind: q.stored.values.kind,
            cells: *q.stored.values.cells,
            beyond: q.stored.values.beyond.map(|beyond| Box::new(*beyond)),
            place: q.stored.place,
            far: if counts_pardons { far_lanes(q.stored.values.cells) } else { 0 },
            pardonable: Pardonable::new(q.stored.place),
            lanes: 0,
            parts: Vec::new(),
            images: Vec::new(),
            results: q.stored.results,
            counted: Vec::new(),
        }
    }

    /// Adds the counted question `q`, in which the claims about the lanes `lanes` are incorrect.
    pub fn add(&mut self, q: &Question, lanes: u64, answers: &Answers, with_patterns: bool) {
        match self.counted.iter_mut().find(|known| known.are(lanes, answers)) {
            Some(known) => known.questions += 1,
            None => {
                let patterns = with_patterns.then(|| Box::new(answers.patterns));
                let claims = answers.claims;
                self.counted.push(WrongAnswers { lanes, questions: 1, claims, patterns });
            }
        }
        self.pardonable.add(lanes & answers.claims.draw & self.far);
        if lanes & !self.lanes != 0 {
            let patterns = with_patterns.then(|| Box::new(answers.patterns));
            self.add_part(lanes, q.batch, u8::from(!q.first), answers.claims, patterns);
        }
    }

    /// Adds the incorrect claims about the colour-reversed positions of `q`.
    pub fn add_reversed(&mut self, q: &Question, lanes: u64, claims: Claims) {
        if lanes & !self.lanes != 0 {
            self.add_part(lanes, q.reversed, 2, claims, None);
        }
    }

    fn add_part(
        &mut self,
        lanes: u64,
        batch: Batch,
        variant: u8,
        claims: Claims,
        patterns: Option<Box<[u64; 64]>>,
    ) {
        let lanes = lanes & !self.lanes;
        self.lanes |= lanes;
        self.parts.push(WrongPart { lanes, batch, variant, claims, patterns });
    }

    /// Returns the lanes with an incorrect claim, as bits.
    pub fn lanes(&self) -> u64 {
        self.lanes
    }

    /// Returns the incorrect claim of `part` in a lane, and its group.
    pub fn candidate(&self, part: &WrongPart, lane: usize) -> (WrongClaim, Group) {
        let claim = WrongClaim {
            variant: part.variant,
            position: OrderedPosition::from(&part.batch.position(lane)),
            claim: part.claims.get(lane).bits(),
            plies: self.plies(lane, part.claims.get(lane)),
            stored: (self.place, lane),
        };
        let group = match part.patterns.as_ref().map(|patterns| patterns[lane]) {
            None | Some(0) => Group::Features(key_of(&self.stored.position(lane))),
            Some(set) => Group::Patterns(set),
        };
        (claim, group)
    }

    /// Returns the values of the stored positions.
    pub fn values(&self) -> WordValues<'_> {
        WordValues { kind: self.kind, cells: &self.cells, beyond: self.beyond.as_deref() }
    }

    /// Returns the distance to mate of an incorrect claim in a lane, as [`WrongClaim`] defines it.
    pub fn plies(&self, lane: usize, claim: Claim) -> u16 {
        let side = self.place.side_to_move();
        let excluded = [(Claim::WIN, side), (Claim::LOSS, !side)]
            .map(|(result, winner)| (claim.bits() & result.bits() == 0).then_some(winner));
        match excluded {
            [Some(one), Some(other)] => self.values().plies(lane, &[one, other]),
            [one, other] => self.values().plies(lane, one.or(other).as_slice()),
        }
    }
}

/// Claims about the positions of one word, and about their images, that the fifty-move rule may
/// pardon. Such claims are incorrect but leave a draw possible, and the mate takes longer than the
/// rule allows.
#[derive(Clone, Debug)]
pub(crate) struct Pardonable {
    pub place: WordPlace,
    /// The counted questions by their set of such lanes: `(lanes, questions)`.
    counted: Vec<(u64, u64)>,
}

impl Pardonable {
    /// Makes an empty record of the pardonable claims about a word.
    pub fn new(place: WordPlace) -> Pardonable {
        Pardonable { place, counted: Vec::new() }
    }

    /// Adds a counted question with pardonable claims about the lanes `lanes`.
    pub fn add(&mut self, lanes: u64) {
        match self.counted.iter_mut().find(|(known, _)| *known == lanes) {
            _ if lanes == 0 => {}
            Some((_, questions)) => *questions += 1,
            None => self.counted.push((lanes, 1)),
        }
    }

    /// Returns whether there are no pardonable claims.
    pub fn is_empty(&self) -> bool {
        self.counted.is_empty()
    }

    /// Returns the number of claims that the fifty-move rule pardons.
    pub fn pardoned(&self, cursed: &Cursed) -> u64 {
        let cursed = cursed.lanes(self.place);
        let claims =
            |&(lanes, questions): &(u64, u64)| questions * u64::from((lanes & cursed).count_ones());
        self.counted.iter().map(claims).sum()
    }
}

/// Counts, in `tally`, the claims of a question that only the fifty-move rule makes right. The
/// results of the question apply that rule.
#[inline(never)]
pub(super) fn count_pardoned(q: &Question, claims: Claims, tally: &mut Tally) {
    let without_the_rule = LaneResults::of(q.stored.values.cells, q.stored.cursed);
    let pardoned = incorrect(without_the_rule, claims) & claims.draw;
    tally.incorrect_but_cursed += u64::from(pardoned.count_ones());
}
