#include "confine/system_calls.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace clc {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t k_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t k_architecture = 0;
#endif

// Calls that are younger than the kernel's headers may be; they have one number on all machines.
constexpr std::uint32_t k_io_uring_setup = 425, k_io_uring_enter = 426, k_io_uring_register = 427, k_open_tree = 428,
                        k_move_mount = 429, k_fsopen = 430, k_fsconfig = 431, k_fsmount = 432, k_fspick = 433,
                        k_clone3 = 435, k_openat2 = 437, k_pidfd_getfd = 438, k_faccessat2 = 439, k_mount_setattr = 442;
constexpr std::uint32_t k_own_namespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
constexpr std::uint32_t k_first_x32_call = 0x40000000;

// A program for the kernel, which runs it at each system call.
class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, k_architecture, 1, 0);
    answer(SECCOMP_RET_ERRNO | EPERM);
    load(offsetof(seccomp_data, nr));
    add(BPF_JMP | BPF_JGE | BPF_K, k_first_x32_call, 0, 1);
    answer(SECCOMP_RET_ERRNO | EPERM);
  }

  void allow(std::initializer_list<std::uint32_t> calls) {
    for (const std::uint32_t call : calls) decide(call, SECCOMP_RET_ALLOW);
  }
  void refuse(std::initializer_list<std::uint32_t> calls, std::uint32_t error = EPERM) {
    for (const std::uint32_t call : calls) decide(call, SECCOMP_RET_ERRNO | error);
  }
  // Allowed where the argument has none of the bits; EACCES otherwise.
  void allow_without(std::uint32_t call, unsigned argument, std::uint32_t bits) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load_argument(argument);
    add(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
    answer(SECCOMP_RET_ALLOW);
    answer(SECCOMP_RET_ERRNO | EACCES);
  }
  // Allowed where the argument has this bit; EPERM otherwise.
  void allow_with(std::uint32_t call, unsigned argument, std::uint32_t bit) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load_argument(argument);
    add(BPF_JMP | BPF_JSET | BPF_K, bit, 0, 1);
    answer(SECCOMP_RET_ALLOW);
    answer(SECCOMP_RET_ERRNO | EPERM);
  }
  // Allowed where the argument is one of the values; EPERM otherwise.
  void allow_values(std::uint32_t call, unsigned argument, std::initializer_list<std::uint32_t> values) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, static_cast<std::uint8_t>(2 * values.size() + 2));
    load_argument(argument);
    for (const std::uint32_t value : values) decide(value, SECCOMP_RET_ALLOW);
    answer(SECCOMP_RET_ERRNO | EPERM);
  }
  // EPERM where the argument has another value; the steps that follow decide the rest.
  void require_value(std::uint32_t call, unsigned argument, std::uint32_t value) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load_argument(argument);
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    answer(SECCOMP_RET_ERRNO | EPERM);
    load(offsetof(seccomp_data, nr));
  }
  void otherwise(std::uint32_t action) { answer(action); }

  bool apply() const {
    if (k_architecture == 0) return false;
    const sock_fprog program{static_cast<unsigned short>(steps_.size()), const_cast<sock_filter*>(steps_.data())};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void add(std::uint16_t code, std::uint32_t value, std::uint8_t if_true = 0, std::uint8_t if_false = 0) {
    steps_.push_back({code, if_true, if_false, value});
  }
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
  // The lower half of it; both machines are little-endian.
  void load_argument(unsigned index) { load(offsetof(seccomp_data, args) + index * sizeof(std::uint64_t)); }
  void answer(std::uint32_t action) { add(BPF_RET | BPF_K, action); }
  void decide(std::uint32_t value, std::uint32_t action) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(action);
  }

  std::vector<sock_filter> steps_;
};

void allow_memory_and_threads(Filter& filter) {
  filter.allow({__NR_mmap,         __NR_munmap,           __NR_mprotect,
                __NR_mremap,       __NR_madvise,          __NR_brk,
                __NR_futex,        __NR_set_robust_list,  __NR_rseq,
                __NR_membarrier,   __NR_sched_yield,      __NR_exit,
                __NR_exit_group,   __NR_restart_syscall,  __NR_getrandom,
                __NR_sigaltstack,  __NR_rt_sigaction,     __NR_rt_sigprocmask,
                __NR_rt_sigreturn, __NR_nanosleep,        __NR_clock_gettime,
                __NR_clock_getres, __NR_clock_nanosleep,  __NR_gettimeofday,
                __NR_gettid,       __NR_sched_getaffinity});
  filter.allow_with(__NR_clone, 0, CLONE_THREAD);
  filter.refuse({k_clone3}, ENOSYS);  // its flags lie in memory; C libraries then use clone
  // A process may end itself: abort() does.
  const auto self = static_cast<std::uint32_t>(getpid());
  filter.allow_values(__NR_tgkill, 0, {self});
  filter.allow_values(__NR_kill, 0, {self});
  filter.allow_values(__NR_prlimit64, 0, {0, self});
  filter.allow_values(__NR_prctl, 0, {PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* PR_SET_VMA: names for memory */});
}

