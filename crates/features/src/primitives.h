/* The squares a king on a square of `set` attacks. */
static inline uint64_t dp_steps(uint64_t set) {
    uint64_t beside = ((set << 1) & 0xfefefefefefefefeu) | ((set >> 1) & 0x7f7f7f7f7f7f7f7fu);
    uint64_t row = beside | set;
    return beside | (row << 8) | (row >> 8);
}

/* The squares a knight on a square of `set` attacks. */
static inline uint64_t dp_jumps(uint64_t set) {
    uint64_t one = ((set << 1) & 0xfefefefefefefefeu) | ((set >> 1) & 0x7f7f7f7f7f7f7f7fu);
    uint64_t two = ((set << 2) & 0xfcfcfcfcfcfcfcfcu) | ((set >> 2) & 0x3f3f3f3f3f3f3f3fu);
    return (one << 16) | (one >> 16) | (two << 8) | (two >> 8);
}

/* The highest square of `set`, which is not empty, as a set. */
static inline uint64_t dp_top(uint64_t set) {
#if defined(__GNUC__) || defined(__clang__)
    return 0x8000000000000000u >> __builtin_clzll(set);
#else
    set |= set >> 1, set |= set >> 2, set |= set >> 4;
    set |= set >> 8, set |= set >> 16, set |= set >> 32;
    return set ^ (set >> 1);
#endif
}

/* The squares of `line` (which has not `square`) seen from `square` up to the first `occupied`. */
static inline uint64_t dp_seen(uint64_t square, uint64_t occupied, uint64_t line) {
    uint64_t blockers = occupied & line, below = ((uint64_t)1 << square) - 1;
    uint64_t behind = blockers & below, ahead = blockers & ~below;
    uint64_t first = dp_top(behind | 1), last = ahead & (0 - ahead);
    return line & ((last << 1) - first);
}

/* The squares a rook on `square` attacks over `occupied` squares. */
static inline uint64_t dp_rook(uint64_t square, uint64_t occupied) {
    uint64_t self = (uint64_t)1 << square;
    uint64_t row = ((uint64_t)0xff << (square & 56)) ^ self;
    uint64_t file = (0x0101010101010101u << (square & 7)) ^ self;
    return dp_seen(square, occupied, row) | dp_seen(square, occupied, file);
}

/* The squares a bishop on `square` attacks over `occupied` squares. */
static inline uint64_t dp_bishop(uint64_t square, uint64_t occupied) {
    uint64_t file = 8 * (square & 7), row = square & 56, sum = file + row;
    uint64_t self = (uint64_t)1 << square;
    uint64_t rising = row > file ? 0x8040201008040201u << (row - file)
                                 : 0x8040201008040201u >> (file - row);
    uint64_t falling = sum > 56 ? 0x0102040810204080u << (sum - 56)
                                : 0x0102040810204080u >> (56 - sum);
    return dp_seen(square, occupied, rising ^ self) | dp_seen(square, occupied, falling ^ self);
}

/* The set of one square. */
static inline uint64_t dp_bit(uint64_t square) {
    return (uint64_t)1 << square;
}

/* The number of squares in `set`. */
static inline uint64_t dp_count(uint64_t set) {
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__POPCNT__) || !defined(__x86_64__))
    return (uint64_t)__builtin_popcountll(set);
#else
    set -= (set >> 1) & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + ((set >> 2) & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (set * 0x0101010101010101u) >> 56;
#endif
}

/* Whether `set` has a square: 1 or 0. */
static inline uint64_t dp_any(uint64_t set) {
    return set != 0;
}

/* Whether two numbers are equal: 1 or 0. */
static inline uint64_t dp_equal(uint64_t a, uint64_t b) {
    return a == b;
}

/* Whether `a` is less than `b`: 1 or 0. */
static inline uint64_t dp_less(uint64_t a, uint64_t b) {
    return a < b;
}

