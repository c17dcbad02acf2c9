/* The result and the distance to zeroing of a position without en-passant right, from decoded Syzygy
 * tables. Tables leave out what follows from captures and pawn moves, and hold distances for one side to
 * move; the rest is derived from the successors. */
#ifndef SYZYGY_VALUES_H
#define SYZYGY_VALUES_H

#include "syzygy_endgame.h"

/* Results: 2 = win, 1 = cursed win, 0 = draw, -1 = blessed loss, -2 = loss. */
enum { NO_MOVE = -3, WIN = 2, LOSS = -2 };

/* Distances in plies for the side to move: positive = it wins, 0 = draw. FAR is more than any. */
enum { FAR = 2047, MATED = -FAR };

/* A derived value replaces a number of a table: this bit, the result, the distance. */
enum { DERIVED = 0x8000, RESULT_SHIFT = 12, ZERO = 2048 };

/* Sets of squares: which a man attacks on an empty board, and those between two squares. */
static uint64_t attacked[16][64], between[64][64];

/* Returns the result of a position with an en-passant right for the side to move; `target` is the square
 * behind the pawn. The caller sets it. */
static int (*result_with_right)(const struct endgame *endgame, const uint8_t *squares, int mover, int target);

static void init_attack(int code, int from, int files, int ranks, bool slides)
{
    uint64_t passed = 0;
    int file = from % 8 + files, rank = from / 8 + ranks;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        int to = 8 * rank + file;
        attacked[code][from] |= UINT64_C(1) << to;
        between[from][to] = passed;
        passed |= UINT64_C(1) << to;
        file += files;
        rank += ranks;
        if (!slides)
            return;
    }
}

static void init_attacks(void)
{
    for (int code = 0; code < 16; code++)
        for (int from = 0; from < 64; from++)
            for (int files = -2; files <= 2; files++)
                for (int ranks = -2; ranks <= 2; ranks++) {
                    int kind = code & KIND, far = files * files + ranks * ranks;
                    int forward = side_of(code) ? -1 : 1;
                    if ((kind == PAWN && far == 2 && ranks == forward) || (kind == KNIGHT && far == 5) ||
                        (kind == BISHOP && far == 2) || (kind == ROOK && far == 1) ||
                        ((kind == QUEEN || kind == KING) && (far == 1 || far == 2)))
                        init_attack(code, from, files, ranks, kind >= BISHOP && kind <= QUEEN);
                }
}

static bool attacks(int code, int from, int to, uint64_t occupied)
{
    return attacked[code][from] >> to & 1 && !(between[from][to] & occupied);
}

static uint64_t occupied_by(const struct endgame *endgame, const uint8_t *squares)
{
    uint64_t occupied = 0;
    for (int i = 0; i < endgame->men; i++)
        occupied |= UINT64_C(1) << squares[i];
    return occupied;
}

/* Whether the king of a side is attacked; `captured` is a man that is no longer there, or -1. */
static bool in_check(const struct endgame *endgame, const uint8_t *squares, int side, uint64_t occupied,
                     int captured)
{
    int king = 0;
    while (endgame->codes[king] != (KING | (side ? BLACK : 0)))
        king++;
    for (int i = 0; i < endgame->men; i++)
        if (i != captured && side_of(endgame->codes[i]) != side &&
            attacks(endgame->codes[i], squares[i], squares[king], occupied))
            return true;
    return false;
}

/* Whether a man may move from its square to `to`, where the man `captured` (or none, -1) is: the king
 * is not attacked afterwards. Leaves `squares` as it is. */
static bool is_legal(const struct endgame *endgame, uint8_t *squares, int man, int to, uint64_t occupied,
                     int captured)
{
    int from = squares[man];
    occupied = (occupied & ~(UINT64_C(1) << from)) | UINT64_C(1) << to;
    squares[man] = (uint8_t)to;
    bool legal = !in_check(endgame, squares, side_of(endgame->codes[man]), occupied, captured);
    squares[man] = (uint8_t)from;
    return legal;
}

static int result_of(const struct endgame *endgame, uint8_t *squares, int mover, bool *by_capture);

/* The result of a move for its side: `man` of `after` came to its square, perhaps as a pawn that is
 * promoted at once. */
static int result_after(const struct endgame *after, uint8_t *squares, int man, int mover)
{
    bool by_capture;
    int best = NO_MOVE, row = squares[man] / 8;
    if ((after->codes[man] & KIND) != PAWN || (row > 0 && row < 7))
        return -result_of(after, squares, !mover, &by_capture);
    for (int into = KNIGHT; into <= QUEEN; into++) {
        int result = -result_of(after->promoted[man][into], squares, !mover, &by_capture);
        best = result > best ? result : best;
    }
    return best;
}

