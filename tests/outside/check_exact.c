/*
 * Exact outcomes that 'drawproof export --exact --emit c > endgames.h' wrote, as a rule: it claims the one
 * result that the header gives a position, so that 'drawproof verify --plugin' compares each of them with
 * the solved table, en-passant rights too. Compiles as C99 and as C++11.
 */
#include "endgames.h"
#include "drawproof.h"

uint32_t drawproof_abi(void) {
    return DRAWPROOF_ABI;
}

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    endgames_position asked;
    int i;
    (void)reasons;
    for (i = 0; i < 2; i++) asked.colour[i] = position->colour[i];
    for (i = 0; i < 6; i++) asked.kind[i] = position->kind[i];
    asked.side_to_move = position->side_to_move;
    asked.en_passant = position->en_passant;
    switch (endgames_probe(&asked)) {
    case 1: return DRAWPROOF_WIN;
    case 0: return DRAWPROOF_SIDE_TO_MOVE | DRAWPROOF_DRAWN;
    case -1: return DRAWPROOF_LOSS;
    default: return DRAWPROOF_NOT_ASKED;
    }
}
