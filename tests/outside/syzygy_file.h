/* Decodes Syzygy's table files into arrays with one number for each index: .rtbw files (win, draw or
 * loss) and .rtbz files (distance to zeroing).
 *
 * A file has parts: one, or two with a part for each side to move; with pawns, as many for each of the
 * files a to d of the leading pawn. A part is a sequence of numbers, compressed by replacing pairs and
 * by a canonical Huffman code, in blocks. Whole parts are decoded here: a look-up is one access to an
 * array then, where a probing library decodes up to a block. */
#ifndef SYZYGY_FILE_H
#define SYZYGY_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYZYGY_MEN_MAX = 5, FILES = 4, NO_FILE = -1, SYMBOLS_MAX = 4096 };

/* The kinds of table, which are also the bytes of a number in memory. */
enum table_kind { RESULTS = 1, DISTANCES = 2 };

/* A group of men that the index counts together: the leading pawns, or the first two or three men;
 * the other side's pawns; like men. */
struct group {
    int men;
    uint64_t factor;
};

/* The numbers of one side to move and one file of the leading pawn. */
struct part {
    uint8_t codes[SYZYGY_MEN_MAX]; /* the men in the order of the index: 1 = white pawn, 14 = black king */
    struct group groups[SYZYGY_MEN_MAX];
    int group_count;
    uint64_t size;
    uint8_t flags;
    uint16_t *map[4]; /* by result: from stored numbers to distances, NULL = as stored */
    void *numbers;
    uint16_t *opposite; /* of distances: places for the values of the other side to move, zero */
};

struct table {
    enum table_kind kind;
    int men, leading_pawns, other_pawns, file_count, side_count;
    bool symmetric, kings_lead; /* kings_lead: the two kings are the first group of a table without pawns */
    struct part parts[2][FILES];
};

/* The flags of a part of a table of distances. */
enum { BLACK_STORED = 1, MAPPED = 2, WINS_IN_PLIES = 4, LOSSES_IN_PLIES = 8, WIDE_MAP = 16, CONSTANT = 128 };

/* How the numbers of a part are compressed. */
struct compression {
    const uint8_t *offsets, *symbols, *lengths, *data;
    uint64_t block_bytes, block_count, length_count, index_count;
    int symbol_count, bits_min, bits_max;
    bool constant;
    uint8_t constant_number;
};

/* What a symbol stands for: `length` numbers. */
struct expansion {
    uint8_t *numbers;
    int length;
};

static uint64_t choose(uint64_t n, int k)
{
    uint64_t result = 1;
    for (int i = 0; i < k; i++)
        result = result * (n - (uint64_t)i) / (uint64_t)(i + 1);
    return result;
}

static unsigned little_16(const uint8_t *bytes)
{
    return bytes[0] | (unsigned)bytes[1] << 8;
}

static uint64_t big_endian(const uint8_t *bytes, int count)
{
    uint64_t result = 0;
    for (int i = 0; i < count; i++)
        result = result << 8 | bytes[i];
    return result;
}

static void *allocate(size_t bytes)
{
    void *memory = calloc(bytes ? bytes : 1, 1);
    if (!memory) {
        fprintf(stderr, "compare_syzygy: out of memory\n");
        exit(2);
    }
    return memory;
}

/* The number of a pawn's square, the greatest first: a2, h2, a3, h3 ... a7, h7, b2 ... e7. */
static int pawn_number(int square)
{
    int file = square % 8, edge = file < 4 ? file : 7 - file;
    return 47 - 12 * edge - 2 * (square / 8 - 1) - (file != edge);
}

/* How many placements `pawns` leading pawns have if the leader is on `file` and on a rank before
 * `rank` (1 = the second rank). */
static uint64_t leading_placements(int pawns, int file, int rank)
{
    uint64_t sum = 0;
    for (int r = 1; r < rank; r++)
        sum += choose((uint64_t)pawn_number(8 * r + file), pawns - 1);
    return sum;
}

/* Reads the order of the men and the order of the groups' factors; the nibble `shift` is that of the
 * side to move. */
