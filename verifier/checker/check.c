/* check.c: checks a certificate of chess endgame tables (README.md). docs/correctness.md has the proof.
 *
 *     cc -O2 -o check check.c -lzstd -ldl -lpthread && ./check DIR [--plugin LIB] [-j THREADS]
 *
 * Exit status: 0 proved, 1 refuted, 2 cannot be read (usage, no folder, no memory, no library).
 * Squares are a1 = 0, b1 = 1, ... h8 = 63. A value is 0 no position, 1 a draw, 2 + d decided in d plies. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { K, Q, R, B, N, P, KINDS, PUSH = KINDS, WHITE = 0, BLACK = 1, MEN = 6, NO_MAN = MEN, NO_SQUARE = 64 };
enum { BOARD, RANKS_2_TO_7, FILES_A_TO_D, TRIANGLE, SETS, MATERIALS = 5 * 5 * 5 * 5 * 5 };
enum { BLOCK = 1 << 20, NO_CLAIM = 7, NO_POSITION = 255, PARTS = 64, THREADS = 64, TEXT = 8 * MEN };
enum { POSITIONS, DRAWS, DECISIVE, SPOTTED, MISSED, INCORRECT, NOT_ASKED, COUNTS, EN_PASSANT = 2, GROUPS };
static const char letters[] = "KQRBNP";   /* kinds, in the order of a name */
static const int weight[KINDS] = {0, 1, 5, 25, 125, 625};  /* their sum is the material of a side */
static const char *const groups[] = {"white_to_move", "black_to_move", "en_passant"};
static const char *const count_names[] = {
    "positions", "draws", "decisive", "spotted", "missed", "incorrect", "not_asked"};

static void finish(int status, const char *format, ...) {
    va_list list;
    flockfile(stdout);                    /* for ever: one thread speaks */
    va_start(list, format);
    printf("%s: ", status == 1 ? "refuted" : "not checked");
    vprintf(format, list);
    printf("\n");
    exit(status);
}

/* By colour, kind, square: the squares attacked on an empty board. PUSH: to which a pawn is pushed. */
static uint64_t attack[2][KINDS + 1][64];
static uint64_t between[64][64];          /* the squares between two squares of one line */
static int square_of[SETS][64], digit_of[SETS][64];        /* the digits of a set of squares */
static uint64_t size_of[SETS];

static uint64_t bit(int square) { return UINT64_C(1) << square; }
static int forward(int colour) { return colour == WHITE ? 8 : -8; }

static void draw_board(void) {
    for (int from = 0; from < 64; from++) {
        int file = from % 8, rank = from / 8;
        int within[SETS] = {1, rank > 0 && rank < 7, file < 4, file < 4 && rank <= file};
        for (int set = 0; set < SETS; set++)
            if (within[set]) {
                digit_of[set][from] = (int)size_of[set];
                square_of[set][size_of[set]++] = from;
            }
        for (int to = 0; to < 64; to++) {
            int x = to % 8 - file, y = to / 8 - rank, step = (x > 0) - (x < 0) + 8 * ((y > 0) - (y < 0));
            int line = x == 0 || y == 0, diagonal = abs(x) == abs(y);
            for (int s = from + step; (line || diagonal) && s != to; s += step) between[from][to] |= bit(s);
            for (int colour = WHITE; colour <= BLACK; colour++) {
                int ahead = colour == WHITE ? y : -y, start = rank == (colour == WHITE ? 1 : 6);
                int reaches[KINDS + 1] = {
                    abs(x) <= 1 && abs(y) <= 1, line || diagonal, line, diagonal, abs(x * y) == 2,
                    abs(x) == 1 && ahead == 1, x == 0 && (ahead == 1 || (ahead == 2 && start))};
                for (int kind = K; kind <= PUSH; kind++)
                    if (reaches[kind] && to != from) attack[colour][kind][from] |= bit(to);
            }
        }
    }
}

typedef struct {
    char name[9];
    int claims, judged;                   /* Are these claims of the whole board? Are they in verdict.json? */
    int men, pawns, colour[MEN], kind[MEN], material[2];
    int first[3];                         /* the men of a colour: first[colour] to first[colour + 1] - 1 */
    int set[MEN];                         /* the squares that a man's digit counts */
    uint64_t stride[MEN], half, indices;  /* half: the indices of one side to move */
    uint64_t values, width, counts[GROUPS][COUNTS];
    unsigned char *data;
} Table;
static const char *folder;
static Table *tables, *table_of[MATERIALS][MATERIALS];     /* by the material of White and Black */
static int table_count, claims_count, has_verdict;

