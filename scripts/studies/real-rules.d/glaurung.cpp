// Glue for Glaurung 2.2: the endgame functions and scale factors of its material table.

#include <climits>
#include <cmath>
#include <cstring>
#include <iostream>
#include <string>

// The parts of a position that its setter fills are private.
#define private public
#include "position.h"
#include "material.h"
#undef private

#include "bitboard.h"
#include "direction.h"
#include "endgame.h"
#include "mersenne.h"

#include "glue.h"

static thread_local Position position;
static thread_local MaterialInfoTable *table;

static void set_position(const drawproof_position *asked) {
    static const Piece pieces[2][6] = {{WP, WN, WB, WR, WQ, WK}, {BP, BN, BB, BR, BQ, BK}};
    real_rules_man men[64];
    position.clear();
    for (int count = real_rules_men(asked, men), i = 0; i < count; i++)
        position.put_piece(pieces[men[i].colour][men[i].kind], Square(men[i].square));
    position.sideToMove = asked->side_to_move == 0 ? WHITE : BLACK;
    if (asked->en_passant < 64) position.epSquare = Square(asked->en_passant);
    position.find_checkers();
    position.materialKey = position.compute_material_key();
    for (int colour = 0; colour < 2; colour++)
        position.npMaterial[colour] = position.compute_non_pawn_material(Color(colour));
}

// The claim of a value from the side to move's point of view. 0 is a draw, VALUE_KNOWN_WIN and more
// a win; what lies between is an estimate.
static int claim_of_value(Value value) {
    if (value == VALUE_DRAW) return DRAWPROOF_DRAWN;
    if (value > -VALUE_KNOWN_WIN && value < VALUE_KNOWN_WIN) return DRAWPROOF_NO_CLAIM;
    return value > 0 ? DRAWPROOF_WIN : DRAWPROOF_LOSS;
}

extern "C" DRAWPROOF_EXPORT int drawproof_init(void) {
    init_mersenne();
    init_direction_table();
    init_bitboards();
    Position::init_zobrist();
    MaterialInfo::init();
    init_bitbases();
    return 0;
}

// Stores a part: the branch that was reached first, or a branch of the material, and the results left possible.
static void add(drawproof_part *parts, int *count, uint64_t branches, int set) {
    parts[*count].branch = branches ? __builtin_ctzll(branches) : DRAWPROOF_NO_BRANCH;
    parts[(*count)++].set = set;
}

// Scale factors are about one colour each: two halves of a claim.
extern "C" DRAWPROOF_EXPORT int
drawproof_parts(const drawproof_position *asked, drawproof_part *parts) {
    int count = 0;
    set_position(asked);
    // The engine evaluates no position in check.
    if (position.is_check()) {
        add(parts, &count, 0, DRAWPROOF_NOT_ASKED);
        return count;
    }
    if (!table) table = new MaterialInfoTable(1);
    table->clear();
    real_rules_clear();
    MaterialInfo *material = table->get_material_info(position);
    uint64_t by_material = real_rules_all;
    if (material->specialized_eval_exists()) {
        real_rules_clear();
        int claim = claim_of_value(material->evaluate(position));
        const bool white = asked->side_to_move == 0;
        if (claim == DRAWPROOF_WIN) claim = white ? DRAWPROOF_WHITE_WINS : DRAWPROOF_BLACK_WINS;
        if (claim == DRAWPROOF_LOSS) claim = white ? DRAWPROOF_BLACK_WINS : DRAWPROOF_WHITE_WINS;
        if (claim != DRAWPROOF_NO_CLAIM) add(parts, &count, real_rules_first, claim);
        return count;
    }
    for (int colour = 0; colour < 2; colour++) {
        real_rules_clear();
        if (material->scale_factor(position, Color(colour)) != 0) continue;
        add(parts, &count, real_rules_first ? real_rules_first : by_material,
            colour == WHITE ? DRAWPROOF_WHITE_CANNOT_WIN : DRAWPROOF_BLACK_CANNOT_WIN);
    }
    return count;
}
