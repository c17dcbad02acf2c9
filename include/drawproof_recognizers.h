/* drawproof_recognizers.h: the built-in draw rules of drawproof for chess engines in C and C++.
 *
 *     cargo build --release -p drawproof-capi
 *     cc -Iinclude ask.c target/release/libdrawproof_capi.a -lpthread -ldl -lm
 *
 * The functions may be called from several threads at once, allocate nothing for a position given
 * as bitboards, and never unwind into the caller.
 */
#ifndef DRAWPROOF_RECOGNIZERS_H
#define DRAWPROOF_RECOGNIZERS_H

#include "drawproof.h"       /* drawproof_position and the answers from 0 on */

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DRAWPROOF_BAD_ARGUMENT = -1,   /* a null pointer, or text that is no FEN */
    DRAWPROOF_BAD_POSITION = -2,   /* an illegal position, or one with castling rights */
    DRAWPROOF_INTERNAL_ERROR = -3  /* a bug of the library */
};

/* The claim of the built-in rules about a position: DRAWPROOF_NONE if there is no rule for the men
 * on the board or it declines, DRAWPROOF_DRAW, DRAWPROOF_WIN or DRAWPROOF_LOSS for the side to
 * move, or one of the negative codes above. */
int drawproof_recognize(const drawproof_position *position);

/* The same about a position given as a FEN. The en-passant square counts only where a capture is
 * legal; the counters are ignored. */
int drawproof_recognize_fen(const char *fen);

#ifdef __cplusplus
}
#endif

#endif
