/* Compares libdrawproof_fathom with Fathom, which this file includes under other names:
 *
 *     check_fathom FOLDER PATH EVERY all|turn ENDGAME...   positions up to symmetry, en passant included
 *     check_fathom FOLDER PATH time ENDGAME...             CPU nanoseconds of a probe of each, in turn
 *
 * FOLDER has the Syzygy files that Fathom reads; PATH is for our tb_init. The results of all positions are
 * compared, and the moves of each EVERYth with all half-move clocks, or with one of them in turn. Distances in Syzygy files may be
 * rounded down by a ply. What follows from that is counted by kind; anything else is a difference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TB_NO_HELPER_API
#define TB_LARGEST fathom_largest
#define tb_init fathom_init
#define tb_free fathom_free
#define tb_probe_wdl_impl fathom_wdl_impl
#define tb_probe_root_impl fathom_root_impl
#define tb_probe_root_dtz fathom_root_dtz
#define tb_probe_root_wdl fathom_root_wdl
#define tb_probe_wdl fathom_wdl
#define tb_probe_root fathom_root
#include <tbprobe.c>
#undef TB_LARGEST
#undef tb_init
#undef tb_free
#undef tb_probe_wdl_impl
#undef tb_probe_root_impl
#undef tb_probe_root_dtz
#undef tb_probe_root_wdl
#undef tb_probe_wdl
#undef tb_probe_root

#define MEN uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t
extern unsigned TB_LARGEST;
bool tb_init(const char *);
void tb_free(void);
unsigned tb_probe_wdl_impl(MEN, unsigned, bool);
unsigned tb_probe_root_impl(MEN, unsigned, unsigned, bool, unsigned *);
int tb_probe_root_dtz(MEN, unsigned, unsigned, unsigned, bool, bool, bool, struct TbRootMoves *);
int tb_probe_root_wdl(MEN, unsigned, unsigned, unsigned, bool, bool, struct TbRootMoves *);
#define SETS(p) p->white, p->black, p->kings, p->queens, p->rooks, p->bishops, p->knights, p->pawns

static const unsigned CLOCKS[] = {0, 1, 50, 98, 99, 100};
enum { ROUNDED, RESULT, MOVE, RANK, KINDS };
static const char *const KIND[KINDS] = {
    "distances one ply less in the file", "results of a move at the clock, by such a distance",
    "suggested moves, among such distances", "ranks of a move, by such a distance"};
static uint64_t kinds[KINDS], positions, asked, different;

static void differs(const Pos *p, unsigned clock, const char *what, unsigned theirs, unsigned ours)
{
    if (different++ < 20)
        printf("  %s: Fathom %#x, here %#x; white %#llx black %#llx kings %#llx queens %#llx rooks %#llx bishops "
               "%#llx knights %#llx pawns %#llx clock %u ep %d turn %d\n", what, theirs, ours,
               (unsigned long long)p->white, (unsigned long long)p->black, (unsigned long long)p->kings,
               (unsigned long long)p->queens, (unsigned long long)p->rooks, (unsigned long long)p->bishops,
               (unsigned long long)p->knights, (unsigned long long)p->pawns, clock, p->ep, p->turn);
}

/* Whether two results are of one move and their distances differ by rounding, or not at all. */
static int fit(unsigned theirs, unsigned ours)
{
    const unsigned move = TB_RESULT_FROM_MASK | TB_RESULT_TO_MASK | TB_RESULT_PROMOTES_MASK | TB_RESULT_EP_MASK;
    unsigned more = TB_GET_DTZ(ours) - TB_GET_DTZ(theirs);
    /* On the same side of a draw. */
    int sides = (int)TB_GET_WDL(theirs) > 2 ? (int)TB_GET_WDL(ours) > 2 : (int)TB_GET_WDL(theirs) < 2 ? (int)TB_GET_WDL(ours) < 2
                                                                                               : TB_GET_WDL(ours) == 2;
    return (theirs & move) == (ours & move) && more <= 1 && sides && (more || theirs == ours);
}

