// Glue for Scid's recognizer of endgames, which its engine asks at every node of the search.

#include "engine.h"
#include "recog.h"

#include "glue.h"

static thread_local Position position;

static void set_position(const drawproof_position *asked) {
    static const pieceT kinds[6] = {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING};
    real_rules_man men[64];
    position.Clear();
    for (int count = real_rules_men(asked, men), i = 0; i < count; i++)
        position.AddPiece(piece_Make(men[i].colour ? BLACK : WHITE, kinds[men[i].kind]),
                          men[i].square);
    position.SetToMove(asked->side_to_move ? BLACK : WHITE);
    if (asked->en_passant < 64) position.SetEPTarget(asked->en_passant);
}

// A score of 0 is a draw, or a bound at a draw. The other scores are bounds of several pawns: known
// wins.
extern "C" DRAWPROOF_EXPORT int
drawproof_claim(const drawproof_position *asked, uint64_t *reasons) {
    set_position(asked);
    real_rules_clear();
    int recognized = Recognizer::Recognize(&position);
    int score = recogScore(recognized), claim = DRAWPROOF_NO_CLAIM;
    switch (recogFlag(recognized)) {
    case SCORE_EXACT: claim = DRAWPROOF_DRAWN; break;
    case SCORE_LOWER: claim = score == 0 ? DRAWPROOF_CANNOT_LOSE : DRAWPROOF_WIN; break;
    case SCORE_UPPER: claim = score == 0 ? DRAWPROOF_CANNOT_WIN : DRAWPROOF_LOSS; break;
    }
    if (reasons && claim != DRAWPROOF_NO_CLAIM) *reasons = real_rules_first;
    return claim;
}