void allow_questions(Filter& filter) {
  filter.allow({__NR_getpid,  __NR_getppid,    __NR_getuid,     __NR_geteuid,   __NR_getgid,
                __NR_getegid, __NR_uname,      __NR_sysinfo,    __NR_getrusage, __NR_getcpu,
                __NR_getcwd,  __NR_fstat,      __NR_newfstatat, __NR_statx,     __NR_faccessat,
                k_faccessat2, __NR_readlinkat, __NR_getdents64, __NR_fstatfs,   __NR_statfs});
#ifdef __x86_64__
  filter.allow({__NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_time, __NR_getrlimit});
#endif
  filter.allow_values(__NR_ioctl, 1, {TCGETS});
}

void allow_reading(Filter& filter) {
  constexpr std::uint32_t k_changing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  filter.allow_without(__NR_openat, 2, k_changing);
#ifdef __x86_64__
  filter.allow_without(__NR_open, 1, k_changing);
  filter.allow({__NR_dup2, __NR_poll});
#endif
  filter.refuse({k_openat2}, ENOSYS);  // its flags lie in memory
  // A file in memory is none.
  filter.allow({__NR_read, __NR_readv, __NR_pread64, __NR_write, __NR_writev, __NR_pwrite64, __NR_lseek, __NR_close,
                __NR_dup, __NR_dup3, __NR_ppoll, __NR_fadvise64, __NR_memfd_create});
  filter.allow_values(__NR_fcntl, 1, {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL});
}

}  // namespace

bool can_limit_system_calls() {
  return k_architecture != 0 && prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 &&
         // Fails for want of a program, where the kernel knows filters.
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr) != 0 && errno == EFAULT;
}

bool only_compute() {
  Filter filter;
  allow_memory_and_threads(filter);
  allow_questions(filter);
  allow_reading(filter);
  filter.otherwise(SECCOMP_RET_ERRNO | EPERM);
  return filter.apply();
}

bool no_network(Sockets sockets) {
  Filter filter;
  filter.refuse({k_io_uring_setup, k_io_uring_enter, k_io_uring_register}, ENOSYS);  // would open sockets, too
  if (sockets == Sockets::k_listening) {
    filter.require_value(__NR_socket, 0, AF_UNIX);
    filter.require_value(__NR_socket, 1, SOCK_SEQPACKET | SOCK_CLOEXEC);
    filter.refuse({__NR_connect}, ENOENT);  // as if nobody listened
    filter.refuse({__NR_accept, __NR_accept4});
  } else {
    filter.refuse({__NR_socket});
  }
  filter.allow_without(__NR_socketpair, 1, SOCK_DGRAM);  // a bit of SOCK_RAW, too; by a datagram others are reached
  // Other processes.
  filter.refuse({__NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, k_pidfd_getfd});
  filter.refuse({__NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_setns, __NR_unshare});
  filter.refuse({k_open_tree, k_move_mount, k_fsopen, k_fsconfig, k_fsmount, k_fspick, k_mount_setattr});
  filter.allow_without(__NR_clone, 0, k_own_namespaces);
  filter.refuse({k_clone3}, ENOSYS);
  filter.refuse({__NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_add_key, __NR_request_key, __NR_keyctl});
  filter.refuse({__NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_kexec_file_load});
  filter.refuse(
      {__NR_reboot, __NR_swapon, __NR_swapoff, __NR_open_by_handle_at, __NR_settimeofday, __NR_clock_settime});
  filter.refuse({__NR_sethostname, __NR_acct});
  filter.otherwise(SECCOMP_RET_ALLOW);
  return filter.apply();
}

}  // namespace clc

#ifdef __SANITIZE_ADDRESS__
// LeakSanitizer looks at its process through another one, which the limits forbid.
extern "C" __attribute__((weak)) int __lsan_is_turned_off() {
  return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 0;
}
#endif
