/* A rule that crashes or does not return at its first position, as HOSTILE says. */
#include "drawproof.h"
#include <stdlib.h>
#include <string.h>

uint32_t drawproof_abi(void) { return DRAWPROOF_ABI; }

int drawproof_claim(const drawproof_position *position, uint64_t *reasons) {
  const char *how = getenv("HOSTILE");
  volatile int *nowhere = 0;
  (void)position;
  (void)reasons;
  if (how && !strcmp(how, "crash")) return *nowhere;
  if (how && !strcmp(how, "hang"))
    for (;;) nowhere = 0;
  return 0;
}
