#include "failing_calls.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>

namespace clc::test {

namespace {

std::atomic<bool> g_is_armed{false};
Fault g_fault;
long g_calls = 0;
const char* g_hit = "";

// libc's own.
template <class Function>
Function* real(const char* name) {
  void* const symbol = dlsym(RTLD_NEXT, name);
  if (symbol == nullptr) std::abort();
  return reinterpret_cast<Function*>(symbol);
}

[[noreturn]] void die() {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

enum class Verdict { k_go, k_fail, k_half, k_half_and_die };

Verdict next_call(const char* name) {
  if (!g_is_armed) return Verdict::k_go;
  ++g_calls;
  const bool is_hit = g_fault.is_lasting ? g_calls >= g_fault.at : g_calls == g_fault.at;
  if (!is_hit || g_fault.what == Fault::What::k_nothing) return Verdict::k_go;
  if (*g_hit == '\0') g_hit = name;
  switch (g_fault.what) {
    case Fault::What::k_fail:
      errno = g_fault.error;
      return Verdict::k_fail;
    case Fault::What::k_half:
      return Verdict::k_half;
    case Fault::What::k_tear:
      return Verdict::k_half_and_die;
    default:
      die();
  }
}

// For calls that transfer nothing.
bool fails(const char* name) {
  const Verdict verdict = next_call(name);
  if (verdict == Verdict::k_half_and_die) die();
  return verdict == Verdict::k_fail;
}

// For those that do: `some(n)` does it with n bytes.
template <class Transfer>
ssize_t transfer(const char* name, std::size_t size, const Transfer& some) {
  const Verdict verdict = next_call(name);
  if (verdict == Verdict::k_fail) return -1;
  const bool is_half = verdict != Verdict::k_go && size > 1;
  const ssize_t count = some(is_half ? size / 2 : size);
  if (verdict == Verdict::k_half_and_die) die();
  return count;
}

}  // namespace

void arm(const Fault& fault) {
  g_fault = fault;
  g_calls = 0;
  g_hit = "";
  g_is_armed = true;
}

long disarm() {
  g_is_armed = false;
  return g_calls;
}

std::string hit_call() {
  return g_hit;
}

}  // namespace clc::test

using clc::test::fails;
using clc::test::real;
using clc::test::transfer;

// RESULT name(parameters), failing with `failure`.
#define CLC_FAILING(result, failure, name, parameters, arguments) \
  extern "C" result name parameters {                             \
    static const auto libcs = real<result parameters>(#name);     \
    return fails(#name) ? failure : libcs arguments;              \
  }

CLC_FAILING(int, -1, renameat, (int a, const char* from, int b, const char* to), (a, from, b, to))
CLC_FAILING(int, -1, unlinkat, (int fd, const char* path, int flags), (fd, path, flags))
CLC_FAILING(int, -1, mkdir, (const char* path, mode_t mode), (path, mode))
CLC_FAILING(int, -1, mkdirat, (int fd, const char* path, mode_t mode), (fd, path, mode))
CLC_FAILING(int, -1, stat, (const char* path, struct stat* status), (path, status))
CLC_FAILING(int, -1, fstat, (int fd, struct stat* status), (fd, status))
CLC_FAILING(int, -1, fstatat, (int fd, const char* path, struct stat* status, int flags), (fd, path, status, flags))
CLC_FAILING(int, -1, faccessat, (int fd, const char* path, int mode, int flags), (fd, path, mode, flags))
CLC_FAILING(int, -1, fchmod, (int fd, mode_t mode), (fd, mode))
CLC_FAILING(int, -1, futimens, (int fd, const struct timespec times[2]), (fd, times))
CLC_FAILING(off_t, -1, lseek, (int fd, off_t offset, int whence), (fd, offset, whence))
CLC_FAILING(DIR*, nullptr, fdopendir, (int fd), (fd))
CLC_FAILING(struct dirent*, nullptr, readdir, (DIR * listing), (listing))
CLC_FAILING(ssize_t, -1, getrandom, (void* to, size_t size, unsigned flags), (to, size, flags))

// As on a network file system: when closing fails, what was written is lost, and the descriptor is gone all the same.
extern "C" int close(int fd) {
  static const auto libcs = real<int(int)>("close");
  const bool is_failing = fails("close");
  const int error = errno;
  if (is_failing) (void)!::ftruncate(fd, 0);
  const int closed = libcs(fd);
  if (!is_failing) return closed;
  errno = error;
  return -1;
}

extern "C" int open(const char* path, int flags, ...) {
  static const auto libcs = real<int(const char*, int, ...)>("open");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails("open") ? -1 : libcs(path, flags, mode);
}

extern "C" int openat(int fd, const char* path, int flags, ...) {
  static const auto libcs = real<int(int, const char*, int, ...)>("openat");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails("openat") ? -1 : libcs(fd, path, flags, mode);
}

extern "C" ssize_t read(int fd, void* to, size_t size) {
  static const auto libcs = real<ssize_t(int, void*, size_t)>("read");
  return transfer("read", size, [&](std::size_t some) { return libcs(fd, to, some); });
}

extern "C" ssize_t write(int fd, const void* from, size_t size) {
  static const auto libcs = real<ssize_t(int, const void*, size_t)>("write");
  return transfer("write", size, [&](std::size_t some) { return libcs(fd, from, some); });
}

extern "C" ssize_t writev(int fd, const struct iovec* parts, int count) {
  static const auto whole = real<ssize_t(int, const struct iovec*, int)>("writev");
  static const auto libcs = real<ssize_t(int, const void*, size_t)>("write");
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  return transfer("writev", bytes.size(), [&](std::size_t some) {
    return some == bytes.size() ? whole(fd, parts, count) : libcs(fd, bytes.data(), some);
  });
}