/* The moves of a position at a half-move clock. */
static void compare_root(const Pos *p, unsigned clock)
{
    static unsigned theirs[TB_MAX_MOVES], ours[TB_MAX_MOVES];
    static struct TbRootMoves there, here;
    unsigned best = fathom_root_impl(SETS(p), clock, p->ep, p->turn, theirs), own, i, any = 0;
    own = tb_probe_root_impl(SETS(p), clock, p->ep, p->turn, ours);
    asked++;
    for (i = 0; theirs[i] != TB_RESULT_FAILED; i++) {
        unsigned more = TB_GET_DTZ(theirs[i]) != TB_GET_DTZ(ours[i]);
        if (!fit(theirs[i], ours[i])) {
            differs(p, clock, "result of a move", theirs[i], ours[i]);
            return;
        }
        any |= more;
        kinds[ROUNDED] += more;
        kinds[RESULT] += TB_GET_WDL(theirs[i]) != TB_GET_WDL(ours[i]);
    }
    if (ours[i] != TB_RESULT_FAILED) differs(p, clock, "end of the moves", theirs[i], ours[i]);
    if (best != own) {
        /* Ours is a best move by the file's distances or by true ones; so is theirs. */
        const unsigned move = ~(unsigned)(TB_RESULT_DTZ_MASK | TB_RESULT_WDL_MASK);
        if (fit(best, (own & ~move) | (best & move)) && (any || (best & move) == (own & move)))
            kinds[MOVE] += (best & move) != (own & move);
        else
            differs(p, clock, "suggested move", best, own);
    }
    /* Flags change little: a fourth of the positions tries those that engines seldom set. */
    for (unsigned flags = 2; flags < 3 + 4u * (asked % 4 == 0); flags++) {
        bool repeated = flags & 1, rule = (flags & 2) != 0;
        int ok = fathom_root_dtz(SETS(p), clock, 0, p->ep, p->turn, repeated, rule, &there);
        if (ok != tb_probe_root_dtz(SETS(p), clock, 0, p->ep, p->turn, repeated, rule, &here) ||
            there.size != here.size)
            differs(p, clock, "ranking", there.size, here.size);
        for (i = 0; i < there.size; i++) {
            const struct TbRootMove *a = there.moves + i, *b = here.moves + i;
            int is_rounded = TB_GET_DTZ(theirs[i]) != TB_GET_DTZ(ours[i]);
            if (a->move == b->move && a->tbRank == b->tbRank && a->tbScore == b->tbScore) continue;
            if (a->move == b->move && is_rounded) kinds[RANK]++;
            else differs(p, clock, "rank", (unsigned)a->tbRank, (unsigned)b->tbRank);
        }
        if (repeated || clock != CLOCKS[0]) continue;
        ok = fathom_root_wdl(SETS(p), clock, 0, p->ep, p->turn, rule, &there);
        if (ok != tb_probe_root_wdl(SETS(p), clock, 0, p->ep, p->turn, rule, &here) || there.size != here.size)
            differs(p, clock, "ranking by result", there.size, here.size);
        for (i = 0; i < there.size; i++)
            if (there.moves[i].move != here.moves[i].move || there.moves[i].tbRank != here.moves[i].tbRank ||
                there.moves[i].tbScore != here.moves[i].tbScore)
                differs(p, clock, "rank by result", (unsigned)there.moves[i].tbRank, (unsigned)here.moves[i].tbRank);
    }
}

static uint64_t every = 1;
static int all_clocks, timed;
static Pos *kept;
static size_t kept_count, kept_size;

static void ask(const Pos *p)
{
    unsigned theirs, ours, i;
    if (timed) {
        if (positions++ % every) return;
        if (kept_count == kept_size) kept = realloc(kept, (kept_size = 2 * kept_size + 1024) * sizeof *kept);
        kept[kept_count++] = *p;
        return;
    }
    theirs = fathom_wdl_impl(SETS(p), p->ep, p->turn);
    ours = tb_probe_wdl_impl(SETS(p), p->ep, p->turn);
    if (theirs != ours) differs(p, 0, "result", theirs, ours);
    if (positions++ % every) return;
    for (i = 0; i < 6; i++)
        if (all_clocks || asked % 6 == i) {
            compare_root(p, CLOCKS[i]);
            if (!all_clocks) break;
        }
}

/* Asks about a placement of men with each side to move and each en-passant right. */
static void place(Pos *p)
{
    for (int turn = 0; turn < 2; turn++) {
        uint64_t them = turn ? p->black : p->white, us = turn ? p->white : p->black;
        p->turn = turn;
        p->ep = 0;
        if (!is_legal(p)) continue;
        ask(p);
        for (uint64_t pawns = p->pawns & them & (turn ? 0xff00000000ull : 0xff000000ull); pawns; pawns &= pawns - 1) {
            unsigned at = lsb(pawns), passed = turn ? at + 8 : at - 8, origin = turn ? at + 16 : at - 16;
            Pos before = *p;
            uint64_t step = board(at) | board(origin);
            if ((p->white | p->black) & (board(passed) | board(origin))) continue;
            if (!(pawn_attacks(passed, !turn) & p->pawns & us)) continue;
            /* The side that moved the pawn did not leave the other king in check. */
            before.pawns ^= step;
            *(turn ? &before.black : &before.white) ^= step;
            before.turn = !turn;
            if (!is_legal(&before)) continue;
            p->ep = (uint8_t)passed;
            ask(p);
            p->ep = 0;
        }
    }
}

