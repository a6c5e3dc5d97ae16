#include "confine/system_calls.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <iterator>
#include <string>
#include <thread>

#include "catch_all.h"
#include "in_child.h"
#include "skip.h"
#include "temporary_folder.h"

using clc::test::in_child;

namespace {

// Numbers of all machines: open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr.
constexpr long k_calls_for_mounts[] = {428, 429, 430, 431, 432, 433, 442};
constexpr long k_pidfd_open = 434, k_pidfd_getfd = 438;

bool is_refused(long result) {
  return result < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS);
}

}  // namespace

TEST_CASE("a process that only computes cannot change files") {
  if (!clc::can_limit_system_calls()) return clc::test::skip("limits", "this kernel has no seccomp filters");
  const clc::test::TemporaryFolder folder;
  const std::string file = folder.path() + "/file", other = folder.path() + "/other";
  close(creat(file.c_str(), 0600));
  CHECK(in_child([&] {
          if (!clc::only_compute()) return 1;
          for (const int flags : {O_WRONLY, O_RDWR, O_RDONLY | O_TRUNC, O_RDONLY | O_CREAT, O_WRONLY | O_APPEND}) {
            if (!is_refused(open(file.c_str(), flags, 0600))) return 2;
          }
          const long how[3] = {O_RDWR, 0, 0};
          if (!is_refused(syscall(SYS_openat2, AT_FDCWD, file.c_str(), how, sizeof how))) return 3;
          if (!is_refused(unlink(file.c_str())) || !is_refused(rename(file.c_str(), other.c_str()))) return 4;
          if (!is_refused(mkdir(other.c_str(), 0700)) || !is_refused(symlink("x", other.c_str()))) return 5;
          if (!is_refused(truncate(file.c_str(), 7)) || !is_refused(chmod(file.c_str(), 0777))) return 6;
          return is_refused(mkfifo(other.c_str(), 0600)) ? 0 : 7;
        }) == 0);
}

TEST_CASE("a process that only computes cannot start processes, reach others, or open sockets") {
  if (!clc::can_limit_system_calls()) return clc::test::skip("limits", "this kernel has no seccomp filters");
  const pid_t parent = getpid();
  CHECK(in_child([&] {
          if (!clc::only_compute()) return 1;
          const pid_t child = fork();
          if (child == 0) _exit(99);
          if (!is_refused(child)) return 2;
          char* const nothing[] = {nullptr};
          if (!is_refused(execve("/bin/true", nothing, nothing))) return 3;
          for (const int family : {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK}) {
            if (!is_refused(socket(family, SOCK_STREAM, 0))) return 4;
          }
          return is_refused(kill(parent, 0)) ? 0 : 5;
        }) == 0);
}

TEST_CASE("a process that only computes can compute") {
  if (!clc::can_limit_system_calls()) return clc::test::skip("limits", "this kernel has no seccomp filters");
  CHECK(in_child([] {
          if (!clc::only_compute()) return 1;
          int sum = 0;
          std::thread([&] { sum = 3; }).join();
          if (sum != 3) return 2;
          const int fd = open("/proc/self/cmdline", O_RDONLY);
          char byte = 0;
          if (fd < 0 || read(fd, &byte, 1) != 1) return 3;
          const int memory = memfd_create("memory", 0);
          if (memory < 0 || write(memory, "x", 1) != 1) return 4;
          void* large = mmap(nullptr, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return large == MAP_FAILED ? 5 : 0;
        }) == 0);
  CHECK(in_child([] {
          signal(SIGABRT, SIG_DFL);  // not the test's
          if (!clc::only_compute()) return 1;
          abort();
        }) == 128 + SIGABRT);
}

TEST_CASE("a process without a network has no sockets, and can do what else it does") {
  if (!clc::can_limit_system_calls()) return clc::test::skip("limits", "this kernel has no seccomp filters");
  CHECK(in_child([] {
          if (!clc::no_network()) return 1;
          for (const int family : {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK}) {
            if (!is_refused(socket(family, SOCK_STREAM, 0))) return 2;
          }
          int pair[2];
          for (const int type : {int{SOCK_DGRAM}, int{SOCK_RAW}, SOCK_DGRAM | SOCK_CLOEXEC}) {
            if (!is_refused(socketpair(AF_UNIX, type, 0, pair))) return 3;
          }
          char* const nothing[] = {nullptr};
          execve("/bin/true", nothing, nothing);
          return 4;
        }) == 0);
}

TEST_CASE("a process without a network takes nothing out of other processes, and makes no mounts or users of its own") {
  if (!clc::can_limit_system_calls()) return clc::test::skip("limits", "this kernel has no seccomp filters");
  const pid_t parent = getpid();
  CHECK(in_child([&] {
          if (!clc::no_network()) return 1;
          char byte = 0;
          const iovec here{&byte, 1}, there{&byte, 1};
          if (!is_refused(process_vm_readv(parent, &here, 1, &there, 1, 0))) return 2;
          const long other = syscall(k_pidfd_open, parent, 0);
          if (!is_refused(syscall(k_pidfd_getfd, other, STDOUT_FILENO, 0))) return 3;
          if (!is_refused(unshare(CLONE_NEWUSER))) return 4;
          const long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
          if (child == 0) _exit(0);
          if (!is_refused(child)) return 5;
          for (const long call : k_calls_for_mounts) {
            if (!is_refused(syscall(call, AT_FDCWD, "/", 0, 0, 0))) return 6;
          }
          return 0;
        }) == 0);
  CHECK(in_child([] {
          if (!clc::no_network()) return 1;
          char* const nothing[] = {nullptr};
          pid_t started = 0;
          if (posix_spawn(&started, "/bin/true", nullptr, nullptr, nothing, nothing) != 0) return 2;
          if (waitpid(started, nullptr, 0) != started) return 4;
          int sum = 0;
          std::thread([&] { sum = 3; }).join();
          return sum == 3 ? 0 : 3;
        }) == 0);
}

TEST_CASE("a process for CUDA may listen at a local socket, and reaches no other one") {
  if (!clc::can_limit_system_calls()) return clc::test::skip("limits", "this kernel has no seccomp filters");
  CHECK(in_child([] {
          if (!clc::no_network(clc::Sockets::k_listening)) return 1;
          constexpr int k_type = SOCK_SEQPACKET | SOCK_CLOEXEC;
          for (const int type : {int{SOCK_STREAM}, int{SOCK_DGRAM}, int{SOCK_SEQPACKET}, SOCK_DGRAM | SOCK_CLOEXEC}) {
            if (!is_refused(socket(AF_UNIX, type, 0))) return 2;
          }
          if (!is_refused(socket(AF_INET, k_type, 0)) || !is_refused(socket(AF_NETLINK, k_type, 0))) return 3;
          const int listener = socket(AF_UNIX, k_type, 0), other = socket(AF_UNIX, k_type, 0);
          sockaddr_un address{AF_UNIX, ""};
          std::to_chars(address.sun_path + 1, std::end(address.sun_path), getpid());
          const auto* place = reinterpret_cast<const sockaddr*>(&address);
          if (bind(listener, place, sizeof address) != 0 || listen(listener, 1) != 0) return 4;
          if (connect(other, place, sizeof address) == 0 || errno != ENOENT) return 5;
          if (!is_refused(accept(listener, nullptr, nullptr))) return 7;
          return sendto(other, "x", 1, MSG_NOSIGNAL, place, sizeof address) >= 0 ? 6 : 0;
        }) == 0);
}
