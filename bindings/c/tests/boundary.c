/* Calls with invalid arguments; each EXPECT names the code that must be returned. */
#include <stdio.h>
#include <string.h>
#include "drawproof_recognizers.h"

static int failures;

static void expect(int line, int answer, int expected) {
    if (answer != expected) {
        printf("boundary.c:%d: answer %d, expected %d\n", line, answer, expected);
        failures++;
    }
}

#define EXPECT(answer, expected) expect(__LINE__, answer, expected)
#define SQUARE(file, rank) (1ULL << ((file) - 'a' + 8 * ((rank) - 1)))

/* White king e3 and rook e2, black king d6 and rook d7, White to move: a draw. */
static drawproof_position rooks(void) {
    drawproof_position position;
    memset(&position, 0, sizeof position);
    position.colour[0] = SQUARE('e', 3) | SQUARE('e', 2);
    position.colour[1] = SQUARE('d', 6) | SQUARE('d', 7);
    position.kind[3] = SQUARE('e', 2) | SQUARE('d', 7);
    position.kind[5] = SQUARE('e', 3) | SQUARE('d', 6);
    position.en_passant = 64;
    return position;
}

int main(void) {
    drawproof_position position = rooks();
    EXPECT(drawproof_recognize(&position), DRAWPROOF_DRAW);
    EXPECT(drawproof_recognize(NULL), DRAWPROOF_BAD_ARGUMENT);

    position.side_to_move = 2;
    EXPECT(drawproof_recognize(&position), DRAWPROOF_BAD_POSITION);
    position = rooks(), position.en_passant = 65;
    EXPECT(drawproof_recognize(&position), DRAWPROOF_BAD_POSITION);
    position = rooks(), position.en_passant = 20;
    EXPECT(drawproof_recognize(&position), DRAWPROOF_BAD_POSITION);
    position = rooks(), position.kind[5] = SQUARE('e', 3); /* a king is missing */
    EXPECT(drawproof_recognize(&position), DRAWPROOF_BAD_POSITION);
    position = rooks(), position.colour[1] |= SQUARE('e', 2); /* two men on a square */
    EXPECT(drawproof_recognize(&position), DRAWPROOF_BAD_POSITION);
    position = rooks(), position.kind[4] = SQUARE('e', 2); /* rook and queen on a square */
    EXPECT(drawproof_recognize(&position), DRAWPROOF_BAD_POSITION);
    memset(&position, 0, sizeof position);
    EXPECT(drawproof_recognize(&position), DRAWPROOF_BAD_POSITION);
    memset(&position, 0xff, sizeof position);
    EXPECT(drawproof_recognize(&position), DRAWPROOF_BAD_POSITION);

    EXPECT(drawproof_recognize_fen(NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_recognize_fen(""), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_recognize_fen("\xff\xfe"), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_recognize_fen("8/8/8/8/8/8/8/8 w - - 0 1"), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_recognize_fen("8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1"), DRAWPROOF_DRAW);
    EXPECT(drawproof_recognize_fen("8/8/8/8/8/8/1Q6/k1K5 b - - 0 1"), DRAWPROOF_NONE);
    EXPECT(drawproof_recognize_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), DRAWPROOF_BAD_POSITION);
    EXPECT(drawproof_recognize_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
           DRAWPROOF_NONE);
    return failures != 0;
}
