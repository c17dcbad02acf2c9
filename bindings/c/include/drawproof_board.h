/* drawproof_board.h: a drawproof_position as the boards that engines have: mailboxes of any numbering,
 * lists of men, king squares, a material key, a FEN. For C99 and C++11; only inline functions that
 * allocate nothing and share no state, so that any number of threads may call them.
 *
 * A rule of an engine whose board is an array of 120 signed numbers:
 *
 *     #include "drawproof_board.h"
 *     #include "engine.h"
 *
 *     int drawproof_init(void) { engine_init(); return 0; }
 *
 *     int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
 *         static DRAWPROOF_THREAD_LOCAL struct engine_board board;
 *         drawproof_mailbox(position, drawproof_10x12(), drawproof_signed_codes(), board.squares);
 *         board.side_to_move = position->side_to_move;
 *         board.en_passant = drawproof_en_passant(position, drawproof_10x12(), 0);
 *         (void)reasons;
 *         return engine_knows_draw(&board) ? DRAWPROOF_DRAWN : DRAWPROOF_NO_CLAIM;
 *     }
 *
 * One of an engine that puts men on its board one by one:
 *
 *     drawproof_man men[DRAWPROOF_MEN];
 *     int count = drawproof_men(position, drawproof_8x8(), men);
 *     for (int i = 0; i < count; i++)
 *         board.put(men[i].colour, men[i].kind, men[i].square);
 *
 * One of an engine that reads FENs:
 *
 *     char fen[DRAWPROOF_FEN_BYTES];
 *     drawproof_fen(position, fen);
 *
 * One whose branches name themselves by their lines, so that reports count each and point at it:
 *
 *     DRAWPROOF_DEFINE_PARTS
 *
 *     if (weak_king_in_front_of_pawn)
 *         return DRAWPROOF_HERE(DRAWPROOF_WHITE_CANNOT_WIN);
 *
 * One context per thread: drawproof calls a rule from several threads at once. An engine that keeps the
 * position in an object needs one object per thread, as `board` above: DRAWPROOF_THREAD_LOCAL gives each
 * thread its own static or global variable. Tables that drawproof_init fills and that no call changes
 * are shared. An engine whose globals cannot be changed exports drawproof_thread_safe, which returns 0.
 */
#ifndef DRAWPROOF_BOARD_H
#define DRAWPROOF_BOARD_H

#include "drawproof.h"

#include <stddef.h>

/* Colours and kinds: the indices of drawproof_position.colour and .kind. */
enum { DRAWPROOF_WHITE, DRAWPROOF_BLACK };
enum {
    DRAWPROOF_PAWN,
    DRAWPROOF_KNIGHT,
    DRAWPROOF_BISHOP,
    DRAWPROOF_ROOK,
    DRAWPROOF_QUEEN,
    DRAWPROOF_KING
};

enum {
    DRAWPROOF_NO_SQUARE = 64, /* drawproof_position.en_passant where there is none */
    DRAWPROOF_MEN = 32,       /* men of a position, at most */
    DRAWPROOF_ALIKE = 10,     /* men of one colour and kind, at most */
    DRAWPROOF_FEN_BYTES = 88  /* a FEN with its final zero byte, at most */
};

/* A variable with its own value in each thread: `static DRAWPROOF_THREAD_LOCAL int number;`. In C its first
 * value is a constant; in C++ an object is constructed at a thread's first use. */
#if defined(__cplusplus)
#define DRAWPROOF_THREAD_LOCAL thread_local
#elif defined(__GNUC__) || defined(__clang__)
#define DRAWPROOF_THREAD_LOCAL __thread
#elif defined(_MSC_VER)
#define DRAWPROOF_THREAD_LOCAL __declspec(thread)
#else
#define DRAWPROOF_THREAD_LOCAL _Thread_local
#endif

/* ---- Sets of squares: a1 is bit 0, b1 bit 1, h8 bit 63 ---- */

