#include <drawproof.h>
uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }
int drawproof_claim(const drawproof_position *p, uint64_t *reasons) {
    int is_white = (p->colour[0] & p->kind[1]) != 0;  /* White's men, and the knights: White has one */
    return (void)reasons, DRAWPROOF_DRAWN | (is_white ? DRAWPROOF_BLACK_WINS : DRAWPROOF_WHITE_WINS);
}
