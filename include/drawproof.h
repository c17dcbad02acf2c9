/* drawproof.h: the interface between drawproof and a draw rule in a shared library.
 *
 * A rule is a function from a position to a claim. drawproof calls it on every legal position of an
 * endgame, from several threads at once unless drawproof_thread_safe returns 0, and compares its
 * claims with perfect tables:
 *
 *     cc -O2 -shared -fPIC -o rule.so rule.c
 *     drawproof verify KRKR --plugin ./rule.so
 */
#ifndef DRAWPROOF_H
#define DRAWPROOF_H

#include <stdint.h>

#define DRAWPROOF_ABI 1

#if defined(_WIN32)
#define DRAWPROOF_EXPORT __declspec(dllexport)
#else
#define DRAWPROOF_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint64_t colour[2];      /* white, black; a1 = bit 0, h8 = bit 63 */
    uint64_t kind[6];        /* pawns, knights, bishops, rooks, queens, kings of both colours */
    uint8_t  side_to_move;   /* 0 white, 1 black */
    uint8_t  en_passant;     /* target square 0-63, 64 = none */
} drawproof_position;

enum {
    DRAWPROOF_NONE = 0,      /* no claim */
    DRAWPROOF_DRAW = 1,
    DRAWPROOF_WIN = 2,       /* for the side to move */
    DRAWPROOF_LOSS = 3       /* for the side to move */
};

/* Returns DRAWPROOF_ABI. */
DRAWPROOF_EXPORT uint32_t drawproof_abi(void);

/* Returns the claim about a position. If `patterns` is not NULL, sets bit i of it if pattern i
 * matches; it is 0 at the call. */
DRAWPROOF_EXPORT int drawproof_claim(const drawproof_position *position, uint64_t *patterns);

/* Optional: returns the rule's name. */
DRAWPROOF_EXPORT const char *drawproof_name(void);

/* Optional: returns the name of pattern `bit`, NULL if there is none. drawproof calls it with 0, 1, 2...
 * until it returns NULL. */
DRAWPROOF_EXPORT const char *drawproof_pattern_name(unsigned bit);

/* Optional: returns 0 if two threads must not call drawproof_claim at once; absent = 1. */
DRAWPROOF_EXPORT int drawproof_thread_safe(void);

#ifdef __cplusplus
}
#endif

#endif
