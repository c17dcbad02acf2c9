/* The parts that compare_gaviota and compare_syzygy share: reading the output of the example
 * dump_values, comparing each position with the third-party tables, counting and printing. */
#ifndef COMPARE_VALUES_H
#define COMPARE_VALUES_H

#define _GNU_SOURCE /* fread_unlocked */

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

/* What the third-party tables hold for a position: the result, and a distance if there is one. */
struct answer {
    int result, distance;
};

/* One comparison. `begin` is NULL or called before the positions of an endgame. `theirs` returns the
 * answer of the third-party tables; `ours` returns the same kind of result for the number of a record or
 * DRAW. `distance` is NULL or compares the distances of decisive positions whose results are equal.
 * `fifty_moves`: results of 1 and -1 are cursed wins and blessed losses, which are counted. */
struct comparison {
    const char *program;
    void (*begin)(const struct man *men, size_t count);
    int (*ours)(int number);
    struct answer (*theirs)(const struct position *position);
    enum agreement (*distance)(const struct position *position, int number, int theirs);
    int fifty_moves;
};

struct counts {
    unsigned long long compared, en_passant, distances, cursed, blessed, differing;
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
    if (counts->cursed || counts->blessed)
        printf(" (%llu cursed wins, %llu blessed losses)", counts->cursed, counts->blessed);
    printf(", %llu differing\n", counts->differing);
    fflush(stdout);
}

static void compare_position(const struct comparison *comparison, const char *name,
                             const struct position *position, int number, struct counts *counts)
{
    int ours = comparison->ours(number);
    struct answer theirs = comparison->theirs(position);
    enum agreement distance = NOT_COMPARED;
    if (comparison->distance && number != DRAW && ours == theirs.result)
        distance = comparison->distance(position, number, theirs.distance);
    if (comparison->fifty_moves) {
        counts->cursed += ours == 1;
        counts->blessed += ours == -1;
    }
    counts->compared++;
    counts->en_passant += position->en_passant != NO_SQUARE;
    counts->distances += distance != NOT_COMPARED;
    if ((ours == theirs.result && distance != DIFFERS) || counts->differing++ >= SHOWN)
        return;
    printf("%s:", name);
    for (size_t i = 0; i < position->count; i++)
        printf(" %c%c", 'a' + position->squares[i] % 8, '1' + position->squares[i] / 8);
    printf(", side %d, en passant %u: ours %d, theirs %d%s\n", position->side_to_move,
           position->en_passant, ours, theirs.result, distance == DIFFERS ? ", another distance" : "");
    fflush(stdout);
}

static struct counts compare_endgame(const struct comparison *comparison, const char *name)
{
    struct man men[MEN_MAX];
    size_t count = men_of(comparison->program, name, men);
    unsigned char record[MEN_MAX + 4];
    struct counts counts = {0};
    if (comparison->begin)
        comparison->begin(men, count);
    while (fread_unlocked(record, count + 4, 1, stdin) == 1) {
        if (record[count] == END)
            return counts;
        struct position position = {men, count, record, record[count], record[count + 1]};
        int number = record[count + 2] | record[count + 3] << 8;
        compare_position(comparison, name, &position, number, &counts);
    }
    print_counts(name, &counts);
    fprintf(stderr, "%s: %s ends too early\n", comparison->program, name);
    exit(2);
}

/* Compares all of standard input and prints a line for each endgame. Returns the exit status: 0 if every
 * position agrees, 1 if one differs, 2 if there are no positions. */
static int compare_all(const struct comparison *comparison)
{
    char name[32];
    struct counts all = {0};
    setvbuf(stdin, NULL, _IOFBF, 1 << 20);
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = 0;
        struct counts counts = compare_endgame(comparison, name);
        print_counts(name, &counts);
        all.compared += counts.compared;
        all.en_passant += counts.en_passant;
        all.distances += counts.distances;
        all.cursed += counts.cursed;
        all.blessed += counts.blessed;
        all.differing += counts.differing;
    }
    print_counts("all", &all);
    return all.compared == 0 ? 2 : all.differing != 0;
}

#endif
