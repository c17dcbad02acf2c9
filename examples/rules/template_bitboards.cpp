// A template for engines in C++ with bitboards. The rule is right: a bishop or a knight that can take the pawn
// draws, and it cannot win unless the weak king may be shut in near a corner by its own pawn.
//
//     c++ -O2 -shared -fPIC -Ibindings/c/include -o template_bitboards.so examples/rules/template_bitboards.cpp
//     drawproof verify KBKP --plugin ./template_bitboards.so
//     drawproof verify KNKP --plugin ./template_bitboards.so
//
// Replace the section "engine" with your sources, and keep the section "glue".
#include <cstring>

#include "drawproof_board.h"

// ---- Engine: bitboards in a class, tables that an initialization fills ----

namespace engine {

typedef uint64_t Bitboard;

enum Color { White, Black };
enum Kind { Pawn, Knight, Bishop, Rook, Queen, King };

const Bitboard FileA = 0x0101010101010101u, FileB = FileA << 1, FileG = FileA << 6, FileH = FileA << 7;
const Bitboard Corners = 0x8100000000000081u;

Bitboard knight_attacks[64], king_attacks[64];

Bitboard king_steps(Bitboard from) {
    const Bitboard row = from | (from & ~FileA) >> 1 | (from & ~FileH) << 1;
    return (row | row << 8 | row >> 8) & ~from;
}

Bitboard knight_steps(Bitboard from) {
    const Bitboard one = (from & ~FileA) >> 1 | (from & ~FileH) << 1;
    const Bitboard two = (from & ~(FileA | FileB)) >> 2 | (from & ~(FileG | FileH)) << 2;
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

void init() {
    for (int square = 0; square < 64; ++square) {
        king_attacks[square] = king_steps(Bitboard(1) << square);
        knight_attacks[square] = knight_steps(Bitboard(1) << square);
    }
}

Bitboard bishop_attacks(int square, Bitboard occupied) {
    static const int files[] = {1, 1, -1, -1}, ranks[] = {1, -1, 1, -1};
    Bitboard attacks = 0;
    for (int direction = 0; direction < 4; ++direction)
        for (int file = square % 8 + files[direction], rank = square / 8 + ranks[direction];
             file >= 0 && file < 8 && rank >= 0 && rank < 8;
             file += files[direction], rank += ranks[direction]) {
            const Bitboard target = Bitboard(1) << (8 * rank + file);
            attacks |= target;
            if (occupied & target) break;
        }
    return attacks;
}

class Position {
public:
    void clear() { std::memset(this, 0, sizeof *this); }
    void put(Color color, Kind kind, int square) {
        by_color_[color] |= Bitboard(1) << square;
        by_kind_[kind] |= Bitboard(1) << square;
    }
    void set_side_to_move(Color color) { side_to_move_ = color; }

    Bitboard men(Color color, Kind kind) const { return by_color_[color] & by_kind_[kind]; }
    Bitboard occupied() const { return by_color_[White] | by_color_[Black]; }
    Color side_to_move() const { return side_to_move_; }
    int king(Color color) const { return drawproof_lowest(men(color, King)); }

private:
    Bitboard by_color_[2], by_kind_[6];
    Color side_to_move_;
};

enum class Verdict { Unknown, Draw, StrongCannotWin, StrongCannotLose };

// Why evaluate() returned its verdict, in the order of its lines.
enum Reason { PawnFalls, LoneMinor, KingShutIn };

// The minor piece of `strong` against a pawn.
Verdict evaluate(const Position& position, Color strong, Reason& reason) {
    const Color weak = strong == White ? Black : White;
    const Bitboard pawn = position.men(weak, Pawn);
    const Bitboard minor = position.men(strong, Knight) | position.men(strong, Bishop);
    const int square = drawproof_lowest(minor);
    const Bitboard attacks = position.men(strong, Knight)
                                 ? knight_attacks[square]
                                 : bishop_attacks(square, position.occupied());
    const bool king_takes = king_attacks[position.king(strong)] & pawn
                            & ~king_attacks[position.king(weak)];
    const Bitboard near_corner = Corners | king_steps(Corners);
    const bool shut_in = position.men(weak, King) & near_corner
                         && pawn & (FileA | FileB | FileG | FileH);
    if (position.side_to_move() == strong && (attacks & pawn || king_takes)) {
        // It need not take the pawn: there may be a mate.
        reason = PawnFalls;
        return shut_in ? Verdict::StrongCannotLose : Verdict::Draw;
    }
    reason = shut_in ? KingShutIn : LoneMinor;
    return shut_in ? Verdict::Unknown : Verdict::StrongCannotWin;
}

}  // namespace engine

// ---- Glue: what drawproof calls ----

extern "C" {

uint32_t drawproof_abi() { return DRAWPROOF_ABI; }

const char* drawproof_name() { return "lone minor (bitboards template)"; }

// What the engine does once when it starts.
int drawproof_init() {
    engine::init();
    return 0;
}

int drawproof_applies(const char* endgame) {
    return std::strcmp(endgame, "KBKP") == 0 || std::strcmp(endgame, "KNKP") == 0;
}

const char* drawproof_reason_name(unsigned bit) {
    static const char* const names[] = {"pawn-falls", "lone-minor", "king-shut-in"};
    return bit < 3 ? names[bit] : nullptr;
}

// 1: a branch that makes a claim; 0: an exception, which prevents a claim.
int drawproof_reason_role(unsigned bit) { return bit != engine::KingShutIn; }

int drawproof_claim(const drawproof_position* from, uint64_t* reasons) {
    thread_local engine::Position position;  // several threads call the rule
    position.clear();
    drawproof_man men[DRAWPROOF_MEN];
    const int count = drawproof_men(from, drawproof_8x8(), men);
    for (int i = 0; i < count; ++i)
        position.put(engine::Color(men[i].colour), engine::Kind(men[i].kind), men[i].square);
    position.set_side_to_move(engine::Color(from->side_to_move));

    const engine::Color strong = position.men(engine::White, engine::Pawn) ? engine::Black
                                                                           : engine::White;
    engine::Reason reason;
    const engine::Verdict verdict = engine::evaluate(position, strong, reason);
    if (reasons) *reasons = uint64_t(1) << reason;
    const bool white = strong == engine::White;
    switch (verdict) {
        case engine::Verdict::Draw: return DRAWPROOF_DRAWN;
        case engine::Verdict::StrongCannotWin:
            return white ? DRAWPROOF_WHITE_CANNOT_WIN : DRAWPROOF_BLACK_CANNOT_WIN;
        case engine::Verdict::StrongCannotLose:
            return white ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;
        default: return DRAWPROOF_NO_CLAIM;
    }
}

}  // extern "C"
