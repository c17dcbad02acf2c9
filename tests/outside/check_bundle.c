/*
 * Audits a bundle that 'drawproof export --bundle ... --emit c > endgames.h' wrote, in C99 or C++:
 *
 *     check_bundle ENDGAME...            the value of every position follows from those after each move
 *     check_bundle --sum ENDGAME...      a sum of all values, equal for every compiler and sanitizer
 *     check_bundle --time ENDGAME...     nanoseconds of a call, at positions in random order
 *     check_bundle --hostile N           a sum of the answers about N positions of random bits
 *
 * With VALUES_ONLY defined it needs no function for the best move.
 *
 * The code of this file makes the moves, on a board of 64 squares. If every value is the best of the values
 * after each move, it is the distance to mate, by induction on the distance.
 */
#include "endgames.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MEN 4
enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, EMPTY = 15 };

typedef struct {
    unsigned char man[64]; /* kind, plus 8 for Black, or EMPTY */
    int side, en_passant;
} Board;

typedef struct {
    int from, to, kind; /* kind: what stands on `to` afterwards */
} Move;

static const int STEPS[8][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int JUMPS[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static int step(int square, int files, int ranks) {
    int file = square % 8 + files, rank = square / 8 + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

/* The squares that the man on `from` attacks. */
static int attacks(const Board *board, int from, int *list) {
    int kind = board->man[from] & 7, up = board->man[from] & 8 ? -1 : 1, count = 0, i, to;
    for (i = 0; i < 8; i++) {
        if (kind == PAWN) {
            if (i < 2 && (to = step(from, i ? 1 : -1, up)) >= 0) list[count++] = to;
        } else if (kind == KNIGHT) {
            if ((to = step(from, JUMPS[i][0], JUMPS[i][1])) >= 0) list[count++] = to;
        } else if (kind == KING || kind == QUEEN || (kind == BISHOP) == (i < 4)) {
            for (to = step(from, STEPS[i][0], STEPS[i][1]); to >= 0; to = step(to, STEPS[i][0], STEPS[i][1])) {
                list[count++] = to;
                if (kind == KING || board->man[to] != EMPTY) break;
            }
        }
    }
    return count;
}

/* Whether the king of a side is attacked. */
static int is_attacked(const Board *board, int side) {
    int list[64], square, i;
    for (square = 0; square < 64; square++) {
        if (board->man[square] == EMPTY || (board->man[square] >> 3) == side) continue;
        for (i = attacks(board, square, list); i-- > 0;)
            if (board->man[list[i]] == (KING | side << 3)) return 1;
    }
    return 0;
}

static void add(Move *moves, int *count, int from, int to, int man) {
    int kind;
    if ((man & 7) == PAWN && (to < 8 || to > 55)) {
        for (kind = KNIGHT; kind <= QUEEN; kind++) {
            Move move = {from, to, 0};
            move.kind = kind | (man & 8);
            moves[(*count)++] = move;
        }
    } else {
        Move move = {from, to, 0};
        move.kind = man;
        moves[(*count)++] = move;
    }
}

/* The moves of the side to move, check not considered. */
static int moves_of(const Board *board, Move *moves) {
    int list[64], count = 0, from, i;
    for (from = 0; from < 64; from++) {
        int man = board->man[from], up = board->side ? -8 : 8;
        if (man == EMPTY || (man >> 3) != board->side) continue;
        for (i = attacks(board, from, list); i-- > 0;) {
            int taken = board->man[list[i]];
            if (taken != EMPTY ? (taken >> 3) != board->side
                               : (man & 7) != PAWN || list[i] == board->en_passant)
                add(moves, &count, from, list[i], man);
        }
        if ((man & 7) == PAWN && board->man[from + up] == EMPTY) {
            add(moves, &count, from, from + up, man);
            if (from / 8 == (board->side ? 6 : 1) && board->man[from + 2 * up] == EMPTY)
                add(moves, &count, from, from + 2 * up, man);
        }
    }
    return count;
}

static Board after(const Board *board, Move move) {
    Board next = *board;
    int man = board->man[move.from];
    if ((man & 7) == PAWN && move.to == board->en_passant) next.man[move.to + (board->side ? 8 : -8)] = EMPTY;
    next.man[move.from] = EMPTY;
    next.man[move.to] = (unsigned char)move.kind;
    next.en_passant = 64;
    if ((man & 7) == PAWN && abs(move.to - move.from) == 16) next.en_passant = (move.to + move.from) / 2;
    next.side = 1 - board->side;
    return next;
}

static endgames_position position_of(const Board *board) {
    endgames_position position;
    int square;
    memset(&position, 0, sizeof position);
    for (square = 0; square < 64; square++) {
        if (board->man[square] == EMPTY) continue;
        position.colour[board->man[square] >> 3] |= (uint64_t)1 << square;
        position.kind[board->man[square] & 7] |= (uint64_t)1 << square;
    }
    position.side_to_move = (uint8_t)board->side;
    position.en_passant = (uint8_t)board->en_passant;
    return position;
}

static int rank_of(int value) {
    return value == 255 ? 0 : value % 2 ? 1000 - value : value - 1000;
}

static void wrong(const Board *board, const char *what, int found, int expected) {
    int square;
    printf("%s: %d, expected %d; side %d, en passant %d:", what, found, expected, board->side, board->en_passant);
    for (square = 0; square < 64; square++)
        if (board->man[square] != EMPTY) printf(" %d on %d", board->man[square], square);
    printf("\n");
    exit(1);
}

/* Compares a position's value with those after its moves. */
static void audit(const Board *board) {
    Move moves[256];
    endgames_position position = position_of(board);
    int value = endgames_probe(&position), best = -5000, best_value = 255, count = moves_of(board, moves), i;
#ifndef VALUES_ONLY
    unsigned told = 0;
    int told_rank = -5000;
    if (endgames_best_move(&position, &told) != value) wrong(board, "best move's value", -2, value);
#endif
    for (i = 0; i < count; i++) {
        Board next = after(board, moves[i]);
        endgames_position to;
        int answer, rank;
        if (is_attacked(&next, board->side)) continue;
        to = position_of(&next);
        answer = endgames_probe(&to);
        if (answer < 0) wrong(&next, "not in the bundle", answer, 0);
        if (answer != 255) answer++;
        rank = rank_of(answer);
        if (rank > best) best = rank, best_value = answer;
#ifndef VALUES_ONLY
        if (told == (unsigned)(moves[i].from + 64 * moves[i].to +
                               (moves[i].kind != board->man[moves[i].from] ? 4096 * (moves[i].kind & 7) : 0)))
            told_rank = rank;
#endif
    }
    if (best == -5000) best_value = is_attacked(board, board->side) ? 0 : 255;
#ifndef VALUES_ONLY
    if (told ? told_rank != best : best != -5000) wrong(board, "best move", (int)told, best_value);
#endif
    if (value != best_value) wrong(board, "value", value, best_value);
}

/* The image of a square under one of the eight symmetries, or the flip of ranks that exchanges colours. */
static int image(int square, int turn) {
    square ^= (turn & 1 ? 7 : 0) ^ (turn & 2 ? 56 : 0);
    return turn & 4 ? square % 8 * 8 + square / 8 : square;
}

static int count_of_positions = 0;
static uint64_t sum = 0;
static endgames_position *kept;
static int kept_count = 0, seen = 0;
static const int KEPT = 1 << 14;

static void sum_up(const Board *board, int has_pawns) {
    endgames_position position = position_of(board);
    int value = endgames_probe(&position), turn, square;
    sum = (sum * 31 + (uint64_t)(int64_t)value) * 0x9e3779b97f4a7c15u;
    for (turn = 1; turn < (has_pawns ? 2 : 8) * 2; turn++) {
        Board other = *board;
        int flip = turn & 1, map = turn >> 1;
        memset(other.man, EMPTY, 64);
        for (square = 0; square < 64; square++)
            if (board->man[square] != EMPTY)
                other.man[image(square, map) ^ (flip ? 56 : 0)] =
                    (unsigned char)(board->man[square] ^ (flip ? 8 : 0));
        other.side ^= flip;
        if (board->en_passant < 64) other.en_passant = image(board->en_passant, map) ^ (flip ? 56 : 0);
        position = position_of(&other);
        if (endgames_probe(&position) != value) wrong(&other, "image", endgames_probe(&position), value);
    }
}

static void keep(const Board *board) {
    static uint64_t state = 1;
    int place = kept_count;
    state = state * 6364136223846793005u + 1442695040888963407u;
    seen++;
    if (kept_count < KEPT) kept_count++;
    else place = (int)((state >> 33) % (uint64_t)seen);
    if (place < KEPT) kept[place] = position_of(board);
}

static char mode = 'a';

static void visit(Board *board, int has_pawns) {
    int side;
    for (side = 0; side < 2; side++) {
        int passant;
        board->side = side;
        board->en_passant = 64;
        if (is_attacked(board, 1 - side)) continue;
        count_of_positions++;
        if (mode == 'a') audit(board);
        if (mode == 's') sum_up(board, has_pawns);
        if (mode == 't') keep(board);
        for (passant = side ? 16 : 40; mode != 't' && passant < (side ? 24 : 48); passant++) {
            int up = side ? 8 : -8;
            if (board->man[passant + up] != (PAWN | (1 - side) << 3)) continue;
            if (board->man[passant] != EMPTY || board->man[passant - up] != EMPTY) continue;
            board->en_passant = passant;
            if (mode == 'a') audit(board);
            if (mode == 's') sum_up(board, has_pawns);
        }
    }
}

/* Visits every placement of the men from `number` on, White's king on the triangle if there are no pawns. */
static void place(Board *board, const int *men, int count, int number, int has_pawns) {
    int square;
    if (number == count) {
        visit(board, has_pawns);
        return;
    }
    for (square = 0; square < 64; square++) {
        if (board->man[square] != EMPTY) continue;
        if ((men[number] & 7) == PAWN && (square < 8 || square > 55)) continue;
        if (number == 0 && !has_pawns && (square / 8 > square % 8 || square % 8 > 3)) continue;
        if (number == 0 && has_pawns && square % 8 > 3) continue;
        board->man[square] = (unsigned char)men[number];
        place(board, men, count, number + 1, has_pawns);
        board->man[square] = EMPTY;
    }
}

static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static int compare(const void *one, const void *two) {
    double a = *(const double *)one, b = *(const double *)two;
    return a < b ? -1 : a > b;
}

/* Prints the median of 15 rounds. */
static void time_calls(const char *endgame, const char *what, int side, int best) {
    double rounds[15];
    int round, i, calls = 0;
    static volatile int result;
    for (round = 0; round < 15; round++) {
        double start = seconds();
        for (calls = 0, i = 0; i < kept_count; i++) {
            endgames_position position = kept[i];
            unsigned move = 0;
            if (position.side_to_move != side) continue;
            calls++;
#ifndef VALUES_ONLY
            result = best ? endgames_best_move(&position, &move) : endgames_probe(&position);
#else
            result = endgames_probe(&position);
            (void)best;
#endif
            (void)move;
        }
        rounds[round] = (seconds() - start) / calls * 1e9;
    }
    (void)result;
    qsort(rounds, 15, sizeof rounds[0], compare);
    printf("%s %s, %s to move: %.0f ns\n", endgame, what, side ? "Black" : "White", rounds[7]);
}

static uint64_t next_random(void) {
    static uint64_t state = 1;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

/* Asks about sets that may not be a position: few men, or any bits. */
static void ask_about_anything(long calls) {
    long call;
    for (call = 0; call < calls; call++) {
        endgames_position position;
        uint64_t kind = next_random();
        int i;
        memset(&position, 0, sizeof position);
        for (i = 0; i < 8; i++) {
            uint64_t set = kind & 7 ? (uint64_t)1 << (next_random() & 63) : next_random();
            if (kind & 7 && (i == 2 || i == 3)) set = 0;
            if (i < 2) position.colour[i] = set;
            else if (next_random() & 1) position.kind[i - 2] = set;
        }
        if (kind & 7) { /* two kings and up to two men, on any squares */
            position.kind[5] = position.colour[0] | position.colour[1];
            for (i = 0; i < 2; i++) {
                uint64_t man = (uint64_t)1 << (next_random() & 63);
                position.colour[next_random() & 1] |= man;
                position.kind[next_random() % 5] |= man;
            }
        }
        position.side_to_move = (uint8_t)(next_random() % 3);
        position.en_passant = (uint8_t)next_random();
        sum = (sum * 31 + (uint64_t)(int64_t)endgames_probe(&position)) * 0x9e3779b97f4a7c15u;
    }
    printf("%ld sets of random bits sum %016llx\n", calls, (unsigned long long)sum);
}

int main(int argc, char **argv) {
    int i;
    if (argc == 3 && !strcmp(argv[1], "--hostile")) {
        ask_about_anything(atol(argv[2]));
        return 0;
    }
    kept = (endgames_position *)malloc(sizeof(endgames_position) * (size_t)KEPT);
    if (!kept) return 2;
    for (i = 1; i < argc; i++) {
        static const char letters[] = "PNBRQK";
        int men[8], count = 0, colour = -1, has_pawns = 0;
        const char *letter;
        Board board;
        if (argv[i][0] == '-') {
            mode = argv[i][2];
            continue;
        }
        memset(&board, 0, sizeof board);
        memset(board.man, EMPTY, 64);
        for (letter = argv[i]; *letter && count < MEN; letter++) {
            if (*letter == 'K') colour++;
            men[count] = (int)(strchr(letters, *letter) - letters) | colour << 3;
            has_pawns |= *letter == 'P';
            count++;
        }
        count_of_positions = 0, sum = 0, kept_count = 0, seen = 0;
        place(&board, men, count, 0, has_pawns);
        if (mode == 't') {
            time_calls(argv[i], "value", 0, 0);
            time_calls(argv[i], "value", 1, 0);
#ifndef VALUES_ONLY
            time_calls(argv[i], "best move", 0, 1);
            time_calls(argv[i], "best move", 1, 1);
#endif
        } else {
            printf("%s %d positions", argv[i], count_of_positions);
            if (mode == 's') printf(" sum %016llx", (unsigned long long)sum);
            printf("\n");
        }
    }
    free(kept);
    return 0;
}
