/* A wrong draw rule in C that many engines have: "rook against rook is a draw unless the side to move
 * can take an undefended rook". drawproof finds the wins that it overlooks, and the exceptions that fix
 * it.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o rook_hangs.so examples/rules/rook_hangs.c
 *     drawproof repair KRKR --plugin ./rook_hangs.so
 */
#include "drawproof.h"

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "drawn unless a rook hangs"; }

/* The squares next to a king. */
static uint64_t around(uint64_t king) {
    const uint64_t not_a = 0xfefefefefefefefeULL, not_h = 0x7f7f7f7f7f7f7f7fULL;
    uint64_t row = king | (king & not_a) >> 1 | (king & not_h) << 1;
    return (row | row << 8 | row >> 8) & ~king;
}

/* The squares that a rook attacks. */
static uint64_t rook_attacks(uint64_t rook, uint64_t occupied) {
    static const int shifts[4] = {8, -8, 1, -1};
    static const uint64_t allowed[4] = {~0ULL, ~0ULL, 0xfefefefefefefefeULL, 0x7f7f7f7f7f7f7f7fULL};
    uint64_t attacks = 0;
    for (int direction = 0; direction < 4; direction++) {
        uint64_t at = rook;
        while (at) {
            int shift = shifts[direction];
            at = (shift > 0 ? at << shift : at >> -shift) & allowed[direction];
            attacks |= at;
            at &= ~occupied;
        }
    }
    return attacks;
}

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    uint64_t own = position->colour[position->side_to_move];
    uint64_t other = position->colour[1 - position->side_to_move];
    uint64_t attacks = around(own & position->kind[KING])
                       | rook_attacks(own & position->kind[ROOK], own | other);
    uint64_t defended = around(other & position->kind[KING]);
    int hangs = (other & position->kind[ROOK] & attacks & ~defended) != 0;
    if (reasons)
        *reasons = (uint64_t)hangs;
    return hangs ? DRAWPROOF_NO_CLAIM : DRAWPROOF_DRAWN;
}
