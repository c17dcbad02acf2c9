/* glue.h: what the glue of every engine shares.
 *
 * scripts/studies/real-rules compiles it beside an engine's sources, which it has downloaded. It makes
 * branches.h, which every file of the engine includes first: the lines that return or assign a
 * claim call real_rules_at(bit), so that a rule can report which line of the engine made its claim.
 */
#ifndef REAL_RULES_GLUE_H
#define REAL_RULES_GLUE_H

#include "drawproof.h"

/* One man: its colour (0 white, 1 black), its kind (0 pawn ... 5 king), its square (a1 = 0). */
typedef struct {
    int colour, kind, square;
} real_rules_man;

/* Lists the men of a position, kings included; returns their number. */
static inline int real_rules_men(const drawproof_position *position, real_rules_man men[64]) {
    int count = 0;
    for (int colour = 0; colour < 2; colour++)
        for (int kind = 0; kind < 6; kind++) {
            uint64_t squares = position->colour[colour] & position->kind[kind];
            for (; squares; squares &= squares - 1) {
                men[count].colour = colour;
                men[count].kind = kind;
                men[count].square = __builtin_ctzll(squares);
                count++;
            }
        }
    return count;
}

__thread uint64_t real_rules_first, real_rules_all;

static inline void real_rules_clear(void) {
    real_rules_first = real_rules_all = 0;
}

static const char *const real_rules_names[] = {REAL_RULES_BRANCHES 0};

#ifdef __cplusplus
extern "C" {
#endif

DRAWPROOF_EXPORT uint32_t drawproof_abi(void) {
    return DRAWPROOF_ABI;
}

DRAWPROOF_EXPORT const char *drawproof_name(void) {
    return REAL_RULES_NAME;
}

DRAWPROOF_EXPORT const char *drawproof_reason_name(unsigned bit) {
    return bit < sizeof real_rules_names / sizeof *real_rules_names - 1 ? real_rules_names[bit] : 0;
}

/* Every reason is a branch: the line that made the claim. */
DRAWPROOF_EXPORT int drawproof_reason_role(unsigned bit) {
    (void)bit;
    return 1;
}

#ifdef __cplusplus
}
#endif

#endif
