/* A rule as a program: draws whatever it is asked about. */
#include <stdio.h>

int main(void) {
  char line[256];
  while (fgets(line, sizeof line, stdin)) puts("draw");
  return 0;
}
