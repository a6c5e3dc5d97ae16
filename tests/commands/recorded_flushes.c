// In the place of libc's, for LD_PRELOAD: writes each flush and rename into the file that RECORDED_FLUSHES names, a
// line each. With FAILING_FLUSH=N the Nth flush of the process fails as on a broken disk; with KILLING_RENAME=N the Nth
// rename kills it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void record(const char* format, ...) {
  const char* path = getenv("RECORDED_FLUSHES");
  const int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
  if (fd < 0) return;
  va_list arguments;
  va_start(arguments, format);
  vdprintf(fd, format, arguments);
  va_end(arguments);
  close(fd);
}

static int flush(long number, int fd) {
  static int flushes = 0;
  char link[64], path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  if (readlink(link, path, sizeof path - 1) < 0) strcpy(path, "?");
  record("flush %s\n", path);
  const char* failing = getenv("FAILING_FLUSH");
  if (failing && ++flushes == atoi(failing)) {
    errno = EIO;
    return -1;
  }
  return (int)syscall(number, fd);
}

int fsync(int fd) {
  return flush(SYS_fsync, fd);
}
int fdatasync(int fd) {
  return flush(SYS_fdatasync, fd);
}
int syncfs(int fd) {
  return flush(SYS_syncfs, fd);
}
void sync(void) {
  record("flush everything\n");
}

// A file that had no name gets one: what was flushed before was this file.
int linkat(int folder, const char* from, int new_folder, const char* to, int flags) {
  char path[4096] = "";
  if (readlink(from, path, sizeof path - 1) > 0) record("name %s to %s\n", path, to);
  return (int)syscall(SYS_linkat, folder, from, new_folder, to, flags);
}

int rename(const char* from, const char* to) {
  static int renames = 0;
  const char* killing = getenv("KILLING_RENAME");
  if (killing && !strstr(to, "/cache/") && ++renames == atoi(killing)) raise(SIGKILL);
  record("rename %s to %s\n", from, to);
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
