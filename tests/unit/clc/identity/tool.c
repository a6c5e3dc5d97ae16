/* A program with a library, that can stand for ptxas: says its version and leaves a note that it was asked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int one(void);

int main(int argc, char** argv) {
  const char* note = getenv("FAKE_NOTE");
  FILE* file = note == NULL ? NULL : fopen(note, "a");
  if (file != NULL) {
    fputs("asked\n", file);
    fclose(file);
  }
  if (argc > 1 && strcmp(argv[1], "--version") == 0) printf("release 9.%d, V9.%d.1\n", one(), one());
  if (argc > 1 && strcmp(argv[1], "--help") == 0) puts("'sm_90','sm_90a'");
  return 0;
}
