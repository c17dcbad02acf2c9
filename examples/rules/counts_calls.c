/* A no-op rule in C that counts its calls and prints their number on standard error when the library is
 * unloaded. Use it to measure drawproof's overhead per call, and with -DMAILBOX, -DLISTS or -DFEN the time
 * that drawproof_board.h takes to make one of these.
 *
 *     cc -O2 -shared -fPIC -Ibindings/c/include -o counts_calls.so examples/rules/counts_calls.c
 *     time drawproof verify KRKR --plugin ./counts_calls.so --threads 1 --format json
 */
#include <stdio.h>

#include "drawproof_board.h"

static unsigned long long calls;

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "counts its calls"; }

/* One thread at a time, so that a plain counter is exact. */
int drawproof_thread_safe(void) { return 0; }

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    /* Not local variables, so that the compiler keeps the code. */
#if defined(MAILBOX)
    static volatile signed char read;
    static signed char board[120];
    drawproof_mailbox(position, drawproof_10x12(), drawproof_signed_codes(), board);
    read = board[calls % 120];
    (void)read;
#elif defined(LISTS)
    static volatile int read;
    static drawproof_piece_lists lists;
    drawproof_lists(position, drawproof_0x88(), &lists);
    read = lists.square[0][calls % 6][0];
    (void)read;
#elif defined(FEN)
    static volatile char read;
    static char fen[DRAWPROOF_FEN_BYTES];
    read = fen[drawproof_fen(position, fen) % 32];
    (void)read;
#else
    (void)position;
#endif
    (void)reasons;
    ++calls;
    return DRAWPROOF_NO_CLAIM;
}

__attribute__((destructor)) static void print_calls(void) {
    fprintf(stderr, "%llu calls\n", calls);
}