/* Reads the men and the digits out of a name. Returns 0 if it is no endgame's name. */
static int define(Table *t, const char *name, size_t length, int claims) {
    int colour = -1;
    if (length < 3 || length > MEN) return 0;
    memcpy(t->name, name, length);
    t->men = (int)length;
    t->claims = claims;
    for (int i = 0; i < t->men; i++) {
        const char *letter = strchr(letters, name[i]);
        if (!letter) return 0;
        t->kind[i] = (int)(letter - letters);
        if (t->kind[i] == K ? ++colour > BLACK : i == 0 || t->kind[i] < t->kind[i - 1]) return 0;
        if (t->kind[i] == K) t->first[colour] = i;
        t->colour[i] = colour;
        t->material[colour] += weight[t->kind[i]];
        t->pawns |= t->kind[i] == P;
    }
    t->first[2] = t->men;
    t->half = 1;
    for (int i = t->men - 1; i >= 0; i--) {
        int half_board = t->pawns ? FILES_A_TO_D : TRIANGLE;
        t->set[i] = t->kind[i] == P ? RANKS_2_TO_7 : i > 0 || claims ? BOARD : half_board;
        t->stride[i] = t->half;
        t->half *= size_of[t->set[i]];
    }
    t->indices = 2 * t->half;
    return colour == BLACK;
}

static unsigned value(const Table *t, uint64_t index) {
    const unsigned char *v = t->data + index * t->width;
    return t->width == 1 ? v[0] : v[0] | (unsigned)v[1] << 8;
}
static uint64_t number(const char *b, int n) { return n ? number(b + 1, n - 1) << 8 | (unsigned char)*b : 0; }

static char path[4352];                   /* of the file that was read last */
static char *read_file(const char *name, const char *ending, size_t *size) {
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, "rb");
    long end = !file || fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    if (end < 0 || fseek(file, 0, SEEK_SET)) finish(2, "cannot read %s", path);
    char *bytes = calloc((size_t)end + 1, 1);
    if (!bytes) finish(2, "no memory for %s", path);
    *size = fread(bytes, 1, (size_t)end, file);
    fclose(file);
    return bytes;
}

/* Reads a table or claims. Whatever in the file is not as the page says refutes the certificate. */
static void load(Table *t) {
    size_t size, at = 32;
    if (t->data) return;
    char *bytes = read_file(t->name, t->claims ? ".claims" : ".cert", &size);
    if (size < 32 || memcmp(bytes, t->claims ? "DPCLAIM1" : "DPCERT1\n", 8) || memcmp(bytes + 8, t->name, 8))
        finish(1, "%s does not have its head", path);
    t->width = number(bytes + 16, 8);
    t->values = number(bytes + 24, 8);
    uint64_t widest = t->claims ? 1 : 2, most = t->indices * (t->claims ? 9 : 1);  /* 8 pawns can be pushed */
    if (t->width < 1 || t->width > widest || t->values < t->indices || t->values > most)
        finish(1, "%s has the wrong number or width of values", path);
    t->data = calloc((size_t)t->values, (size_t)t->width);
    if (!t->data) finish(2, "no memory for %s", path);
    for (uint64_t first = 0; first < t->values; first += BLOCK) {
        uint64_t rest = t->values - first;
        size_t full = (size_t)((rest < BLOCK ? rest : BLOCK) * t->width), length = 0;
        if (size - at >= 4) length = (size_t)number(bytes + at, 4), at += 4;
        if (length == 0 || size - at < length || ZSTD_findFrameCompressedSize(bytes + at, length) != length
            || ZSTD_decompress(t->data + first * t->width, full, bytes + at, length) != full)
            finish(1, "%s lacks a block of the %zu bytes from value %" PRIu64, path, full, first);
        at += length;
    }
    if (at != size) finish(1, "%s has %zu bytes after its last block", path, size - at);
    free(bytes);
}

typedef struct {
    const Table *t;                       /* whose men these are */
    int side, square[MEN], kind[MEN];     /* the side to move; the kind changes in a promotion */
    uint64_t men[2];                      /* the squares of each colour; a taken man has none there */
} Position;

static int man_on(const Position *p, int square) {
    for (int man = 0; man < p->t->men; man++) if (p->square[man] == square) return man;
    return NO_MAN;
}

