/* A plausible but wrong draw rule in C: "rook against bishop is a draw when the weak king is in a corner
 * of the colour opposite to the bishop's". drawproof finds the wins that it overlooks.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o right_corner.so examples/rules/right_corner.c
 *     drawproof verify KRKB --plugin ./right_corner.so
 */
#include <stddef.h>

#include "drawproof.h"

#define LIGHT_SQUARES 0x55aa55aa55aa55aaULL
#define CORNERS 0x8100000000000081ULL

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "king in the right corner"; }

const char *drawproof_reason_name(unsigned bit) {
    return bit == 0 ? "king-elsewhere" : NULL;
}

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    uint64_t bishop = position->kind[BISHOP];
    uint64_t weak = position->colour[(position->colour[1] & bishop) != 0];
    uint64_t king = weak & position->kind[KING] & CORNERS;
    int bishop_is_light = (bishop & LIGHT_SQUARES) != 0;
    int king_is_light = (king & LIGHT_SQUARES) != 0;
    int safe = king != 0 && bishop_is_light != king_is_light;
    if (reasons)
        *reasons = safe ? 0 : 1;
    return safe ? DRAWPROOF_DRAWN : DRAWPROOF_NO_CLAIM;
}
