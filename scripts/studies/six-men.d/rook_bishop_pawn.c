/* Draws of rook, bishop and pawn against rook: the weak side takes something at once, into an endgame that
 * is known to hold. Each branch claims that the strong side cannot win.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o rook_bishop_pawn.so scripts/studies/six-men.d/rook_bishop_pawn.c
 *     drawproof verify KRBPKR --plugin ./rook_bishop_pawn.so --sample 4e5 --seed 6 --memory 4G
 *
 * docs/dev/six-men.md has the results.
 */
#include <stdlib.h>

#include "drawproof_board.h"
#include "squares.h"

enum { WRONG_BISHOP, ROOK_FALLS, PAWN_FALLS, BISHOP_FALLS, BRANCHES };

static const char *const names[BRANCHES] = {"rooks-off-wrong-bishop", "rook-falls", "pawn-falls", "bishop-falls"};

#define NAME "rook, bishop and pawn against rook"
#define WEAK_MEN DRAWPROOF_MATERIAL(0, 0, 0, 1, 0)

/* The squares of the men, the strong side White; 64 where one is taken. */
struct men {
    int strong_king, rook, bishop, pawn, weak_king, weak_rook;
};

static uint64_t occupied(const struct men *men) {
    return bit(men->strong_king) | bit(men->rook) | bit(men->bishop) | bit(men->pawn)
           | bit(men->weak_king) | bit(men->weak_rook);
}

/* Whether the bishop has a move that pins, skewers or forks the weak king and rook, or may be uncovered with check; or,
 * where there is a strong rook, that may do so, or a man may be uncovered by another. What stands between is not looked
 * at. */
static int may_fork(const struct men *men) {
    const uint64_t all = occupied(men);
    int square;
    for (square = 0; square < 64 && men->bishop < 64; square++)
        if (reaches(men->bishop, square, all, 1) && is_diagonal(square, men->weak_king)
            && is_diagonal(square, men->weak_rook))
            return 1;
    if (men->bishop < 64 && is_diagonal(men->bishop, men->weak_king))
        return 1;
    return men->rook < 64
           && (is_straight(men->rook, men->weak_rook) || is_straight(men->rook, men->weak_king)
               || is_straight(men->weak_king, men->weak_rook)
               || (men->bishop < 64 && is_diagonal(men->bishop, men->weak_rook)));
}

/* Whether a strong man guards a square. */
static int is_guarded(const struct men *men, int square) {
    const uint64_t all = occupied(men);
    return distance(men->strong_king, square) == 1 || pawn_guards(men->pawn, square)
           || (men->rook < 64 && reaches(men->rook, square, all, 0))
           || (men->bishop < 64 && reaches(men->bishop, square, all, 1));
}

/* The position after the weak king (0) or rook (1) takes on `square`, if it may. */
static int take(const struct men *men, int by_rook, int square, struct men *after) {
    int *const by = by_rook ? &after->weak_rook : &after->weak_king;
    *after = *men;
    if (by_rook ? !reaches(men->weak_rook, square, occupied(men), 0)
                : distance(men->weak_king, square) != 1)
        return 0;
    if (after->rook == square)
        after->rook = 64;
    if (after->bishop == square)
        after->bishop = 64;
    if (after->pawn == square)
        after->pawn = 64;
    *by = square;
    return !is_guarded(after, after->weak_king);
}

/* The square in front of the pawn at the end of its file. */
static int queening_square(const struct men *men) { return 56 + file_of(men->pawn); }

static int is_wrong_bishop(const struct men *men) {
    const int file = file_of(men->pawn);
    return (file == 0 || file == 7) && is_dark(men->bishop) != is_dark(queening_square(men));
}

/* The branch of a capture, or -1. */
static int branch(const struct men *men, int by_rook, int square) {
    struct men after;
    if (!take(men, by_rook, square, &after))
        return -1;
    if (by_rook && is_guarded(&after, square)) {
        const int in_corner = distance(after.weak_king, queening_square(&after)) <= 1;
        return after.rook == 64 && is_wrong_bishop(&after) && in_corner && !pawn_guards(after.pawn, square)
                   ? WRONG_BISHOP : -1;
    }
    if (is_guarded(&after, after.weak_rook) || may_fork(&after))
        return -1;
    if (distance(after.weak_king, after.strong_king) <= 2)
        return -1;
    if (after.rook == 64)
        return rank_of(after.pawn) < 5 ? ROOK_FALLS : -1;
    if (after.pawn == 64)
        return from_edge(after.weak_king) >= 2 ? PAWN_FALLS : -1;
    return file_of(after.weak_king) == file_of(after.pawn) && rank_of(after.weak_king) > rank_of(after.pawn)
                   && rank_of(after.pawn) < 5
               ? BISHOP_FALLS : -1;
}

static uint64_t branches(const drawproof_position *white) {
    struct men men;
    uint64_t found = 0;
    int captured, by_rook;
    if (white->side_to_move == DRAWPROOF_WHITE)
        return 0;
    men.strong_king = drawproof_king(white, DRAWPROOF_WHITE);
    men.rook = drawproof_lowest(drawproof_set(white, DRAWPROOF_WHITE, DRAWPROOF_ROOK));
    men.bishop = drawproof_lowest(drawproof_set(white, DRAWPROOF_WHITE, DRAWPROOF_BISHOP));
    men.pawn = drawproof_lowest(drawproof_set(white, DRAWPROOF_WHITE, DRAWPROOF_PAWN));
    men.weak_king = drawproof_king(white, DRAWPROOF_BLACK);
    men.weak_rook = drawproof_lowest(drawproof_set(white, DRAWPROOF_BLACK, DRAWPROOF_ROOK));
    for (captured = 0; captured < 3; captured++)
        for (by_rook = 0; by_rook < 2; by_rook++) {
            const int squares[3] = {men.rook, men.bishop, men.pawn};
            const int it = branch(&men, by_rook, squares[captured]);
            if (it >= 0)
                found |= (uint64_t)1 << it;
        }
    return found;
}

#include "rule.h"
