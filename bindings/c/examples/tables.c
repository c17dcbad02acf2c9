/* Prints the answers of tables and rules about positions: ./tables [--folder FOLDER] ['FEN'...]
 * Without a folder the endgames are solved in memory. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "drawproof_library.h"

static void print_distance(const char *metric, int32_t plies) {
    if (plies != DRAWPROOF_NO_DISTANCE)
        printf(", %s %" PRId32, metric, plies);
}

static void print_answer(const drawproof_answer *answer) {
    static const char *const results[] = { "loss", "draw", "win" };
    printf("%s", results[answer->result + 1]);
    print_distance("DTM", answer->dtm);
    print_distance("DTZ", answer->dtz);
    print_distance("DTC", answer->dtc);
    if (answer->fifty == DRAWPROOF_FIFTY_CURSED_WIN || answer->fifty == DRAWPROOF_FIFTY_BLESSED_LOSS)
        printf(", a draw by the fifty-move rule");
    putchar('\n');
}

/* The claim of the rules, and the patterns that withdraw it. */
static void print_rules(const drawproof_position *position) {
    const char *name = drawproof_rules_name(position, DRAWPROOF_ALL_RULES);
    uint64_t reasons = 0;
    int claim = drawproof_rules_claim(position, DRAWPROOF_ALL_RULES, &reasons);
    if (name == NULL || claim < 0)
        return;
    printf("  rule %s: %s\n", name, claim == DRAWPROOF_DRAWN ? "draw" : "no claim of a draw");
    for (unsigned bit = 0; bit < 64; bit++)
        if (reasons >> bit & 1)
            printf("    %s: %s\n", drawproof_rules_reason(position, bit),
                   drawproof_rules_sentence(position, bit));
}

static int print_position(const drawproof_tablebase *tables, const char *fen) {
    drawproof_position position;
    drawproof_answer answer;
    drawproof_move moves[218];
    drawproof_error error;
    unsigned clock;
    int count;

    if (drawproof_parse_fen(fen, &position, &clock, &error) < 0
        || drawproof_probe(tables, &position, clock, &answer, &error) < 0
        || (count = drawproof_moves(tables, &position, clock, moves, 218, &error)) < 0) {
        fprintf(stderr, "%s: %s (code %d)\n", fen, error.text, (int)error.code);
        return 1;
    }
    printf("%s\n  ", fen);
    print_answer(&answer);
    if (count > 0)
        printf("  best move %s (%s)\n", moves[0].san, moves[0].uci);
    print_rules(&position);
    return 0;
}

int main(int count, char **arguments) {
    static const char *const fen = "8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1";
    drawproof_tablebase *tables;
    drawproof_error error;
    int first = 1, failed = 0, code;

    if (count > 2 && strcmp(arguments[1], "--folder") == 0) {
        code = drawproof_open(arguments[2], &tables, &error);
        first = 3;
    } else {
        code = drawproof_in_memory(0, &tables, &error);
    }
    if (code < 0) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    if (first >= count)
        failed = print_position(tables, fen);
    for (int i = first; i < count; i++)
        failed |= print_position(tables, arguments[i]);
    drawproof_close(tables);
    return failed;
}