static void read_part(struct table *table, struct part *part, const uint8_t *bytes, int shift, int file)
{
    bool pawns = table->leading_pawns > 0, both = table->other_pawns > 0;
    int order = bytes[0] >> shift & 15, other_order = both ? bytes[1] >> shift & 15 : -1;
    for (int i = 0; i < table->men; i++)
        part->codes[i] = bytes[1 + both + i] >> shift & 15;
    int placed = pawns ? table->leading_pawns : table->kings_lead ? 2 : 3;
    part->groups[part->group_count++].men = placed;
    if (both)
        part->groups[part->group_count++].men = table->other_pawns;
    placed += table->other_pawns;
    int next = part->group_count, unplaced = 64 - placed;
    while (placed < table->men) {
        int men = 1;
        while (placed + men < table->men && part->codes[placed + men] == part->codes[placed])
            men++;
        part->groups[part->group_count++].men = men;
        placed += men;
    }
    uint64_t factor = 1;
    for (int i = 0; next < part->group_count || i == order || i == other_order; i++) {
        if (i == order) {
            part->groups[0].factor = factor;
            factor *= pawns ? leading_placements(table->leading_pawns, file, 7)
                            : table->kings_lead ? 462 : 31332;
        } else if (i == other_order) {
            part->groups[1].factor = factor;
            factor *= choose((uint64_t)(48 - table->leading_pawns), table->other_pawns);
        } else {
            struct group *group = &part->groups[next++];
            group->factor = factor;
            factor *= choose((uint64_t)unplaced, group->men);
            unplaced -= group->men;
        }
    }
    part->size = factor;
}

/* Reads how a part is compressed and returns where the next one begins. */
static const uint8_t *read_compression(struct part *part, struct compression *compression, const uint8_t *bytes)
{
    part->flags = bytes[0];
    if (bytes[0] & CONSTANT) {
        compression->constant = true;
        compression->constant_number = bytes[1];
        return bytes + 2;
    }
    compression->block_bytes = UINT64_C(1) << bytes[1];
    compression->index_count = (part->size + (UINT64_C(1) << bytes[2]) - 1) >> bytes[2];
    compression->block_count = little_16(bytes + 4) | (uint64_t)little_16(bytes + 6) << 16;
    compression->length_count = compression->block_count + bytes[3];
    compression->bits_max = bytes[8];
    compression->bits_min = bytes[9];
    compression->offsets = bytes + 10;
    const uint8_t *after = bytes + 10 + 2 * (compression->bits_max - compression->bits_min + 1);
    compression->symbol_count = (int)little_16(after);
    compression->symbols = after + 2;
    return after + 2 + 3 * compression->symbol_count + (compression->symbol_count & 1);
}

/* Reads the four maps of a part of distances and returns where the next ones begin. */
static const uint8_t *read_maps(struct part *part, const uint8_t *bytes)
{
    int width = part->flags & WIDE_MAP ? 2 : 1;
    for (int i = 0; i < 4; i++) {
        unsigned length = width == 2 ? little_16(bytes) : bytes[0];
        part->map[i] = allocate(SYMBOLS_MAX * sizeof *part->map[i]);
        for (unsigned k = 0; k < length && k < SYMBOLS_MAX; k++) {
            const uint8_t *entry = bytes + (size_t)width * (k + 1);
            part->map[i][k] = (uint16_t)(width == 2 ? little_16(entry) : entry[0]);
        }
        bytes += (size_t)width * (length + 1);
    }
    return bytes;
}

/* Replaces a symbol by the two that it stands for, and so on down to numbers. */
static void expand(const struct compression *compression, struct expansion *expansions, int symbol,
                   enum table_kind kind)
{
    struct expansion *expansion = &expansions[symbol];
    if (expansion->numbers)
        return;
    const uint8_t *bytes = compression->symbols + 3 * symbol;
    int left = bytes[0] | (bytes[1] & 15) << 8, right = bytes[1] >> 4 | bytes[2] << 4;
    size_t width = (size_t)kind;
    if (right == 0xfff) {
        uint16_t number = (uint16_t)left;
        expansion->length = 1;
        expansion->numbers = allocate(width);
        memcpy(expansion->numbers, &number, width);
        return;
    }
    expand(compression, expansions, left, kind);
    expand(compression, expansions, right, kind);
    size_t first = (size_t)expansions[left].length * width, second = (size_t)expansions[right].length * width;
    expansion->length = expansions[left].length + expansions[right].length;
    expansion->numbers = allocate(first + second);
    memcpy(expansion->numbers, expansions[left].numbers, first);
    memcpy(expansion->numbers + first, expansions[right].numbers, second);
}

/* Decodes `count` numbers of a block. `bases` holds for each length of a code word the least one,
 * in the upper bits. */
