/* Reads positions and distances to mate from standard input, as the example dump_values writes them,
 * and compares them with the Gaviota tables in the folder of the first argument. Prints a line for
 * each endgame; exit status 0 if every position agrees, 1 if one differs, 2 on an error. */

#include "compare_values.h"

#include <gtb-probe.h>

_Static_assert((int)NO_SQUARE == (int)tb_NOSQUARE, "squares are numbered alike");
_Static_assert(tb_PAWN == 1 && tb_KING == 6, "kinds are numbered alike, but from 1");

/* The distance to mate in plies according to Gaviota's tables, DRAW, or -1 for a position that they
 * lack. */
static int distance_of(const struct position *position)
{
    unsigned squares[2][MEN_MAX + 1], info, plies;
    unsigned char piece[2][MEN_MAX + 1];
    int count[2] = {0, 0};
    for (size_t i = 0; i < position->count; i++) {
        int side = position->men[i].side;
        squares[side][count[side]] = position->squares[i];
        piece[side][count[side]++] = (unsigned char)(position->men[i].kind + 1);
    }
    for (int side = 0; side < 2; side++) {
        squares[side][count[side]] = tb_NOSQUARE;
        piece[side][count[side]] = tb_NOPIECE;
    }
    unsigned stm = (unsigned)position->side_to_move;
    if (!tb_probe_hard(stm, position->en_passant, tb_NOCASTLE, squares[0], squares[1], piece[0],
                       piece[1], &info, &plies))
        return -1;
    if (info == tb_DRAW)
        return DRAW;
    if (info != tb_WMATE && info != tb_BMATE)
        return -1;
    /* The side to move wins if the distance is odd. */
    int mover_wins = (info == tb_WMATE) == (stm == tb_WHITE_TO_MOVE);
    return mover_wins == (int)(plies % 2) ? (int)plies : -1;
}

static struct answer theirs(const struct position *position)
{
    return (struct answer){distance_of(position), 0};
}

static int ours(int plies)
{
    return plies;
}

int main(int argc, char **argv)
{
    const struct comparison comparison = {.program = "compare_gaviota", .ours = ours, .theirs = theirs};
    const char **paths = tbpaths_init();
    if (argc != 2) {
        fprintf(stderr, "usage: dump_values ENDGAME... | compare_gaviota FOLDER\n");
        return 2;
    }
    paths = tbpaths_add(paths, argv[1]);
    tb_init(0, tb_CP4, paths);
    tbcache_init((size_t)256 << 20, 0);
    if ((tb_availability() & 10) != 10) {
        fprintf(stderr, "compare_gaviota: not all tables of three and four men are in %s\n", argv[1]);
        return 2;
    }
    return compare_all(&comparison);
}
