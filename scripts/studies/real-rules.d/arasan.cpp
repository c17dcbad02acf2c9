// Glue for Arasan: the draws that its search knows by material, by a bitbase, and by the wrong bishop.

#include "attacks.h"
#include "bitutil.h"
#include "board.h"
#include "globals.h"
#include "scoring.h"
// The bitbase, without the rest of the globals.
#include "bitbase.cpp"

#include "glue.h"

static thread_local Board *board;

static void set_board(const drawproof_position *position) {
    static const Piece pieces[2][6] = {
        {WhitePawn, WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing},
        {BlackPawn, BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing}};
    real_rules_man men[64];
    if (!board) board = new Board;
    for (int square = 0; square < 64; square++) board->setContents(EmptyPiece, square);
    for (int count = real_rules_men(position, men), i = 0; i < count; i++)
        board->setContents(pieces[men[i].colour][men[i].kind], men[i].square);
    board->side = position->side_to_move == 0 ? White : Black;
    board->state.castleStatus[White] = board->state.castleStatus[Black] = CantCastleEitherSide;
    board->state.enPassantSq = position->en_passant < 64 ? position->en_passant : InvalidSquare;
    board->setSecondaryVars();
}

extern "C" DRAWPROOF_EXPORT int drawproof_init(void) {
    BitUtils::init();
    Board::init();
    Attacks::init();
    return 0;
}

extern "C" DRAWPROOF_EXPORT int
drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    set_board(position);
    real_rules_clear();
    // Scoring::isDraw without repetitions and the fifty-move rule.
    if (!board->materialDraw() && !Scoring::theoreticalDraw(*board)) return DRAWPROOF_NO_CLAIM;
    if (reasons) *reasons = real_rules_first;
    return DRAWPROOF_DRAWN;
}
