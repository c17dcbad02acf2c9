/* Draws of bishop and two pawns against bishop: the corner of the wrong colour, and bishops of opposite colours. The
 * strong bishop never drives a king from squares of the other colour. Each branch claims that the strong side cannot win.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o bishop_two_pawns.so scripts/studies/six-men.d/bishop_two_pawns.c
 *     drawproof verify KBPPKB --plugin ./bishop_two_pawns.so --sample 1e6 --seed 8 --memory 4G
 *
 * docs/dev/six-men.md has the results.
 */
#include <stdlib.h>

#include "two_pawns.h"

enum { WRONG_CORNER, DOUBLED, BLOCKED, TAKES_PAWN, BRANCHES };

static const char *const names[BRANCHES] = {"wrong-corner", "doubled", "blocked", "takes-pawn"};

#define NAME "bishop and two pawns against bishop"
#define WEAK_MEN DRAWPROOF_MATERIAL(0, 0, 1, 0, 0)

/* Whether the weak bishop is lost on a square: its king keeps the other from it, not a pawn. */
static int is_lost(const struct men *men, int square) {
    return pawns_guard(men, square)
           || (distance(men->strong_king, square) == 1 && distance(men->weak_king, square) != 1);
}

/* Whether the weak bishop stands on a square or attacks it. */
static int covers(const struct men *men, int square) {
    return men->weak_piece == square || reaches(men->weak_piece, square, occupied(men), 1);
}

/* Whether the weak bishop stands on the edge with the strong king near, which may trap it. */
static int may_be_trapped(const struct men *men) {
    return from_edge(men->weak_piece) == 0 && distance(men->strong_king, men->weak_piece) <= 3;
}

/* Whether the weak side keeps its bishop: the strong side, to move, does not win it; or the weak side, to move, has a move
 * with it that does not lose it, after which it covers `square`, unless that is 64. */
static int is_free(const struct men *men, int strong_to_move, int square) {
    const uint64_t all = occupied(men);
    struct men after = *men;
    if (strong_to_move)
        return !is_lost(men, men->weak_piece);
    for (after.weak_piece = 0; after.weak_piece < 64; after.weak_piece++)
        if (!(all >> after.weak_piece & 1) && reaches(men->weak_piece, after.weak_piece, all, 1)
            && !is_lost(men, after.weak_piece) && (square == 64 || covers(&after, square)))
            return 1;
    return 0;
}

/* Pawns on a rook's file, the weak king at the corner that the strong bishop does not control. */
static int holds_wrong_corner(const struct men *men) {
    const int file = file_of(men->pawns[0]), corner = 56 + file;
    return (file == 0 || file == 7) && file_of(men->pawns[1]) == file && is_dark(men->strong_piece) != is_dark(corner)
           && distance(men->weak_king, corner) <= 1 && men->weak_piece != corner
           && !pawns_guard(men, men->weak_piece);
}

/* Whether the weak king stands in front of a pawn where the strong bishop does not drive it away. */
static int is_in_front(const struct men *men, int pawn) {
    return file_of(men->weak_king) == file_of(pawn) && rank_of(men->weak_king) > rank_of(pawn)
           && is_dark(men->weak_king) != is_dark(men->strong_piece);
}

/* Pawns on neighbouring files, one ahead of the other and not on the seventh rank: king and bishop hold the square before
 * the front one and the square beside it. */
static int holds_blocked(const struct men *men, int strong_to_move) {
    const int front = men->pawns[0] + 8, beside = men->pawns[0] + file_of(men->pawns[1]) - file_of(men->pawns[0]);
    if (rank_of(men->pawns[0]) == rank_of(men->pawns[1]) || rank_of(front) == 7 || is_dark(front) == is_dark(men->strong_piece))
        return 0;
    return (men->weak_king == front && covers(men, beside) && is_free(men, strong_to_move, beside))
           || (men->weak_king == beside && covers(men, front) && is_free(men, strong_to_move, front));
}

/* The weak side, to move, takes a pawn, and its king or its bishop, which is worth the other pawn, stops that. */
static int takes_pawn(const struct men *men) {
    int number, by_bishop, square;
    for (number = 0; number < 2; number++)
        for (by_bishop = 0; by_bishop < 2; by_bishop++) {
            struct men after = *men;
            const int taken = men->pawns[number], other = men->pawns[1 - number];
            if (by_bishop ? !reaches(men->weak_piece, taken, occupied(men), 1)
                          : distance(men->weak_king, taken) != 1)
                continue;
            after.pawns[number] = 64;
            *(by_bishop ? &after.weak_piece : &after.weak_king) = taken;
            if (is_held(&after, after.weak_king) || reaches(men->strong_piece, after.weak_king, occupied(&after), 1)
                || is_lost(&after, after.weak_piece))
                continue;
            if (is_in_front(&after, other))
                return 1;
            /* The pawn would advance with check, or the bishop not get to it. */
            if (is_diagonal(men->strong_piece, after.weak_king) || may_be_trapped(&after))
                continue;
            for (square = other + 8; square < 64; square += 8)
                if (covers(&after, square) && (rank_of(other) <= 4 || !is_held(&after, square)))
                    return 1;
        }
    return 0;
}

static uint64_t branches(const drawproof_position *white) {
    const struct men placed = men_of(white, DRAWPROOF_BISHOP), *men = &placed;
    const int strong_to_move = white->side_to_move == DRAWPROOF_WHITE;
    uint64_t found = 0;
    const int apart = abs(file_of(men->pawns[0]) - file_of(men->pawns[1]));
    if (holds_wrong_corner(men))
        found |= (uint64_t)1 << WRONG_CORNER;
    if (is_dark(men->strong_piece) == is_dark(men->weak_piece))
        return found;
    if (apart == 0 && is_in_front(men, men->pawns[0]) && !may_be_trapped(men)
        && is_free(men, strong_to_move, 64))
        found |= (uint64_t)1 << DOUBLED;
    if (apart == 1 && holds_blocked(men, strong_to_move))
        found |= (uint64_t)1 << BLOCKED;
    if (!strong_to_move && takes_pawn(men))
        found |= (uint64_t)1 << TAKES_PAWN;
    return found;
}

#include "rule.h"
