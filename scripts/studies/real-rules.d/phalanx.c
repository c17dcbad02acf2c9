/* Glue for Phalanx XXV.
 *
 * REAL_RULES_RULE selects the rule: 0 is material_draw, which the search asks at every node; 1 are
 * the endgame functions of the evaluation for one pawn, and for a minor piece and a pawn.
 */
#include "phalanx.h"
#include "glue.h"

extern void initdist(void);

/* The claim of the last branch reached. The replacements in phalanx.toml set it; onepawn's are from
 * the point of view of the pawn's side, as if that were White. */
int real_rules_claim;

static int square_of(int square) {
    return 21 + square % 8 + 10 * (square / 8);
}

static void set_board(const drawproof_position *position) {
    static const tsquare kinds[6] = {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING};
    int material[2] = {0, 0}, last[2], us = position->side_to_move;
    real_rules_man men[64];
    int count = real_rules_men(position, men);
    memset(B, 3, sizeof B);
    memset(L, 0, sizeof L);
    memset(&G[0], 0, sizeof G[0]);
    for (int square = 0; square < 64; square++) B[square_of(square)] = 0;
    /* The lists begin with the kings, which come last in `men`. */
    for (int colour = 0; colour < 2; colour++) last[colour] = colour + 1;
    for (int kings = 1; kings >= 0; kings--)
        for (int i = 0; i < count; i++) {
            if ((men[i].kind == 5) != kings) continue;
            int square = square_of(men[i].square), colour = men[i].colour;
            B[square] = kinds[men[i].kind] | (colour + 1);
            material[colour] += Values[men[i].kind == 5 ? 0 : men[i].kind + 1];
            L[last[colour]].next = square;
            L[square].prev = last[colour];
            last[colour] = square;
        }
    Color = us + 1;
    Counter = Ply = DrawScore = 0;
    G[0].mtrl = material[us];
    G[0].xmtrl = material[!us];
    Totmat = material[0] + material[1];
}

DRAWPROOF_EXPORT int drawproof_init(void) {
    initdist();
    return 0;
}

/* The board is global. */
DRAWPROOF_EXPORT int drawproof_thread_safe(void) {
    return 0;
}

DRAWPROOF_EXPORT int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    set_board(position);
    real_rules_clear();
    real_rules_claim = DRAWPROOF_NO_CLAIM;
    if (REAL_RULES_RULE == 0) {
        if (material_draw()) real_rules_claim = DRAWPROOF_DRAWN;
    } else {
        if (checktest(Color)) return DRAWPROOF_NOT_ASKED;
        if (Totmat == P_VALUE)
            pawns();
        else
            e_mp();
        if (real_rules_claim == DRAWPROOF_WHITE_WINS && (position->colour[1] & position->kind[0]))
            real_rules_claim = DRAWPROOF_BLACK_WINS;
    }
    if (reasons && real_rules_claim != DRAWPROOF_NO_CLAIM) *reasons = real_rules_first;
    return real_rules_claim;
}
