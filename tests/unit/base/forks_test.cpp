#include "base/platform/forks.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <string>

#include "base/file_descriptor.h"
#include "catch_all.h"
#include "skip.h"

using namespace clc;
using platform::ProcessBehind;

namespace {

constexpr std::chrono::seconds k_longest{60};

std::string first_line(const char* path) {
  std::string line;
  std::getline(std::ifstream(path), line);
  return line;
}

// Begins a process behind this one as another user, who may have so many processes. Returns 1 when there is none, and 2
// when this process may not become that user.
int begin_with_processes(rlim_t most) {
  constexpr uid_t k_nobody_else = 54321;
  const rlimit limit{most, most};
  if (::setresuid(k_nobody_else, k_nobody_else, k_nobody_else) != 0) return 2;
  if (::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0 || ::setrlimit(RLIMIT_NPROC, &limit) != 0) return 2;
  const ProcessBehind process = platform::begin_process_behind(-1, k_longest);
  return process == ProcessBehind::k_none ? 1 : 0;
}

int result_with_processes(rlim_t most) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(begin_with_processes(most));
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("a process behind this one has one file and the folders of it, and gives way to others") {
  int line[2], other[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) == 0);
  REQUIRE(::pipe2(other, O_CLOEXEC) == 0);
  const FileDescriptor folder(open_file("/proc/self", O_RDONLY | O_DIRECTORY));
  const ProcessBehind process = platform::begin_process_behind(line[1], k_longest);
  if (process == ProcessBehind::k_is_this) {
    char go = 0;
    static_cast<void>(!::read(line[1], &go, 1));
    const int nice = ::getpriority(PRIO_PROCESS, 0);
    const bool has_folder = ::faccessat(folder.get(), "status", F_OK, 0) == 0;
    static_cast<void>(write_all(
        line[1], first_line("/proc/self/oom_score_adj") + (nice >= 10 ? " nice" : "") + (has_folder ? " folder" : "")));
    platform::end_at_once();
  }
  ::close(line[1]);
  ::close(other[1]);
  REQUIRE(process == ProcessBehind::k_begun);
  CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
  CHECK(errno == ECHILD);
  Bytes bytes;
  CHECK(read_all(other[0], bytes) == 0);  // it ends while the process lives
  CHECK(write_all(line[0], "g") == 0);
  CHECK(read_all(line[0], bytes) == 0);
  CHECK(bytes == "1000 nice folder");
  ::close(line[0]);
  ::close(other[0]);
}

TEST_CASE("no process is behind this one where the system does not let it fork twice") {
  const int result = result_with_processes(3);
  if (result == 2) return test::skip("a second fork that fails", "only root can become another user");
  CHECK(result == 0);
  CHECK(result_with_processes(2) == 1);
  CHECK(result_with_processes(1) == 1);
}
