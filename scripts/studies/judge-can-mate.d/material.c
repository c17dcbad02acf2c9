/* Two tests that look at the material alone, as engines and servers have them, as rules in a shared library.
 * Without pawns, and with at most one bishop or knight
 *   on both sides together: the position is dead (as Stockfish tested for a draw);
 *   on one side, with -DONE_SIDE: that side cannot win, whatever the other side has. */
#include "drawproof_board.h"

enum { KNIGHT = 3, BISHOP = 3, ROOK = 5, QUEEN = 9 };

static int count(uint64_t set) {
    int men = 0;
    for (; set; set &= set - 1) men++;
    return men;
}

static int value(const drawproof_position *position, uint64_t side) {
    return KNIGHT * count(position->kind[DRAWPROOF_KNIGHT] & side) +
           BISHOP * count(position->kind[DRAWPROOF_BISHOP] & side) +
           ROOK * count(position->kind[DRAWPROOF_ROOK] & side) +
           QUEEN * count(position->kind[DRAWPROOF_QUEEN] & side);
}

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    uint64_t pawns = position->kind[DRAWPROOF_PAWN];
    (void)reasons;
#ifdef ONE_SIDE
    int claim = DRAWPROOF_NO_CLAIM;
    for (int colour = 0; colour < 2; colour++) {
        uint64_t side = position->colour[colour];
        if (!(pawns & side) && value(position, side) <= BISHOP)
            claim &= colour ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;
    }
    return claim;
#else
    return !pawns && value(position, ~UINT64_C(0)) <= BISHOP ? DRAWPROOF_DRAWN : DRAWPROOF_NO_CLAIM;
#endif
}