/* Places the man `at` of a name such as KRvKN and those after it; like men rise. */
static void men(Pos *p, const char *name, unsigned at, unsigned black, unsigned before)
{
    int is_pawn = name[at] == 'P', pawns = strchr(name, 'P') != NULL;
    if (!name[at]) {
        place(p);
        return;
    }
    if (name[at] == 'v') {
        men(p, name, at + 1, 1, 0);
        return;
    }
    for (unsigned square = at && name[at - 1] == name[at] ? before + 1 : 0; square < 64; square++) {
        uint64_t set = board(square), *colour = black ? &p->black : &p->white, *kind =
            name[at] == 'K' ? &p->kings : name[at] == 'Q' ? &p->queens : name[at] == 'R' ? &p->rooks :
            name[at] == 'B' ? &p->bishops : name[at] == 'N' ? &p->knights : &p->pawns;
        if ((p->white | p->black) & set) continue;
        if (is_pawn && (rank(square) == 0 || rank(square) == 7)) continue;
        if (!at && (file(square) > 3 || (!pawns && rank(square) > file(square)))) continue;
        *colour |= set, *kind |= set;
        men(p, name, at + 1, black, square);
        *colour ^= set, *kind ^= set;
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints the median CPU time of a probe of each library in turn. */
static int measure(const char *what, const Pos *list, size_t count)
{
    enum { RUNS = 9 };
    double taken[2][RUNS];
    uint64_t sum[2] = {0, 0};
    for (int run = 0; run < RUNS; run++)
        for (int side = 0; side < 2; side++) {
            double start = seconds();
            for (size_t i = 0; i < count; i++) {
                const Pos *p = list + i;
                sum[side] += side ? tb_probe_wdl_impl(SETS(p), p->ep, p->turn) : fathom_wdl_impl(SETS(p), p->ep, p->turn);
            }
            taken[side][run] = (seconds() - start) / (double)count * 1e9;
        }
    for (int side = 0; side < 2; side++) qsort(taken[side], RUNS, sizeof **taken, by_size);
    printf("tb_probe_wdl, %zu %s: Fathom %.0f ns, here %.0f ns, ratio %.2f\n", count, what, taken[0][RUNS / 2],
           taken[1][RUNS / 2], taken[1][RUNS / 2] / taken[0][RUNS / 2]);
    return sum[0] != sum[1];
}

/* Positions in random order, and all positions that their moves lead to, as a search asks. */
static int measure_all(void)
{
    Pos *after = malloc(kept_count * sizeof *after);
    size_t count = 0;
    uint64_t state = 1;
    for (size_t i = kept_count; i > 1; i--) {
        size_t j = (size_t)((state = state * 6364136223846793005u + 1442695040888963407u) >> 20) % i;
        Pos swap = kept[i - 1];
        kept[i - 1] = kept[j];
        kept[j] = swap;
    }
    for (size_t i = 0; i < kept_count; i++) {
        TbMove moves[TB_MAX_MOVES], *end = gen_legal(kept + i, moves);
        if (count + TB_MAX_MOVES > kept_count) break;
        for (TbMove *move = moves; move < end; move++) do_move(after + count++, kept + i, *move);
    }
    return measure("positions in random order", kept, kept_count) |
           measure("positions after the moves of such positions", after, count);
}

int main(int count, char **words)
{
    double start;
    int name;
    if (count < 5 || !fathom_init(words[1]) || !fathom_largest) return 2;
    start = seconds();
    if (!tb_init(words[2])) return 2;
    printf("tb_init(\"%s\"): %.2f CPU seconds, TB_LARGEST %u\n", words[2], seconds() - start, TB_LARGEST);
    timed = !strcmp(words[3], "time");
    every = timed ? 101 : strtoull(words[3], NULL, 10);
    all_clocks = !strcmp(words[4], "all");
    for (name = timed ? 4 : 5; name < count; name++) {
        Pos p;
        uint64_t before = positions, wrong = different;
        memset(&p, 0, sizeof p);
        men(&p, words[name], 0, 0, 0);
        if (!timed)
            printf("%-6s %10llu positions, %llu differ\n", words[name], (unsigned long long)(positions - before),
                   (unsigned long long)(different - wrong));
        fflush(stdout);
    }
    if (timed) return measure_all();
    printf("%llu positions, moves at %llu half-move clocks: %llu differ\n", (unsigned long long)positions,
           (unsigned long long)asked, (unsigned long long)different);
    for (int kind = 0; kind < KINDS; kind++) printf("  %12llu %s\n", (unsigned long long)kinds[kind], KIND[kind]);
    tb_free();
    return different || TB_LARGEST;
}
