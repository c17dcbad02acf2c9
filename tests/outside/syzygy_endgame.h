/* An endgame of Syzygy's tables, and the endgames reached by captures and promotions. */
#ifndef SYZYGY_ENDGAME_H
#define SYZYGY_ENDGAME_H

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "syzygy_index.h"

enum { KIND = 7, BLACK = 8, PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING, BACK_ROWS = 56, ENDGAMES_MAX = 512 };

/* Where the positions of one side to move are in a table: the part, whether the colours are exchanged
 * and the board is upside down, and which man is which of the part's. */
struct view {
    int side;
    bool reversed;
    uint8_t man[FILES][SYZYGY_MEN_MAX];
};

struct endgame {
    int men;
    uint8_t codes[SYZYGY_MEN_MAX]; /* the kind of each man, 1 to 6, and BLACK */
    struct table *results, *distances; /* NULL: only kings; not needed */
    struct view result_views[2], distance_views[2]; /* by the side to move */
    struct endgame *without[SYZYGY_MEN_MAX], *promoted[SYZYGY_MEN_MAX][KING];
};

/* All endgames that were opened. */
static struct {
    const char *folder;
    struct endgame *all[ENDGAMES_MAX];
    int count;
} endgames;

static int side_of(int code)
{
    return code >= BLACK;
}

/* Writes the name of an endgame as files have it, such as KRPvKR; `first` is the side named first. */
static void name_of(const struct endgame *endgame, int first, char *name)
{
    for (int side = 0; side < 2; side++) {
        for (int kind = KING; kind >= PAWN; kind--)
            for (int i = 0; i < endgame->men; i++)
                if (endgame->codes[i] == (kind | ((side ^ first) ? BLACK : 0)))
                    *name++ = " PNBRQK"[kind];
        if (side == 0)
            *name++ = 'v';
    }
    *name = 0;
}

static const uint8_t *map_file(const char *name, enum table_kind kind, size_t *bytes)
{
    char path[4096];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s.%s", endgames.folder, name, kind == RESULTS ? "rtbw" : "rtbz");
    int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &status) || status.st_size < 16)
        return NULL;
    *bytes = (size_t)status.st_size;
    void *memory = mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Counts the men of the side named first and of the other one. */
static void count_men(struct table *table, const struct endgame *endgame, int first)
{
    int count[16] = {0}, single = 0;
    for (int i = 0; i < endgame->men; i++)
        count[endgame->codes[i]]++;
    for (int code = 0; code < 16; code++)
        single += count[code] == 1;
    int ours = count[first ? PAWN | BLACK : PAWN], others = count[first ? PAWN : PAWN | BLACK];
    bool exchanged = others && (!ours || ours > others);
    table->men = endgame->men;
    table->kings_lead = single == 2;
    table->leading_pawns = exchanged ? others : ours;
    table->other_pawns = exchanged ? ours : others;
}

static struct view view_of(const struct endgame *endgame, const struct table *table, int first, int mover)
{
    struct view view = {0};
    view.reversed = table->symmetric ? mover : first;
    view.side = table->symmetric ? 0 : mover ^ first;
    /* A table of distances has one part, whose side to move is in its flags. */
    int side = table->side_count == 2 ? view.side : 0;
    for (int f = 0; f < table->file_count; f++) {
        bool used[SYZYGY_MEN_MAX] = {false};
        for (int k = 0; k < table->men; k++) {
            int code = table->parts[side][f].codes[k] ^ (view.reversed ? BLACK : 0), i = 0;
            while (i < endgame->men && (used[i] || endgame->codes[i] != code))
                i++;
            if (i == endgame->men) {
                fprintf(stderr, "compare_syzygy: a table file of other men\n");
                exit(2);
            }
            used[i] = true;
            view.man[f][k] = (uint8_t)i;
        }
    }
    return view;
}

