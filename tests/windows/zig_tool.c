/* Clang and LLD of Zig's wheel for Windows as a compiler and linker of MinGW: named clang.exe, clang++.exe or ld.exe,
   this runs the program that the variable ZIG names, with the headers and libraries of Debian's MinGW below the folder
   CLC_MINGW. Zig has no LLD that takes the words of MinGW's ld, so they are given to lld-link in its own. */
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { k_most = 4096 };
static const char* all[k_most];
static int next = 0;

static char* joined(const char* first, const char* second, const char* third) {
  char* text = malloc(strlen(first) + strlen(second) + strlen(third) + 1);
  if (text == NULL) exit(1);
  sprintf(text, "%s%s%s", first, second, third);
  return text;
}

static void add(const char* first, const char* second, const char* third) {
  if (next == k_most - 1) exit(1);
  all[next++] = joined(first, second, third);
}

/* _spawnv puts words side by side as they are. */
static void add_quoted(const char* word) {
  char* text = malloc(2 * strlen(word) + 1);
  char* to = text;
  if (text == NULL) exit(1);
  for (; *word != '\0'; *to++ = *word++) {
    if (*word == '"') *to++ = '\\';
  }
  *to = '\0';
  add("\"", text, "\"");
}

static int exists(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file != NULL) fclose(file);
  return file != NULL;
}

static void add_library(const char* name, char** words, int count) {
  static const char* const k_ends[] = {".dll.a", ".a"};
  int is_static = strcmp(name, "stdc++") == 0;
  for (int i = 1; i < count; ++i) is_static |= strcmp(words[i], "-Bstatic") == 0;
  for (int i = 1; i < count; ++i) {
    if (strncmp(words[i], "-L", 2) != 0) continue;
    for (int end = is_static; end < 2; ++end) {
      const char* path = joined(joined(words[i] + 2, "/lib", name), k_ends[end], "");
      if (!exists(path)) continue;
      add_quoted(path);
      return;
    }
  }
}

static void add_words_of_linker(char** words, int count) {
  static const char* const k_first[] = {"lld-link",
                                        "-lldmingw",
                                        "-machine:x64",
                                        "-auto-import",
                                        "-runtime-pseudo-reloc",
                                        "-subsystem:console",
                                        "-alternatename:__image_base__=__ImageBase"};
  for (size_t i = 0; i < sizeof k_first / sizeof *k_first; ++i) add(k_first[i], "", "");
  for (int i = 1; i < count; ++i) {
    if (strcmp(words[i], "-o") == 0 && i + 1 < count) {
      add_quoted(joined("-out:", words[++i], ""));
    } else if (strcmp(words[i], "-m") == 0 || strcmp(words[i], "--out-implib") == 0 ||
               strstr(words[i], "-image-version") != NULL) {
      ++i;
    } else if (strncmp(words[i], "-l", 2) == 0) {
      add_library(words[i] + 2, words, count);
    } else if (words[i][0] != '-') {
      add_quoted(words[i]);
    }
  }
  add_library("pthread", words, count); /* Clang knows no MinGW that has threads of POSIX */
}

static void add_words_of_clang(char** words, int count, const char* zig) {
  char* folder = joined(zig, "", "");
  char* linker = joined(words[0], "", "");
  char *slash = strrchr(folder, '\\'), *clang = strstr(linker, "clang");
  if (slash == NULL || clang == NULL) exit(1);
  *slash = *clang = '\0';
  add("clang", "", "");
  add("--driver-mode=", strstr(words[0], "++") != NULL ? "g++" : "gcc", "");
  /* Its cpuid.h has a function that MinGW declares in another way. */
  add("--target=x86_64-w64-mingw32 -Wno-unused-command-line-argument -D__CPUID_H -idirafter", "", "");
  add_quoted(joined(folder, "\\lib\\include", ""));
  add_quoted(joined("--sysroot=", getenv("CLC_MINGW"), ""));
  add_quoted(joined("--ld-path=", linker, "ld.exe"));
  for (int i = 1; i < count; ++i) add_quoted(words[i]);
}

int main(int count, char** words) {
  const char* zig = getenv("ZIG");
  if (zig == NULL || getenv("CLC_MINGW") == NULL) return 1;
  add("zig", "", "");
  if (strstr(words[0], "ld.exe") != NULL) {
    add_words_of_linker(words, count);
  } else {
    add_words_of_clang(words, count, zig);
  }
  return (int)_spawnv(_P_WAIT, zig, all);
}
