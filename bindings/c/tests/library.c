/* Calls of the library with invalid arguments and with valid ones; each EXPECT names the value that must
 * be returned. Argument 1 is a folder with a damaged KRKB.dpt and a sound KRKR.dpt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawproof_library.h"

static int failures;

static void expect(int line, long found, long expected) {
    if (found != expected) {
        printf("library.c:%d: %ld, expected %ld\n", line, found, expected);
        failures++;
    }
}

#define EXPECT(found, expected) expect(__LINE__, (long)(found), (long)(expected))
#define ROOKS "8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1"
#define ROOK_AND_BISHOP "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1"

static drawproof_position position_of(const char *fen) {
    drawproof_position position;
    EXPECT(drawproof_parse_fen(fen, &position, NULL, NULL), DRAWPROOF_OK);
    return position;
}

static void null_pointers(const drawproof_tablebase *tables) {
    drawproof_position position = position_of(ROOKS);
    drawproof_answer answer;
    drawproof_error error;
    drawproof_tablebase *other = (drawproof_tablebase *)&error;

    drawproof_close(NULL);
    EXPECT(drawproof_open(NULL, &other, &error), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(other == NULL, 1);
    EXPECT(error.code, DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_open(".", NULL, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_open_with(NULL, &other, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_in_memory(0, NULL, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_probe(NULL, &position, 0, &answer, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_probe(tables, NULL, 0, &answer, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_probe(tables, &position, 0, NULL, &error), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_probe_fen(tables, NULL, &answer, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_probe_fen(tables, ROOKS, NULL, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_moves(tables, &position, 0, NULL, 1, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_moves(NULL, &position, 0, NULL, 0, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_prepare(tables, NULL, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_parse_fen(NULL, &position, NULL, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_parse_fen(ROOKS, NULL, NULL, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_rules_claim(NULL, DRAWPROOF_ALL_RULES, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_rules_name(NULL, DRAWPROOF_ALL_RULES) == NULL, 1);
    EXPECT(drawproof_rules_reason(NULL, 0) == NULL, 1);
}

static void bad_positions(const drawproof_tablebase *tables) {
    drawproof_position position = position_of(ROOKS);
    drawproof_answer answer;
    drawproof_error error;

    position.side_to_move = 2;
    EXPECT(drawproof_probe(tables, &position, 0, &answer, &error), DRAWPROOF_BAD_POSITION);
    position = position_of(ROOKS), position.en_passant = 65;
    EXPECT(drawproof_probe(tables, &position, 0, &answer, &error), DRAWPROOF_BAD_POSITION);
    position = position_of(ROOKS), position.en_passant = 20;
    EXPECT(drawproof_probe(tables, &position, 0, &answer, &error), DRAWPROOF_BAD_POSITION);
    position = position_of(ROOKS), position.kind[3] = 0;
    EXPECT(drawproof_probe(tables, &position, 0, &answer, &error), DRAWPROOF_BAD_POSITION);
    EXPECT(strncmp(error.text, "the position is illegal: ", 25), 0);
    memset(&position, 0, sizeof position);
    EXPECT(drawproof_probe(tables, &position, 0, &answer, &error), DRAWPROOF_BAD_POSITION);
    memset(&position, 0xff, sizeof position);
    EXPECT(drawproof_probe(tables, &position, 0, &answer, &error), DRAWPROOF_BAD_POSITION);
    EXPECT(drawproof_moves(tables, &position, 0, NULL, 0, &error), DRAWPROOF_BAD_POSITION);
    EXPECT(drawproof_rules_claim(&position, DRAWPROOF_LEARNED, NULL), DRAWPROOF_BAD_POSITION);
    EXPECT(drawproof_rules_name(&position, DRAWPROOF_ALL_RULES) == NULL, 1);
    EXPECT(drawproof_probe_fen(tables, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &answer, &error),
           DRAWPROOF_BAD_POSITION);
}

static void texts(const drawproof_tablebase *tables, const char *folder) {
    drawproof_answer answer;
    drawproof_error error;
    drawproof_tablebase *other;
    size_t length = 1 << 20;
    char *text = malloc(length + 1);

    if (text == NULL)
        exit(2);
    memset(text, 'a', length), text[length] = 0;
    EXPECT(drawproof_open(text, &other, &error), DRAWPROOF_SYSTEM_ERROR);
    EXPECT(strlen(error.text), sizeof error.text - 1);
    EXPECT(drawproof_probe_fen(tables, text, &answer, &error), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_prepare(tables, text, &error), DRAWPROOF_BAD_ARGUMENT);
    free(text);
    EXPECT(drawproof_open("", &other, &error), DRAWPROOF_SYSTEM_ERROR);
    EXPECT(drawproof_open("\xff\xfe", &other, &error), DRAWPROOF_SYSTEM_ERROR);
    EXPECT(drawproof_probe_fen(tables, "", &answer, &error), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_probe_fen(tables, "\xff\xfe", &answer, &error), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_prepare(tables, "KXK", &error), DRAWPROOF_BAD_ARGUMENT);

    EXPECT(drawproof_open(folder, &other, &error), DRAWPROOF_OK);
    EXPECT(drawproof_probe_fen(other, ROOKS, &answer, &error), DRAWPROOF_OK);
    EXPECT(answer.result, 0);
    EXPECT(drawproof_probe_fen(other, ROOK_AND_BISHOP, &answer, &error), DRAWPROOF_DAMAGED_FILE);
    EXPECT(strstr(error.text, "KRKB.dpt") != NULL, 1);
    EXPECT(drawproof_probe_fen(other, "5k2/8/8/8/8/8/QQQ5/K7 w - - 0 1", &answer, &error),
           DRAWPROOF_NO_TABLE);
    EXPECT(drawproof_prepare(other, "KQKR", &error), DRAWPROOF_NO_TABLE);
    drawproof_close(other);
}

static void options(void) {
    drawproof_options options;
    drawproof_answer answer;
    drawproof_error error;
    drawproof_tablebase *tables;

    memset(&options, 0, sizeof options);
    EXPECT(drawproof_open_with(&options, &tables, &error), DRAWPROOF_OK);
    EXPECT(drawproof_probe_fen(tables, "8/8/8/8/8/5k2/3q4/6K1 b - - 0 1", &answer, &error), DRAWPROOF_OK);
    EXPECT(answer.dtm, 1);
    EXPECT(answer.dtz, DRAWPROOF_NO_DISTANCE);
    EXPECT(answer.fifty, DRAWPROOF_FIFTY_UNKNOWN);
    EXPECT(drawproof_probe_fen(tables, ROOKS, &answer, NULL), DRAWPROOF_NO_TABLE);
    drawproof_close(tables);

    options.memory_bytes = 1;
    EXPECT(drawproof_open_with(&options, &tables, &error), DRAWPROOF_OK);
    EXPECT(drawproof_probe_fen(tables, ROOKS, &answer, &error), DRAWPROOF_MEMORY);
    drawproof_close(tables);

    options.memory_bytes = 64 << 20;
    options.metrics = DRAWPROOF_DTM | DRAWPROOF_DTZ;
    options.threads = 1;
    EXPECT(drawproof_open_with(&options, &tables, &error), DRAWPROOF_OK);
    EXPECT(drawproof_probe_fen(tables, "8/8/8/8/8/1k6/3r4/1K6 w - - 98 80", &answer, &error), DRAWPROOF_OK);
    EXPECT(answer.dtm, answer.dtz);
    EXPECT(answer.fifty, answer.dtz < -2 ? DRAWPROOF_FIFTY_BLESSED_LOSS : DRAWPROOF_FIFTY_LOSS);
    drawproof_close(tables);

    options.metrics = 8;
    EXPECT(drawproof_open_with(&options, &tables, &error), DRAWPROOF_BAD_ARGUMENT);
    options.metrics = 0, options.reserved[1] = 1;
    EXPECT(drawproof_open_with(&options, &tables, &error), DRAWPROOF_BAD_ARGUMENT);
}

static void moves_and_rules(const drawproof_tablebase *tables) {
    drawproof_position position = position_of(ROOK_AND_BISHOP);
    drawproof_move moves[2];
    drawproof_answer answer;
    uint64_t reasons = 99;

    memset(moves, 0x55, sizeof moves);
    EXPECT(drawproof_probe(tables, &position, 7, &answer, NULL), DRAWPROOF_OK);
    EXPECT(answer.result, 1);
    EXPECT(drawproof_moves(tables, &position, 7, moves, 1, NULL) > 5, 1);
    EXPECT(moves[0].answer.dtm, 1 - answer.dtm);
    EXPECT(strlen(moves[0].uci), 4);
    EXPECT(moves[1].uci[0], 0x55);
    EXPECT(drawproof_rules_claim(&position, DRAWPROOF_ALL_RULES, &reasons), DRAWPROOF_NO_CLAIM);
    EXPECT(reasons != 0 && reasons != 99, 1);
    EXPECT(strncmp(drawproof_rules_name(&position, DRAWPROOF_HAND_WRITTEN), "KRKB", 4), 0);
    EXPECT(drawproof_rules_reason(&position, 0) != NULL, 1);
    EXPECT(drawproof_rules_sentence(&position, 0) != NULL, 1);
    EXPECT(drawproof_rules_reason(&position, 64) == NULL, 1);
    EXPECT(drawproof_rules_claim(&position, 0, NULL), DRAWPROOF_BAD_ARGUMENT);
    EXPECT(drawproof_rules_claim(&position, 4, NULL), DRAWPROOF_BAD_ARGUMENT);
    position = position_of(ROOKS);
    EXPECT(drawproof_rules_claim(&position, DRAWPROOF_ALL_RULES, &reasons), DRAWPROOF_DRAWN);
    EXPECT(reasons, 0);
    EXPECT(strchr(drawproof_version(), '.') != NULL, 1);
    EXPECT(strlen(drawproof_code_text(-99)) > 0 && strlen(drawproof_code_text(1)) > 0, 1);
}

int main(int count, char **arguments) {
    drawproof_tablebase *tables;

    EXPECT(count, 2);
    EXPECT(drawproof_in_memory(64 << 20, &tables, NULL), DRAWPROOF_OK);
    null_pointers(tables);
    bad_positions(tables);
    texts(tables, arguments[1]);
    options();
    moves_and_rules(tables);
    drawproof_close(tables);
    return failures != 0;
}