/* The smaller number. */
static inline uint64_t dp_least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The larger number. */
static inline uint64_t dp_most(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* The sum of two numbers. */
static inline uint64_t dp_plus(uint64_t a, uint64_t b) {
    return a + b;
}

/* By how much `a` is more than `b`, with 8 added; 0 if that is negative. */
static inline uint64_t dp_lead(uint64_t a, uint64_t b) {
    return a + 8 > b ? a + 8 - b : 0;
}

/* `a` if `condition` is 1, `b` if it is 0. */
static inline uint64_t dp_choose(uint64_t condition, uint64_t a, uint64_t b) {
    return condition ? a : b;
}

/* Difference of the files of two squares. */
static inline uint64_t dp_files(uint64_t a, uint64_t b) {
    return (a & 7) > (b & 7) ? (a & 7) - (b & 7) : (b & 7) - (a & 7);
}

/* Difference of the ranks of two squares. */
static inline uint64_t dp_ranks(uint64_t a, uint64_t b) {
    return (a >> 3) > (b >> 3) ? (a >> 3) - (b >> 3) : (b >> 3) - (a >> 3);
}

/* King moves between two squares. */
static inline uint64_t dp_distance(uint64_t a, uint64_t b) {
    return dp_most(dp_files(a, b), dp_ranks(a, b));
}

/* Ranks or files between two squares, whichever are fewer; 0 = on one line. */
static inline uint64_t dp_offset(uint64_t a, uint64_t b) {
    return dp_least(dp_files(a, b), dp_ranks(a, b));
}

/* Diagonals between two squares: 0 = on one diagonal. */
static inline uint64_t dp_slant(uint64_t a, uint64_t b) {
    uint64_t across = dp_files(a, b), along = dp_ranks(a, b);
    return across > along ? across - along : along - across;
}

/* Files to the nearer of the a- and h-file. */
static inline uint64_t dp_file_edge(uint64_t square) {
    return dp_least(square & 7, 7 - (square & 7));
}

/* King moves to the nearest edge. */
static inline uint64_t dp_edge(uint64_t square) {
    return dp_least(dp_file_edge(square), dp_least(square >> 3, 7 - (square >> 3)));
}

/* King moves to the nearest corner. */
static inline uint64_t dp_corner(uint64_t square) {
    return dp_most(dp_file_edge(square), dp_least(square >> 3, 7 - (square >> 3)));
}

/* Whether a square is light: 1 or 0. */
static inline uint64_t dp_light(uint64_t square) {
    return (square ^ (square >> 3)) & 1;
}

/* King moves to the nearest corner of the colour of `of`. */
static inline uint64_t dp_colour_corner(uint64_t square, uint64_t of) {
    uint64_t near = 7 * dp_light(of);
    return dp_least(dp_distance(square, near), dp_distance(square, 63 - near));
}

/* On how many axes (files, ranks) `middle` is strictly between `a` and `b`. */
static inline uint64_t dp_parts(uint64_t middle, uint64_t a, uint64_t b) {
    uint64_t file = middle & 7, row = middle >> 3;
    int by_file = ((a & 7) < file && file < (b & 7)) || ((b & 7) < file && file < (a & 7));
    int by_row = ((a >> 3) < row && row < (b >> 3)) || ((b >> 3) < row && row < (a >> 3));
    return (uint64_t)(by_file + by_row);
}

/* King moves from a square of `set` to one of `goal` over `free` squares only; 6 = or more. */
static inline uint64_t dp_walk(uint64_t set, uint64_t goal, uint64_t free) {
    uint64_t moves = 0;
    for (; moves < 6 && !(set & goal); moves++)
        set |= dp_steps(set) & free;
    return moves;
}

/* Knight moves from a square of `set` to one of `goal` over `free` squares only; 5 = or more. */
static inline uint64_t dp_leaps(uint64_t set, uint64_t goal, uint64_t free) {
    uint64_t moves = 0;
    for (; moves < 5 && !(set & goal); moves++)
        set |= dp_jumps(set) & free;
    return moves;
}

/* The rank of a square, 0-7. */
static inline uint64_t dp_rank(uint64_t square) {
    return square >> 3;
}

/* The squares in front of those of `set`, as White sees the board. */
static inline uint64_t dp_up(uint64_t set) {
    return set << 8;
}

/* The squares behind those of `set`, as White sees the board. */
static inline uint64_t dp_down(uint64_t set) {
    return set >> 8;
}

/* The squares white pawns on `set` attack. */
static inline uint64_t dp_hits_up(uint64_t set) {
    return ((set << 9) & 0xfefefefefefefefeu) | ((set << 7) & 0x7f7f7f7f7f7f7f7fu);
}

/* The squares black pawns on `set` attack. */
static inline uint64_t dp_hits_down(uint64_t set) {
    return ((set >> 7) & 0xfefefefefefefefeu) | ((set >> 9) & 0x7f7f7f7f7f7f7f7fu);
}

/* All squares in front of those of `set`, as White sees the board. */
static inline uint64_t dp_fill_up(uint64_t set) {
    uint64_t two = (set << 8) | (set << 16), four = two | (two << 16);
    return four | (four << 32);
}

/* All squares behind those of `set`, as White sees the board. */
static inline uint64_t dp_fill_down(uint64_t set) {
    uint64_t two = (set >> 8) | (set >> 16), four = two | (two >> 16);
    return four | (four >> 32);
}

/* The number of the lowest square of `set`, which is not empty. */
static inline uint64_t dp_lowest(uint64_t set) {
#if defined(__GNUC__) || defined(__clang__)
    return (uint64_t)__builtin_ctzll(set);
#else
    return dp_count((set & (0 - set)) - 1);
#endif
}
