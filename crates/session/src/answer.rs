//! The answer of `probe` about a position: its value, its moves, a mating line, and what the
//! recognizers claim. The serialized keys are those of the command's JSON.

use drawproof_board::{
    Board, Move,
    notation::{display_line, display_san_move},
};
use drawproof_recognizers::{Position, Role, Rule, for_endgame};
use drawproof_tables::{
    Dtm, Metric, MoveKinds, Placement, Value, draw_line,
    probe::{self, MoveValue, ProbeError, Values},
};
use serde::Serialize;

/// The answer about one position, as the command and the server print it in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionAnswer {
    /// The position as the caller wrote it.
    pub fen: String,
    /// The value of the position for the side to move.
    #[serde(flatten)]
    pub value: Category,
    /// The distances of the position by metrics other than DTM, if requested.
    #[serde(flatten)]
    pub distances: Distances,
    /// Whether the side to move is mated.
    pub checkmate: bool,
    /// Whether the position is stalemate: the side to move has no legal move and is not in check.
    pub stalemate: bool,
    /// Whether neither side can mate by material alone ([`probe::insufficient_material`]).
    pub insufficient_material: bool,
    /// An optimal line to mate in UCI notation; empty for a draw and for a mate on the board,
    /// `None` unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// A line that keeps a draw ([`drawproof_tables::draw_line`]) in UCI notation; `None` unless
    /// the position is drawn and the line was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_line: Option<Vec<String>>,
    /// The moves of `draw_line` in standard algebraic notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_line_san: Option<Vec<String>>,
    /// A line to mate in UCI notation that wins within the fifty-move rule; `None` unless
    /// requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtz_line: Option<Vec<String>>,
    /// The legal moves, best first; `None` unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveAnswer>>,
    /// The claims of the rules about the position.
    pub recognizers: Vec<RecognizerAnswer>,
    /// The moves of `line` in standard algebraic notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_san: Option<Vec<String>>,
    /// The moves of `dtz_line` in standard algebraic notation.
    #[serde(skip)]
    pub dtz_line_san: Vec<String>,
    /// The kind of table that the answer comes from, `drawproof` or `syzygy`; `None` unless both
    /// kinds could be probed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
}

/// The slow parts of an answer, and whether to compute each. The line and the list of moves each
/// take tens to hundreds of probes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Whether to find an optimal line to mate.
    pub line: bool,
    /// Whether to list all legal moves with their values.
    pub moves: bool,
    /// Whether to find a line that keeps a draw, which costs tens of thousands of probes.
    pub draw_line: bool,
}

impl Parts {
    /// The line to mate and the list of moves, but not the line that keeps a draw.
    pub const ALL: Parts = Parts { line: true, moves: true, draw_line: false };
}

/// The value of a position: result and signed distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Category {
    /// `win`, `draw` or `loss` for the side to move.
    pub category: &'static str,
    /// The plies to mate, negative for a loss, 0 if the side to move is mated; `None` for a draw.
    pub dtm: Option<i32>,
}

/// A legal move and the value of the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveAnswer {
    /// The legal move.
    #[serde(skip)]
    pub mv: Move,
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The value of the position after the move, for the side to move there.
    #[serde(flatten)]
    pub value: Category,
    /// Whether the move is a capture or a pawn move, and whether it is a capture or a promotion.
    #[serde(flatten)]
    pub kinds: MoveKinds,
    /// The distances of the position after the move by metrics other than DTM, if requested.
    #[serde(flatten)]
    pub distances: Distances,
}

/// The distances of a position by metrics other than DTM; each is `None` unless requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Distances {
    /// The plies to the next capture or pawn move that keeps the result, or to mate. Negative for a
    /// loss, 0 if the side to move is mated; `None` also for a draw. The number is exact unless
    /// `dtz_rounded` is true.
    pub dtz: Option<i32>,
    /// The plies to the next capture or promotion that keeps the result, or to mate. The sign has
    /// the same meaning as that of `dtz`.
    pub dtc: Option<i32>,
    /// The result under the fifty-move rule and with the half-move clock of the position, as one of
    /// the words of [`drawproof_tables::FiftyMoves::category`].
    pub fifty: Option<&'static str>,
    /// Whether the true distance may be one ply more than `dtz`, because Syzygy's tables round;
    /// `None` if the answer comes from drawproof's tables, which are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtz_rounded: Option<bool>,
}

