/* Compares positions and who wins, as the example dump_values writes them to standard input, with
 * Syzygy win-draw-loss tables in the folder of the first argument. Wins that the fifty-move rule
 * spoils count as wins here. Prints a line for each endgame; exit status 0 if every position
 * agrees, 1 if one differs, 2 on an error. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tbprobe.h>

enum { MEN_MAX = 5, DRAW = 65535, END = 255, NO_SQUARE = 64, SHOWN = 3 };

static const char LETTERS[] = "PNBRQK";

/* Men in the order of an endgame name. */
struct man {
    int side, kind;
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

/* 1 if the side to move wins, -1 if it loses, 0 for a draw, 9 if the tables do not know. */
static int probe(const struct man *men, size_t count, const unsigned char *record)
{
    uint64_t sides[2] = {0, 0}, kinds[6] = {0};
    unsigned ep = record[count + 1] == NO_SQUARE ? 0 : record[count + 1];
    for (size_t i = 0; i < count; i++) {
        sides[men[i].side] |= UINT64_C(1) << record[i];
        kinds[men[i].kind] |= UINT64_C(1) << record[i];
    }
    switch (tb_probe_wdl(sides[0], sides[1], kinds[5], kinds[4], kinds[3], kinds[2], kinds[1],
                         kinds[0], 0, 0, ep, record[count] == 0)) {
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
    struct man men[MEN_MAX];
    size_t total = men_of(name, men);
    unsigned char record[MEN_MAX + 4];
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
        int plies = record[total + 2] | record[total + 3] << 8;
        int ours = plies == DRAW ? 0 : plies % 2 ? 1 : -1;
        int theirs = probe(men, total, record);
        compared++;
        en_passant += record[total + 1] != NO_SQUARE;
        if (ours != theirs && differing++ < SHOWN) {
            printf("%s:", name);
            for (size_t i = 0; i < total; i++)
                printf(" %c%c", 'a' + record[i] % 8, '1' + record[i] / 8);
            printf(", side %d, en passant %d: ours %d, theirs %d\n", record[total],
                   record[total + 1], ours, theirs);
        }
    }
    fprintf(stderr, "compare_syzygy: %s ends too early\n", name);
    return 0;
}

int main(int argc, char **argv)
{
    char name[32];
    unsigned long long totals[3] = {0, 0, 0};
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
        if (!read_endgame(name, totals))
            return 2;
    }
    print_counts("all", totals[0], totals[2], totals[1]);
    return totals[0] == 0 ? 2 : totals[1] != 0;
}