/* The number of squares in a set. */
static inline int drawproof_count(uint64_t set) {
#if (defined(__GNUC__) || defined(__clang__)) && !defined(DRAWPROOF_NO_BUILTINS)
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* The lowest square of a set, 0 to 63; undefined for the empty set. */
static inline int drawproof_lowest(uint64_t set) {
#if (defined(__GNUC__) || defined(__clang__)) && !defined(DRAWPROOF_NO_BUILTINS)
    return __builtin_ctzll(set);
#else
    return drawproof_count(~set & (set - 1));
#endif
}

/* Removes the lowest square of a set that is not empty, and returns it. */
static inline int drawproof_take(uint64_t *set) {
    const int square = drawproof_lowest(*set);
    *set &= *set - 1;
    return square;
}

/* The squares of the men of one colour and kind. */
static inline uint64_t drawproof_set(const drawproof_position *position, int colour, int kind) {
    return position->colour[colour] & position->kind[kind];
}

/* The square of a king, 0 to 63. */
static inline int drawproof_king(const drawproof_position *position, int colour) {
    return drawproof_lowest(drawproof_set(position, colour, DRAWPROOF_KING));
}

/* ---- Material ---- */

/* The material of one side, kings not counted: `drawproof_material(position, DRAWPROOF_WHITE) ==
 * DRAWPROOF_MATERIAL(1, 0, 1, 0, 0)` if White has a pawn, a bishop and nothing else. A constant of up to 15
 * men of each kind, for comparisons and `case`. */
#define DRAWPROOF_MATERIAL(pawns, knights, bishops, rooks, queens) \
    ((pawns) | (knights) << 4 | (bishops) << 8 | (rooks) << 12 | (queens) << 16)

/* The material of a side, as DRAWPROOF_MATERIAL. */
static inline int drawproof_material(const drawproof_position *position, int colour) {
    int kind, material = 0;
    for (kind = DRAWPROOF_PAWN; kind < DRAWPROOF_KING; kind++)
        material |= drawproof_count(drawproof_set(position, colour, kind)) << 4 * kind;
    return material;
}

/* The material of both sides as one number: White's, and Black's from bit 20. */
static inline uint64_t drawproof_material_key(const drawproof_position *position) {
    return (uint64_t)drawproof_material(position, DRAWPROOF_WHITE)
           | (uint64_t)drawproof_material(position, DRAWPROOF_BLACK) << 20;
}

/* ---- Numberings of the squares ---- */

/* How a board numbers its squares: a1 is `a1`, the next file is `file` further, the next rank `rank`. Its
 * array has `cells` elements. */
typedef struct {
    int cells, a1, file, rank;
} drawproof_numbering;

/* Any numbering, such as drawproof_numbering_of(64, 7, -1, 8) for h1 = 0, g1 = 1, a8 = 63. */
static inline drawproof_numbering drawproof_numbering_of(int cells, int a1, int file, int rank) {
    drawproof_numbering numbering;
    numbering.cells = cells;
    numbering.a1 = a1;
    numbering.file = file;
    numbering.rank = rank;
    return numbering;
}

/* a1 = 0, b1 = 1, h8 = 63: the numbering of drawproof_position. */
static inline drawproof_numbering drawproof_8x8(void) {
    return drawproof_numbering_of(64, 0, 1, 8);
}

/* a8 = 0, b8 = 1, h1 = 63: the order of a FEN. */
static inline drawproof_numbering drawproof_8x8_from_a8(void) {
    return drawproof_numbering_of(64, 56, 1, -8);
}

/* a1 = 0x00, b1 = 0x01, a2 = 0x10, h8 = 0x77: a square is on the board if (square & 0x88) == 0. */
static inline drawproof_numbering drawproof_0x88(void) {
    return drawproof_numbering_of(128, 0, 1, 16);
}

/* a1 = 21, b1 = 22, a2 = 31, h8 = 98: two rows below and above the board, a column on each side. */
static inline drawproof_numbering drawproof_10x12(void) {
    return drawproof_numbering_of(120, 21, 1, 10);
}

/* The number of a square 0 to 63. */
static inline int drawproof_number(drawproof_numbering numbering, int square) {
    return numbering.a1 + (square & 7) * numbering.file + (square >> 3) * numbering.rank;
}

/* The number of the en-passant square, the one behind the pawn that has moved two squares; `none` if no
 * pawn can be taken en passant. */
static inline int drawproof_en_passant(const drawproof_position *position,
                                       drawproof_numbering numbering, int none) {
    return position->en_passant < DRAWPROOF_NO_SQUARE
               ? drawproof_number(numbering, position->en_passant)
               : none;
}

/* ---- Mailboxes ---- */

/* What a mailbox contains: code.man[colour][kind] where a man stands, `empty` on the other squares, `border`
 * in the cells outside of the board. */
typedef struct {
    int man[2][6];
    int empty, border;
} drawproof_codes;

/* White's pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6; Black's -1 to -6; empty 0; border 99. */
static inline drawproof_codes drawproof_signed_codes(void) {
    drawproof_codes codes;
    int kind;
    for (kind = DRAWPROOF_PAWN; kind <= DRAWPROOF_KING; kind++) {
        codes.man[DRAWPROOF_WHITE][kind] = kind + 1;
        codes.man[DRAWPROOF_BLACK][kind] = -(kind + 1);
    }
    codes.empty = 0;
    codes.border = 99;
    return codes;
}

/* White's pawn `white`, knight `white` + 1, ... king `white` + 5; Black's from `black`:
 * drawproof_numbered_codes(1, 9, 0, 255) for engines that have the colour in bit 3. */
static inline drawproof_codes drawproof_numbered_codes(int white, int black, int empty, int border) {
    drawproof_codes codes;
    int kind;
    for (kind = DRAWPROOF_PAWN; kind <= DRAWPROOF_KING; kind++) {
        codes.man[DRAWPROOF_WHITE][kind] = white + kind;
        codes.man[DRAWPROOF_BLACK][kind] = black + kind;
    }
    codes.empty = empty;
    codes.border = border;
    return codes;
}

/* PNBRQK, pnbrqk, a dot for an empty square, a space outside of the board. */
static inline drawproof_codes drawproof_letter_codes(void) {
    drawproof_codes codes;
    int kind;
    for (kind = DRAWPROOF_PAWN; kind <= DRAWPROOF_KING; kind++) {
        codes.man[DRAWPROOF_WHITE][kind] = "PNBRQK"[kind];
        codes.man[DRAWPROOF_BLACK][kind] = "pnbrqk"[kind];
    }
    codes.empty = '.';
    codes.border = ' ';
    return codes;
}

/* Defines a function NAME(position, numbering, codes, board) that fills all `numbering.cells` elements of a
 * mailbox whose elements are of type CELL: DRAWPROOF_DEFINE_MAILBOX(fill_board, int). */
#define DRAWPROOF_DEFINE_MAILBOX(NAME, CELL)                                                         \
    static inline void NAME(const drawproof_position *position, drawproof_numbering numbering,       \
                            drawproof_codes codes, CELL *board) {                                    \
        const CELL empty = (CELL)codes.empty, border = (CELL)codes.border;                           \
        int cell, rank, file, kind;                                                                  \
        for (cell = 0; cell < numbering.cells; cell++)                                               \
            board[cell] = border;                                                                    \
        for (rank = 0; rank < 8; rank++)                                                             \
            for (file = 0; file < 8; file++)                                                         \
                board[numbering.a1 + rank * numbering.rank + file * numbering.file] = empty;         \
        for (kind = DRAWPROOF_PAWN; kind <= DRAWPROOF_KING; kind++) {                                \
            uint64_t men = position->kind[kind];                                                     \
            while (men) {                                                                            \
                const int square = drawproof_take(&men);                                             \
                const int colour = (int)(position->colour[DRAWPROOF_BLACK] >> square & 1);           \
                board[drawproof_number(numbering, square)] = (CELL)codes.man[colour][kind];          \
            }                                                                                        \
        }                                                                                            \
    }

/* Fills a mailbox of bytes. */
DRAWPROOF_DEFINE_MAILBOX(drawproof_mailbox, signed char)

/* ---- Lists of men ---- */

/* A man: `square` in the requested numbering. */
typedef struct {
    int colour, kind, square;
} drawproof_man;

/* Lists the men of a position: White's before Black's, pawns first, kings last, each kind from a1 to h8.
 * Returns their number. */
static inline int drawproof_men(const drawproof_position *position, drawproof_numbering numbering,
                                drawproof_man men[DRAWPROOF_MEN]) {
    int colour, kind, count = 0;
    for (colour = DRAWPROOF_WHITE; colour <= DRAWPROOF_BLACK; colour++)
        for (kind = DRAWPROOF_PAWN; kind <= DRAWPROOF_KING; kind++) {
            uint64_t set = drawproof_set(position, colour, kind);
            for (; set && count < DRAWPROOF_MEN; count++) {
                men[count].colour = colour;
                men[count].kind = kind;
                men[count].square = drawproof_number(numbering, drawproof_take(&set));
            }
        }
    return count;
}

/* The men by colour and kind: square[colour][kind][0] to square[colour][kind][count[colour][kind] - 1]. */
typedef struct {
    int count[2][6];
    int square[2][6][DRAWPROOF_ALIKE];
} drawproof_piece_lists;

/* Fills the lists of men, each from a1 to h8. Elements after the last of a list stay unchanged. */
static inline void drawproof_lists(const drawproof_position *position, drawproof_numbering numbering,
                                   drawproof_piece_lists *lists) {
    int colour, kind;
    for (colour = DRAWPROOF_WHITE; colour <= DRAWPROOF_BLACK; colour++)
        for (kind = DRAWPROOF_PAWN; kind <= DRAWPROOF_KING; kind++) {
            uint64_t set = drawproof_set(position, colour, kind);
            int count = 0;
            for (; set && count < DRAWPROOF_ALIKE; count++)
                lists->square[colour][kind][count] =
                    drawproof_number(numbering, drawproof_take(&set));
            lists->count[colour][kind] = count;
        }
}

/* ---- The other colour's point of view ---- */

/* The set of squares mirrored at the line between ranks 4 and 5: a1 to a8. */
static inline uint64_t drawproof_mirrored(uint64_t set) {
    set = (set >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (set & UINT64_C(0x00ff00ff00ff00ff)) << 8;
    set = (set >> 16 & UINT64_C(0x0000ffff0000ffff)) | (set & UINT64_C(0x0000ffff0000ffff)) << 16;
    return set >> 32 | set << 32;
}

/* The same position with colours exchanged and the board turned, so that Black's men are White's. A rule
 * that is written for White as the stronger side asks itself about this position where Black is the
 * stronger one, and returns drawproof_reversed_claim of the answer. */
static inline drawproof_position drawproof_reversed(const drawproof_position *position) {
    drawproof_position other;
    int kind;
    other.colour[DRAWPROOF_WHITE] = drawproof_mirrored(position->colour[DRAWPROOF_BLACK]);
    other.colour[DRAWPROOF_BLACK] = drawproof_mirrored(position->colour[DRAWPROOF_WHITE]);
    for (kind = DRAWPROOF_PAWN; kind <= DRAWPROOF_KING; kind++)
        other.kind[kind] = drawproof_mirrored(position->kind[kind]);
    other.side_to_move = (uint8_t)(position->side_to_move ^ 1);
    other.en_passant = (uint8_t)(position->en_passant < DRAWPROOF_NO_SQUARE
                                     ? position->en_passant ^ 56
                                     : DRAWPROOF_NO_SQUARE);
    return other;
}

/* A claim with colours exchanged: White's win becomes Black's. Claims by side to move stay as they are. */
static inline int drawproof_reversed_claim(int claim) {
    if (claim & DRAWPROOF_SIDE_TO_MOVE)
        return claim;
    return (claim & DRAWPROOF_DRAWN) | (claim & DRAWPROOF_BLACK_WINS) << 2
           | (claim & DRAWPROOF_WHITE_WINS) >> 2;
}

/* ---- Branches that name themselves ---- */

/* The parts of the claim that a thread is asked for: names of branches and their sets. */
typedef struct {
    const char *name[DRAWPROOF_PARTS];
    int set[DRAWPROOF_PARTS];
    int count;     /* of parts; may be greater than DRAWPROOF_PARTS */
    int exchanged; /* of them, those before this one have their colours already */
} drawproof_record;

#if defined(__GNUC__) || defined(__clang__)
#define DRAWPROOF_OF_THREAD __thread
#define DRAWPROOF_HIDDEN __attribute__((visibility("hidden")))
#else
#define DRAWPROOF_OF_THREAD DRAWPROOF_THREAD_LOCAL
#define DRAWPROOF_HIDDEN
#endif

#ifdef __cplusplus
#define DRAWPROOF_BEGIN_C extern "C" {
#define DRAWPROOF_END_C }
#else
#define DRAWPROOF_BEGIN_C
#define DRAWPROOF_END_C
#endif

/* Where a thread records while drawproof_parts asks; NULL at other times. Defined by DRAWPROOF_DEFINE_PARTS. */
DRAWPROOF_BEGIN_C
extern DRAWPROOF_HIDDEN DRAWPROOF_OF_THREAD drawproof_record *drawproof_recorded;
DRAWPROOF_END_C

#define DRAWPROOF_TEXT_OF(line) #line
#define DRAWPROOF_NAME_OF(file, line) file ":" DRAWPROOF_TEXT_OF(line)

/* `return DRAWPROOF_HERE(claim);`: the value is `claim`, and the branch `file:line` with it is a part of the
 * claim that is asked for. Outside of a call of drawproof nothing is recorded. */
#define DRAWPROOF_HERE(claim) drawproof_here(DRAWPROOF_NAME_OF(__FILE__, __LINE__), (claim))

static inline int drawproof_here(const char *name, int claim) {
    drawproof_record *record = drawproof_recorded;
    if (record) {
        if (record->count < DRAWPROOF_PARTS) {
            record->name[record->count] = name;
            record->set[record->count] = claim;
        }
        record->count++;
    }
    return claim;
}

/* drawproof_reversed_claim, for a rule whose branches name themselves: exchanges the colours of the parts
 * recorded since the last call of this function, too. A rule that looks at both sides asks about the
 * reversed position first. */
static inline int drawproof_reversed_here(int claim) {
    drawproof_record *record = drawproof_recorded;
    for (; record && record->exchanged < record->count; record->exchanged++)
        if (record->exchanged < DRAWPROOF_PARTS)
            record->set[record->exchanged] = drawproof_reversed_claim(record->set[record->exchanged]);
    return drawproof_reversed_claim(claim);
}

/* A claim by colour. */
static inline int drawproof_claim_by_colour(const drawproof_position *position, int claim) {
    if (!(claim & DRAWPROOF_SIDE_TO_MOVE))
        return claim;
    claim &= ~DRAWPROOF_SIDE_TO_MOVE;
    return position->side_to_move == DRAWPROOF_WHITE ? claim : drawproof_reversed_claim(claim);
}

/* Splits the claim that drawproof_claim returned into parts: the recorded parts that agree with it, numbered
 * from `origin`, and a part of no branch for whatever else it excludes. */
static inline int drawproof_parts_of(const drawproof_position *position, int claim,
                                     const drawproof_record *record, const char *origin,
                                     drawproof_part *parts) {
    const int wanted = drawproof_claim_by_colour(position, claim);
    int number, count = 0, left = DRAWPROOF_NO_CLAIM;
    if (record->count > DRAWPROOF_PARTS || wanted < 0 || wanted > DRAWPROOF_NO_CLAIM)
        return record->count > DRAWPROOF_PARTS ? record->count : -1;
    for (number = 0; number < record->count; number++) {
        const int set = drawproof_claim_by_colour(position, record->set[number]);
        /* A branch that the rule looked at but did not claim is not a part of the claim. */
        if (set < 0 || set > DRAWPROOF_NO_CLAIM || (wanted & ~set))
            continue;
        parts[count].branch = (uint32_t)((uintptr_t)record->name[number] - (uintptr_t)origin);
        parts[count++].set = (uint32_t)set;
        left &= set;
    }
    if (left == wanted)
        return count;
    count -= count == DRAWPROOF_PARTS;
    parts[count].branch = DRAWPROOF_NO_BRANCH;
    parts[count].set = (uint32_t)wanted;
    return count + 1;
}

/* Once in a library, at file scope, in the language of drawproof_claim: drawproof_parts and
 * drawproof_reason_name of what DRAWPROOF_HERE records while drawproof_claim runs. The number of a branch is
 * where its name is in the library, so that it is the same in each process. */
#define DRAWPROOF_DEFINE_PARTS                                                                       \
    DRAWPROOF_BEGIN_C                                                                                \
    DRAWPROOF_HIDDEN DRAWPROOF_OF_THREAD drawproof_record *drawproof_recorded;                       \
    static const char drawproof_origin[] = "";                                                       \
    DRAWPROOF_EXPORT int drawproof_parts(const drawproof_position *position,                         \
                                         drawproof_part parts[DRAWPROOF_PARTS]) {                    \
        drawproof_record record;                                                                     \
        int claim;                                                                                   \
        record.count = record.exchanged = 0;                                                         \
        drawproof_recorded = &record;                                                                \
        claim = drawproof_claim(position, NULL);                                                     \
        drawproof_recorded = NULL;                                                                   \
        return drawproof_parts_of(position, claim, &record, drawproof_origin, parts);                \
    }                                                                                                \
    DRAWPROOF_EXPORT const char *drawproof_reason_name(unsigned branch) {                            \
        const intptr_t offset = (int32_t)branch;                                                     \
        return offset ? (const char *)((uintptr_t)drawproof_origin + (uintptr_t)offset) : NULL;      \
    }                                                                                                \
    DRAWPROOF_END_C

/* ---- FEN ---- */

/* Writes the position as a FEN: no castling rights, half-move clock 0, move 1. Returns its length without the
 * final zero byte. */
static inline int drawproof_fen(const drawproof_position *position, char fen[DRAWPROOF_FEN_BYTES]) {
    const uint64_t occupied = position->colour[DRAWPROOF_WHITE] | position->colour[DRAWPROOF_BLACK];
    char *at = fen;
    int rank, kind;
    for (rank = 7; rank >= 0; rank--) {
        uint64_t row = occupied >> 8 * rank & 0xff;
        int next = 0; /* the first file that is not written yet */
        while (row) {
            const int file = drawproof_take(&row);
            const uint64_t square = (uint64_t)1 << (8 * rank + file);
            if (file > next)
                *at++ = (char)('0' + file - next);
            for (kind = DRAWPROOF_PAWN; kind < DRAWPROOF_KING && !(position->kind[kind] & square);)
                kind++;
            *at++ = (position->colour[DRAWPROOF_WHITE] & square ? "PNBRQK" : "pnbrqk")[kind];
            next = file + 1;
        }
        if (next < 8)
            *at++ = (char)('8' - next);
        *at++ = rank > 0 ? '/' : ' ';
    }
    *at++ = position->side_to_move == DRAWPROOF_WHITE ? 'w' : 'b';
    *at++ = ' ';
    *at++ = '-';
    *at++ = ' ';
    if (position->en_passant < DRAWPROOF_NO_SQUARE) {
        *at++ = (char)('a' + (position->en_passant & 7));
        *at++ = (char)('1' + (position->en_passant >> 3));
    } else {
        *at++ = '-';
    }
    *at++ = ' ';
    *at++ = '0';
    *at++ = ' ';
    *at++ = '1';
    *at = '\0';
    return (int)(at - fen);
}

#endif
