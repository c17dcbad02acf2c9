/* A rule that is right, with mistakes that first plugins make; each is compiled in by its name.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o rule.so examples/rules/first_mistakes.c
 *     drawproof verify KPKP --plugin ./rule.so
 *     cc -O2 -shared -fPIC -Ibindings/c/include -DMISTAKE=FORGET_STALEMATE -o rule.so examples/rules/first_mistakes.c
 *     drawproof verify KQK --plugin ./rule.so
 *
 * docs/rules.md shows what drawproof reports about each. */
#include <stdlib.h>

#include "drawproof_board.h"

enum {
    NONE,
    FORGET_INIT,       /* squares are not marked as corners: KPKP */
    FORGET_VALUES,     /* the values of the men are 0: KQK */
    FORGET_STALEMATE,  /* KQK */
    SWAP_COLOURS,      /* colour 1 is taken for White: KQK */
    ONE_COLOUR,        /* only White is taken for the stronger side: KQK */
    EVALUATE_IN_CHECK, /* KQKN */
    FORGET_EN_PASSANT, /* KPKP */
    SHARED_STATE       /* one board for all threads: KQK */
};
#ifndef MISTAKE
#define MISTAKE NONE
#endif

/* ---- Engine ---- */

static signed char shared_board[64];
static DRAWPROOF_THREAD_LOCAL signed char own_board[64];

/* The men by square, as signed numbers. */
static signed char *board(void) { return MISTAKE == SHARED_STATE ? shared_board : own_board; }

static int value[6];         /* by kind; filled by init_values */
static char is_corner[64];   /* filled by init_squares */

static void init_values(void) {
    static const int values[6] = {100, 320, 330, 500, 900, 0};
    int kind;
    for (kind = 0; kind < 6; kind++)
        value[kind] = values[kind];
}

static void init_squares(void) { is_corner[0] = is_corner[7] = is_corner[56] = is_corner[63] = 1; }

static int distance(int a, int b) {
    const int files = abs(a % 8 - b % 8), ranks = abs(a / 8 - b / 8);
    return files > ranks ? files : ranks;
}

/* Whether the queen on `from` attacks `to`, on a board without the man on `ignored`. */
static int queen_attacks(int from, int to, int ignored) {
    const int files = to % 8 - from % 8, ranks = to / 8 - from / 8;
    int step, at;
    if (from == to || !(files == 0 || ranks == 0 || abs(files) == abs(ranks)))
        return 0;
    step = (files > 0) - (files < 0) + 8 * ((ranks > 0) - (ranks < 0));
    for (at = from + step; at != to; at += step)
        if (board()[at] != 0 && at != ignored)
            return 0;
    return 1;
}

struct men {
    int strong_king, queen, weak_king, knight; /* squares */
    int weak_to_move;
};

/* Whether the weak king can step on no square and is not in check. */
static int is_stalemate(const struct men *men) {
    int to;
    if (queen_attacks(men->queen, men->weak_king, -1))
        return 0;
    for (to = 0; to < 64; to++)
        if (distance(men->weak_king, to) == 1 && distance(men->strong_king, to) > 1
            && to != men->queen && !queen_attacks(men->queen, to, men->weak_king))
            return 0;
    return 1;
}

enum reason { LITTLE_MATERIAL, QUEEN_WINS, KING_IN_CORNER, QUEEN_HANGS, STALEMATE, IN_CHECK };

/* A queen against a bare king. */
static int queen_wins(const struct men *men) {
    if (men->weak_to_move && distance(men->weak_king, men->queen) == 1
        && distance(men->strong_king, men->queen) > 1)
        return QUEEN_HANGS;
    if (men->weak_to_move && MISTAKE != FORGET_STALEMATE && is_stalemate(men))
        return STALEMATE;
    return QUEEN_WINS;
}

/* A queen, whose side is to move, against a knight. */
static int queen_wins_against_knight(const struct men *men) {
    const int files = abs(men->knight % 8 - men->strong_king % 8);
    const int ranks = abs(men->knight / 8 - men->strong_king / 8);
    if (MISTAKE != EVALUATE_IN_CHECK && files * ranks == 2)
        return IN_CHECK;
    return QUEEN_WINS;
}

