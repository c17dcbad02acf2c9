/* The parts that compare_gaviota and compare_syzygy share: reading the output of the example
 * dump_values, comparing each position with the third-party tables, counting and printing. */
#ifndef COMPARE_VALUES_H
#define COMPARE_VALUES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEN_MAX = 5, DRAW = 65535, END = 255, NO_SQUARE = 64, SHOWN = 3 };

/* A man of an endgame: side 0 is White, kind an index into KINDS. */
struct man {
    int side, kind;
};

static const char KINDS[] = "PNBRQK";

/* A position: a square (a1 = 0, b1 = 1, h8 = 63) for each of `count` men in the order of the endgame's
 * name, the side to move (0 = White), the target square of an en-passant capture or NO_SQUARE. */
struct position {
    const struct man *men;
    size_t count;
    const unsigned char *squares;
    int side_to_move;
    unsigned en_passant;
};

/* The outcome of comparing two distances. */
enum agreement { DIFFERS, AGREES, NOT_COMPARED };

/* One comparison. `theirs` returns the answer of the third-party tables; `ours` returns the same kind of
 * answer for a distance in plies or DRAW. `distance` is NULL or compares the distances of decisive
 * positions in which both answers are equal. */
struct comparison {
    const char *program;
    int (*ours)(int plies);
    int (*theirs)(const struct position *position);
    enum agreement (*distance)(const struct position *position, int plies);
};

struct counts {
    unsigned long long compared, en_passant, distances, differing;
};

static size_t men_of(const char *program, const char *name, struct man *men)
{
    size_t count = 0;
    int side = -1;
    for (; *name; name++) {
        const char *kind = strchr(KINDS, *name);
        side += *name == 'K';
        if (!kind || side < 0 || side > 1 || count == MEN_MAX) {
            fprintf(stderr, "%s: not an endgame: %s\n", program, name);
            exit(2);
        }
        men[count++] = (struct man){side, (int)(kind - KINDS)};
    }
    return count;
}

static void print_counts(const char *name, const struct counts *counts)
{
    printf("%-6s %12llu positions compared", name, counts->compared);
    if (counts->en_passant)
        printf(" (%llu with an en-passant right)", counts->en_passant);
    if (counts->distances)
        printf(" (%llu compared by distance too)", counts->distances);
    printf(", %llu differing\n", counts->differing);
    fflush(stdout);
}

static void compare_position(const struct comparison *comparison, const char *name,
                             const struct position *position, int plies, struct counts *counts)
{
    int ours = comparison->ours(plies), theirs = comparison->theirs(position);
    enum agreement distance = NOT_COMPARED;
    if (comparison->distance && plies != DRAW && ours == theirs)
        distance = comparison->distance(position, plies);
    counts->compared++;
    counts->en_passant += position->en_passant != NO_SQUARE;
    counts->distances += distance != NOT_COMPARED;
    if ((ours == theirs && distance != DIFFERS) || counts->differing++ >= SHOWN)
        return;
    printf("%s:", name);
    for (size_t i = 0; i < position->count; i++)
        printf(" %c%c", 'a' + position->squares[i] % 8, '1' + position->squares[i] / 8);
    printf(", side %d, en passant %u: ours %d, theirs %d%s\n", position->side_to_move,
           position->en_passant, ours, theirs, distance == DIFFERS ? ", another distance" : "");
}

static struct counts compare_endgame(const struct comparison *comparison, const char *name)
{
    struct man men[MEN_MAX];
    size_t count = men_of(comparison->program, name, men);
    unsigned char record[MEN_MAX + 4];
    struct counts counts = {0, 0, 0, 0};
    while (fread(record, count + 4, 1, stdin) == 1) {
        if (record[count] == END)
            return counts;
        struct position position = {men, count, record, record[count], record[count + 1]};
        int plies = record[count + 2] | record[count + 3] << 8;
        compare_position(comparison, name, &position, plies, &counts);
    }
    fprintf(stderr, "%s: %s ends too early\n", comparison->program, name);
    exit(2);
}

/* Compares all of standard input and prints a line for each endgame. Returns the exit status: 0 if every
 * position agrees, 1 if one differs, 2 if there are no positions. */
static int compare_all(const struct comparison *comparison)
{
    char name[32];
    struct counts all = {0, 0, 0, 0};
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = 0;
        struct counts counts = compare_endgame(comparison, name);
        print_counts(name, &counts);
        all.compared += counts.compared;
        all.en_passant += counts.en_passant;
        all.distances += counts.distances;
        all.differing += counts.differing;
    }
    print_counts("all", &all);
    return all.compared == 0 ? 2 : all.differing != 0;
}

#endif
