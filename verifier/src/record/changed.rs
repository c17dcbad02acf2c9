//! Positions that two rules claim differently: labelled examples, with truth and line where a claim
//! is incorrect.

use drawproof_board::Color;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Layout, Material, Placement, Transform};
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::{
    recording::{Recording, SAVED_RUN},
    saved_file::FileError,
};
use crate::{
    enumerate::{
        Class, Conversions, StoredWord, TrueResult, TruthKind, WordPlace, WordValues,
        class_in_lane, classes_of, for_each_lane,
    },
    findings::{Choice, Group, Picked, WrongClaim, cursed_result, key_of, signed_plies},
    position::{OrderedPosition, canonical, fen_of, position_of},
    tables::{Line, TableError, TableSource, proving_line},
};

/// The reason why two runs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    /// A run cannot be read.
    #[error(transparent)]
    Recording(#[from] FileError),
    /// The runs have different endgames, counting conventions or domains, or only one was verified
    /// within the fifty-move rule.
    #[error(
        "the runs are of {0} and {1}: only runs of one endgame, counting and domain, both within or \
         both without the fifty-move rule, can be compared"
    )]
    Unlike(String, String),
    /// The results of the runs come from different tables of one endgame.
    #[error(
        "the runs were judged by different tables of {0} ({1}): see 'drawproof check {0}', and save both \
         again with one table"
    )]
    OtherTables(String, String),
    /// A table for the example lines is missing.
    #[error("no table for the lines of the examples: {0}")]
    Table(#[source] TableError),
}

/// The kinds of change that the new rule makes to the claim about a position, in the order of
/// reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Label {
    /// Only the new rule's claim is incorrect.
    NewlyIncorrect,
    /// Only the old rule's claim is incorrect.
    Corrected,
    /// Both claims are right, and the old claim excludes more results.
    Lost,
    /// Both claims are right, and the new claim excludes more results.
    Gained,
}

impl Label {
    /// All labels in the order of reports.
    pub const ALL: [Label; 4] =
        [Label::NewlyIncorrect, Label::Corrected, Label::Lost, Label::Gained];
}

/// A position about which two rules make different claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The kind of change that the new rule makes.
    pub label: Label,
    /// The FEN of the position.
    pub fen: String,
    /// The old rule's claim as a word ([`Claim::word`]); `-` if there is no claim.
    pub old: String,
    /// The new rule's claim as a word ([`Claim::word`]); `-` if there is no claim.
    pub new: String,
    /// The true result for the side to move: `draw`, `win` or `loss`; within the fifty-move rule if
    /// the runs apply it.
    pub truth: String,
    /// The distance to mate in plies without the fifty-move rule: positive if the side to move
    /// wins, zero or negative if it loses; `None` for a draw.
    pub dtm: Option<i32>,
    /// `cursed-win` or `blessed-loss`, for the side to move, if the fifty-move rule has turned the win
    /// or loss of an incorrect claim into a draw.
    pub fifty: Option<String>,
    /// The class of the position if a claim is incorrect; otherwise `None`.
    pub class: Option<Class>,
    /// The line of moves to mate, or moves that hold the draw, if a claim is incorrect; otherwise
    /// empty.
    #[serde(serialize_with = "uci_of")]
    pub line: Line,
}

/// A stored position: the side to move, and the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub black: bool,
    pub index: usize,
}

impl Place {
    fn side(self) -> Color {
        if self.black { Color::Black } else { Color::White }
    }

    fn position(self, layout: &Layout) -> Position {
        let squares = layout.squares(self.index.min(layout.count() - 1));
        position_of(&Placement::new(layout, &squares, self.side()))
    }
}

/// Returns a line as programs read it: its moves in UCI notation.
fn uci_of<S: Serializer>(line: &Line, serializer: S) -> Result<S::Ok, S::Error> {
    line.uci.serialize(serializer)
}

/// Makes an example of a position about which both the old and the new claim are right.
pub(super) fn right_example(
    label: Label,
    place: Place,
    claims: [Claim; 2],
    truth: &'static str,
    layout: &Layout,
) -> Changed {
    let position = place.position(layout);
    let [old, new] = claims.map(|claim| claim.word(position.stm()).to_owned());
    let (fen, line) = (fen_of(&position), Line::default());
    Changed { label, fen, old, new, truth: truth.into(), dtm: None, fifty: None, class: None, line }
}