/* Writes the men that are on the board, those of White in capitals. */
static const char *describe(const Position *p, char text[TEXT]) {
    int length = 0;
    for (int i = 0; i < p->t->men; i++)
        if (p->men[p->t->colour[i]] & bit(p->square[i]))
            length += sprintf(text + length, " %c%c%d", (p->t->colour[i] ? "kqrbnp" : letters)[p->kind[i]],
                              'a' + p->square[i] % 8, p->square[i] / 8 + 1);
    return text;
}

/* The stored value of a position. The certificate must have one. */
static unsigned look_up(const Position *p) {
    int count = 0, s[MEN], material[2] = {0, 0};
    for (int i = 0; i < p->t->men; i++)
        if (p->men[p->t->colour[i]] & bit(p->square[i])) material[p->t->colour[i]] += weight[p->kind[i]];
    if (material[WHITE] + material[BLACK] == 0) return 1;  /* two bare kings */
    int reversed = !table_of[material[WHITE]][material[BLACK]];
    const Table *t = table_of[material[reversed]][material[!reversed]];
    if (!t || !t->data) finish(1, "%s leads to%s, which has no table", p->t->name, describe(p, (char[TEXT]){0}));
    int mirror = reversed ? 56 : 0, king = p->square[p->t->first[reversed]] ^ mirror;
    if (king % 8 > 3) mirror ^= 7, king ^= 7;
    if (!t->pawns && king / 8 > 3) mirror ^= 56, king ^= 56;
    int turn = !t->pawns && king / 8 > king % 8;           /* along the diagonal */
    for (int i = 0; i < p->t->men; i++) {                  /* Sort the men by colour, kind, and square. */
        if (!(p->men[p->t->colour[i]] & bit(p->square[i]))) continue;
        int to = p->square[i] ^ mirror, at = count++;
        if (turn) to = to / 8 + to % 8 * 8;
        to += 64 * (p->kind[i] + KINDS * (p->t->colour[i] ^ reversed));
        for (; at > 0 && s[at - 1] > to; at--) s[at] = s[at - 1];
        s[at] = to;
    }
    uint64_t index = (p->side ^ reversed) == BLACK ? t->half : 0;
    for (int i = 0; i < count; i++) index += (uint64_t)digit_of[t->set[i]][s[i] % 64] * t->stride[i];
    unsigned v = value(t, index);
    if (v == 0) finish(1, "%s leads to%s, which has no value", p->t->name, describe(p, (char[TEXT]){0}));
    return v;
}

/* The squares of the men that check the king of a colour. */
static uint64_t checkers(const Position *p, int colour) {
    const Table *t = p->t;
    int king = p->square[t->first[colour]];
    uint64_t occupied = p->men[WHITE] | p->men[BLACK], set = 0;
    for (int i = t->first[!colour]; i < t->first[!colour + 1]; i++) {
        int from = p->square[i];
        uint64_t reached = between[from][king] & occupied ? 0 : attack[!colour][t->kind[i]][from];
        if (reached & bit(king)) set |= bit(from);
    }
    return set & p->men[!colour];         /* not a man that was just taken */
}

/* The value that follows from the legal moves. `passant`: where a pawn may capture en passant, a set of one
 * square or none; *captures counts these captures. */
static unsigned follow(const Position *p, uint64_t passant, int *captures) {
    const Table *t = p->t;
    int side = p->side, answers;
    uint64_t own = p->men[side], others = p->men[!side];
    unsigned lost = 0, drawn = 0, won = 0;                 /* for the opponent: soonest, any, latest */
    *captures = 0;
    for (int man = t->first[side]; man < t->first[side + 1]; man++) {
        int from = p->square[man], pawn = t->kind[man] == P;
        uint64_t targets = attack[side][t->kind[man]][from] & ~own;
        if (pawn) targets = (targets & (others | passant)) | (attack[side][PUSH][from] & ~others & ~own);
        for (int to = 0; to < 64; to++) {
            if (!(targets & bit(to)) || between[from][to] & (own | others)) continue;
            int en_passant = pawn && passant & bit(to), last = pawn && (to < 8 || to > 55);
            int taken = man_on(p, en_passant ? to - forward(side) : to);
            Position next = *p;
            next.side = !side;
            next.square[man] = to;
            next.men[side] ^= bit(from) | bit(to);
            if (taken != NO_MAN) next.men[!side] ^= bit(p->square[taken]);
            if (checkers(&next, side)) continue;
            *captures += en_passant;
            for (int kind = last ? Q : t->kind[man]; kind <= (last ? N : t->kind[man]); kind++) {
                next.kind[man] = kind;
                int twice = pawn && abs(to - from) == 16;
                unsigned v = twice ? follow(&next, bit((from + to) / 2), &answers) : look_up(&next);
                if (v == 1) drawn = 1;
                else if (v % 2 == 0 && (!lost || v < lost)) lost = v;
                else if (v % 2 == 1 && v > won) won = v;
            }
        }
    }
    if (lost) return lost + 1;
    return drawn ? 1 : won ? won + 1 : checkers(p, side) ? 2 : 1;
}

