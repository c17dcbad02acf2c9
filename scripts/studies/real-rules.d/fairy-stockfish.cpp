// Glue for Fairy-Stockfish 11.1: the endgame functions and scale factors of its material table, for
// ordinary chess. They are those of Stockfish 11.

#include <cstring>
#include <deque>
#include <memory>
#include <string>

#include "bitboard.h"
#include "types.h"

// The parts of a position that its setter fills are private.
#define private public
#include "position.h"
#undef private

#include "endgame.h"
#include "material.h"
#include "piece.h"
#include "thread.h"
#include "variant.h"

#include "glue.h"

namespace PSQT {
void init(const Variant *variant);
}

static thread_local Position position;
static thread_local StateInfo state;

// A key of the men without their squares.
static uint64_t material_of(const drawproof_position *asked) {
    uint64_t key = 1;
    for (int colour = 0; colour < 2; colour++)
        for (int kind = 0; kind < 6; kind++)
            key = key * 16 + __builtin_popcountll(asked->colour[colour] & asked->kind[kind]);
    return key;
}

// Sets up the position. The engine's own setter reads a FEN; after the first position of an endgame
// the men are only placed anew, and what depends on their squares is computed anew.
static void set_position(const drawproof_position *asked) {
    static const PieceType kinds[6] = {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING};
    static thread_local uint64_t last_material;
    real_rules_man men[64];
    int count = real_rules_men(asked, men);
    if (material_of(asked) != last_material) {
        std::string board(64, '1'), fen;
        for (int i = 0; i < count; i++)
            board[men[i].square] = (men[i].colour ? "pnbrqk" : "PNBRQK")[men[i].kind];
        for (int rank = 7; rank >= 0; rank--) fen += board.substr(8 * rank, 8) + (rank ? "/" : "");
        position.set(variants.find("chess")->second, fen + " w - - 0 1", false, &state, nullptr);
        last_material = material_of(asked);
    }
    while (position.byTypeBB[ALL_PIECES]) {
        Square square = lsb(position.byTypeBB[ALL_PIECES]);
        position.remove_piece(position.board[square], square);
        position.board[square] = NO_PIECE;
    }
    for (int i = 0; i < count; i++)
        position.put_piece(make_piece(men[i].colour ? BLACK : WHITE, kinds[men[i].kind]),
                           Square(men[i].square));
    Color us = asked->side_to_move == 0 ? WHITE : BLACK;
    position.sideToMove = us;
    state.epSquare = asked->en_passant < 64 ? Square(asked->en_passant) : SQ_NONE;
    state.checkersBB = position.attackers_to(position.square<KING>(us), ~us);
    position.set_check_info(&state);
}

// The claim of a value from the side to move's point of view. 0 is a draw, VALUE_KNOWN_WIN and more
// a win; what lies between is an estimate.
static int claim_of_value(Value value) {
    if (value == VALUE_DRAW) return DRAWPROOF_DRAWN;
    if (value > -VALUE_KNOWN_WIN && value < VALUE_KNOWN_WIN) return DRAWPROOF_NO_CLAIM;
    return value > 0 ? DRAWPROOF_WIN : DRAWPROOF_LOSS;
}

extern "C" DRAWPROOF_EXPORT int drawproof_init(void) {
    pieceMap.init();
    variants.init();
    PSQT::init(variants.find("chess")->second);
    Bitboards::init();
    Position::init();
    Bitbases::init();
    Endgames::init();
    return 0;
}

extern "C" DRAWPROOF_EXPORT int
drawproof_claim(const drawproof_position *asked, uint64_t *reasons) {
    set_position(asked);
    // The engine evaluates no position in check.
    if (position.checkers()) return DRAWPROOF_NOT_ASKED;
    real_rules_clear();
    Material::Entry *material = Material::probe(position);
    uint64_t by_material = real_rules_all;
    if (material->specialized_eval_exists()) {
        real_rules_clear();
        int claim = claim_of_value(material->evaluate(position));
        if (reasons && claim != DRAWPROOF_NO_CLAIM) *reasons = real_rules_first;
        return claim;
    }
    int claim = DRAWPROOF_NO_CLAIM;
    for (Color colour : {WHITE, BLACK}) {
        real_rules_clear();
        if (material->scale_factor(position, colour) != SCALE_FACTOR_DRAW) continue;
        claim &= colour == WHITE ? DRAWPROOF_WHITE_CANNOT_WIN : DRAWPROOF_BLACK_CANNOT_WIN;
        if (reasons) *reasons |= real_rules_first ? real_rules_first : by_material;
    }
    return claim;
}
