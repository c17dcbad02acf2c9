/* Compares positions and who wins, as the example dump_values writes them to standard input, with
 * Syzygy win-draw-loss tables in the folder of the first argument. Wins that the fifty-move rule
 * spoils count as wins here. Prints a line for each endgame; exit status 0 if every position
 * agrees, 1 if one differs, 2 on an error. */

#include <tbprobe.h>

#include "compare_values.h"

/* 1 if the side to move wins, -1 if it loses, 0 for a draw, 9 if the tables do not know. */
static int theirs(const struct position *position)
{
    uint64_t sides[2] = {0, 0}, kinds[6] = {0};
    unsigned ep = position->en_passant == NO_SQUARE ? 0 : position->en_passant;
    for (size_t i = 0; i < position->count; i++) {
        uint64_t square = UINT64_C(1) << position->squares[i];
        sides[position->men[i].side] |= square;
        kinds[position->men[i].kind] |= square;
    }
    switch (tb_probe_wdl(sides[0], sides[1], kinds[5], kinds[4], kinds[3], kinds[2], kinds[1],
                         kinds[0], 0, 0, ep, position->side_to_move == 0)) {
    case TB_WIN:
    case TB_CURSED_WIN:
        return 1;
    case TB_DRAW:
        return 0;
    case TB_LOSS:
    case TB_BLESSED_LOSS:
        return -1;
    default:
        return 9;
    }
}

static int ours(int plies)
{
    return plies == DRAW ? 0 : plies % 2 ? 1 : -1;
}

int main(int argc, char **argv)
{
    const struct comparison comparison = {"compare_syzygy", ours, theirs};
    if (argc != 2) {
        fprintf(stderr, "usage: dump_values ENDGAME... | compare_syzygy FOLDER\n");
        return 2;
    }
    if (!tb_init(argv[1]) || TB_LARGEST < 4) {
        fprintf(stderr, "compare_syzygy: no tables of four men in %s\n", argv[1]);
        return 2;
    }
    return compare_all(&comparison);
}