/* The rule in a shared library (drawproof.h). */
typedef struct { uint64_t colour[2], kind[KINDS]; uint8_t side_to_move, en_passant; } RulePosition;
typedef struct { uint32_t branch, set; } RulePart;
static uint32_t (*rule_abi)(void);
static int (*rule_init)(void), (*rule_parts)(const RulePosition *, RulePart *);
static int (*rule_claim)(const RulePosition *, uint64_t *);

static void open_rule(const char *library_path) {
    static const char *const names[] = {"abi", "init", "claim", "parts"};
    void *functions[] = {&rule_abi, &rule_init, &rule_claim, &rule_parts};
    void *library = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);
    if (!library) finish(2, "cannot load: %s", dlerror());
    for (int i = 0; i < 4; i++) {
        char name[40] = "drawproof_";
        void *symbol = dlsym(library, strcat(name, names[i]));
        memcpy(functions[i], &symbol, sizeof symbol);
    }
    if (!rule_abi || rule_abi() != 2 || (!rule_claim && !rule_parts) || (rule_init && rule_init()))
        finish(2, "%s is no rule of ABI 2, or is not ready", library_path);
}

/* The rule's claim about a position, by colour. A claim without parts is one part. */
static unsigned ask(const Position *p, int passant) {
    RulePosition q = {{p->men[WHITE], p->men[BLACK]}, {0}, (uint8_t)p->side, (uint8_t)passant};
    RulePart parts[PARTS];
    unsigned claim = NO_CLAIM, asked = 1;
    for (int i = 0; i < p->t->men; i++)
        q.kind[P - p->t->kind[i]] |= bit(p->square[i]);    /* pawns, knights, ... kings: our order reversed */
    if (!rule_parts) parts[0].set = (uint32_t)rule_claim(&q, NULL);
    int n = rule_parts ? rule_parts(&q, parts) : 1;
    if (n < 0 || n > PARTS) finish(2, "the rule returned %d parts", n);
    while (n-- > 0) {
        uint32_t set = parts[n].set;
        if (set > 15) finish(2, "the rule returned %" PRIu32, set);
        asked &= set != 0;
        if (set > 7 && p->side == BLACK) set = (set & 2) | (set & 1) << 2 | (set & 4) >> 2;
        claim &= set;
    }
    if (asked && !claim) finish(2, "%s:%s: the rule leaves no result", p->t->name, describe(p, (char[TEXT]){0}));
    return claim;
}

/* The table or the claims whose indices are checked, and how far the threads are. */
static Table *walked;
static uint64_t next_part, next_passant;  /* of the indices; of the claims about positions en passant */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Puts the men where an index says. Returns whether they can stand so, and the position is legal. */
static int place(Position *p, const Table *t, uint64_t index) {
    int legal = 1;
    *p = (Position){.t = t, .side = index >= t->half};
    for (int i = t->men - 1; i >= 0; i--) {
        int at = p->square[i] = square_of[t->set[i]][index % size_of[t->set[i]]];
        int kind = p->kind[i] = t->kind[i], like = kind != K && i + 1 < t->men && kind == t->kind[i + 1];
        legal &= !((p->men[WHITE] | p->men[BLACK]) & bit(at)) && !(like && at > p->square[i + 1]);
        p->men[t->colour[i]] |= bit(at);
        index /= size_of[t->set[i]];
    }
    return legal && !checkers(p, !p->side);
}

static void compare(const Position *p, uint64_t index, unsigned right) {
    unsigned stored = value(p->t, index);
    if (stored != right)
        finish(1, "%s%s, index %" PRIu64 ":%s, %c to move: %u is stored, and must be %u",
               p->t->name, p->t->claims ? ".claims" : "", index, describe(p, (char[TEXT]){0}),
               "wb"[p->side], stored, right);
}

