/* The men of two pawns beside a rook or a bishop, against a rook or a bishop. */
#ifndef TWO_PAWNS_H
#define TWO_PAWNS_H

#include "drawproof_board.h"
#include "squares.h"

/* The squares of the men, the strong side White; 64 where one is taken. The first pawn is not behind the other. */
struct men {
    int strong_king, strong_piece, pawns[2], weak_king, weak_piece;
};

/* `kind` is that of the pieces. */
static inline struct men men_of(const drawproof_position *white, unsigned kind) {
    uint64_t pawns = drawproof_set(white, DRAWPROOF_WHITE, DRAWPROOF_PAWN);
    struct men men;
    men.strong_king = drawproof_king(white, DRAWPROOF_WHITE);
    men.strong_piece = drawproof_lowest(drawproof_set(white, DRAWPROOF_WHITE, kind));
    men.pawns[1] = drawproof_take(&pawns);
    men.pawns[0] = drawproof_take(&pawns);
    men.weak_king = drawproof_king(white, DRAWPROOF_BLACK);
    men.weak_piece = drawproof_lowest(drawproof_set(white, DRAWPROOF_BLACK, kind));
    return men;
}

static inline uint64_t occupied(const struct men *men) {
    return bit(men->strong_king) | bit(men->strong_piece) | bit(men->pawns[0]) | bit(men->pawns[1])
           | bit(men->weak_king) | bit(men->weak_piece);
}

static inline int pawns_guard(const struct men *men, int square) {
    return pawn_guards(men->pawns[0], square) || pawn_guards(men->pawns[1], square);
}

/* Whether the strong king or a pawn guards a square. */
static inline int is_held(const struct men *men, int square) {
    return distance(men->strong_king, square) == 1 || pawns_guard(men, square);
}

#endif