static struct table *open_table(const struct endgame *endgame, enum table_kind kind, struct view *views)
{
    char names[2][2 * SYZYGY_MEN_MAX];
    for (int first = 0; first < 2; first++)
        name_of(endgame, first, names[first]);
    for (int first = 0; first < 2; first++) {
        size_t bytes;
        const uint8_t *file = map_file(names[first], kind, &bytes);
        if (!file)
            continue;
        struct table *table = allocate(sizeof *table);
        count_men(table, endgame, first);
        table->symmetric = !strcmp(names[0], names[1]);
        if (!decode_table(table, file, kind)) {
            fprintf(stderr, "compare_syzygy: %s is no table file\n", names[first]);
            exit(2);
        }
        munmap((void *)file, bytes);
        for (int mover = 0; mover < 2; mover++)
            views[mover] = view_of(endgame, table, first, mover);
        return table;
    }
    fprintf(stderr, "compare_syzygy: %s has no table of %s\n", endgames.folder, names[0]);
    exit(2);
}

static struct endgame *open_endgame(const uint8_t *codes, int men)
{
    for (int i = 0; i < endgames.count; i++)
        if (endgames.all[i]->men == men && !memcmp(endgames.all[i]->codes, codes, (size_t)men))
            return endgames.all[i];
    if (endgames.count == ENDGAMES_MAX)
        exit(2);
    struct endgame *endgame = endgames.all[endgames.count++] = allocate(sizeof *endgame);
    endgame->men = men;
    memcpy(endgame->codes, codes, (size_t)men);
    if (men > 2)
        endgame->results = open_table(endgame, RESULTS, endgame->result_views);
    for (int i = 0; i < men; i++) {
        uint8_t other[SYZYGY_MEN_MAX];
        int kind = codes[i] & KIND;
        if (kind == KING)
            continue;
        memcpy(other, codes, (size_t)i);
        memcpy(other + i, codes + i + 1, (size_t)(men - i - 1));
        endgame->without[i] = open_endgame(other, men - 1);
        memcpy(other, codes, (size_t)men);
        for (int into = KNIGHT; kind == PAWN && into <= QUEEN; into++) {
            other[i] = (uint8_t)((codes[i] & BLACK) | into);
            endgame->promoted[i][into] = open_endgame(other, men);
        }
    }
    return endgame;
}

static void open_distances(struct endgame *endgame)
{
    endgame->distances = open_table(endgame, DISTANCES, endgame->distance_views);
}

static void close_table(struct table *table)
{
    for (int side = 0; table && side < 2; side++)
        for (int f = 0; f < FILES; f++) {
            free(table->parts[side][f].numbers);
            free(table->parts[side][f].opposite);
            for (int i = 0; i < 4; i++)
                free(table->parts[side][f].map[i]);
        }
    free(table);
}

static void close_endgames(void)
{
    while (endgames.count) {
        struct endgame *endgame = endgames.all[--endgames.count];
        close_table(endgame->results);
        close_table(endgame->distances);
        free(endgame);
    }
}

/* The part of a table that holds a position, and the position's index in it. */
static struct part *locate(struct table *table, const struct view *view, const uint8_t *squares, uint64_t *index)
{
    uint8_t ordered[SYZYGY_MEN_MAX];
    int side = table->side_count == 2 ? view->side : 0, file = 0, leader = 0;
    int upside_down = table->leading_pawns && view->reversed ? BACK_ROWS : 0;
    for (int i = 1; i < table->leading_pawns; i++) {
        int pawn = numbers_of.pawn[squares[view->man[0][i]] ^ upside_down];
        if (pawn > numbers_of.pawn[squares[view->man[0][leader]] ^ upside_down])
            leader = i;
    }
    if (table->leading_pawns) {
        int f = squares[view->man[0][leader]] % 8;
        file = f < 4 ? f : 7 - f;
    }
    for (int i = 0; i < table->men; i++)
        ordered[i] = (uint8_t)(squares[view->man[file][i]] ^ upside_down);
    uint8_t square = ordered[0];
    ordered[0] = ordered[leader];
    ordered[leader] = square;
    struct part *part = &table->parts[side][file];
    *index = index_in_part(table, part, ordered);
    return part;
}

#endif