/* Compares a claim with the rule's, and counts it. v: the position's value. */
static void check_claim(const Position *p, uint64_t index, int passant, unsigned v) {
    Table *t = walked;
    if (index >= t->values) finish(1, "%s.claims has more than %" PRIu64 " positions", t->name, t->values);
    unsigned claim = rule_abi ? ask(p, passant) : value(t, index) & NO_CLAIM;
    compare(p, index, claim);
    unsigned result = v == 1 ? 2 : (v % 2 == 1) == (p->side == WHITE) ? 4 : 1;
    uint64_t *n = t->counts[passant == NO_SQUARE ? p->side : EN_PASSANT];
    n[claim == 0 ? NOT_ASKED : POSITIONS]++;
    if (claim == 0) return;
    n[result == 2 ? DRAWS : DECISIVE]++;
    n[SPOTTED] += result == 2 && claim == 2;
    n[MISSED] += result == 2 && claim != 2;
    n[INCORRECT] += !(claim & result);
}

/* Checks the claim for each double push that may have led to this position and can be answered en passant. */
static void check_passants(const Position *p) {
    int side = p->side, back = forward(side), captures;
    for (int man = p->t->first[!side]; man < p->t->first[!side + 1]; man++) {
        int at = p->square[man], passant = at + back, origin = passant + back;
        if (p->t->kind[man] != P || at / 8 != (side == WHITE ? 4 : 3)) continue;
        if ((p->men[WHITE] | p->men[BLACK]) & (bit(passant) | bit(origin))) continue;
        Position blocked = *p;            /* Before the push the pawn blocked the lines over its origin. */
        blocked.men[!side] |= bit(origin);
        if (checkers(&blocked, side) & ~bit(at)) continue;
        unsigned v = follow(p, bit(passant), &captures);
        if (captures) check_claim(p, next_passant++, passant, v);
    }
}

static void *work(void *unused) {
    const Table *t = walked;
    for (;;) {
        pthread_mutex_lock(&lock);
        uint64_t index = next_part++ * t->stride[1], end = index + t->stride[1];
        pthread_mutex_unlock(&lock);
        if (index >= t->indices) return unused;
        for (; index < end; index++) {
            Position p;
            int captures, legal = place(&p, t, index);
            if (!legal) compare(&p, index, t->claims ? NO_POSITION : 0);
            else if (!t->claims) compare(&p, index, follow(&p, 0, &captures));
            else {
                check_claim(&p, index, NO_SQUARE, look_up(&p));
                check_passants(&p);
            }
        }
    }
}

/* Can one move lead from the men of t to those of `next`? It may say yes too often. */
static int leads_to(const Table *t, const Table *next) {
    int leads = 0;
    for (int i = 0; i < 4 * KINDS * KINDS; i++) {          /* P: no pawn is promoted; K: none is taken. */
        int mover = i % 2, reversed = i / 2 % 2, kind = i / 4 % KINDS, taken = i / 4 / KINDS;
        int own = t->material[mover] - weight[P] + weight[kind], other = t->material[!mover] - weight[taken];
        leads |= next->material[mover ^ reversed] == own && next->material[!mover ^ reversed] == other;
    }
    return leads;
}

/* Checks a table or claims. Claims are walked over by one thread, so that those en passant come in order. */
static void check_table(Table *t, int threads) {
    pthread_t thread[THREADS];
    int started = 0;
    load(t);
    for (int i = 0; i < table_count; i++) if (!tables[i].claims && leads_to(t, &tables[i])) load(&tables[i]);
    walked = t, next_part = 0, next_passant = t->indices;
    for (; !t->claims && started < threads - 1; started++)
        if (pthread_create(&thread[started], NULL, work, NULL)) break;
    work(NULL);
    while (started) pthread_join(thread[--started], NULL);
    if (next_passant != t->values)
        finish(1, "%s.claims has %" PRIu64 " values, not %" PRIu64, t->name, t->values, next_passant);
    uint64_t legal = 0;
    for (uint64_t i = 0; i < t->indices; i++) legal += value(t, i) != (t->claims ? NO_POSITION : 0);
    printf("%s%s: %" PRIu64 " positions\n", t->name, t->claims ? ".claims" : "", legal);
    for (int i = 0; i < table_count; i++) free(tables[i].data), tables[i].data = NULL;
}

