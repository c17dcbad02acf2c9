/* Draws of king and pawn against king in C, as engines write them: a chain of branches, each of which
 * claims a draw. One branch is wrong: it forgets that a pawn on its second rank can step two squares.
 * drawproof names the branch and the condition that it lacks.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o king_and_pawn.so examples/rules/king_and_pawn.c
 *     drawproof tune KPK --plugin ./king_and_pawn.so
 */
#include <stddef.h>
#include <stdlib.h>

#include "drawproof.h"

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };

/* The branches, by bit. */
enum { BEFORE_PAWN, ROOK_PAWN, IN_SQUARE, PAWN_FALLS, BRANCHES };

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "king and pawn by branches"; }

const char *drawproof_reason_name(unsigned bit) {
    static const char *const names[BRANCHES] = {"king-before-pawn", "rook-pawn", "king-in-square",
                                                "pawn-falls"};
    return bit < BRANCHES ? names[bit] : NULL;
}

/* All of them are branches. */
int drawproof_reason_role(unsigned bit) {
    (void)bit;
    return 1;
}

/* The only square of a set. */
static int square(uint64_t set) {
    int at = 0;
    while (!(set >> at & 1))
        at++;
    return at;
}

/* King moves between two squares. */
static int distance(int a, int b) {
    int files = abs((a & 7) - (b & 7)), ranks = abs((a >> 3) - (b >> 3));
    return files > ranks ? files : ranks;
}

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    /* The board is turned so that the pawn moves up. */
    int strong = (position->colour[1] & position->kind[PAWN]) != 0, turn = strong ? 56 : 0;
    int strong_king = square(position->colour[strong] & position->kind[KING]) ^ turn;
    int weak_king = square(position->colour[1 - strong] & position->kind[KING]) ^ turn;
    int pawn = square(position->kind[PAWN]) ^ turn;
    int file = pawn & 7, rank = pawn >> 3, steps = 7 - rank;
    int queening_square = 56 + file;
    int weak_to_move = position->side_to_move != strong;
    uint64_t found = 0;

    /* The weak king is before the pawn and not too far away, the strong king behind it. */
    if ((weak_king & 7) == file && weak_king >> 3 > rank && (weak_king >> 3) - rank < 6
        && strong_king >> 3 < rank && rank < 5)
        found |= 1u << BEFORE_PAWN;
    /* The weak king is in the corner of a rook pawn, or next to it. */
    if ((file == 0 || file == 7) && distance(weak_king, queening_square) <= 1)
        found |= 1u << ROOK_PAWN;
    /* The strong king is far away, and the weak king catches the pawn. */
    if (strong_king >> 3 < rank && distance(strong_king, pawn) > distance(weak_king, pawn) + 1
        && distance(weak_king, queening_square) - weak_to_move <= steps)
        found |= 1u << IN_SQUARE;
    /* The weak king takes the pawn. */
    if (weak_to_move && distance(weak_king, pawn) == 1 && distance(strong_king, pawn) > 1)
        found |= 1u << PAWN_FALLS;
    if (reasons != NULL)
        *reasons = found;
    return found != 0 ? DRAWPROOF_DRAW : DRAWPROOF_NONE;
}
