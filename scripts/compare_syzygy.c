/* Reads positions and distances from standard input, as the example dump_values writes them. With
 * "dtz" as second argument these are distances to zeroing within the fifty-move rule, and results and
 * distances are compared with those of Syzygy: see `dtz_distance`. Otherwise they are distances to mate:
 * it compares the results (win, draw, loss) with the Syzygy tables in the folder of the first
 * argument. A cursed win counts as a win, a blessed loss as a loss. Where no winning line contains a
 * capture or a pawn move, the distance to zeroing (DTZ) equals the distance to mate: there the
 * distances are compared too, with a tolerance of one ply because DTZ tables round. Prints a line for
 * each endgame; exit status 0 if every position agrees, 1 if one differs, 2 on an error. */

#include <stdbool.h>
#include <tbprobe.h>

#include "compare_values.h"

/* The arguments of Fathom's functions: sets of squares by side and by kind. */
struct board {
    uint64_t sides[2], kinds[6];
    unsigned en_passant;
    bool white_to_move;
};

static struct board board_of(const struct position *position)
{
    struct board board = {{0}, {0}, 0, position->side_to_move == 0};
    if (position->en_passant != NO_SQUARE)
        board.en_passant = position->en_passant;
    for (size_t i = 0; i < position->count; i++) {
        uint64_t square = UINT64_C(1) << position->squares[i];
        board.sides[position->men[i].side] |= square;
        board.kinds[position->men[i].kind] |= square;
    }
    return board;
}

/* 1 if the side to move wins, -1 if it loses, 0 for a draw, 9 for a position that the tables lack. */
static int theirs(const struct position *position)
{
    struct board b = board_of(position);
    switch (tb_probe_wdl(b.sides[0], b.sides[1], b.kinds[5], b.kinds[4], b.kinds[3], b.kinds[2],
                         b.kinds[1], b.kinds[0], 0, 0, b.en_passant, b.white_to_move)) {
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

/* Whether the endgame is KQK, KRK, KBBK or KBNK: Black has a bare king, and no winning line contains a
 * capture or a pawn move. */
static bool dtz_is_dtm(const struct position *position)
{
    int count[6] = {0};
    for (size_t i = 0; i < position->count; i++) {
        if (position->men[i].side == 1 && KINDS[position->men[i].kind] != 'K')
            return false;
        count[position->men[i].kind]++;
    }
    int pawns = count[0], knights = count[1], bishops = count[2], major = count[3] + count[4];
    return pawns == 0 && ((major == 1 && position->count == 3) ||
                          (major == 0 && bishops > 0 && bishops + knights == 2));
}

static enum agreement distance(const struct position *position, int plies)
{
    if (!dtz_is_dtm(position))
        return NOT_COMPARED;
    struct board b = board_of(position);
    unsigned result = tb_probe_root(b.sides[0], b.sides[1], b.kinds[5], b.kinds[4], b.kinds[3],
                                    b.kinds[2], b.kinds[1], b.kinds[0], 0, 0, b.en_passant,
                                    b.white_to_move, NULL);
    if (result == TB_RESULT_CHECKMATE)
        return plies == 0 ? AGREES : DIFFERS;
    if (result == TB_RESULT_STALEMATE || result == TB_RESULT_FAILED)
        return DIFFERS;
    return abs((int)TB_GET_DTZ(result) - plies) <= 1 ? AGREES : DIFFERS;
}

static int ours(int plies)
{
    return plies == DRAW ? 0 : plies % 2 ? 1 : -1;
}

/* The result within the fifty-move rule: 2 = win, 1 = cursed win, 0 = draw, -1, -2. `number`: twice
 * the distance to zeroing, and one more for a win. */
static int our_dtz_result(int number)
{
    int result = number / 2 <= 100 ? 2 : 1;
    return number == DRAW ? 0 : number % 2 ? result : -result;
}

static int their_dtz_result(const struct position *position)
{
    struct board b = board_of(position);
    switch (tb_probe_wdl(b.sides[0], b.sides[1], b.kinds[5], b.kinds[4], b.kinds[3], b.kinds[2],
                         b.kinds[1], b.kinds[0], 0, 0, b.en_passant, b.white_to_move)) {
    case TB_WIN:
        return 2;
    case TB_CURSED_WIN:
        return 1;
    case TB_DRAW:
        return 0;
    case TB_BLESSED_LOSS:
        return -1;
    case TB_LOSS:
        return -2;
    default:
        return 9;
    }
}

/* By what Syzygy's distance exceeds ours: [3] = equal. */
static unsigned long long excess[7];

/* Syzygy's tables store many distances in moves: where it gives n plies, the distance is n or n + 1.
 * On the edge of the fifty-move rule it is exact, which the results show. */
static enum agreement dtz_distance(const struct position *position, int number)
{
    struct board b = board_of(position);
    unsigned result = tb_probe_root(b.sides[0], b.sides[1], b.kinds[5], b.kinds[4], b.kinds[3],
                                    b.kinds[2], b.kinds[1], b.kinds[0], 0, 0, b.en_passant,
                                    b.white_to_move, NULL);
    int plies = number / 2;
    if (result == TB_RESULT_CHECKMATE)
        return plies == 0 ? AGREES : DIFFERS;
    if (result == TB_RESULT_STALEMATE || result == TB_RESULT_FAILED)
        return DIFFERS;
    int more = (int)TB_GET_DTZ(result) - plies;
    excess[more < -3 ? 0 : more > 3 ? 6 : more + 3]++;
    return more == 0 || more == -1 ? AGREES : DIFFERS;
}

int main(int argc, char **argv)
{
    const struct comparison comparison = {"compare_syzygy", ours, theirs, distance};
    const struct comparison dtz = {"compare_syzygy", our_dtz_result, their_dtz_result, dtz_distance};
    if (argc != 2 && (argc != 3 || strcmp(argv[2], "dtz"))) {
        fprintf(stderr, "usage: dump_values [dtz] ENDGAME... | compare_syzygy FOLDER [dtz]\n");
        return 2;
    }
    if (!tb_init(argv[1]) || TB_LARGEST < 4) {
        fprintf(stderr, "compare_syzygy: no tables of four men in %s\n", argv[1]);
        return 2;
    }
    if (argc == 2)
        return compare_all(&comparison);
    int status = compare_all(&dtz);
    printf("Syzygy's distance minus ours, -3 to 3 plies:");
    for (size_t i = 0; i < 7; i++)
        printf(" %llu", excess[i]);
    printf("\n");
    return status;
}
