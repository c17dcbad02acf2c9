/* King and pawn against king, with a branch for each colour: "Black, who has the bare king, cannot win",
 * which is always right; "White cannot win where its king stands on the file of its pawn", which is wrong.
 * Branches are named by their lines.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o rule.so examples/rules/king_and_pawn_lines.c
 *     drawproof verify KPK --plugin ./rule.so
 */
#include "drawproof_board.h"

DRAWPROOF_DEFINE_PARTS

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

/* The claims below are about White as the side with the pawn. */

static int bare(void) {
    return DRAWPROOF_HERE(DRAWPROOF_BLACK_CANNOT_WIN);
}

static int file(const drawproof_position *p) {
    const int king = drawproof_king(p, DRAWPROOF_WHITE);
    const int pawn = drawproof_lowest(drawproof_set(p, DRAWPROOF_WHITE, DRAWPROOF_PAWN));
    if (king % 8 == pawn % 8)
        return DRAWPROOF_HERE(DRAWPROOF_WHITE_CANNOT_WIN);
    return DRAWPROOF_NO_CLAIM;
}

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    drawproof_position other;
    (void)reasons;
    if (drawproof_set(position, DRAWPROOF_WHITE, DRAWPROOF_PAWN))
        return bare() & file(position);
    other = drawproof_reversed(position);
    return drawproof_reversed_here(bare() & file(&other));
}