static void decode_block(const struct compression *compression, const struct expansion *expansions,
                         const uint64_t *bases, const uint8_t *block, uint8_t *out, uint64_t count,
                         size_t width)
{
    uint64_t bits = big_endian(block, 8);
    int used = 0;
    block += 8;
    for (uint64_t done = 0; done < count;) {
        int length = 0;
        while (bits < bases[length])
            length++;
        int width_of_word = length + compression->bits_min;
        uint64_t symbol = little_16(compression->offsets + 2 * length) +
                          ((bits - bases[length]) >> (64 - width_of_word));
        const struct expansion *expansion = &expansions[symbol];
        uint64_t taken = (uint64_t)expansion->length < count - done ? (uint64_t)expansion->length : count - done;
        memcpy(out, expansion->numbers, taken * width);
        out += taken * width;
        done += taken;
        bits <<= width_of_word;
        used += width_of_word;
        if (used >= 32) {
            used -= 32;
            bits |= big_endian(block, 4) << used;
            block += 4;
        }
    }
}

static void decode_part(struct part *part, const struct compression *compression, enum table_kind kind)
{
    size_t width = (size_t)kind;
    uint8_t *out = part->numbers = allocate(part->size * width);
    if (compression->constant) {
        if (kind == RESULTS)
            memset(out, compression->constant_number, part->size);
        return;
    }
    struct expansion *expansions = allocate((size_t)compression->symbol_count * sizeof *expansions);
    for (int symbol = 0; symbol < compression->symbol_count; symbol++)
        expand(compression, expansions, symbol, kind);
    uint64_t bases[64] = {0};
    for (int i = compression->bits_max - compression->bits_min - 1; i >= 0; i--)
        bases[i] = (bases[i + 1] + little_16(compression->offsets + 2 * i) -
                    little_16(compression->offsets + 2 * i + 2)) / 2;
    for (int i = 0; i <= compression->bits_max - compression->bits_min; i++)
        bases[i] <<= 64 - (compression->bits_min + i);
    uint64_t left = part->size;
    for (uint64_t block = 0; block < compression->block_count && left; block++) {
        uint64_t count = little_16(compression->lengths + 2 * block) + UINT64_C(1);
        if (count > left)
            count = left;
        decode_block(compression, expansions, bases, compression->data + block * compression->block_bytes,
                     out, count, width);
        out += count * width;
        left -= count;
    }
    if (left) {
        fprintf(stderr, "compare_syzygy: a table file holds too few numbers\n");
        exit(2);
    }
    for (int symbol = 0; symbol < compression->symbol_count; symbol++)
        free(expansions[symbol].numbers);
    free(expansions);
}

/* Decodes the bytes of a file. The caller has set the counts of men and pawns, `symmetric` and
 * `kings_lead`. Returns whether they are a table file of this kind. */
static bool decode_table(struct table *table, const uint8_t *file, enum table_kind kind)
{
    static const uint8_t MAGIC[2][4] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};
    if (memcmp(file, MAGIC[kind - 1], 4))
        return false;
    table->kind = kind;
    table->side_count = kind == RESULTS && (file[4] & 1) ? 2 : 1;
    table->file_count = table->leading_pawns ? FILES : 1;
    struct compression compression[2][FILES] = {{{0}}};
    const uint8_t *bytes = file + 5;
    for (int f = 0; f < table->file_count; f++) {
        for (int side = 0; side < table->side_count; side++)
            read_part(table, &table->parts[side][f], bytes, 4 * side, f);
        bytes += table->men + 1 + (table->other_pawns > 0);
    }
    bytes += (bytes - file) & 1;
#define EACH_PART for (int f = 0; f < table->file_count; f++) for (int side = 0; side < table->side_count; side++)
    EACH_PART bytes = read_compression(&table->parts[side][f], &compression[side][f], bytes);
    if (kind == DISTANCES) {
        for (int f = 0; f < table->file_count; f++) {
            struct part *part = &table->parts[0][f];
            if (part->flags & MAPPED) {
                if (part->flags & WIDE_MAP)
                    bytes += (bytes - file) & 1;
                bytes = read_maps(part, bytes);
            }
        }
        bytes += (bytes - file) & 1;
    }
    EACH_PART bytes += 6 * compression[side][f].index_count;
    EACH_PART {
        compression[side][f].lengths = bytes;
        bytes += 2 * compression[side][f].length_count;
    }
    EACH_PART {
        bytes += -(bytes - file) & 63;
        compression[side][f].data = bytes;
        bytes += compression[side][f].block_count * compression[side][f].block_bytes;
    }
    EACH_PART {
        struct part *part = &table->parts[side][f];
        decode_part(part, &compression[side][f], kind);
        if (kind == DISTANCES && !table->symmetric)
            part->opposite = allocate(part->size * sizeof *part->opposite);
    }
#undef EACH_PART
    return true;
}

#endif
