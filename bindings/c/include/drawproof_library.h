/* drawproof_library.h: endgame tables and draw rules for programs in C (C99) and C++.
 *
 *     scripts/install-c /usr/local
 *     cc ask.c $(pkg-config --cflags --libs drawproof)
 *
 * Several threads may call all functions at once, with one tablebase or with several, and there is no
 * state outside of a tablebase. Only drawproof_close must not be called while another thread uses the same
 * tablebase. No function unwinds into the caller, prints, or ends the process. A function that returns
 * an int returns a negative code (below) on failure.
 *
 * The functions of drawproof_recognizers.h, which this header includes, are part of the library.
 */
#ifndef DRAWPROOF_LIBRARY_H
#define DRAWPROOF_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include "drawproof_recognizers.h"   /* drawproof_position, the claims, the first three codes */

#ifdef __cplusplus
extern "C" {
#endif

/* Codes. Those of drawproof_recognizers.h are -1 DRAWPROOF_BAD_ARGUMENT, -2 DRAWPROOF_BAD_POSITION and
 * -3 DRAWPROOF_INTERNAL_ERROR. */
enum {
    DRAWPROOF_OK = 0,
    DRAWPROOF_NO_TABLE = -4,       /* no table of the endgame, or too many men for one */
    DRAWPROOF_DAMAGED_FILE = -5,   /* a table file is damaged; the text names it */
    DRAWPROOF_SYSTEM_ERROR = -6,   /* the operating system refused; the text names the file */
    DRAWPROOF_MEMORY = -7,         /* solving takes more memory than allowed */
    DRAWPROOF_UNSOLVABLE = -8      /* the endgame cannot be solved */
};

/* A failure. Functions with a parameter `error` fill it in if they fail; it may be NULL. */
typedef struct {
    int32_t code;     /* the code that the function returns */
    char text[508];   /* one sentence in UTF-8, shortened if it is longer; ends with a zero byte */
} drawproof_error;

/* A sentence about a code; never NULL. */
const char *drawproof_code_text(int code);

/* The version of the library, such as "0.2.0". */
const char *drawproof_version(void);

/* ---- Tables ---------------------------------------------------------------------------------------- */

/* Tables of a folder, or solved in memory. */
typedef struct drawproof_tablebase drawproof_tablebase;

/* Metrics, as a set. */
enum { DRAWPROOF_DTM = 1, DRAWPROOF_DTZ = 2, DRAWPROOF_DTC = 4 };

/* What a tablebase consists of. All zero: three men, solved on first use. */
typedef struct {
    const char *folder;      /* table files, written by `drawproof generate`; NULL = none */
    uint64_t memory_bytes;   /* memory for solving what has no file; 0 = nothing is solved */
    uint32_t metrics;        /* metrics to answer; 0 = all that the folder has, and DTM is solved */
    uint32_t threads;        /* threads that solve; 0 = one per processor */
    uint64_t reserved[2];    /* 0 */
} drawproof_options;

/* Opens the tables of a folder, in all metrics that it has. Nothing is solved. Sets *tablebase, to NULL on
 * failure. */
int drawproof_open(const char *folder, drawproof_tablebase **tablebase, drawproof_error *error);

/* A tablebase that solves what it is asked about, distances to mate, in at most memory_bytes; 0 = 1 GiB. */
int drawproof_in_memory(uint64_t memory_bytes, drawproof_tablebase **tablebase, drawproof_error *error);

/* A tablebase with options. */
int drawproof_open_with(const drawproof_options *options, drawproof_tablebase **tablebase,
                        drawproof_error *error);

/* Frees a tablebase; NULL is allowed. */
void drawproof_close(drawproof_tablebase *tablebase);

/* No distance: the position is a draw, or there is no table of the metric. */
#define DRAWPROOF_NO_DISTANCE INT32_MIN

/* Results within the fifty-move rule, for the side to move. */
enum {
    DRAWPROOF_FIFTY_LOSS = -2,
    DRAWPROOF_FIFTY_BLESSED_LOSS = -1,   /* a loss that the rule turns into a draw */
    DRAWPROOF_FIFTY_DRAW = 0,
    DRAWPROOF_FIFTY_CURSED_WIN = 1,      /* a win that the rule turns into a draw */
    DRAWPROOF_FIFTY_WIN = 2,
    DRAWPROOF_FIFTY_UNKNOWN = 3          /* there is no DTZ table */
};

/* The answer about a position, for the side to move. Distances are in plies, negative for a loss. */
typedef struct {
    int32_t result;        /* 1 a win, 0 a draw, -1 a loss, ignoring the fifty-move rule */
    int32_t dtm;           /* to mate; 0 = mated */
    int32_t dtz;           /* to the next capture or pawn move that keeps the result */
    int32_t dtc;           /* to the next capture or promotion that keeps the result */
    int32_t fifty;         /* the result within the fifty-move rule */
    int32_t reserved[3];
} drawproof_answer;

/* Answers about a position whose half-move clock is `clock` plies. The en-passant square may be set after
 * every double push. If the table's file is open and the position's block has been read, a probe takes no
 * lock and allocates nothing. */
int drawproof_probe(const drawproof_tablebase *tablebase, const drawproof_position *position,
                    unsigned clock, drawproof_answer *answer, drawproof_error *error);

/* The same for a FEN. Castling rights are DRAWPROOF_BAD_POSITION. */
int drawproof_probe_fen(const drawproof_tablebase *tablebase, const char *fen, drawproof_answer *answer,
                        drawproof_error *error);

/* A legal move. */
typedef struct {
    char uci[8];               /* such as "e7e8q" */
    char san[16];              /* such as "e8=Q+" */
    drawproof_answer answer;   /* about the position after the move, for the side to move there */
} drawproof_move;

/* Writes the legal moves, best first, to moves[0..capacity] and returns their number, which may be more
 * than capacity: at most 218. 0 for a mate or stalemate. */
int drawproof_moves(const drawproof_tablebase *tablebase, const drawproof_position *position,
                    unsigned clock, drawproof_move *moves, size_t capacity, drawproof_error *error);

/* Opens or solves an endgame, such as "KRPKR", and all endgames after its captures and promotions, so that
 * later probes do not have to. */
int drawproof_prepare(const drawproof_tablebase *tablebase, const char *endgame, drawproof_error *error);

/* Reads a FEN into a position and its half-move clock; clock may be NULL. */
int drawproof_parse_fen(const char *fen, drawproof_position *position, unsigned *clock,
                        drawproof_error *error);

/* ---- Rules ----------------------------------------------------------------------------------------- */

/* Sets of built-in rules. With both, a hand-written claim goes first. */
enum { DRAWPROOF_HAND_WRITTEN = 1, DRAWPROOF_LEARNED = 2, DRAWPROOF_ALL_RULES = 3 };

/* Returns the claim of the built-in rules about a position, as drawproof_recognize does. If `reasons`
 * is not NULL, sets bit i of it if pattern i of the hand-written rule matches: each of them withdraws the
 * claim of a draw. Learned rules have no patterns. */
int drawproof_rules_claim(const drawproof_position *position, unsigned rules, uint64_t *reasons);

/* The name of the rule for the men of a position, NULL if there is none. Texts of these three functions
 * live as long as the process. */
const char *drawproof_rules_name(const drawproof_position *position, unsigned rules);

/* The identifier of pattern `bit` of the hand-written rule, such as "rook-hangs"; NULL if there is none. */
const char *drawproof_rules_reason(const drawproof_position *position, unsigned bit);

/* The sentence that describes that pattern; NULL if there is none. */
const char *drawproof_rules_sentence(const drawproof_position *position, unsigned bit);

#ifdef __cplusplus
}
#endif

#endif
