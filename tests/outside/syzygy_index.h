/* The index of a position in a decoded part of a Syzygy table. */
#ifndef SYZYGY_INDEX_H
#define SYZYGY_INDEX_H

#include "syzygy_file.h"

/* The numbers that an index is made of, by square: filled by `init_index`. */
static struct {
    int16_t kings[10][64];   /* both kings, by the first one's number in the triangle a1 d1 d4 */
    uint8_t triangle[64];    /* b1 c1 d1 c2 d2 d3, then a1 b2 c3 d4, and their mirror images */
    uint8_t below[64];       /* the squares below the diagonal a1-h8: b1 ... h1, c2 ... h7 */
    int8_t above_diagonal[64]; /* rank minus file: 0 on the diagonal a1-h8 */
    uint8_t pawn[64];
    uint64_t leading[6][64]; /* placements of the leading pawns before those with this leader */
    uint64_t choose[SYZYGY_MEN_MAX + 1][64];
} numbers_of;

static bool kings_touch(int a, int b)
{
    return abs(a % 8 - b % 8) <= 1 && abs(a / 8 - b / 8) <= 1;
}

static void init_king_pairs(void)
{
    int16_t next = 0;
    memset(numbers_of.kings, -1, sizeof numbers_of.kings);
    for (int both_on_diagonal = 0; both_on_diagonal < 2; both_on_diagonal++)
        for (int number = 0; number < 10; number++) {
            int first = 0;
            while (first % 8 > 3 || first / 8 > 3 || numbers_of.above_diagonal[first] > 0 ||
                   numbers_of.triangle[first] != number)
                first++;
            bool on_diagonal = numbers_of.above_diagonal[first] == 0;
            for (int second = 0; second < 64; second++) {
                int above = numbers_of.above_diagonal[second];
                if (kings_touch(first, second) || (on_diagonal && above > 0) ||
                    (on_diagonal && above == 0) != both_on_diagonal)
                    continue;
                numbers_of.kings[number][second] = next++;
            }
        }
}

static void init_index(void)
{
    int triangle = 0, below = 0;
    for (int square = 0; square < 64; square++) {
        int file = square % 8, rank = square / 8;
        numbers_of.above_diagonal[square] = (int8_t)(rank - file);
        if (rank < file)
            numbers_of.below[square] = (uint8_t)below++;
        if (rank < file && file < 4)
            numbers_of.triangle[square] = (uint8_t)triangle++;
        if (rank > 0 && rank < 7)
            numbers_of.pawn[square] = (uint8_t)pawn_number(square);
        for (int k = 0; k <= SYZYGY_MEN_MAX; k++)
            numbers_of.choose[k][square] = square < k ? 0 : choose((uint64_t)square, k);
    }
    for (int i = 0; i < 4; i++)
        numbers_of.triangle[9 * i] = (uint8_t)(triangle + i);
    for (int square = 0; square < 64; square++) {
        int file = square % 8 < 4 ? square % 8 : 7 - square % 8;
        int rank = square / 8 < 4 ? square / 8 : 7 - square / 8;
        int image = rank <= file ? 8 * rank + file : 8 * file + rank;
        numbers_of.triangle[square] = numbers_of.triangle[image];
        if (square / 8 > 0 && square / 8 < 7)
            for (int pawns = 1; pawns < 6; pawns++)
                numbers_of.leading[pawns][square] = leading_placements(pawns, file, square / 8);
    }
    init_king_pairs();
}

static void mirror(uint8_t *squares, int men, int mask)
{
    for (int i = 0; i < men; i++)
        squares[i] ^= (uint8_t)mask;
}

/* The index of the first three men if none of them is like another. They are on squares of which the
 * first off the diagonal a1-h8 is below it. */
