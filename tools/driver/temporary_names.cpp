// Replaces libc's random names of temporary files by counted ones. Drivers write the name of such a file into their
// binaries, and with counted names the same source gives the same binary. Nobody can abuse names that can be guessed,
// because the process works in a private folder.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr std::size_t k_pattern_length = 6;  // "XXXXXX"
constexpr unsigned k_names = 1000000;
std::atomic<unsigned> counter{0};

// Fills in the pattern and calls `create(path)` until a name is free.
template <class Create>
int create_unique(char* path, int suffix_length, const Create& create) {
  const std::size_t length = std::strlen(path);
  if (suffix_length < 0 || length < k_pattern_length + static_cast<std::size_t>(suffix_length)) {
    errno = EINVAL;
    return -1;
  }
  char* suffix = path + length - suffix_length;
  char* pattern = suffix - k_pattern_length;
  if (std::memcmp(pattern, "XXXXXX", k_pattern_length) != 0) {
    errno = EINVAL;
    return -1;
  }
  // Nothing that looks like a source file may stand in a package.
  if (std::strcmp(suffix, ".cl") == 0) *suffix = '_';
  for (unsigned tries = 0; tries < k_names; ++tries) {
    char digits[k_pattern_length + 1];
    std::snprintf(digits, sizeof(digits), "%06u", counter++ % k_names);
    std::memcpy(pattern, digits, k_pattern_length);
    const int result = create(path);
    if (result >= 0 || errno != EEXIST) return result;
  }
  return -1;
}

int create_file(char* path, int suffix_length, int flags) {
  constexpr int k_own_flags = O_RDWR | O_CREAT | O_EXCL;
  return create_unique(path, suffix_length, [flags](const char* name) {
    return open(name, (flags & ~O_ACCMODE) | k_own_flags, S_IRUSR | S_IWUSR);
  });
}

}  // namespace

extern "C" {
int mkstemp(char* path) {
  return create_file(path, 0, 0);
}
int mkostemp(char* path, int flags) {
  return create_file(path, 0, flags);
}
int mkstemps(char* path, int suffix_length) {
  return create_file(path, suffix_length, 0);
}
int mkostemps(char* path, int suffix_length, int flags) {
  return create_file(path, suffix_length, flags);
}
int mkstemp64(char* path) {
  return create_file(path, 0, 0);
}
int mkostemp64(char* path, int flags) {
  return create_file(path, 0, flags);
}
int mkstemps64(char* path, int suffix_length) {
  return create_file(path, suffix_length, 0);
}
int mkostemps64(char* path, int suffix_length, int flags) {
  return create_file(path, suffix_length, flags);
}
char* mkdtemp(char* path) {
  return create_unique(path, 0, [](const char* name) { return mkdir(name, S_IRWXU); }) == 0 ? path : nullptr;
}
}
