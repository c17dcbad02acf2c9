// Glue for Rodent III. REAL_RULES_RULE selects the rule: 0 is the recognizer of draws that the search
// asks at every node; 1 is the draw factor of the evaluation, of which 0 means that a side cannot win.

#include "rodent.h"

#include "glue.h"

// The engine defines them beside its main function.
cBitBoard BB;
cMask Mask;
cDistance Dist;

static thread_local POS position;

static void set_position(const drawproof_position *asked) {
    real_rules_man men[64];
    for (int square = 0; square < 64; square++) position.mPc[square] = NO_PC;
    for (int colour = 0; colour < 2; colour++) {
        position.mClBb[colour] = asked->colour[colour];
        for (int kind = 0; kind < 6; kind++) position.mCnt[colour][kind] = 0;
    }
    for (int kind = 0; kind < 6; kind++) position.mTpBb[kind] = asked->kind[kind];
    position.mPhase = 0;
    for (int count = real_rules_men(asked, men), i = 0; i < count; i++) {
        position.mPc[men[i].square] = Pc(eColor(men[i].colour), men[i].kind);
        position.mCnt[men[i].colour][men[i].kind]++;
        position.mPhase += ph_value[men[i].kind];
        if (men[i].kind == K) position.mKingSq[men[i].colour] = men[i].square;
    }
    position.mSide = asked->side_to_move == 0 ? WC : BC;
    position.mEpSq = asked->en_passant < 64 ? asked->en_passant : NO_SQ;
}

static int draw_factors(uint64_t *reasons) {
    if (position.InCheck()) return DRAWPROOF_NOT_ASKED;
    int claim = DRAWPROOF_NO_CLAIM;
    if (cEngine::GetDrawFactor(&position, WC) == 0) claim &= DRAWPROOF_WHITE_CANNOT_WIN;
    if (cEngine::GetDrawFactor(&position, BC) == 0) claim &= DRAWPROOF_BLACK_CANNOT_WIN;
    if (reasons && claim != DRAWPROOF_NO_CLAIM) *reasons = real_rules_all;
    return claim;
}

extern "C" DRAWPROOF_EXPORT int drawproof_init(void) {
    BB.Init();
    Mask.Init();
    Dist.Init();
    return 0;
}

extern "C" DRAWPROOF_EXPORT int
drawproof_claim(const drawproof_position *asked, uint64_t *reasons) {
    set_position(asked);
    real_rules_clear();
    if (REAL_RULES_RULE == 1) return draw_factors(reasons);
    if (!position.IsDraw()) return DRAWPROOF_NO_CLAIM;
    if (reasons) *reasons = real_rules_first;
    return DRAWPROOF_DRAWN;
}
