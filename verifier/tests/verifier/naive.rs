//! Rules whose answers look random, the positions of small endgames with their values, and counts of them
//! one by one.

use std::sync::LazyLock;

use drawproof_board::{Board, Piece};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Value, probe};
use drawproof_verifier::{Predicate, Reason, Role, Subject, Tally, TrueResult, board_of};

use super::shared::{TABLES, stirred};

/// A number that looks random, the same for a position and its mirror image.
fn mixed(position: &Position, seed: u64) -> u64 {
    let start = seed ^ u64::from(position.side_to_move);
    let (mut own, mut mirrored) = (start, start);
    let mut add = |set: u64| {
        own = stirred(own, set);
        // The bits of each byte change places.
        mirrored = stirred(mirrored, set.reverse_bits().swap_bytes());
    };
    for set in position.colour {
        add(set);
    }
    for set in position.kind {
        add(set);
    }
    (own ^ own >> 31).min(mirrored ^ mirrored >> 31)
}

/// One of the eight sets of results.
pub fn any_claim(position: &Position, seed: u64) -> Claim {
    Claim::from_bits((mixed(position, seed) >> 8 & 7) as u8).unwrap()
}

/// The set of matching reasons, of which two are branches and one is an exception.
pub fn any_reasons(position: &Position) -> u64 {
    mixed(position, 77) >> 20 & 7
}

pub fn random_rule(seed: u64) -> impl Subject {
    let rule = move |p: &Position| (any_claim(p, seed), any_reasons(p));
    let because = ["first", "second"].map(|id| Reason::new(id, Role::Because));
    let reasons = because.into_iter().chain([Reason::new("third", Role::Unless)]).collect();
    Predicate::new(&format!("random {seed}"), &[], rule).with_reasons(reasons)
}

/// Whether a position of kings and pawns is legal: a pawn on no outer rank, kings apart, and the king
/// of the side not to move attacked by no pawn.
fn is_legal(position: &Position) -> bool {
    let [white, black] = position.colour.map(|men| men & position.kind[5]);
    let pawns = position.kind[0];
    let place = |king: u64| (king.trailing_zeros() % 8, king.trailing_zeros() / 8);
    let ((file, rank), (other_file, other_rank)) = (place(white), place(black));
    let is_apart = file.abs_diff(other_file).max(rank.abs_diff(other_rank)) > 1;
    let attacked = |mover: usize| {
        let pawns = pawns & position.colour[mover];
        let to_both_sides =
            (pawns & !0x8080_8080_8080_8080) << 1 | (pawns & !0x0101_0101_0101_0101) >> 1;
        if mover == 0 { to_both_sides << 8 } else { to_both_sides >> 8 }
    };
    let mover = usize::from(position.side_to_move);
    let in_check = attacked(mover) & [black, white][mover] != 0;
    pawns & 0xff00_0000_0000_00ff == 0 && is_apart && !in_check
}

/// All legal positions of KPK, each with its value.
pub static KPK: LazyLock<Vec<(Position, Value)>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for number in 0..2usize << 18 {
        let [white, black, pawn] = [0, 6, 12].map(|shift| 1u64 << (number >> shift & 63));
        let position = Position {
            colour: [white | pawn, black],
            kind: [pawn, 0, 0, 0, 0, white | black],
            side_to_move: (number >> 18) as u8,
            en_passant: 64,
        };
        if white != black && (white | black) & pawn == 0 && is_legal(&position) {
            found.push((position, value(&board_of(&position).unwrap())));
        }
    }
    found
});

