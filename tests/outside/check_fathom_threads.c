/* 16 threads probe libdrawproof_fathom at once, while another calls tb_init again and again; all answers must be
 * those of one thread. check_fathom_threads [PATH] */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tbprobe.h>

enum { THREADS = 16, POSITIONS = 400 };
typedef struct {
    uint64_t colour[2], kind[6];
    bool turn;
    unsigned wdl, root;
    int ok;
    struct TbRootMoves moves;
} position;
static position positions[POSITIONS];
static atomic_int wrong, running = THREADS;
static const char *path = "";

static void probe(position *p, int first)
{
#define MEN p->colour[0], p->colour[1], p->kind[5], p->kind[4], p->kind[3], p->kind[2], p->kind[1], p->kind[0]
    static _Thread_local struct TbRootMoves moves;
    unsigned wdl = tb_probe_wdl(MEN, 0, 0, 0, p->turn), root = tb_probe_root(MEN, 50, 0, 0, p->turn, NULL), i;
    int ok = tb_probe_root_dtz(MEN, 50, 0, 0, p->turn, false, true, &moves);
    if (first) {
        p->wdl = wdl, p->root = root, p->ok = ok;
        p->moves = moves;
        return;
    }
    if (wdl != p->wdl || root != p->root || ok != p->ok || moves.size != p->moves.size) wrong++;
    for (i = 0; i < moves.size; i++)
        if (moves.moves[i].tbRank != p->moves.moves[i].tbRank) wrong++;
}

static void *run(void *number)
{
    for (int round = 0; round < 10; round++)
        for (int i = 0; i < POSITIONS; i++) probe(&positions[(i * 7 + *(int *)number * 31) % POSITIONS], 0);
    running--;
    return NULL;
}

int main(int count, char **words)
{
    pthread_t threads[THREADS];
    int numbers[THREADS], inits = 0, drawn = 0;
    uint64_t state = 1;
    if (count > 1) path = words[1];
    if (!tb_init(path)) return 2;
    for (int i = 0; i < POSITIONS; i++) {
        position *p = positions + i;
        do {
            memset(p, 0, sizeof *p);
            for (int man = 0; man < 4; man++) {
                uint64_t square = (uint64_t)1 << ((state = state * 6364136223846793005u + 1442695040888963407u) >> 58);
                unsigned kind = man < 2 ? 5 : (unsigned)(state >> 40) % 5;
                p->colour[man < 2 ? man : (int)(state >> 50 & 1)] |= square;
                p->kind[kind] |= square;
            }
            p->turn = state >> 33 & 1;
            probe(p, 1);
        } while (p->root == TB_RESULT_FAILED);
        drawn += p->wdl == TB_DRAW;
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, run, &numbers[i])) return 2;
    }
    for (; running; inits++)
        if (!tb_init(path)) return 2;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    tb_free();
    printf("%d threads, %d positions, %d of them drawn, tb_init %d times: %d wrong\n", THREADS, POSITIONS, drawn, inits, wrong);
    return wrong || TB_LARGEST || tb_probe_wdl(1, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0, true) != TB_RESULT_FAILED;
}
