/* A template for engines in C with a mailbox. The rule is right: bishop and rook pawns against a bare king
 * cannot win if the bishop does not control the promotion corner and the weak king is there or next to it.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o template_mailbox.so examples/rules/template_mailbox.c
 *     drawproof verify KBPK --plugin ./template_mailbox.so
 *     drawproof verify KBPPK --plugin ./template_mailbox.so --counting unique
 *
 * Replace the section "engine" with your sources, and keep the section "glue". */
#include <stdlib.h>
#include <string.h>

#include "drawproof_board.h"

DRAWPROOF_DEFINE_PARTS /* each DRAWPROOF_HERE below is a branch, named by its line */

/* ---- Engine: a board of 10 x 12 squares with men as signed numbers ---- */

enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, BORDER = 99 };

struct board {
    signed char square[120];   /* White's men are positive, Black's negative */
    drawproof_piece_lists men; /* squares by colour and kind; pawns are 0, kings 5 */
    int side_to_move;          /* 0 White, 1 Black */
};

/* 1 = light, 0 = dark, by square; filled by engine_init. */
static signed char is_light[120];

static void engine_init(void) {
    int file, rank;
    for (rank = 0; rank < 8; rank++)
        for (file = 0; file < 8; file++)
            is_light[21 + file + 10 * rank] = (signed char)((file + rank) & 1);
}

static int file_of(int square) { return square % 10; }
static int rank_of(int square) { return square / 10; }

static int distance(int a, int b) {
    const int files = abs(file_of(a) - file_of(b)), ranks = abs(rank_of(a) - rank_of(b));
    return files > ranks ? files : ranks;
}

/* Whether the bishop on `from` attacks `to`. `through` is a man that does not block it. */
static int bishop_attacks(const struct board *board, int from, int to, int through) {
    static const int steps[4] = {-11, -9, 9, 11};
    int direction;
    for (direction = 0; direction < 4; direction++) {
        int at = from + steps[direction];
        while ((board->square[at] == EMPTY || at == through) && at != to)
            at += steps[direction];
        if (at == to)
            return 1;
    }
    return 0;
}

/* A claim about bishop and pawns of the colour `strong` against a bare king. */
static int evaluate_bishop_and_pawns(const struct board *board, int strong) {
    const int *pawns = board->men.square[strong][0], bishop = board->men.square[strong][2][0];
    const int strong_king = board->men.square[strong][5][0], weak_king = board->men.square[!strong][5][0];
    const int pawn = pawns[0], file = file_of(pawn), count = board->men.count[strong][0];
    int number, corner;
    /* The weak king leaves its square when it captures, so that it does not hide the pawn. */
    if (count == 1 && board->side_to_move != strong && distance(weak_king, pawn) == 1
        && distance(strong_king, pawn) > 1 && !bishop_attacks(board, bishop, pawn, weak_king))
        return DRAWPROOF_HERE(DRAWPROOF_DRAWN);
    if (file != 1 && file != 8)
        return DRAWPROOF_NO_CLAIM;
    for (number = 1; number < count; number++)
        if (file_of(pawns[number]) != file)
            return DRAWPROOF_NO_CLAIM;
    corner = (strong == 0 ? 90 : 20) + file;
    if (is_light[bishop] == is_light[corner] || distance(weak_king, corner) > 1)
        return DRAWPROOF_NO_CLAIM;
    return DRAWPROOF_HERE(strong == 0 ? DRAWPROOF_WHITE_CANNOT_WIN : DRAWPROOF_BLACK_CANNOT_WIN);
}

/* ---- Glue: what drawproof calls ---- */

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "wrong bishop (mailbox template)"; }

/* What the engine does once when it starts. */
int drawproof_init(void) {
    engine_init();
    return 0;
}

/* KBPK, KBPPK, KBPPPK... */
int drawproof_applies(const char *endgame) {
    size_t pawns;
    if (strncmp(endgame, "KB", 2) != 0)
        return 0;
    pawns = strspn(endgame + 2, "P");
    return pawns > 0 && strcmp(endgame + 2 + pawns, "K") == 0;
}

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    static DRAWPROOF_THREAD_LOCAL struct board board; /* several threads call the rule */
    const int strong = drawproof_material(position, DRAWPROOF_BLACK) == 0 ? 0 : 1;
    (void)reasons; /* DRAWPROOF_DEFINE_PARTS reports them */
    drawproof_mailbox(position, drawproof_10x12(), drawproof_signed_codes(), board.square);
    drawproof_lists(position, drawproof_10x12(), &board.men);
    board.side_to_move = position->side_to_move;
    return evaluate_bishop_and_pawns(&board, strong);
}
