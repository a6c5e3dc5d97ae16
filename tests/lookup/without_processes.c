// usage: without_processes PROGRAM ARGUMENT…
// Runs the program with every fork, vfork, clone, clone3 and execve failing, except this first one.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#else
#error "add the machine"
#endif

// The filter sees an address, not a text: this one means the first call, and nothing is there after it.
#define FIRST_PATH 0x10000000000ULL

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define DENY BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define DENY_IF(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), DENY

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  char* path =
      mmap((void*)FIRST_PATH, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (path == MAP_FAILED || strlen(argv[1]) >= 4096) return 2;
  strcpy(path, argv[1]);
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
      DENY,
      LOAD(nr),
#ifdef __NR_fork
      DENY_IF(__NR_fork),
      DENY_IF(__NR_vfork),
#endif
      DENY_IF(__NR_clone),
      DENY_IF(__NR_clone3),
      DENY_IF(__NR_execveat),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_execve, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      // Little-endian halves of the first argument.
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)FIRST_PATH, 1, 0),
      DENY,
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]) + 4),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(FIRST_PATH >> 32), 1, 0),
      DENY,
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    perror("without_processes: seccomp");
    return 77;
  }
  execv(path, argv + 1);
  perror("without_processes: execve");
  return 2;
}
