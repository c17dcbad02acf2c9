//! `/rules`: the claims of the built-in rules about a position, with reasons.

use std::collections::BTreeMap;

use drawproof_board::{BitBoard, Board, Color, Piece, Square};
use drawproof_recognizers::{Claim, Position, Rule, for_endgame, learned};
use drawproof_tables::{Placement, Wdl, probe::ProbeError};
use serde::Serialize;

use crate::position::{Tables, stored};

/// The answer of `/rules`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesDocument {
    /// The FEN of the position.
    pub fen: String,
    /// The name of the endgame, such as `KRKN`.
    pub endgame: String,
    /// The rules of the endgame, the hand-written rule before the learned rule; empty if the
    /// endgame has no rule.
    pub rules: Vec<RuleDocument>,
}

/// The claim of one rule about a position, and the rule's reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleDocument {
    /// The rule's name.
    pub name: String,
    /// The claim as one of the words of [`Claim::word`], such as `draw`; `None` for no claim.
    pub claim: Option<&'static str>,
    /// The true result for the side to move, without the fifty-move rule: `win`, `draw` or `loss`;
    /// `None` if no table has the position.
    pub result: Option<&'static str>,
    /// Whether the claim is right, which is true if there is no claim; `None` if the result is
    /// unknown.
    pub right: Option<bool>,
    /// All reasons of the rule in the rule's order, including those that do not hold; empty if the
    /// rule has no named reasons.
    pub reasons: Vec<ReasonDocument>,
}

/// A reason of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReasonDocument {
    /// The identifier of the reason, such as `rook-hangs`.
    pub id: &'static str,
    /// A sentence that states the condition of the reason.
    pub says: &'static str,
    /// The role of the reason, always `unless`: the rule makes no claim if the reason holds.
    pub role: &'static str,
    /// Whether the reason holds in the position.
    pub holds: bool,
    /// The squares of the men on which the reason depends: those that could be moved, one man
    /// alone, to some square where the reason is false. Empty if the reason does not hold.
    pub men: Vec<String>,
    /// For each man, by its square, the squares on which it could stand so that the reason still
    /// holds if no other man moves. The man's own square is included; squares that make the
    /// position illegal are left out.
    pub squares: BTreeMap<String, Vec<String>>,
}

/// Returns the claims of the rules about a position, and their reasons.
///
/// # Errors
///
/// Returns the errors of the sources, except for missing tables.
pub fn rules(board: &Board, tables: &Tables) -> Result<RulesDocument, ProbeError> {
    let placement = Placement::from(board);
    let endgame = placement.normalise().0.to_string();
    let known = [for_endgame(&endgame), learned::for_endgame(&endgame)];
    let value = stored(board, tables.dtm.or(tables.dtz))?;
    let documents = known.into_iter().flatten().map(|rule| {
        let position = Position::from(board);
        let (claim, holding) = rule.claim_and_patterns(&position);
        let bit = value.map(|value| match value.wdl() {
            Wdl::Loss => Claim::LOSS,
            Wdl::Draw => Claim::DRAW,
            Wdl::Win => Claim::WIN,
        });
        RuleDocument {
            name: rule.name().to_owned(),
            claim: claim.is_made().then(|| claim.word(position.stm())),
            result: value.map(|value| value.category()),
            right: bit.map(|bit| claim.bits() & bit.bits() != 0),
            reasons: reasons(rule, &placement, holding),
        }
    });
    Ok(RulesDocument { fen: board.to_string(), endgame, rules: documents.collect() })
}

/// A man, and the reasons that hold with the man on each square, as bits; `None` for squares that
/// make the position illegal.
struct Moved {
    from: Square,
    to: Vec<(Square, u64)>,
}

/// Returns the reasons of a rule. `holding` is the set of those that hold, as bits.
fn reasons(rule: &dyn Rule, placement: &Placement, holding: u64) -> Vec<ReasonDocument> {
    if rule.patterns().is_empty() {
        return Vec::new();
    }
    let moved = moved(rule, placement, holding);
    let patterns = rule.patterns().iter().enumerate();
    let documents = patterns.map(|(bit, pattern)| {
        let has = |set: u64| set >> bit & 1 != 0;
        let holds = has(holding);
        let mut document = ReasonDocument {
            id: pattern.id,
            says: pattern.says,
            role: "unless",
            holds,
            men: Vec::new(),
            squares: BTreeMap::new(),
        };
        for man in &moved {
            if holds && man.to.iter().any(|(_, set)| !has(*set)) {
                document.men.push(man.from.to_string());
            }
            let squares = man.to.iter().filter(|(_, set)| has(*set));
            let squares = squares.map(|(square, _)| square.to_string()).collect();
            document.squares.insert(man.from.to_string(), squares);
        }
        document
    });
    documents.collect()
}

/// Returns each man with the reasons that hold for each square it could be moved to.
fn moved(rule: &dyn Rule, placement: &Placement, holding: u64) -> Vec<Moved> {
    let all = placement.colour(Color::White) | placement.colour(Color::Black);
    let mut moved = Vec::new();
    for (color, piece) in Color::ALL.into_iter().flat_map(|c| Piece::ALL.map(|p| (c, p))) {
        for from in placement.men[color as usize][piece as usize] {
            let with_man_on = |square: Square| {
                let mut other = *placement;
                let men = &mut other.men[color as usize][piece as usize];
                *men = *men ^ from.bitboard() | square.bitboard();
                let board = other.to_board()?;
                Some((square, rule.claim_and_patterns(&Position::from(&board)).1))
            };
            let free: BitBoard = !all;
            let mut to: Vec<(Square, u64)> = free.into_iter().filter_map(with_man_on).collect();
            to.push((from, holding));
            to.sort_unstable_by_key(|(square, _)| *square);
            moved.push(Moved { from, to });
        }
    }
    moved
}
