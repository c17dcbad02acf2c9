/* Prints the recognizers' claims about positions: ./ask 'FEN'...
 * Without arguments: about a position of KRKR that the program gives as bitboards. */
#include <stdio.h>
#include "drawproof_recognizers.h"

static const char *word(int answer) {
    switch (answer) {
    case DRAWPROOF_NO_CLAIM: return "no claim";
    case DRAWPROOF_DRAWN: return "draw";
    case DRAWPROOF_WHITE_WINS: return "White wins";
    case DRAWPROOF_BLACK_WINS: return "Black wins";
    case DRAWPROOF_BAD_ARGUMENT: return "bad argument";
    case DRAWPROOF_BAD_POSITION: return "bad position";
    default: return "internal error";
    }
}

#define SQUARE(file, rank) (1ULL << ((file) - 'a' + 8 * ((rank) - 1)))

int main(int count, char **arguments) {
    if (count > 1) {
        for (int i = 1; i < count; i++)
            puts(word(drawproof_recognize_fen(arguments[i])));
        return 0;
    }
    drawproof_position position = {
        .colour = { SQUARE('e', 3) | SQUARE('e', 2), SQUARE('d', 6) | SQUARE('d', 7) },
        .kind = { [3] = SQUARE('e', 2) | SQUARE('d', 7), [5] = SQUARE('e', 3) | SQUARE('d', 6) },
        .side_to_move = 0,
        .en_passant = 64,
    };
    puts(word(drawproof_recognize(&position)));
    return 0;
}
