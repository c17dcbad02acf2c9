/* Draws of rook and two pawns against rook: the weak king stands in front of what is left, or of doubled pawns. Each
 * branch claims that the strong side cannot win.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o rook_two_pawns.so scripts/studies/six-men.d/rook_two_pawns.c
 *     drawproof verify KRPPKR --plugin ./rook_two_pawns.so --sample 1e6 --seed 6 --memory 4G
 */
#include <stdlib.h>

#include "two_pawns.h"

enum { TAKES_PAWN, ROOK_FILE, THIRD_RANK, BRANCHES };

static const char *const names[BRANCHES] = {"takes-pawn", "doubled-rook-pawns", "doubled-third-rank"};

#define NAME "rook and two pawns against rook"
#define WEAK_MEN DRAWPROOF_MATERIAL(0, 0, 0, 1, 0)

static int is_guarded(const struct men *men, int square) {
    return is_held(men, square) || reaches(men->strong_piece, square, occupied(men), 0);
}

/* Whether the strong side, to move, may win the rook or exchange it with check: the rook is attacked, or a check skewers
 * or forks king and rook, or one is uncovered. */
static int may_lose_rook(const struct men *men) {
    const uint64_t all = occupied(men), kings_away = all & ~bit(men->weak_king);
    int square;
    if (is_guarded(men, men->weak_piece) || distance(men->strong_king, men->weak_piece) <= 2)
        return 1;
    /* What stands between is not looked at. */
    if (is_straight(men->strong_piece, men->weak_piece) || is_straight(men->strong_piece, men->weak_king))
        return 1;
    for (square = 0; square < 64; square++)
        if (!(all >> square & 1) && reaches(men->strong_piece, square, all, 0)
            && reaches(square, men->weak_king, all, 0) && reaches(square, men->weak_piece, kings_away, 0))
            return 1;
    return 0;
}

/* Whether the weak king, the strong side to move, holds a single pawn: it is in front of it, and the strong king far. */
static int holds_one(const struct men *men, int pawn) {
    const int files = abs(file_of(men->weak_king) - file_of(pawn));
    const int front = pawn + 8;
    return files <= 1 && rank_of(men->weak_king) > rank_of(pawn) && rank_of(pawn) <= 4
           && distance(men->strong_king, front) >= 4 && distance(men->strong_king, men->weak_king) >= 3
           && from_edge(men->weak_king) >= 1 && !may_lose_rook(men);
}

/* The weak side, to move, takes a pawn and holds the other. */
static int takes_pawn(const struct men *men) {
    int number, by_rook;
    for (number = 0; number < 2; number++)
        for (by_rook = 0; by_rook < 2; by_rook++) {
            struct men after = *men;
            const int square = men->pawns[number];
            if (by_rook ? !reaches(men->weak_piece, square, occupied(men), 0)
                        : distance(men->weak_king, square) != 1)
                continue;
            after.pawns[number] = 64;
            *(by_rook ? &after.weak_piece : &after.weak_king) = square;
            if (!is_guarded(&after, square) && !is_guarded(&after, after.weak_king)
                && holds_one(&after, men->pawns[1 - number]))
                return 1;
        }
    return 0;
}

/* Whether the pawns are doubled with the weak king on their file in front of them. */
static int is_in_front(const struct men *men) {
    return file_of(men->weak_king) == file_of(men->pawns[0]) && rank_of(men->weak_king) > rank_of(men->pawns[0]);
}

static int is_quiet(const struct men *men, int strong_to_move) {
    const uint64_t all = occupied(men);
    if (strong_to_move)
        return !may_lose_rook(men);
    /* In check it has something else to do; attacked, it moves away. */
    return !is_guarded(men, men->weak_king) && !reaches(men->strong_piece, men->weak_piece, all, 0)
           && distance(men->strong_king, men->weak_piece) >= 2 && !pawns_guard(men, men->weak_piece);
}

/* Doubled pawns on the a- or h-file; checks do not drive the weak king to the file of its rook. */
static int holds_rook_file(const struct men *men) {
    const int file = file_of(men->pawns[0]);
    return (file == 0 || file == 7) && is_in_front(men) && rank_of(men->pawns[0]) <= 4
           && abs(file_of(men->weak_piece) - file) != 1 && distance(men->strong_king, men->weak_king) >= 3;
}

/* Philidor: the weak rook keeps the strong king from its third rank, which the pawns have not reached. */
static int holds_third_rank(const struct men *men) {
    return is_in_front(men) && rank_of(men->weak_piece) == 5 && rank_of(men->pawns[0]) < 5
           && rank_of(men->strong_king) < 5 && rank_of(men->weak_king) > 5 && rank_of(men->strong_piece) < 5;
}

static uint64_t branches(const drawproof_position *white) {
    const struct men placed = men_of(white, DRAWPROOF_ROOK), *men = &placed;
    const int strong_to_move = white->side_to_move == DRAWPROOF_WHITE;
    uint64_t found = 0;
    const int doubled = file_of(men->pawns[0]) == file_of(men->pawns[1]);
    if (!strong_to_move && takes_pawn(men))
        found |= (uint64_t)1 << TAKES_PAWN;
    if (doubled && is_quiet(men, strong_to_move)) {
        if (holds_rook_file(men))
            found |= (uint64_t)1 << ROOK_FILE;
        if (holds_third_rank(men))
            found |= (uint64_t)1 << THIRD_RANK;
    }
    return found;
}

#include "rule.h"
