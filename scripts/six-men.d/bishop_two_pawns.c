/* Draws of bishop and two pawns against bishop: the corner of the wrong colour, and bishops of opposite colours. The
 * strong bishop never drives a king from squares of the other colour. Each branch claims that the strong side cannot win.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o bishop_two_pawns.so scripts/six-men.d/bishop_two_pawns.c
 *     drawproof verify KBPPKB --plugin ./bishop_two_pawns.so --sample 1e6 --seed 8 --memory 4G
 *
 * docs/tables.md has the counts.
 */
#include <stddef.h>
#include <stdlib.h>

#include "drawproof_board.h"
#include "squares.h"

enum { WRONG_CORNER, DOUBLED, BLOCKED, TAKES_PAWN, BRANCHES };

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "bishop and two pawns against bishop"; }

const char *drawproof_reason_name(unsigned bit) {
    static const char *const names[BRANCHES] = {"wrong-corner", "doubled", "blocked", "takes-pawn"};
    return bit < BRANCHES ? names[bit] : NULL;
}

/* All of them are branches. */
int drawproof_reason_role(unsigned bit) {
    (void)bit;
    return 1;
}

static int is_dark(int square) { return (rank_of(square) + file_of(square)) % 2 == 0; }

/* The squares of the men, the strong side White; 64 where one is taken. The first pawn is not behind the other. */
struct men {
    int strong_king, bishop, pawns[2], weak_king, weak_bishop;
};

static uint64_t occupied(const struct men *men) {
    return bit(men->strong_king) | bit(men->bishop) | bit(men->pawns[0]) | bit(men->pawns[1])
           | bit(men->weak_king) | bit(men->weak_bishop);
}

static int pawns_guard(const struct men *men, int square) {
    int number;
    for (number = 0; number < 2; number++)
        if (men->pawns[number] < 64 && rank_of(square) == rank_of(men->pawns[number]) + 1
            && abs(file_of(square) - file_of(men->pawns[number])) == 1)
            return 1;
    return 0;
}

/* Whether king or pawns guard a square; the bishop guards none of those that this is asked about. */
static int is_held(const struct men *men, int square) {
    return distance(men->strong_king, square) == 1 || pawns_guard(men, square);
}

/* Whether the weak bishop is lost on a square: its king keeps the other from it, not a pawn. */
static int is_lost(const struct men *men, int square) {
    return pawns_guard(men, square)
           || (distance(men->strong_king, square) == 1 && distance(men->weak_king, square) != 1);
}

/* Whether the weak bishop stands on a square or attacks it. */
static int covers(const struct men *men, int square) {
    return men->weak_bishop == square || reaches(men->weak_bishop, square, occupied(men), 1);
}

/* Whether the weak bishop stands on the edge with the strong king near, which may trap it. */
static int may_be_trapped(const struct men *men) {
    return from_edge(men->weak_bishop) == 0 && distance(men->strong_king, men->weak_bishop) <= 3;
}

/* Whether the weak bishop is not lost, nor the weak side, to move, short of a move with it that keeps it; such a move has
 * to leave `square` covered unless that is 64. */
static int is_free(const struct men *men, int strong_to_move, int square) {
    const uint64_t all = occupied(men);
    struct men after = *men;
    if (strong_to_move)
        return !is_lost(men, men->weak_bishop);
    for (after.weak_bishop = 0; after.weak_bishop < 64; after.weak_bishop++)
        if (!(all >> after.weak_bishop & 1) && reaches(men->weak_bishop, after.weak_bishop, all, 1)
            && !is_lost(men, after.weak_bishop) && (square == 64 || covers(&after, square)))
            return 1;
    return 0;
}

/* Pawns on a rook's file, the weak king at the corner that the strong bishop does not control. */
static int holds_wrong_corner(const struct men *men) {
    const int file = file_of(men->pawns[0]), corner = 56 + file;
    return (file == 0 || file == 7) && file_of(men->pawns[1]) == file && is_dark(men->bishop) != is_dark(corner)
           && distance(men->weak_king, corner) <= 1 && men->weak_bishop != corner
           && !pawns_guard(men, men->weak_bishop);
}

/* Whether the weak king stands in front of a pawn where the strong bishop does not drive it away. */
static int is_in_front(const struct men *men, int pawn) {
    return file_of(men->weak_king) == file_of(pawn) && rank_of(men->weak_king) > rank_of(pawn)
           && is_dark(men->weak_king) != is_dark(men->bishop);
}

/* Pawns on neighbouring files, one ahead of the other and not on the seventh rank: king and bishop hold the square before the front one and the square
 * beside it. */
static int holds_blocked(const struct men *men, int strong_to_move) {
    const int front = men->pawns[0] + 8, beside = men->pawns[0] + file_of(men->pawns[1]) - file_of(men->pawns[0]);
    if (rank_of(men->pawns[0]) == rank_of(men->pawns[1]) || rank_of(front) == 7 || is_dark(front) == is_dark(men->bishop))
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
            if (by_bishop ? !reaches(men->weak_bishop, taken, occupied(men), 1)
                          : distance(men->weak_king, taken) != 1)
                continue;
            after.pawns[number] = 64;
            *(by_bishop ? &after.weak_bishop : &after.weak_king) = taken;
            if (is_held(&after, after.weak_king) || reaches(men->bishop, after.weak_king, occupied(&after), 1)
                || is_lost(&after, after.weak_bishop))
                continue;
            if (is_in_front(&after, other))
                return 1;
            /* The pawn would advance with check, or the bishop not get to it. */
            if (is_diagonal(men->bishop, after.weak_king) || may_be_trapped(&after))
                continue;
            for (square = other + 8; square < 64; square += 8)
                if (covers(&after, square) && (rank_of(other) <= 4 || !is_held(&after, square)))
                    return 1;
        }
    return 0;
}

static uint64_t branches(const struct men *men, int strong_to_move) {
    uint64_t found = 0;
    const int apart = abs(file_of(men->pawns[0]) - file_of(men->pawns[1]));
    if (holds_wrong_corner(men))
        found |= (uint64_t)1 << WRONG_CORNER;
    if (is_dark(men->bishop) == is_dark(men->weak_bishop))
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

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    drawproof_position turned;
    const drawproof_position *white = position;
    struct men men;
    uint64_t found, pawns;
    const int is_black = drawproof_material(position, DRAWPROOF_BLACK) != DRAWPROOF_MATERIAL(0, 0, 1, 0, 0);
    if (is_black) {
        turned = drawproof_reversed(position);
        white = &turned;
    }
    men.strong_king = drawproof_king(white, DRAWPROOF_WHITE);
    men.bishop = drawproof_lowest(drawproof_set(white, DRAWPROOF_WHITE, DRAWPROOF_BISHOP));
    pawns = drawproof_set(white, DRAWPROOF_WHITE, DRAWPROOF_PAWN);
    men.pawns[1] = drawproof_take(&pawns);
    men.pawns[0] = drawproof_take(&pawns);
    men.weak_king = drawproof_king(white, DRAWPROOF_BLACK);
    men.weak_bishop = drawproof_lowest(drawproof_set(white, DRAWPROOF_BLACK, DRAWPROOF_BISHOP));
    found = branches(&men, white->side_to_move == DRAWPROOF_WHITE);
    if (reasons != NULL)
        *reasons = found;
    if (found == 0)
        return DRAWPROOF_NO_CLAIM;
    return is_black ? DRAWPROOF_BLACK_CANNOT_WIN : DRAWPROOF_WHITE_CANNOT_WIN;
}
