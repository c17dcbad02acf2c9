//! A template for engines in Zig. The rule is right: a bishop or a knight that can take the rook draws, and
//! cannot win unless the other king is near a corner.
//!
//!     zig build-lib -dynamic -O ReleaseFast -femit-bin=template_library.so examples/rules/template_library.zig
//!     drawproof verify KRKB --plugin ./template_library.so
//!     drawproof verify KRKN --plugin ./template_library.so
//!
//! Replace the section "engine" with yours, and keep the rest. A panic must not leave an exported function.

// ---- Glue: drawproof.h ----

/// `drawproof_position`. Sets of squares: a1 is bit 0, h8 is bit 63.
const Position = extern struct {
    /// White, Black.
    colour: [2]u64,
    /// Pawns, knights, bishops, rooks, queens, kings of both colours.
    kind: [6]u64,
    /// 0 White, 1 Black.
    side_to_move: u8,
    /// The target square, 64 for none.
    en_passant: u8,
};

/// Branches: bits of the reasons, in this order.
const branches = [_][*:0]const u8{ "minor-takes", "rook-is-safe" };
const minor_takes = 1;
const rook_is_safe = 2;

export fn drawproof_abi() u32 {
    return 2;
}

export fn drawproof_name() [*:0]const u8 {
    return "rook against minor (Zig template)";
}

export fn drawproof_reason_name(bit: c_uint) ?[*:0]const u8 {
    return if (bit < branches.len) branches[bit] else null;
}

/// 1: a branch that makes a claim.
export fn drawproof_reason_role(_: c_uint) c_int {
    return 1;
}

/// 1 if the rule is about this endgame: KRKB or KRKN.
export fn drawproof_applies(endgame: [*:0]const u8) c_int {
    for ("KRK", 0..) |letter, at| if (endgame[at] != letter) return 0;
    return @intFromBool((endgame[3] == 'B' or endgame[3] == 'N') and endgame[4] == 0);
}

export fn drawproof_claim(position: *const Position, reasons: ?*u64) c_int {
    const strong: u1 = @intFromBool(position.colour[1] & position.kind[3] != 0);
    const verdict = evaluate(.{
        .strong_king = position.colour[strong] & position.kind[5],
        .rook = position.kind[3],
        .weak_king = position.colour[1 - strong] & position.kind[5],
        .bishop = position.kind[2],
        .knight = position.kind[1],
    }, position.side_to_move != strong);
    if (reasons) |set| set.* = switch (verdict) {
        .unknown => 0,
        .draw => minor_takes,
        .strong_cannot_lose => rook_is_safe,
    };
    // Sums of the results that are possible: 1 Black wins, 2 a draw, 4 White wins.
    return switch (verdict) {
        .unknown => 7,
        .draw => 2,
        .strong_cannot_lose => if (strong == 0) 6 else 3,
    };
}

// ---- Engine: sets of squares, and an evaluation ----

const Men = struct { strong_king: u64, rook: u64, weak_king: u64, bishop: u64, knight: u64 };

const Verdict = enum { unknown, draw, strong_cannot_lose };

const file_a: u64 = 0x0101010101010101;
const near_corner: u64 = 0xc3c300000000c3c3;

fn evaluate(men: Men, weak_moves: bool) Verdict {
    if (weak_moves) {
        const attacked = kingAttacks(men.weak_king) & ~kingAttacks(men.strong_king) |
            knightAttacks(men.knight) |
            bishopAttacks(men.bishop, men.strong_king | men.weak_king | men.rook);
        if (attacked & men.rook != 0) return .draw;
    }
    return if (men.strong_king & near_corner != 0) .unknown else .strong_cannot_lose;
}

/// Moves all squares of a set; those that leave the board are dropped.
fn shifted(set: u64, files: i8, ranks: i8) u64 {
    var inside = set;
    var file: i8 = 0;
    while (file < 8) : (file += 1) {
        const is_inside = file + files >= 0 and file + files < 8;
        if (!is_inside) inside &= ~(file_a << @intCast(file));
    }
    const by = 8 * ranks + files;
    return if (by >= 0) inside << @intCast(by) else inside >> @intCast(-by);
}

fn kingAttacks(king: u64) u64 {
    const row = king | shifted(king, 1, 0) | shifted(king, -1, 0);
    return (row | row << 8 | row >> 8) & ~king;
}

fn knightAttacks(knight: u64) u64 {
    var attacks: u64 = 0;
    for ([_]i8{ -2, -1, 1, 2 }) |files| for ([_]i8{ -2, -1, 1, 2 }) |ranks| {
        if (files * files != ranks * ranks) attacks |= shifted(knight, files, ranks);
    };
    return attacks;
}

fn bishopAttacks(bishop: u64, occupied: u64) u64 {
    var attacks: u64 = 0;
    for ([_]i8{ -1, 1 }) |files| for ([_]i8{ -1, 1 }) |ranks| {
        var square = shifted(bishop, files, ranks);
        while (square != 0) : (square = shifted(square & ~occupied, files, ranks)) attacks |= square;
    };
    return attacks;
}
