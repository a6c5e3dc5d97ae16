#include "support/interrupts.h"

#include <windows.h>

#include <atomic>
#include <cstdlib>
#include <utility>

#include "base/platform/files.h"

namespace clc {
namespace {

constexpr int k_control_c = 2, k_closed_output = 13;  // as the signals of POSIX

std::atomic<int> noted{0}, holders{0};

// Windows calls it in a thread of its own.
BOOL WINAPI note(DWORD) {
  if (holders == 0) return FALSE;  // the process ends, as by default
  noted = k_control_c;
  return TRUE;
}

}  // namespace

HeldInterrupts::HeldInterrupts() {
  if (holders++ == 0) ::SetConsoleCtrlHandler(note, TRUE);
}

HeldInterrupts::HeldInterrupts(HeldInterrupts&& other) noexcept
    : is_counted_(std::exchange(other.is_counted_, false)) {}

HeldInterrupts::~HeldInterrupts() {
  if (is_counted_ && --holders == 0 && noted == 0) ::SetConsoleCtrlHandler(note, FALSE);
}

std::optional<HeldInterrupts> hold_for_output(const std::string& path) {
  platform::FileStatus status;
  const bool is_there = platform::status_of(path, Links::k_follow, status) == 0;
  if (path == "-" || (is_there && status.kind == platform::FileKind::k_other)) return std::nullopt;
  return std::optional<HeldInterrupts>(std::in_place);
}

int caught_interrupt() {
  return noted;
}

void note_closed_output() {
  noted = k_closed_output;
}

bool is_output_closed() {
  return noted == k_closed_output;
}

void end_if_interrupted() {
  constexpr int k_ended_by_control_c = static_cast<int>(0xC000013A);
  if (noted == k_control_c) std::_Exit(k_ended_by_control_c);
  if (noted != 0) std::_Exit(1);
}

void take_usual_signals() {}

}  // namespace clc
