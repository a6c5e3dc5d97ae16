#include "support/interrupts.h"

#include <sys/stat.h>

#include <csignal>
#include <iterator>
#include <utility>

#include "support/interrupt_signals.h"

namespace clc {
namespace {

constexpr int k_signals[] = {SIGINT, SIGTERM, SIGHUP};

volatile sig_atomic_t noted = 0;
int holders = 0;
struct sigaction actions_before[std::size(k_signals)];
sigset_t mask_before;

void note(int signal) {
  noted = signal;
}

void hold() {
  const sigset_t signals = interrupt_signals();
  sigprocmask(SIG_BLOCK, &signals, &mask_before);
  struct sigaction action{};
  action.sa_handler = note;
  for (std::size_t i = 0; i < std::size(k_signals); ++i) {
    sigaction(k_signals[i], nullptr, &actions_before[i]);
    if (actions_before[i].sa_handler != SIG_IGN) sigaction(k_signals[i], &action, nullptr);  // nohup stays in force
  }
}

void release() {
  for (std::size_t i = 0; i < std::size(k_signals); ++i) sigaction(k_signals[i], &actions_before[i], nullptr);
  sigprocmask(SIG_SETMASK, &mask_before, nullptr);
}

}  // namespace

HeldInterrupts::HeldInterrupts() {
  if (holders++ == 0 && noted == 0) hold();
}

HeldInterrupts::HeldInterrupts(HeldInterrupts&& other) noexcept
    : is_counted_(std::exchange(other.is_counted_, false)) {}

HeldInterrupts::~HeldInterrupts() {
  if (is_counted_ && --holders == 0 && noted == 0) release();
}

std::optional<HeldInterrupts> hold_for_output(const std::string& path) {
  struct stat info{};
  const bool is_there = stat(path.c_str(), &info) == 0;
  if (path == "-" || (is_there && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))) return std::nullopt;
  return std::optional<HeldInterrupts>(std::in_place);
}

int caught_interrupt() {
  return noted;
}

void note_closed_output() {
  noted = SIGPIPE;
}

bool is_output_closed() {
  return noted == SIGPIPE;
}

void end_if_interrupted() {
  const int signal = noted;
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
