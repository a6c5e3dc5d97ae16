#include "worker/server/job_stack.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>

#include <sys/mman.h>
#include <ucontext.h>

#include <clang/Basic/Stack.h>

namespace clc::worker {
namespace {

constexpr std::size_t k_largest_stack = std::size_t{128} << 20U;
// Below the stack, nothing: more than the largest frame.
constexpr std::size_t k_guard = std::size_t{1} << 20U;

std::uintptr_t guard_begin = 0;
void (*overflow_handler)() = nullptr;
struct sigaction others_action{};

void handle_fault(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (address >= guard_begin && address < guard_begin + k_guard) overflow_handler();
  const struct sigaction other = others_action;
  others_action = {};  // it may raise the signal again
  const bool has_other =
      (other.sa_flags & SA_SIGINFO) == 0 && other.sa_handler != SIG_DFL && other.sa_handler != SIG_IGN;
  if (has_other) return other.sa_handler(signal);
  std::signal(signal, SIG_DFL);  // the fault comes again
}

void catch_overflow(void (*overflow)()) {
  static std::array<char, std::size_t{1} << 18U> other_stack;
  overflow_handler = overflow;
  stack_t other{};
  other.ss_sp = other_stack.data();
  other.ss_size = other_stack.size();
  if (sigaltstack(&other, nullptr) == 0) watch_stack();
}

}  // namespace

void watch_stack() {
  if (overflow_handler == nullptr) return;
  struct sigaction action{};
  action.sa_sigaction = handle_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &others_action);
}

void run_on_own_stack(void (*job)(), void (*overflow)(), std::uint64_t memory_bytes) {
  // Far from the place that is noted here, Clang does not take the stack for one of 8 MiB, near the end of which it
  // goes on in a thread, whose stack is small again and ends in a crash.
  clang::noteBottomOfStack();
  constexpr std::uint64_t k_share = 8;
  const std::size_t size =
      memory_bytes == 0 ? k_largest_stack : std::min<std::uint64_t>(k_largest_stack, memory_bytes / k_share);
  void* memory = mmap(nullptr, size + k_guard, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory != MAP_FAILED && mprotect(memory, k_guard, PROT_NONE) == 0) {
    madvise(memory, size + k_guard, MADV_NOHUGEPAGE);
    guard_begin = reinterpret_cast<std::uintptr_t>(memory);
    catch_overflow(overflow);
    ucontext_t context{};
    if (getcontext(&context) == 0) {
      context.uc_stack.ss_sp = static_cast<char*>(memory) + k_guard;
      context.uc_stack.ss_size = size;
      makecontext(&context, job, 0);
      setcontext(&context);
    }
  }
  job();
  std::abort();
}

}  // namespace clc::worker
