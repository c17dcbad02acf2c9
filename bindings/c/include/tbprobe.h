/*
 * Fathom's functions for chess engines, by libdrawproof_fathom: endgames of up to four men are in memory,
 * without files, and files of up to seven men are read.
 *
 * Names, numbers and meanings are those of Fathom's header (https://github.com/jdart1/Fathom), which an
 * engine may keep using instead of this one. Squares: a1 = bit 0, b1 = bit 1, h8 = bit 63.
 */
#ifndef TBPROBE_H
#define TBPROBE_H

#ifndef TB_NO_STDINT
#include <stdint.h>
#endif
#if !defined(TB_NO_STDBOOL) && !defined(__cplusplus)
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TB_MAX_MOVES (192 + 1)
#define TB_MAX_CAPTURES 64
#define TB_MAX_PLY 256

/* Castling rights. Positions that have some are refused. */
#define TB_CASTLING_K 0x1
#define TB_CASTLING_Q 0x2
#define TB_CASTLING_k 0x4
#define TB_CASTLING_q 0x8

/* Results for the side to move. The fifty-move rule makes draws of 1 and 3. */
#define TB_LOSS 0
#define TB_BLESSED_LOSS 1
#define TB_DRAW 2
#define TB_CURSED_WIN 3
#define TB_WIN 4

#define TB_PROMOTES_NONE 0
#define TB_PROMOTES_QUEEN 1
#define TB_PROMOTES_ROOK 2
#define TB_PROMOTES_BISHOP 3
#define TB_PROMOTES_KNIGHT 4

/* The parts of a result of tb_probe_root. */
#define TB_RESULT_WDL_MASK 0x0000000F
#define TB_RESULT_TO_MASK 0x000003F0
#define TB_RESULT_FROM_MASK 0x0000FC00
#define TB_RESULT_PROMOTES_MASK 0x00070000
#define TB_RESULT_EP_MASK 0x00080000
#define TB_RESULT_DTZ_MASK 0xFFF00000
#define TB_RESULT_WDL_SHIFT 0
#define TB_RESULT_TO_SHIFT 4
#define TB_RESULT_FROM_SHIFT 10
#define TB_RESULT_PROMOTES_SHIFT 16
#define TB_RESULT_EP_SHIFT 19
#define TB_RESULT_DTZ_SHIFT 20

#define TB_GET_WDL(_res) (((_res) & TB_RESULT_WDL_MASK) >> TB_RESULT_WDL_SHIFT)
#define TB_GET_TO(_res) (((_res) & TB_RESULT_TO_MASK) >> TB_RESULT_TO_SHIFT)
#define TB_GET_FROM(_res) (((_res) & TB_RESULT_FROM_MASK) >> TB_RESULT_FROM_SHIFT)
#define TB_GET_PROMOTES(_res) (((_res) & TB_RESULT_PROMOTES_MASK) >> TB_RESULT_PROMOTES_SHIFT)
#define TB_GET_EP(_res) (((_res) & TB_RESULT_EP_MASK) >> TB_RESULT_EP_SHIFT)
#define TB_GET_DTZ(_res) (((_res) & TB_RESULT_DTZ_MASK) >> TB_RESULT_DTZ_SHIFT)

#define TB_SET_WDL(_res, _wdl) \
    (((_res) & ~TB_RESULT_WDL_MASK) | (((_wdl) << TB_RESULT_WDL_SHIFT) & TB_RESULT_WDL_MASK))
#define TB_SET_TO(_res, _to) \
    (((_res) & ~TB_RESULT_TO_MASK) | (((_to) << TB_RESULT_TO_SHIFT) & TB_RESULT_TO_MASK))
#define TB_SET_FROM(_res, _from) \
    (((_res) & ~TB_RESULT_FROM_MASK) | (((_from) << TB_RESULT_FROM_SHIFT) & TB_RESULT_FROM_MASK))
#define TB_SET_PROMOTES(_res, _promotes)  \
    (((_res) & ~TB_RESULT_PROMOTES_MASK) | \
     (((_promotes) << TB_RESULT_PROMOTES_SHIFT) & TB_RESULT_PROMOTES_MASK))
#define TB_SET_EP(_res, _ep) \
    (((_res) & ~TB_RESULT_EP_MASK) | (((_ep) << TB_RESULT_EP_SHIFT) & TB_RESULT_EP_MASK))
#define TB_SET_DTZ(_res, _dtz) \
    (((_res) & ~TB_RESULT_DTZ_MASK) | (((_dtz) << TB_RESULT_DTZ_SHIFT) & TB_RESULT_DTZ_MASK))

#define TB_RESULT_CHECKMATE TB_SET_WDL(0, TB_WIN)
#define TB_RESULT_STALEMATE TB_SET_WDL(0, TB_DRAW)
#define TB_RESULT_FAILED 0xFFFFFFFF

/* The scores of root moves are in these units. The library is compiled: an engine cannot change them. */
#ifndef TB_VALUE_PAWN
#define TB_VALUE_PAWN 100
#define TB_VALUE_MATE 32000
#define TB_VALUE_INFINITE 32767
#define TB_VALUE_DRAW 0
#define TB_MAX_MATE_PLY 255
#endif

/* Positions of at most so many men can be probed: 0 before tb_init. */
extern unsigned TB_LARGEST;