/// The claim of one rule about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecognizerAnswer {
    /// The name of the rule.
    pub name: String,
    /// The claim as one of the words of [`drawproof_recognizers::Claim::word`], such as `draw`;
    /// `None` if the rule makes no claim.
    pub claim: Option<String>,
    /// The identifiers of the rule's reasons that match the position.
    pub patterns: Vec<String>,
    /// The role of each of `patterns`, in the same order.
    pub roles: Vec<Role>,
}

impl From<Value<Dtm>> for Category {
    fn from(value: Value<Dtm>) -> Category {
        Category { category: value.category(), dtm: value.signed_plies() }
    }
}

impl MoveAnswer {
    /// Returns the answer about a legal move of `board`.
    fn new(board: &Board, MoveValue { mv, value, .. }: MoveValue) -> MoveAnswer {
        MoveAnswer {
            mv,
            uci: mv.to_string(),
            san: display_san_move(board, mv),
            value: Metric::Dtm.read(value).into(),
            kinds: MoveKinds::new(board, mv),
            distances: Distances::default(),
        }
    }
}

impl RecognizerAnswer {
    /// Asks `rule` about a position of the rule's endgame, and returns its claim.
    pub fn new(rule: &dyn Rule, position: &Position) -> RecognizerAnswer {
        let (claim, matched) = rule.claim_and_patterns(position);
        let patterns = rule.patterns().iter().enumerate();
        let matching = patterns.filter(|(bit, _)| matched >> bit & 1 != 0);
        let patterns: Vec<String> = matching.map(|(_, pattern)| pattern.id.to_string()).collect();
        RecognizerAnswer {
            name: rule.name().to_string(),
            claim: claim.is_made().then(|| claim.word(position.stm()).into()),
            roles: vec![Role::Unless; patterns.len()],
            patterns,
        }
    }
}

impl PositionAnswer {
    /// Makes the answer about `board`, which `fen` describes, from the values of `source`.
    pub fn new(
        fen: String,
        board: &Board,
        source: &(impl Values + ?Sized),
        parts: Parts,
    ) -> Result<PositionAnswer, ProbeError> {
        let value: Value<Dtm> = probe::probe_as(board, source)?;
        let moves = parts.moves.then(|| probe::moves(board, source)).transpose()?;
        let line = parts.line.then(|| probe::line(board, source)).transpose()?;
        let (line, line_san) = line.map(|moves| display_line(board, &moves)).unzip();
        let is_drawn = parts.draw_line && value == Value::Draw;
        let draw_line = is_drawn.then(|| draw_line(board, source, None)).transpose()?;
        let (draw_line, draw_line_san) = draw_line.map(|moves| display_line(board, &moves)).unzip();
        let stalemate =
            value == Value::Draw && board.checkers().is_empty() && !board.generate_moves(|_| true);
        Ok(PositionAnswer {
            fen,
            value: value.into(),
            distances: Distances::default(),
            checkmate: value.signed_plies() == Some(0),
            stalemate,
            insufficient_material: probe::insufficient_material(board),
            line,
            line_san,
            draw_line,
            draw_line_san,
            dtz_line: None,
            dtz_line_san: Vec::new(),
            moves: moves
                .map(|moves| moves.into_iter().map(|mv| MoveAnswer::new(board, mv)).collect()),
            recognizers: hand_written_claim(board).into_iter().collect(),
            source: None,
        })
    }
}

/// Returns the claim of the hand-written rule for the position's endgame, if there is such a rule.
fn hand_written_claim(board: &Board) -> Option<RecognizerAnswer> {
    let (material, _) = Placement::from(board).normalise();
    let rule = for_endgame(&material.to_string())?;
    Some(RecognizerAnswer::new(rule, &Position::from(board)))
}
