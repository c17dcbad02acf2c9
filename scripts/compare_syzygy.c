/* Compares positions and who wins, as the example dump_values writes them to standard input, with
 * Syzygy win-draw-loss tables in the folder of the first argument. Wins that the fifty-move rule
 * spoils count as wins here. In endgames whose won lines hold no capture and no pawn move, the
 * distance to the next of these, as Syzygy's DTZ tables have it, is the distance to mate: there it
 * is compared too, but for the one ply that those tables round away. Prints a line for each
 * endgame; exit status 0 if every position agrees, 1 if one differs, 2 on an error. */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tbprobe.h>

enum { MEN_MAX = 5, DRAW = 65535, END = 255, NO_SQUARE = 64, SHOWN = 3 };

static const char LETTERS[] = "PNBRQK";

/* A bare king against men that mate only together: it is never captured and captures nothing on the
 * way to a mate. */
static const char *const DISTANCES[] = {"KQK", "KRK", "KBBK", "KBNK"};

/* Men in the order of an endgame name. */
struct man {
    int side, kind;
};

/* What was compared, and how much of it differs. */
struct counts {
    unsigned long long compared, en_passant, distances, differing;
};

static size_t men_of(const char *name, struct man *men)
{
    size_t count = 0;
    int side = -1;
    for (; *name; name++) {
        const char *letter = strchr(LETTERS, *name);
        side += *name == 'K';
        if (!letter || side < 0 || side > 1 || count == MEN_MAX) {
            fprintf(stderr, "compare_syzygy: no endgame: %s\n", name);
            exit(2);
        }
        men[count++] = (struct man){side, (int)(letter - LETTERS)};
    }
    return count;
}

/* The arguments of Fathom's functions: occupancy by side and by kind. */
struct board {
    uint64_t sides[2], kinds[6];
    unsigned en_passant;
    bool white_to_move;
};

static struct board board_of(const struct man *men, size_t count, const unsigned char *record)
{
    struct board board = {{0}, {0}, 0, record[count] == 0};
    if (record[count + 1] != NO_SQUARE)
        board.en_passant = record[count + 1];
    for (size_t i = 0; i < count; i++) {
        board.sides[men[i].side] |= UINT64_C(1) << record[i];
        board.kinds[men[i].kind] |= UINT64_C(1) << record[i];
    }
    return board;
}

/* 1 if the side to move wins, -1 if it loses, 0 for a draw, 9 if the tables do not know. */
static int outcome(const struct board *b)
{
    switch (tb_probe_wdl(b->sides[0], b->sides[1], b->kinds[5], b->kinds[4], b->kinds[3],
                         b->kinds[2], b->kinds[1], b->kinds[0], 0, 0, b->en_passant,
                         b->white_to_move)) {
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

/* Whether the tables' distance to the next capture or pawn move is `plies`, up to rounding. */
static bool same_distance(const struct board *b, int plies)
{
    unsigned result = tb_probe_root(b->sides[0], b->sides[1], b->kinds[5], b->kinds[4],
                                    b->kinds[3], b->kinds[2], b->kinds[1], b->kinds[0], 0, 0,
                                    b->en_passant, b->white_to_move, NULL);
    if (result == TB_RESULT_CHECKMATE)
        return plies == 0;
    if (result == TB_RESULT_STALEMATE || result == TB_RESULT_FAILED)
        return false;
    return abs((int)TB_GET_DTZ(result) - plies) <= 1;
}

static bool has_distances(const char *name)
{
    for (size_t i = 0; i < sizeof DISTANCES / sizeof *DISTANCES; i++)
        if (!strcmp(name, DISTANCES[i]))
            return true;
    return false;
}

static void print_counts(const char *name, const struct counts *counts)
{
    printf("%-6s %12llu positions compared", name, counts->compared);
    if (counts->en_passant)
        printf(" (%llu of them with a right to take en passant)", counts->en_passant);
    if (counts->distances)
        printf(" (%llu of them by distance too)", counts->distances);
    printf(", %llu differing\n", counts->differing);
    fflush(stdout);
}

static void print_difference(const char *name, const unsigned char *record, size_t men, int plies)
{
    printf("%s:", name);
    for (size_t i = 0; i < men; i++)
        printf(" %c%c", 'a' + record[i] % 8, '1' + record[i] / 8);
    printf(", side %d, en passant %d: ours %d plies, theirs differs\n", record[men],
           record[men + 1], plies);
}

static bool read_endgame(const char *name, struct counts *totals)
{
    struct man men[MEN_MAX];
    size_t total = men_of(name, men);
    unsigned char record[MEN_MAX + 4];
    struct counts counts = {0, 0, 0, 0};
    bool distances = has_distances(name);
    while (fread(record, total + 4, 1, stdin) == 1) {
        if (record[total] == END) {
            print_counts(name, &counts);
            totals->compared += counts.compared;
            totals->en_passant += counts.en_passant;
            totals->distances += counts.distances;
            totals->differing += counts.differing;
            return true;
        }
        int plies = record[total + 2] | record[total + 3] << 8;
        int ours = plies == DRAW ? 0 : plies % 2 ? 1 : -1;
        struct board board = board_of(men, total, record);
        bool same = ours == outcome(&board);
        counts.compared++;
        counts.en_passant += record[total + 1] != NO_SQUARE;
        if (distances && ours) {
            counts.distances++;
            same = same && same_distance(&board, plies);
        }
        if (!same && counts.differing++ < SHOWN)
            print_difference(name, record, total, plies);
    }
    fprintf(stderr, "compare_syzygy: %s ends too early\n", name);
    return false;
}

int main(int argc, char **argv)
{
    char name[32];
    struct counts totals = {0, 0, 0, 0};
    if (argc != 2) {
        fprintf(stderr, "usage: dump_values ENDGAME... | compare_syzygy FOLDER\n");
        return 2;
    }
    if (!tb_init(argv[1]) || TB_LARGEST < 4) {
        fprintf(stderr, "compare_syzygy: no tables of four men in %s\n", argv[1]);
        return 2;
    }
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = 0;
        if (!read_endgame(name, &totals))
            return 2;
    }
    print_counts("all", &totals);
    return totals.compared == 0 ? 2 : totals.differing != 0;
}
