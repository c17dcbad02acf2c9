/* drawproof_recognizers.h: the built-in draw rules of drawproof for chess engines in C and C++.
 *
 *     cargo build --release -p drawproof-capi
 *     cc -Iinclude ask.c target/release/libdrawproof_capi.a -lpthread -ldl -lm
 *
 * drawproof_library.h includes this header and adds tables, learned rules and reasons.
 *
 * Several threads may call the functions at once. drawproof_recognize allocates no memory. No function
 * unwinds into the caller.
 */
#ifndef DRAWPROOF_RECOGNIZERS_H
#define DRAWPROOF_RECOGNIZERS_H

#include "drawproof.h"       /* drawproof_position and the claims */

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DRAWPROOF_BAD_ARGUMENT = -1,   /* a null pointer, or text that is not a FEN */
    DRAWPROOF_BAD_POSITION = -2,   /* an illegal position, or one with castling rights */
    DRAWPROOF_INTERNAL_ERROR = -3  /* a bug of the library */
};

/* Returns the claim of the built-in rules about a position, a set of results by colour as in drawproof.h:
 * DRAWPROOF_DRAWN, DRAWPROOF_WHITE_WINS, DRAWPROOF_BLACK_WINS; DRAWPROOF_NO_CLAIM if there is no rule for
 * the men on the board or the rule makes no claim; or one of the negative codes above. */
int drawproof_recognize(const drawproof_position *position);

/* Returns the claim of the built-in rules about the position of a FEN. The en-passant square counts only
 * if a capture is legal; the move counters are ignored. */
int drawproof_recognize_fen(const char *fen);

#ifdef __cplusplus
}
#endif

#endif
