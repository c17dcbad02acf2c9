/* drawproof.h: the interface between drawproof and a rule in a shared library.
 *
 * A rule is a function from a position to a claim: the set of results that the rule still holds
 * possible. drawproof calls it on every legal position of an endgame, from several threads at once
 * unless drawproof_thread_safe returns 0, and compares its claims with perfect tables. A claim is
 * incorrect exactly if the true result is not in the set.
 *
 *     cc -O2 -shared -fPIC -o rule.so rule.c
 *     drawproof verify KRKR --plugin ./rule.so
 *
 * drawproof_board.h turns a position into a mailbox, piece lists or a FEN.
 */
#ifndef DRAWPROOF_H
#define DRAWPROOF_H

#include <stdint.h>

#define DRAWPROOF_ABI 2

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

/* Claims: sums of the results that are still possible. */
enum {
    DRAWPROOF_BLACK_WINS = 1,
    DRAWPROOF_DRAWN = 2,
    DRAWPROOF_WHITE_WINS = 4,
    DRAWPROOF_WHITE_CANNOT_WIN = 3,
    DRAWPROOF_BLACK_CANNOT_WIN = 6,
    DRAWPROOF_NO_CLAIM = 7,
    DRAWPROOF_NOT_ASKED = 0,  /* outside the rule's domain: counted separately */

    /* Claims by side to move: 8 + 1 it loses, 8 + 2 a draw, 8 + 4 it wins. */
    DRAWPROOF_SIDE_TO_MOVE = 8,
    DRAWPROOF_LOSS = 9,
    DRAWPROOF_CANNOT_WIN = 11,
    DRAWPROOF_WIN = 12,
    DRAWPROOF_CANNOT_LOSE = 14,

    /* Short names. */
    DRAWPROOF_DRAW = DRAWPROOF_DRAWN,
    DRAWPROOF_NONE = DRAWPROOF_NO_CLAIM
};

/* Returns DRAWPROOF_ABI. */
DRAWPROOF_EXPORT uint32_t drawproof_abi(void);

/* Returns the claim about a position. If `reasons` is not NULL, sets bit i of it if reason i matches; it
 * is 0 at the call. */
DRAWPROOF_EXPORT int drawproof_claim(const drawproof_position *position, uint64_t *reasons);

/* A branch of the rule that takes part in a claim, and the results that it leaves possible, as a claim by
 * colour or by side to move. */
typedef struct {
    uint32_t branch, set;
} drawproof_part;

enum { DRAWPROOF_PARTS = 64 /* parts of a claim, at most */ };

/* A part that no branch explains. */
#define DRAWPROOF_NO_BRANCH UINT32_C(0xffffffff)

/* Instead of drawproof_claim, for rules that claim per colour: stores each branch that takes part in the
 * claim about a position with what *it* leaves possible, and returns their number. The claim is the
 * intersection of the sets; 0 parts are no claim. A branch is wrong exactly where the true result is not in
 * its set, whatever the others say. Branches have any numbers; drawproof_reason_name(branch) names them. */
DRAWPROOF_EXPORT int drawproof_parts(const drawproof_position *position,
                                     drawproof_part parts[DRAWPROOF_PARTS]);

/* Optional: called once per process, before any other function but drawproof_abi. Returns 0 when the rule
 * is ready; any other number is an error. */
DRAWPROOF_EXPORT int drawproof_init(void);

/* Optional: returns a score in centipawns for the side to move, or DRAWPROOF_KNOWN_DRAW. */
DRAWPROOF_EXPORT int drawproof_score(const drawproof_position *position);

/* A score of 0 that means a draw, such as a bitbase's. In a library with drawproof_scaled, 'verify --score'
 * takes another score of 0 for chance if the scale leaves scores; 'judge' treats both as 0. */
#define DRAWPROOF_KNOWN_DRAW (-2147483647 - 1)

/* Optional: returns an evaluation's score of a position after the rule has scaled it, both in centipawns for
 * the side to move: 0 for a scale factor of 0. For rules that multiply a score; 'verify --score' calls it
 * with 1000 and -1000. */
DRAWPROOF_EXPORT int drawproof_scaled(const drawproof_position *position, int score);

/* Optional: returns 1 if the rule covers an endgame, such as "KBPK" (White is the first side), and 0 if
 * not. drawproof calls it to select the endgames of a family. */
DRAWPROOF_EXPORT int drawproof_applies(const char *endgame);

/* Optional: returns the rule's name. */
DRAWPROOF_EXPORT const char *drawproof_name(void);

/* Optional: returns the name of reason `bit`, NULL if there is none. drawproof calls it with 0, 1, 2...
 * until it returns NULL, up to 63; with drawproof_parts up to 1023, and with each branch that took part. */
DRAWPROOF_EXPORT const char *drawproof_reason_name(unsigned bit);

/* Optional: returns the role of reason `bit`: 0 for an exception ("no claim, because this matches"), 1
 * for a branch ("the claim, because this matches"). Without this function all reasons are exceptions, or,
 * with drawproof_parts, branches. */
DRAWPROOF_EXPORT int drawproof_reason_role(unsigned bit);

/* Optional: returns 0 if two threads must not call the rule at once; absent = 1. */
DRAWPROOF_EXPORT int drawproof_thread_safe(void);

#ifdef __cplusplus
}
#endif

#endif
