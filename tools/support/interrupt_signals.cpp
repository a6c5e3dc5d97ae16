#include "support/interrupt_signals.h"

#include <csignal>
#include <iterator>

#include "support/interrupt_handlers.h"
#include "support/interrupts.h"

namespace clc {
namespace {

constexpr int k_signals[] = {SIGINT, SIGTERM, SIGHUP};
static_assert(k_closed_output == SIGPIPE && std::atomic<int>::is_always_lock_free);

struct sigaction actions_before[std::size(k_signals)];
sigset_t mask_before;

void note(int signal) {
  noted_interrupt = signal;
}

}  // namespace

void hold_interrupts() {
  const sigset_t signals = interrupt_signals();
  sigprocmask(SIG_BLOCK, &signals, &mask_before);
  struct sigaction action{};
  action.sa_handler = note;
  for (std::size_t i = 0; i < std::size(k_signals); ++i) {
    sigaction(k_signals[i], nullptr, &actions_before[i]);
    if (actions_before[i].sa_handler != SIG_IGN) sigaction(k_signals[i], &action, nullptr);  // nohup stays in force
  }
}

void release_interrupts() {
  for (std::size_t i = 0; i < std::size(k_signals); ++i) sigaction(k_signals[i], &actions_before[i], nullptr);
  sigprocmask(SIG_SETMASK, &mask_before, nullptr);
}

void end_if_interrupted() {
  const int signal = noted_interrupt;
  if (signal == 0) return;
  ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  raise(signal);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void take_usual_signals() {
  for (const int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);
}

sigset_t wait_mask() {
  sigset_t mask;
  sigprocmask(SIG_SETMASK, nullptr, &mask);
  for (const int signal : k_signals) sigdelset(&mask, signal);
  return mask;
}

sigset_t interrupt_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : k_signals) sigaddset(&signals, signal);
  return signals;
}

}  // namespace clc
