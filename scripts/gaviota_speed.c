/* Times probes of Gaviota tables through libgaviotatb, warm and cold. The example `probe_speed` measures
 * drawproof's tables in the same way.
 *
 *     cc -O2 scripts/gaviota_speed.c -lgaviotatb -o gaviota_speed
 *     ./gaviota_speed FOLDER KRKN KQKR...
 *
 * Positions are random placements on the whole board that the library accepts. Warm: batches of 1000
 * probes with all blocks in the cache. Cold: the cache is flushed before each probe; the file is open.
 * Prints the median and the 99th percentile. */
#define _POSIX_C_SOURCE 199309L
#include <ctype.h>
#include <gtb-probe.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT 200000
#define BATCH 1000

typedef struct {
    unsigned side, squares[2][8];
    unsigned char kinds[2][8];
} Position;

static Position positions[COUNT];

static uint64_t next_random(void) {
    static uint64_t seed = 0x9e3779b97f4a7c15u;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed >> 8;
}

static unsigned char kind(char letter) {
    switch (letter) {
    case 'Q': return tb_QUEEN;
    case 'R': return tb_ROOK;
    case 'B': return tb_BISHOP;
    case 'N': return tb_KNIGHT;
    case 'P': return tb_PAWN;
    default: return tb_KING;
    }
}

static int probe(const Position *p) {
    unsigned info, plies;
    return tb_probe_hard(p->side, tb_NOSQUARE, tb_NOCASTLE, p->squares[0], p->squares[1], p->kinds[0],
                         p->kinds[1], &info, &plies) &&
           info != tb_FORBID && info != tb_UNKNOWN;
}

static void fill(const char *name) {
    int i = 0;
    while (i < COUNT) {
        Position *p = &positions[i];
        uint64_t taken = 0;
        int color = -1, count[2] = {0, 0}, fits = 1;
        const char *letter;
        for (letter = name; *letter; letter++) {
            unsigned square = next_random() % 64;
            color += *letter == 'K';
            fits &= !(taken >> square & 1) && (*letter != 'P' || (square > 7 && square < 56));
            taken |= (uint64_t)1 << square;
            p->squares[color][count[color]] = square;
            p->kinds[color][count[color]++] = kind(*letter);
        }
        for (color = 0; color < 2; color++) {
            p->squares[color][count[color]] = tb_NOSQUARE;
            p->kinds[color][count[color]] = tb_NOPIECE;
        }
        p->side = next_random() % 2 ? tb_WHITE_TO_MOVE : tb_BLACK_TO_MOVE;
        if (fits && probe(p)) i++;
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    static double warm[5 * COUNT / BATCH], cold[2000];
    const char **paths;
    int arg, i, j, n;
    if (argc < 3) return fprintf(stderr, "usage: gaviota_speed FOLDER ENDGAME...\n"), 2;
    paths = tbpaths_add(tbpaths_init(), argv[1]);
    tb_init(0, tb_CP4, paths);
    tbcache_init((size_t)256 << 20, 0);
    printf("endgame  warm median ns  warm p99 ns  cold median us  cold p99 us\n");
    for (arg = 2; arg < argc; arg++) {
        fill(argv[arg]);
        for (i = 0; i < COUNT; i++) probe(&positions[i]);
        for (n = 0; n < 5 * COUNT / BATCH; n++) {
            double start = now();
            for (j = 0; j < BATCH; j++) probe(&positions[(n * BATCH + j) % COUNT]);
            warm[n] = (now() - start) / BATCH;
        }
        for (n = 0; n < 2000; n++) {
            double start;
            tbcache_flush();
            start = now();
            probe(&positions[n * 100]);
            cold[n] = (now() - start) / 1000;
        }
        qsort(warm, 5 * COUNT / BATCH, sizeof *warm, by_size);
        qsort(cold, 2000, sizeof *cold, by_size);
        printf("%-7s  %14.1f  %11.1f  %14.1f  %11.1f\n", argv[arg], warm[5 * COUNT / BATCH / 2],
               warm[5 * COUNT / BATCH * 99 / 100], cold[1000], cold[1980]);
    }
    tbcache_done();
    tb_done();
    tbpaths_done(paths);
    return 0;
}
