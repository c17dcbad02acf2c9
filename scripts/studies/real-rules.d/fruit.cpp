// Glue for the engines that descend from Fruit 2.1: Toga II and GNU Chess.
//
// REAL_RULES_RULE selects the rule: 0 is the recognizer of exact draws, which the search asks at
// every node; 1 are the multipliers of the evaluation, of which 0 means that a side cannot win.
// Toga II numbers its threads (FRUIT_THREADS); GNU Chess has a namespace (FRUIT_NAMESPACE).

#include "eval.cpp"
#include "attack.h"
#include "fen.h"
#include "hash.h"
#include "move_do.h"
#include "random.h"
#include "recog.h"
#include "square.h"

#include "glue.h"

#ifdef FRUIT_NAMESPACE
using namespace engine;
#endif

#ifdef FRUIT_THREADS
#define THREAD , 0
#else
#define THREAD
#endif

static thread_local board_t board;

static void set_board(const drawproof_position *position) {
    static const int pieces[2][6] = {{WP, WN, WB, WR, WQ, WK}, {BP, BN, BB, BR, BQ, BK}};
    real_rules_man men[64];
    board_clear(&board);
    for (int count = real_rules_men(position, men), i = 0; i < count; i++)
        board.square[SQUARE_FROM_64(men[i].square)] = pieces[men[i].colour][men[i].kind];
    board.turn = position->side_to_move == 0 ? White : Black;
    if (position->en_passant < 64) board.ep_square = SQUARE_FROM_64(position->en_passant);
    board_init_list(&board);
}

static int multipliers(uint64_t *reasons) {
    material_info_t material[1];
    pawn_info_t pawns[1];
    if (board_is_check(&board)) return DRAWPROOF_NOT_ASKED;
    material_get_info(material, &board THREAD);
    pawn_get_info(pawns, &board THREAD);
    int mul[ColourNb] = {material->mul[White], material->mul[Black]};
    eval_draw(&board, material, pawns, mul);
    int claim = DRAWPROOF_NO_CLAIM;
    if (mul[White] == 0 || material->mul[White] == 0) claim &= DRAWPROOF_WHITE_CANNOT_WIN;
    if (mul[Black] == 0 || material->mul[Black] == 0) claim &= DRAWPROOF_BLACK_CANNOT_WIN;
    if (reasons && claim != DRAWPROOF_NO_CLAIM) *reasons = real_rules_all;
    return claim;
}

extern "C" DRAWPROOF_EXPORT int drawproof_init(void) {
    option_init();
    square_init();
    piece_init();
    pawn_init_bit();
    value_init();
    vector_init();
    attack_init();
    move_do_init();
    random_init();
    hash_init();
    return 0;
}

extern "C" DRAWPROOF_EXPORT int
drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    set_board(position);
    real_rules_clear();
    if (REAL_RULES_RULE == 1) return multipliers(reasons);
    if (!recog_draw(&board THREAD)) return DRAWPROOF_NO_CLAIM;
    if (reasons) *reasons = real_rules_first;
    return DRAWPROOF_DRAWN;
}