/* The best result of the captures, or NO_MOVE. */
static int best_capture(const struct endgame *endgame, uint8_t *squares, int mover)
{
    int best = NO_MOVE;
    uint64_t occupied = occupied_by(endgame, squares);
    for (int man = 0; man < endgame->men; man++) {
        if (side_of(endgame->codes[man]) != mover)
            continue;
        for (int other = 0; other < endgame->men; other++) {
            int code = endgame->codes[other];
            if (side_of(code) == mover || (code & KIND) == KING ||
                !attacks(endgame->codes[man], squares[man], squares[other], occupied) ||
                !is_legal(endgame, squares, man, squares[other], occupied, other))
                continue;
            uint8_t rest[SYZYGY_MEN_MAX];
            for (int i = 0; i < endgame->men; i++)
                rest[i - (i > other)] = squares[i == man ? other : i];
            int result = result_after(endgame->without[other], rest, man - (man > other), mover);
            best = result > best ? result : best;
        }
    }
    return best;
}

/* The result for the side to move. `by_capture`: a capture wins, and nothing wins more. */
static int result_of(const struct endgame *endgame, uint8_t *squares, int mover, bool *by_capture)
{
    int stored = 0, best = best_capture(endgame, squares, mover);
    if (best != WIN && endgame->results) {
        uint64_t index;
        const struct part *part = locate(endgame->results, &endgame->result_views[mover], squares, &index);
        stored = ((const uint8_t *)part->numbers)[index] - 2;
    }
    *by_capture = best > 0 && best >= stored;
    return best > stored ? best : stored;
}

/* Whether a double push to `to` can be captured en passant, but for pins. */
static bool gives_right(const struct endgame *endgame, const uint8_t *squares, int man, int to)
{
    for (int i = 0; i < endgame->men; i++)
        if (endgame->codes[i] == (endgame->codes[man] ^ BLACK) && squares[i] / 8 == to / 8 &&
            abs(squares[i] % 8 - to % 8) == 1)
            return true;
    return false;
}

/* Whether a pawn move that does not capture has the result `wanted`. */
static bool push_has_result(const struct endgame *endgame, uint8_t *squares, int mover, int wanted)
{
    uint64_t occupied = occupied_by(endgame, squares);
    int forward = mover ? -8 : 8;
    for (int man = 0; man < endgame->men; man++) {
        if (endgame->codes[man] != (PAWN | (mover ? BLACK : 0)))
            continue;
        int from = squares[man];
        bool twice = from / 8 == (mover ? 6 : 1);
        for (int step = 1, to = from + forward; step <= 1 + twice && !(occupied >> to & 1); step++, to += forward) {
            if (!is_legal(endgame, squares, man, to, occupied, -1))
                continue;
            squares[man] = (uint8_t)to;
            int result = step == 2 && gives_right(endgame, squares, man, to)
                             ? -result_with_right(endgame, squares, !mover, to - forward)
                             : result_after(endgame, squares, man, mover);
            squares[man] = (uint8_t)from;
            if (result == wanted)
                return true;
        }
    }
    return false;
}

/* The squares that a man that is no pawn may move to without a capture, but for checks. */
static uint64_t quiet_targets(int code, int from, uint64_t occupied)
{
    uint64_t left = attacked[code][from] & ~occupied, targets = 0;
    if ((code & KIND) == KNIGHT || (code & KIND) == KING)
        return left;
    for (; left; left &= left - 1) {
        int to = __builtin_ctzll(left);
        if (!(between[from][to] & occupied))
            targets |= left & -left;
    }
    return targets;
}

/* Whether the side to move, whose king is attacked, has no legal move. */
static bool is_mate(const struct endgame *endgame, uint8_t *squares, int mover)
{
    uint64_t occupied = occupied_by(endgame, squares);
    if (!in_check(endgame, squares, mover, occupied, -1))
        return false;
    for (int man = 0; man < endgame->men; man++) {
        if (side_of(endgame->codes[man]) != mover)
            continue;
        for (int other = 0; other < endgame->men; other++)
            if (side_of(endgame->codes[other]) != mover &&
                attacks(endgame->codes[man], squares[man], squares[other], occupied) &&
                is_legal(endgame, squares, man, squares[other], occupied, other))
                return false;
        uint64_t targets = 0;
        int from = squares[man], forward = mover ? -8 : 8, to = from + forward;
        if ((endgame->codes[man] & KIND) != PAWN) {
            targets = quiet_targets(endgame->codes[man], from, occupied);
        } else if (!(occupied >> to & 1)) {
            targets = UINT64_C(1) << to;
            if (from / 8 == (mover ? 6 : 1) && !(occupied >> (to + forward) & 1))
                targets |= UINT64_C(1) << (to + forward);
        }
        for (; targets; targets &= targets - 1)
            if (is_legal(endgame, squares, man, __builtin_ctzll(targets), occupied, -1))
                return false;
    }
    return true;
}