static uint64_t index_of_three(const uint8_t *squares)
{
    const uint8_t *below = numbers_of.below;
    unsigned a = squares[0], b = squares[1], c = squares[2];
    unsigned b_after = b > a, c_after = (unsigned)(c > a) + (c > b);
    /* On the diagonal, the rank is the number of the square. */
    unsigned diagonal_a = a / 8, diagonal_b = b / 8, diagonal_c = c / 8;
    if (numbers_of.above_diagonal[a])
        return (uint64_t)numbers_of.triangle[a] * 63 * 62 + (b - b_after) * 62 + c - c_after;
    if (numbers_of.above_diagonal[b])
        return 6 * 63 * 62 + diagonal_a * 28 * 62 + below[b] * 62u + c - c_after;
    if (numbers_of.above_diagonal[c])
        return 6 * 63 * 62 + 4 * 28 * 62 + diagonal_a * 7 * 28 + (diagonal_b - b_after) * 28 + below[c];
    return 6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + diagonal_a * 7 * 6 + (diagonal_b - b_after) * 6 +
           diagonal_c - c_after;
}

/* Mirrors the board so that the first man is in the triangle a1 d1 d4, and returns the index of the
 * first group. */
static uint64_t index_of_first_men(const struct table *table, uint8_t *squares)
{
    mirror(squares, table->men, (squares[0] & 4 ? 7 : 0) | (squares[0] & 32 ? 56 : 0));
    for (int i = 0; i < (table->kings_lead ? 2 : 3); i++) {
        int above = numbers_of.above_diagonal[squares[i]];
        if (above < 0)
            break;
        if (above > 0) {
            for (int k = 0; k < table->men; k++)
                squares[k] = (uint8_t)(squares[k] >> 3 | (squares[k] & 7) << 3);
            break;
        }
    }
    if (!table->kings_lead)
        return index_of_three(squares);
    return (uint64_t)numbers_of.kings[numbers_of.triangle[squares[0]]][squares[1]];
}

/* Mirrors the board so that the leader is on the files a to d, and returns the index of the leading
 * pawns. The leader is the first man. */
static uint64_t index_of_pawns(const struct table *table, uint8_t *squares)
{
    int pawns = table->leading_pawns;
    if (squares[0] & 4)
        mirror(squares, table->men, 7);
    uint64_t index = numbers_of.leading[pawns][squares[0]];
    for (int i = 1; i < pawns; i++) {
        for (int k = i + 1; k < pawns; k++)
            if (numbers_of.pawn[squares[i]] < numbers_of.pawn[squares[k]]) {
                uint8_t square = squares[i];
                squares[i] = squares[k];
                squares[k] = square;
            }
        index += numbers_of.choose[pawns - i][numbers_of.pawn[squares[i]]];
    }
    return index;
}

/* The index of like men among the squares that the men before them leave, of which the first `unused`
 * do not count. */
static uint64_t index_of_like_men(uint8_t *squares, int first, int men, int unused)
{
    uint64_t index = 0;
    for (int i = first; i < first + men; i++) {
        for (int k = i; k > first && squares[k] < squares[k - 1]; k--) {
            uint8_t square = squares[k];
            squares[k] = squares[k - 1];
            squares[k - 1] = square;
        }
    }
    for (int i = first; i < first + men; i++) {
        int used = unused;
        for (int k = 0; k < first; k++)
            used += squares[k] < squares[i];
        index += numbers_of.choose[i - first + 1][squares[i] - used];
    }
    return index;
}

/* The index of a position in a part. `squares` are those of the men in the order of the part, the
 * leading pawn first, and are changed. */
static uint64_t index_in_part(const struct table *table, const struct part *part, uint8_t *squares)
{
    uint64_t first = table->leading_pawns ? index_of_pawns(table, squares) : index_of_first_men(table, squares);
    uint64_t index = first * part->groups[0].factor;
    int placed = part->groups[0].men;
    for (int i = 1; i < part->group_count; i++) {
        int unused = i == 1 && table->other_pawns ? 8 : 0;
        index += index_of_like_men(squares, placed, part->groups[i].men, unused) * part->groups[i].factor;
        placed += part->groups[i].men;
    }
    return index;
}

#endif
