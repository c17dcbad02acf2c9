/* Glue for Ethereal 12.00: which side the scale factor of the evaluation keeps from winning. The factor is
 * for the side that the evaluation prefers, so it is asked about both. */
#include <string.h>

#include "board.h"
#include "evaluate.h"
#include "glue.h"
#include "types.h"

DRAWPROOF_EXPORT int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    Board board;
    int claim = DRAWPROOF_NO_CLAIM;
    memset(&board, 0, sizeof board);
    for (int kind = 0; kind < 6; kind++) board.pieces[kind] = position->kind[kind];
    for (int colour = 0; colour < 2; colour++) board.colours[colour] = position->colour[colour];
    board.turn = position->side_to_move;
    real_rules_clear();
    if (evaluateScaleFactor(&board, MakeScore(0, 100)) == SCALE_DRAW) claim &= DRAWPROOF_WHITE_CANNOT_WIN;
    if (evaluateScaleFactor(&board, MakeScore(0, -100)) == SCALE_DRAW) claim &= DRAWPROOF_BLACK_CANNOT_WIN;
    if (reasons && claim != DRAWPROOF_NO_CLAIM) *reasons = real_rules_first;
    return claim;
}
