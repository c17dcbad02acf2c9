/* The functions that the rules here export. Before it includes this, a rule defines BRANCHES and their `names`, NAME, the
 * men WEAK_MEN of the weak side, and `branches`, which claim that the strong side, here always White, cannot win. */
#ifndef RULE_H
#define RULE_H

#include <stddef.h>

#include "drawproof_board.h"

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return NAME; }

const char *drawproof_reason_name(unsigned bit) { return bit < BRANCHES ? names[bit] : NULL; }

/* All of them are branches. */
int drawproof_reason_role(unsigned bit) {
    (void)bit;
    return 1;
}

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    const int is_white = drawproof_material(position, DRAWPROOF_BLACK) == WEAK_MEN;
    const drawproof_position turned = drawproof_reversed(position);
    const uint64_t found = branches(is_white ? position : &turned);
    if (reasons != NULL)
        *reasons = found;
    if (found == 0)
        return DRAWPROOF_NO_CLAIM;
    return is_white ? DRAWPROOF_WHITE_CANNOT_WIN : DRAWPROOF_BLACK_CANNOT_WIN;
}

#endif
