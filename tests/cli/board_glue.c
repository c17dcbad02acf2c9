/* Reads positions as ten numbers in hexadecimal, those of drawproof_position in their order, and prints what
 * drawproof_board.h makes of each. Compiled as C99 and as C++11. */
#include <inttypes.h>
#include <stdio.h>

#include "drawproof_board.h"

DRAWPROOF_DEFINE_MAILBOX(fill_ints, int)

static DRAWPROOF_THREAD_LOCAL int positions;

static void print(const char *name, const int *numbers, int count) {
    int i;
    printf("%s", name);
    for (i = 0; i < count; i++)
        printf(" %d", numbers[i]);
    printf("\n");
}

static void print_mailbox(const char *name, const drawproof_position *position,
                          drawproof_numbering numbering) {
    signed char bytes[128];
    int cells[128], i;
    drawproof_mailbox(position, numbering, drawproof_signed_codes(), bytes);
    for (i = 0; i < numbering.cells; i++)
        cells[i] = bytes[i];
    print(name, cells, numbering.cells);
}

static void print_position(const drawproof_position *position) {
    const drawproof_numbering mirrored = drawproof_numbering_of(64, 7, -1, 8);
    int numbers[3 * DRAWPROOF_MEN], count, i, colour, kind;
    char fen[DRAWPROOF_FEN_BYTES];
    drawproof_man men[DRAWPROOF_MEN];
    drawproof_piece_lists lists;
    drawproof_position reversed;

    numbers[0] = drawproof_fen(position, fen);
    printf("fen %s\n", fen);
    print("length", numbers, 1);
    print_mailbox("8x8", position, drawproof_8x8());
    print_mailbox("8x8-from-a8", position, drawproof_8x8_from_a8());
    print_mailbox("from-h1", position, mirrored);
    print_mailbox("0x88", position, drawproof_0x88());
    print_mailbox("10x12", position, drawproof_10x12());
    {
        int cells[120];
        fill_ints(position, drawproof_10x12(), drawproof_numbered_codes(1, 9, 0, 255), cells);
        print("numbered", cells, 120);
        fill_ints(position, drawproof_8x8_from_a8(), drawproof_letter_codes(), cells);
        printf("letters ");
        for (i = 0; i < 64; i++)
            putchar(cells[i]);
        putchar('\n');
    }
    count = drawproof_men(position, drawproof_0x88(), men);
    for (i = 0; i < count; i++) {
        numbers[3 * i] = men[i].colour;
        numbers[3 * i + 1] = men[i].kind;
        numbers[3 * i + 2] = men[i].square;
    }
    print("men", numbers, 3 * count);
    drawproof_lists(position, drawproof_10x12(), &lists);
    for (colour = DRAWPROOF_WHITE; colour <= DRAWPROOF_BLACK; colour++)
        for (kind = DRAWPROOF_PAWN; kind <= DRAWPROOF_KING; kind++)
            print("list", lists.square[colour][kind], lists.count[colour][kind]);
    numbers[0] = drawproof_king(position, DRAWPROOF_WHITE);
    numbers[1] = drawproof_king(position, DRAWPROOF_BLACK);
    print("kings", numbers, 2);
    numbers[0] = drawproof_en_passant(position, drawproof_8x8(), -1);
    numbers[1] = drawproof_en_passant(position, drawproof_8x8_from_a8(), -1);
    numbers[2] = drawproof_en_passant(position, drawproof_0x88(), -1);
    numbers[3] = drawproof_en_passant(position, drawproof_10x12(), 0);
    print("en-passant", numbers, 4);
    numbers[0] = drawproof_material(position, DRAWPROOF_WHITE);
    numbers[1] = drawproof_material(position, DRAWPROOF_BLACK);
    numbers[2] = drawproof_material_key(position)
                 == ((uint64_t)numbers[0] | (uint64_t)numbers[1] << 20);
    numbers[3] = numbers[0] == DRAWPROOF_MATERIAL(1, 0, 1, 0, 0);
    print("material", numbers, 4);
    reversed = drawproof_reversed(position);
    drawproof_fen(&reversed, fen);
    printf("reversed %s\n", fen);
}

int main(void) {
    uint64_t numbers[10];
    int read = 0;
    while (scanf("%" SCNx64, &numbers[read]) == 1) {
        drawproof_position position;
        int i;
        if (++read < 10)
            continue;
        read = 0;
        for (i = 0; i < 2; i++)
            position.colour[i] = numbers[i];
        for (i = 0; i < 6; i++)
            position.kind[i] = numbers[2 + i];
        position.side_to_move = (uint8_t)numbers[8];
        position.en_passant = (uint8_t)numbers[9];
        print_position(&position);
        positions++;
    }
    {
        int claims[16], claim;
        for (claim = 0; claim < 16; claim++)
            claims[claim] = drawproof_reversed_claim(claim);
        print("claims", claims, 16);
    }
    return positions == 0;
}