/*
 * Solves all endgames of up to four men in memory, once, and finds files. path: folders, separated by ':',
 * on Windows by ';', with Syzygy files or drawproof's (KRPKR.dtz.dpt). Only the first folder with
 * drawproof's files of more than four men is read. "", "<empty>" or NULL: no folder. Returns false only if
 * memory is short.
 */
bool tb_init(const char *_path);

/* Frees all tables. */
void tb_free(void);

/* For the functions below. */
unsigned tb_probe_wdl_impl(
    uint64_t _white, uint64_t _black, uint64_t _kings, uint64_t _queens, uint64_t _rooks,
    uint64_t _bishops, uint64_t _knights, uint64_t _pawns, unsigned _ep, bool _turn);
unsigned tb_probe_root_impl(
    uint64_t _white, uint64_t _black, uint64_t _kings, uint64_t _queens, uint64_t _rooks,
    uint64_t _bishops, uint64_t _knights, uint64_t _pawns, unsigned _rule50, unsigned _ep, bool _turn,
    unsigned *_results);

/*
 * Returns the result of a position, TB_LOSS to TB_WIN. Returns TB_RESULT_FAILED without a table, and if
 * the half-move clock rule50 or castling is not 0. white to pawns: sets of squares. ep: the square that a pawn
 * has just passed, or 0. turn: true for White. Any number of threads may probe.
 */
static inline unsigned tb_probe_wdl(
    uint64_t _white, uint64_t _black, uint64_t _kings, uint64_t _queens, uint64_t _rooks,
    uint64_t _bishops, uint64_t _knights, uint64_t _pawns, unsigned _rule50, unsigned _castling,
    unsigned _ep, bool _turn)
{
    if (_castling != 0 || _rule50 != 0)
        return TB_RESULT_FAILED;
    return tb_probe_wdl_impl(_white, _black, _kings, _queens, _rooks, _bishops, _knights, _pawns, _ep,
                             _turn);
}

/*
 * Returns the result of a position at its half-move clock, its distance to zeroing (DTZ), and a move that
 * keeps the result; or TB_RESULT_CHECKMATE, TB_RESULT_STALEMATE or TB_RESULT_FAILED. results: NULL, or an
 * array of TB_MAX_MOVES that gets the result, distance and move of each legal move, and TB_RESULT_FAILED at
 * the end. Any number of threads may probe.
 */
static inline unsigned tb_probe_root(
    uint64_t _white, uint64_t _black, uint64_t _kings, uint64_t _queens, uint64_t _rooks,
    uint64_t _bishops, uint64_t _knights, uint64_t _pawns, unsigned _rule50, unsigned _castling,
    unsigned _ep, bool _turn, unsigned *_results)
{
    if (_castling != 0)
        return TB_RESULT_FAILED;
    return tb_probe_root_impl(_white, _black, _kings, _queens, _rooks, _bishops, _knights, _pawns,
                              _rule50, _ep, _turn, _results);
}

typedef uint16_t TbMove;

#define TB_MOVE_FROM(move) (((move) >> 6) & 0x3F)
#define TB_MOVE_TO(move) ((move) & 0x3F)
#define TB_MOVE_PROMOTES(move) (((move) >> 12) & 0x7)

struct TbRootMove {
    TbMove move;
    TbMove pv[TB_MAX_PLY]; /* not written */
    unsigned pvSize;       /* not written */
    int32_t tbScore, tbRank;
};

struct TbRootMoves {
    unsigned size;
    struct TbRootMove moves[TB_MAX_MOVES];
};

/*
 * Ranks and scores all legal moves by DTZ; a better move has a higher rank. Returns 0 if a table is missing.
 * hasRepeated: whether a position has been repeated since the last capture or pawn move.
 *
 *  rank 1000     a certain win; 900: a win in exactly 100 plies
 *  rank 1..899   a win that the fifty-move rule makes a draw, if useRule50
 *  rank 0        a draw
 *  rank -999..-1 a loss that the fifty-move rule may make a draw
 *  rank -1000    a certain loss
 */
int tb_probe_root_dtz(
    uint64_t _white, uint64_t _black, uint64_t _kings, uint64_t _queens, uint64_t _rooks,
    uint64_t _bishops, uint64_t _knights, uint64_t _pawns, unsigned _rule50, unsigned _castling,
    unsigned _ep, bool _turn, bool hasRepeated, bool useRule50, struct TbRootMoves *_results);

/* Ranks and scores all legal moves by result: 1000, 899, 0, -899 or -1000. */
int tb_probe_root_wdl(
    uint64_t _white, uint64_t _black, uint64_t _kings, uint64_t _queens, uint64_t _rooks,
    uint64_t _bishops, uint64_t _knights, uint64_t _pawns, unsigned _rule50, unsigned _castling,
    unsigned _ep, bool _turn, bool useRule50, struct TbRootMoves *_results);

#ifndef TB_NO_HELPER_API
unsigned tb_pop_count(uint64_t _bb);
unsigned tb_lsb(uint64_t _bb);
uint64_t tb_pop_lsb(uint64_t _bb);
uint64_t tb_king_attacks(unsigned _square);
uint64_t tb_queen_attacks(unsigned _square, uint64_t _occ);
uint64_t tb_rook_attacks(unsigned _square, uint64_t _occ);
uint64_t tb_bishop_attacks(unsigned _square, uint64_t _occ);
uint64_t tb_knight_attacks(unsigned _square);
uint64_t tb_pawn_attacks(unsigned _square, bool _color);
#endif

#ifdef __cplusplus
}
#endif

#endif