/* Pawn against pawn. Returns whether the king in front of a rook pawn holds: the pawn cannot leave its file by
 * a capture. `en_passant` is the square on which it can capture, or 64. */
static int king_holds_corner(int king, int own_pawn, int other_pawn, int other, int en_passant) {
    const int corner = other_pawn % 8 + (other == DRAWPROOF_WHITE ? 56 : 0);
    const int ahead = other == DRAWPROOF_WHITE ? own_pawn / 8 - other_pawn / 8
                                               : other_pawn / 8 - own_pawn / 8;
    if (!is_corner[corner] || distance(king, corner) > 1)
        return 0;
    if (MISTAKE != FORGET_EN_PASSANT && en_passant != DRAWPROOF_NO_SQUARE)
        return 0;
    return abs(own_pawn % 8 - other_pawn % 8) != 1 || ahead <= 0;
}

static int material(const drawproof_position *position, int colour) {
    int kind, sum = 0;
    for (kind = 0; kind < 6; kind++)
        sum += value[kind] * drawproof_count(drawproof_set(position, colour, kind));
    return sum;
}

/* ---- Glue ---- */

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "first mistakes"; }

int drawproof_init(void) {
    if (MISTAKE != FORGET_INIT)
        init_squares();
    if (MISTAKE != FORGET_VALUES)
        init_values();
    return 0;
}

const char *drawproof_reason_name(unsigned bit) {
    static const char *const names[] = {"little-material", "queen-wins", "king-in-corner",
                                        "queen-hangs",     "stalemate",  "in-check"};
    return bit < 6 ? names[bit] : NULL;
}

int drawproof_reason_role(unsigned bit) { return bit < QUEEN_HANGS; }

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    static const int wins[2] = {DRAWPROOF_WHITE_WINS, DRAWPROOF_BLACK_WINS};
    const int white = MISTAKE == SWAP_COLOURS ? 1 : 0; /* the engine's colours by drawproof's */
    const uint64_t queens = position->kind[DRAWPROOF_QUEEN], pawns = position->kind[DRAWPROOF_PAWN];
    const uint64_t knights = position->kind[DRAWPROOF_KNIGHT];
    int claim = DRAWPROOF_NO_CLAIM, reason = -1;

    drawproof_mailbox(position, drawproof_8x8(), drawproof_signed_codes(), board());
    if (!pawns && abs(material(position, 0) - material(position, 1)) <= value[DRAWPROOF_BISHOP]) {
        claim = DRAWPROOF_DRAWN;
        reason = LITTLE_MATERIAL;
    } else if (drawproof_count(queens) == 1 && !pawns) {
        const int strong = MISTAKE == ONE_COLOUR || position->colour[0] & queens ? 0 : 1;
        struct men men;
        men.strong_king = drawproof_king(position, strong);
        men.weak_king = drawproof_king(position, 1 - strong);
        men.queen = drawproof_lowest(queens);
        men.knight = knights ? drawproof_lowest(knights) : -1;
        men.weak_to_move = position->side_to_move != strong;
        if (!knights)
            reason = queen_wins(&men);
        else if (!men.weak_to_move)
            reason = queen_wins_against_knight(&men);
        if (reason == QUEEN_WINS)
            claim = wins[strong ^ white];
    } else if (drawproof_count(pawns) == 2) {
        int king[2], pawn[2], colour;
        for (colour = 0; colour < 2; colour++) {
            king[colour] = drawproof_king(position, colour);
            pawn[colour] = drawproof_lowest(pawns & position->colour[colour]);
        }
        for (colour = 0; colour < 2; colour++)
            if (king_holds_corner(king[colour], pawn[colour], pawn[1 - colour], 1 - colour,
                                  position->en_passant)) {
                claim &= ~wins[(1 - colour) ^ white];
                reason = KING_IN_CORNER;
            }
    }
    if (reasons && reason >= 0)
        *reasons = (uint64_t)1 << reason;
    return claim;
}
