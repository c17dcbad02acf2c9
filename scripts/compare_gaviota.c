/* Compares positions and distances to mate, as the example dump_values writes them to standard
 * input, with Gaviota tables in the folder of the first argument. Prints a line for each endgame;
 * exit status 0 if every position agrees, 1 if one differs, 2 on an error. */

#include <gtb-probe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEN_MAX = 5, DRAW = 65535, END = 255, SHOWN = 3 };

static const char LETTERS[] = " PNBRQK";

/* Men of each side in Gaviota's form, by the letters of an endgame name. */
struct men {
    int count[2];
    unsigned char piece[2][MEN_MAX + 1];
};

static struct men men_of(const char *name)
{
    struct men men = {{0, 0}, {{0}}};
    int side = -1;
    for (; *name; name++) {
        const char *letter = strchr(LETTERS + 1, *name);
        side += *name == 'K';
        if (!letter || side < 0 || side > 1 || men.count[side] == MEN_MAX) {
            fprintf(stderr, "compare_gaviota: no endgame: %s\n", name);
            exit(2);
        }
        men.piece[side][men.count[side]++] = (unsigned char)(letter - LETTERS);
    }
    return men;
}

/* The distance in plies by Gaviota's tables, DRAW, or -1 if they do not know the position. */
static int probe(const struct men *men, const unsigned char *record)
{
    unsigned squares[2][MEN_MAX + 1], info, plies;
    unsigned char piece[2][MEN_MAX + 1];
    int total = men->count[0] + men->count[1];
    unsigned stm = record[total];
    for (int side = 0, at = 0; side < 2; side++) {
        int count = men->count[side];
        for (int i = 0; i < count; i++)
            squares[side][i] = record[at++];
        memcpy(piece[side], men->piece[side], (size_t)count);
        squares[side][count] = tb_NOSQUARE;
        piece[side][count] = tb_NOPIECE;
    }
    if (!tb_probe_hard(stm, record[total + 1], tb_NOCASTLE, squares[0], squares[1], piece[0],
                       piece[1], &info, &plies))
        return -1;
    if (info == tb_DRAW)
        return DRAW;
    if (info != tb_WMATE && info != tb_BMATE)
        return -1;
    /* The winner must be the one that the parity of the distance says. */
    int mover_wins = (info == tb_WMATE) == (stm == tb_WHITE_TO_MOVE);
    return mover_wins == (int)(plies % 2) ? (int)plies : -1;
}

static void print_counts(const char *name, unsigned long long compared,
                         unsigned long long en_passant, unsigned long long differing)
{
    printf("%-6s %12llu positions compared", name, compared);
    if (en_passant)
        printf(" (%llu of them with a right to take en passant)", en_passant);
    printf(", %llu differing\n", differing);
}

static int read_endgame(const char *name, unsigned long long totals[3])
{
    struct men men = men_of(name);
    size_t total = (size_t)(men.count[0] + men.count[1]);
    unsigned char record[2 * MEN_MAX + 4];
    unsigned long long compared = 0, differing = 0, en_passant = 0;
    while (fread(record, total + 4, 1, stdin) == 1) {
        if (record[total] == END) {
            print_counts(name, compared, en_passant, differing);
            fflush(stdout);
            totals[0] += compared;
            totals[1] += differing;
            totals[2] += en_passant;
            return 1;
        }
        int ours = record[total + 2] | record[total + 3] << 8;
        int theirs = probe(&men, record);
        compared++;
        en_passant += record[total + 1] != tb_NOSQUARE;
        if (ours != theirs && differing++ < SHOWN) {
            printf("%s:", name);
            for (size_t i = 0; i < total; i++)
                printf(" %c%c", 'a' + record[i] % 8, '1' + record[i] / 8);
            printf(", side %d, en passant %d: ours %d, theirs %d\n", record[total],
                   record[total + 1], ours, theirs);
        }
    }
    fprintf(stderr, "compare_gaviota: %s ends too early\n", name);
    return 0;
}

int main(int argc, char **argv)
{
    const char **paths = tbpaths_init();
    char name[32];
    unsigned long long totals[3] = {0, 0, 0};
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
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = 0;
        if (!read_endgame(name, totals))
            return 2;
    }
    print_counts("all", totals[0], totals[2], totals[1]);
    return totals[0] == 0 ? 2 : totals[1] != 0;
}
