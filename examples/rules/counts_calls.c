/* A rule in C that never claims anything and counts how often it is asked; it tells the number on
 * standard error when it is done. Good for measuring what drawproof adds to a rule's own cost.
 *
 *     cc -O2 -shared -fPIC -Iinclude -o counts_calls.so examples/rules/counts_calls.c
 *     drawproof verify KBBKR --plugin ./counts_calls.so --threads 1 --format json
 */
#include <stdio.h>

#include "drawproof.h"

static unsigned long long calls;

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

const char *drawproof_name(void) { return "counts its calls"; }

/* So that a plain counter is exact. */
int drawproof_thread_safe(void) { return 0; }

int drawproof_claim(const drawproof_position *position, uint64_t *patterns) {
    (void)position;
    (void)patterns;
    ++calls;
    return DRAWPROOF_NONE;
}

__attribute__((destructor)) static void tell(void) {
    fprintf(stderr, "%llu calls\n", calls);
}
