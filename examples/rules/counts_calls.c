/* A no-op rule in C that counts its calls and prints their number on standard error when the library is
 * unloaded. Use it to measure drawproof's overhead per call.
 *
 *     cc -O2 -shared -fPIC -Iinclude -o counts_calls.so examples/rules/counts_calls.c
 *     drawproof verify KBBKR --plugin ./counts_calls.so --threads 1 --format json
 */
#include <stdio.h>

#include "drawproof.h"

static unsigned long long calls;

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "counts its calls"; }

/* One thread at a time, so that a plain counter is exact. */
int drawproof_thread_safe(void) { return 0; }

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
    (void)position;
    (void)reasons;
    ++calls;
    return DRAWPROOF_NO_CLAIM;
}

__attribute__((destructor)) static void print_calls(void) {
    fprintf(stderr, "%llu calls\n", calls);
}
