/* Squares 0 to 63, a1 = 0, b1 = 1; 64 for a man that is taken. */
#ifndef SQUARES_H
#define SQUARES_H

#include <stdint.h>
#include <stdlib.h>

static inline int file_of(int square) { return square & 7; }

static inline int rank_of(int square) { return square >> 3; }

static inline uint64_t bit(int square) { return square < 64 ? (uint64_t)1 << square : 0; }

/* King moves between two squares. */
static inline int distance(int a, int b) {
    const int files = abs(file_of(a) - file_of(b)), ranks = abs(rank_of(a) - rank_of(b));
    return files > ranks ? files : ranks;
}

/* King moves to the edge of the board. */
static inline int from_edge(int square) {
    const int file = file_of(square), rank = rank_of(square);
    const int files = file < 7 - file ? file : 7 - file, ranks = rank < 7 - rank ? rank : 7 - rank;
    return files < ranks ? files : ranks;
}

static inline int is_dark(int square) { return (rank_of(square) + file_of(square)) % 2 == 0; }

/* Whether a white pawn guards a square. */
static inline int pawn_guards(int pawn, int square) {
    return pawn < 64 && rank_of(square) == rank_of(pawn) + 1 && abs(file_of(square) - file_of(pawn)) == 1;
}

static inline int is_diagonal(int a, int b) {
    return abs(file_of(a) - file_of(b)) == abs(rank_of(a) - rank_of(b));
}

static inline int is_straight(int a, int b) { return file_of(a) == file_of(b) || rank_of(a) == rank_of(b); }

/* Whether a rook (diagonal 0) or a bishop (1) on `from` reaches `to`. */
static inline int reaches(int from, int to, uint64_t occupied, int diagonal) {
    const int files = file_of(to) - file_of(from), ranks = rank_of(to) - rank_of(from);
    int step, at;
    if (from == to || from == 64 || to == 64 || (diagonal ? abs(files) != abs(ranks) : files != 0 && ranks != 0))
        return 0;
    step = (files > 0) - (files < 0) + 8 * ((ranks > 0) - (ranks < 0));
    for (at = from + step; at != to; at += step)
        if (occupied >> at & 1)
            return 0;
    return 1;
}

#endif