/// Up to `examples` positions about which only the new rule's claim is incorrect, and as many about
/// which only the old rule's is, chosen as the counterexamples of a verification are.
pub(super) fn incorrect_examples(
    old: &Recording,
    new: &Recording,
    examples: usize,
    tables: &dyn TableSource,
) -> Result<Vec<Changed>, DiffError> {
    let damaged = SAVED_RUN.damaged("its endgame has no name");
    let material: Material = old.header.endgame.parse().map_err(|_| damaged)?;
    let material = material.normalise().0;
    let table = tables.table(material).map_err(DiffError::Table)?;
    let conversions = Conversions::new(material, tables).map_err(DiffError::Table)?;
    let layout = table.layout();
    let nothing = || [Choice::new(examples), Choice::new(examples)];
    let offer = |mut choices: [Choice; 2], chunk: usize| -> Result<_, DiffError> {
        tables.keep_within_bound();
        let (before, after) = (old.chunk(chunk)?, new.chunk(chunk)?);
        for (before, after) in before.iter().zip(&after) {
            let wrong = [before.incorrect(), after.incorrect()];
            let only_one = [wrong[1] & !wrong[0], wrong[0] & !wrong[1]];
            let (side, word) = (before.side(), before.word as usize);
            // A forged run may name a word or a position that there is not.
            let legal = table.legal(side).get(word).copied().unwrap_or(0);
            let lanes = (only_one[0] | only_one[1]) & before.lanes & legal;
            if lanes == 0 {
                continue;
            }
            let values = WordValues::of(&table, side, word);
            let place = WordPlace::new(side, word, None);
            let stored = StoredWord::new(place, lanes, values);
            let first = layout.squares(word * 64);
            let batch = stored.batch(layout, &first, Transform::IDENTITY, false);
            let classes = classes_of(&batch, lanes, values, &conversions);
            for (choice, wrong) in choices.iter_mut().zip(only_one) {
                for_each_lane(wrong & lanes, |lane| {
                    let plies = values.plies(lane, &[]);
                    let class = class_in_lane(&classes, lane);
                    choice.offer(class, plies, place.number(lane), || {
                        let claims = [before, after].map(|word| word.claims.get(lane));
                        let position = batch.position(lane);
                        let claim = WrongClaim {
                            variant: 0,
                            position: OrderedPosition::from(&position),
                            claim: packed(claims, before.drawn >> lane & 1 != 0),
                            plies,
                            stored: (place, lane),
                        };
                        (claim, Group::Features(key_of(&position)))
                    });
                });
            }
        }
        Ok(choices)
    };
    let add = |a: [Choice; 2], b: [Choice; 2]| {
        let mut both = a;
        both.iter_mut().zip(b).for_each(|(own, more)| own.add(more));
        Ok(both)
    };
    let choices =
        (0..old.chunks()).into_par_iter().try_fold(nothing, offer).try_reduce(nothing, add)?;
    let mut found = Vec::new();
    for (label, choice) in [Label::NewlyIncorrect, Label::Corrected].into_iter().zip(choices) {
        let symmetry_class =
            |wrong: &WrongClaim| canonical(layout, &Position::from(wrong.position));
        for picked in choice.pick(symmetry_class) {
            found.push(incorrect_example(label, &picked, tables)?);
        }
    }
    Ok(found)
}

fn incorrect_example(
    label: Label,
    picked: &Picked,
    tables: &dyn TableSource,
) -> Result<Changed, DiffError> {
    let position = Position::from(picked.claim.position);
    let dtm = signed_plies(picked.claim.plies);
    let ([old, new], is_drawn) = unpacked(picked.claim.claim);
    let incorrect = if label == Label::NewlyIncorrect { new } else { old };
    let believed_to_win = if incorrect == Claim::LOSS { !position.stm() } else { position.stm() };
    let line = proving_line(tables, &position, believed_to_win);
    Ok(Changed {
        label,
        fen: fen_of(&position),
        old: old.word(position.stm()).into(),
        new: new.word(position.stm()).into(),
        truth: TruthKind::Result.word(TrueResult::of(dtm.filter(|_| !is_drawn)), true).into(),
        dtm,
        fifty: (is_drawn && dtm.is_some()).then(|| cursed_result(dtm).into()),
        class: Some(picked.class),
        line: line.map_err(|error| DiffError::Table(error.into()))?,
    })
}

/// Returns the old and the new claim, and whether the recorded result is a draw, in one number.
fn packed([old, new]: [Claim; 2], is_drawn: bool) -> u8 {
    u8::from(is_drawn) << 6 | old.bits() << 3 | new.bits()
}

/// Returns the claims in a number of [`packed`], and whether the recorded result is a draw.
fn unpacked(packed: u8) -> ([Claim; 2], bool) {
    let claim = |bits| Claim::from_bits(bits).expect("three bits are a claim");
    ([packed >> 3 & 7, packed & 7].map(claim), packed >> 6 != 0)
}
