/* A correct draw rule in C: bishop against knight is a draw unless a king is in a corner, where it may
 * be mated.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o bishop_and_knight.so examples/rules/bishop_and_knight.c
 *     drawproof verify KBKN --plugin ./bishop_and_knight.so
 */
#include <stddef.h>

#include "drawproof.h"

#define CORNERS 0x8100000000000081ULL

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "bishop and knight"; }

const char *drawproof_reason_name(unsigned bit) {
    return bit == 0 ? "king-in-corner" : NULL;
}

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    int corner = (position->kind[KING] & CORNERS) != 0;
    if (reasons)
        *reasons = (uint64_t)corner;
    return corner ? DRAWPROOF_NO_CLAIM : DRAWPROOF_DRAWN;
}