/// All positions of KPKP with a legal en-passant capture, each with its value.
pub fn with_en_passant() -> Vec<(Position, Value)> {
    let mut found = Vec::new();
    for number in 0..2usize << 18 {
        let [white, black] = [0, 6].map(|shift| 1u64 << (number >> shift & 63));
        let [file, other] = [12, 15].map(|shift| number >> shift & 7);
        if file.abs_diff(other) != 1 {
            continue;
        }
        let [own, pushed] = [32 + file, 32 + other].map(|square| 1u64 << square);
        let position = Position {
            colour: [white | own, black | pushed],
            kind: [own | pushed, 0, 0, 0, 0, white | black],
            side_to_move: 0,
            en_passant: 40 + other as u8,
        };
        let distinct = [white, black, own, pushed].iter().fold(0, |sum, set| sum | set);
        if distinct.count_ones() < 4 || !is_legal(&position) {
            continue;
        }
        let position = if number >> 18 == 0 { position } else { position.reversed() };
        let Some(board) = board_of(&position) else { continue };
        let is_capture = |mv: drawproof_board::Move| {
            board.piece_on(mv.from) == Some(Piece::Pawn) && mv.to as u8 == position.en_passant
        };
        let mut any = false;
        board.generate_moves(|moves| {
            any |= moves.into_iter().any(is_capture);
            false
        });
        if any {
            found.push((position, value(&board)));
        }
    }
    found
}

pub fn value(board: &Board) -> Value {
    probe::probe(board, &*TABLES).unwrap()
}

/// The bit of a value in the claim of the side to move.
pub fn bit(value: Value) -> u8 {
    match value {
        Value::Loss(_) => 1,
        Value::Draw => 2,
        Value::Win(_) => 4,
    }
}

/// The counts of positions, one by one. Claims are those of `any_claim`.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Naive {
    positions: u64,
    pub not_asked: u64,
    draws: u64,
    decisive: u64,
    spotted: u64,
    missed: u64,
    pub incorrect: u64,
    pub asymmetric: u64,
    claimed_wins: u64,
    claimed_losses: u64,
    unclaimed: u64,
    /// `[claim as White sees it][White wins, draw, Black wins]`.
    claims: [[u64; 3]; 8],
}

impl Naive {
    pub fn count(&mut self, position: &Position, value: Value, seed: u64) {
        let claim = any_claim(position, seed);
        self.asymmetric += u64::from(claim != any_claim(&position.reversed(), seed));
        if claim == Claim::NOT_ASKED {
            self.not_asked += 1;
            return;
        }
        let is_drawn = value == Value::Draw;
        self.positions += 1;
        self.draws += u64::from(is_drawn);
        self.decisive += u64::from(!is_drawn);
        self.spotted += u64::from(is_drawn && claim == Claim::DRAW);
        self.missed += u64::from(is_drawn && claim != Claim::DRAW);
        self.incorrect += u64::from(claim.bits() & bit(value) == 0);
        self.claimed_wins += u64::from(claim == Claim::WIN);
        self.claimed_losses += u64::from(claim == Claim::LOSS);
        self.unclaimed += u64::from(claim == Claim::NONE);
        let (wins, loses, claim) = match position.side_to_move {
            0 => (0, 2, claim.bits()),
            // Bits 1 and 4 change places.
            _ => (2, 0, [0, 4, 2, 6, 1, 5, 3, 7][usize::from(claim.bits())]),
        };
        let result = match value {
            Value::Win(_) => wins,
            Value::Draw => 1,
            Value::Loss(_) => loses,
        };
        self.claims[usize::from(claim)][result] += 1;
    }

    pub fn of(tally: &Tally) -> Naive {
        let claim = |bits| Claim::from_bits(bits as u8).unwrap();
        let truths = [TrueResult::Win, TrueResult::Draw, TrueResult::Loss];
        let row = |bits| truths.map(|truth| tally.claims.of(truth, claim(bits)));
        Naive {
            positions: tally.positions,
            not_asked: tally.not_asked,
            draws: tally.draws,
            decisive: tally.decisive,
            spotted: tally.spotted,
            missed: tally.missed,
            incorrect: tally.incorrect,
            asymmetric: tally.asymmetric,
            claimed_wins: tally.claimed_wins,
            claimed_losses: tally.claimed_losses,
            unclaimed: tally.unclaimed,
            claims: std::array::from_fn(row),
        }
    }
}