static const char *space(const char *s) { return s + strspn(s, " \t\r\n"); }
/* Steps over a value of JSON, and the space behind it. */
static const char *skip(const char *s) {
    int depth = 0;
    do {
        if (*s == '"') for (s++; *s && *s != '"'; s++) s += *s == '\\' && s[1];
        depth += (*s == '{' || *s == '[') - (*s == '}' || *s == ']');
        s += *s != 0;
    } while (*s && (depth > 0 || !strchr(",:}]{[\" \t\r\n", *s)));
    return space(s);
}

/* The value that an object has under a name. */
static const char *member(const char *object, const char *name) {
    const char *found = NULL, *s = space(object + 1);
    size_t length = strlen(name);
    while (*object == '{' && *s == '"') {
        const char *key = s, *colon = s = skip(key);
        int same = !strncmp(key + 1, name, length) && key[1 + length] == '"';
        if (*colon != ':' || memchr(key, '\\', (size_t)(colon - key)) || (same && found)) break;
        if (same) found = space(colon + 1);
        s = skip(space(colon + 1));
        if (*s == ',') s = space(s + 1);
    }
    if (!found || *s != '}') finish(1, "verdict.json has an object without just one \"%s\"", name);
    return found;
}

/* Compares each count of the claims with verdict.json. */
static void check_verdict(void) {
    size_t length, size;
    const char *text = read_file("verdict", ".json", &size), *s = member(space(text), "recognizers");
    if (skip(space(text)) != text + size) finish(1, "verdict.json goes on after its object");
    for (s = space(s + (*s == '[')); *s == '{'; s = space(s + (*s == ','))) {
        const char *entry = s, *name = member(s, "endgame");
        Table *t = tables, *end = tables + table_count;
        for (length = strcspn(name + 1, "\""); t < end; t++)
            if (t->claims && length == strlen(t->name) && !memcmp(t->name, name + 1, length)) break;
        if (t == end || t->judged++) finish(1, "verdict.json has an endgame twice, or without claims");
        for (int i = 0; i < GROUPS * COUNTS; i++) {
            const char *group = groups[i / COUNTS], *key = count_names[i % COUNTS];
            const char *found = member(member(entry, group), key);
            char digits[24];
            length = (size_t)sprintf(digits, "%" PRIu64, t->counts[i / COUNTS][i % COUNTS]);
            if (strncmp(found, digits, length) || !strchr(",} \t\r\n", found[length]))
                finish(1, "verdict.json, %s, %s, %s: must be %s", t->name, group, key, digits);
        }
        claims_count--;
        s = skip(s);
    }
    if (*s != ']' || claims_count) finish(1, "verdict.json lacks %d endgames that have claims", claims_count);
    free((char *)text);
}

static void list_files(void) {
    static struct dirent **entries;       /* never freed; static, so that it is no leak */
    int count = scandir(folder, &entries, NULL, alphasort);
    tables = calloc((size_t)count + 1, sizeof *tables);
    if (count < 0 || !tables) finish(2, "cannot read the folder %s", folder);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name, *dot = strrchr(name, '.');
        int claims = dot && !strcmp(dot, ".claims");
        has_verdict |= claims || !strcmp(name, "verdict.json");
        if (!claims && (!dot || strcmp(dot, ".cert"))) continue;
        Table *t = &tables[table_count++];
        if (!define(t, name, (size_t)(dot - name), claims)) finish(1, "%s is no endgame of 3 to 6 men", name);
        if (claims) claims_count++;
        else table_of[t->material[WHITE]][t->material[BLACK]] = t;
    }
    if (table_count == 0) finish(2, "%s is no folder of tables", folder);
    if ((has_verdict || rule_abi) && !claims_count) finish(1, "%s has no claims that a rule made", folder);
}

int main(int argc, char **argv) {
    int threads = (int)sysconf(_SC_NPROCESSORS_ONLN), wrong = sizeof(size_t) < 8;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-j") && i + 1 < argc) threads = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--plugin") && i + 1 < argc) open_rule(argv[++i]);
        else if (!folder) folder = argv[i];
        else wrong = 1;
    }
    if (!folder || threads < 1 || wrong) finish(2, "usage, on 64 bits: check DIR [--plugin LIB] [-j THREADS]");
    draw_board();
    list_files();
    for (int i = 0; i < table_count; i++) check_table(&tables[i], threads < THREADS ? threads : THREADS);
    if (has_verdict) check_verdict();
    const char *whose = rule_abi ? "the rule's answers" : "the claims in the files";
    printf("proved: the tables%s%s\n", has_verdict ? ", and the counts of " : "", has_verdict ? whose : "");
    return 0;
}