/* The distance of a zeroing move at once: that of the fifty-move rule's other side begins at 101. */
static int zeroing_distance(int result)
{
    return result == 0 ? 0 : result == WIN ? 1 : result == LOSS ? -1 : result > 0 ? 101 : -101;
}

/* The distance that a number of a table stands for, for a result that is no draw. */
static int stored_distance(const struct part *part, int number, int result)
{
    static const int MAP[5] = {1, 3, 0, 2, 0};
    bool in_plies = (result == WIN && part->flags & WINS_IN_PLIES) ||
                    (result == LOSS && part->flags & LOSSES_IN_PLIES);
    if (part->flags & MAPPED)
        number = part->map[MAP[result + 2]][number];
    if (!in_plies)
        number *= 2;
    return zeroing_distance(result) + (result > 0 ? number : -number);
}

static bool is_stored(const struct endgame *endgame, const struct view *view, const struct part *part)
{
    return endgame->distances->symmetric || (part->flags & BLACK_STORED) == view->side;
}

static int distance_by_moves(const struct endgame *endgame, uint8_t *squares, int mover, int result);

/* The distance of a position with a known result. */
static int distance_of(const struct endgame *endgame, uint8_t *squares, int mover, int result,
                       bool by_capture)
{
    if (result == 0)
        return 0;
    if (by_capture || (result > 0 && push_has_result(endgame, squares, mover, result)))
        return zeroing_distance(result);
    uint64_t index;
    const struct view *view = &endgame->distance_views[mover];
    const struct part *part = locate(endgame->distances, view, squares, &index);
    if (!is_stored(endgame, view, part))
        return distance_by_moves(endgame, squares, mover, result);
    int distance = stored_distance(part, ((const uint16_t *)part->numbers)[index], result);
    return distance == -1 && is_mate(endgame, squares, mover) ? MATED : distance;
}

struct value {
    int result, distance;
};

/* The value of a position. Each is derived once, and then kept by its index: like men are met in each
 * order. */
static struct value value_of(const struct endgame *endgame, uint8_t *squares, int mover)
{
    bool by_capture;
    uint64_t index;
    struct value value;
    const struct view *view = &endgame->distance_views[mover];
    struct part *part = locate(endgame->distances, view, squares, &index);
    uint16_t *number = (uint16_t *)(is_stored(endgame, view, part) ? part->numbers : part->opposite) + index;
    if (*number & DERIVED) {
        value.result = (*number >> RESULT_SHIFT & 7) + LOSS;
        value.distance = (*number & (2 * ZERO - 1)) - ZERO;
        return value;
    }
    value.result = result_of(endgame, squares, mover, &by_capture);
    value.distance = distance_of(endgame, squares, mover, value.result, by_capture);
    *number = (uint16_t)(DERIVED | (value.result - LOSS) << RESULT_SHIFT | (ZERO + value.distance));
    return value;
}

/* The distance of a position whose side to move is not the one that the table holds: the best move that
 * does not zero the clock, one ply deep. Moves that do are worth `zeroing_distance`. */
static int distance_by_moves(const struct endgame *endgame, uint8_t *squares, int mover, int result)
{
    int best = result > 0 ? FAR : zeroing_distance(result);
    bool moves = false;
    uint64_t occupied = occupied_by(endgame, squares);
    for (int man = 0; man < endgame->men; man++) {
        int code = endgame->codes[man], from = squares[man];
        if (side_of(code) != mover || (code & KIND) == PAWN)
            continue;
        for (uint64_t targets = quiet_targets(code, from, occupied); targets; targets &= targets - 1) {
            int to = __builtin_ctzll(targets);
            if (!is_legal(endgame, squares, man, to, occupied, -1))
                continue;
            moves = true;
            squares[man] = (uint8_t)to;
            int after = -value_of(endgame, squares, !mover).distance;
            squares[man] = (uint8_t)from;
            if (after == -MATED)
                return 1;
            if (result > 0 ? after > 0 && after + 1 < best : after - 1 < best)
                best = result > 0 ? after + 1 : after - 1;
        }
    }
    return !moves && result == LOSS && is_mate(endgame, squares, mover) ? MATED : best;
}

#endif
