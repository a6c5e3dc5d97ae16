#include <windows.h>

#include <cstdlib>

#include "support/interrupt_handlers.h"
#include "support/interrupts.h"

namespace clc {
namespace {

constexpr int k_control_c = 2;  // the number of SIGINT

// Windows calls it in a thread of its own.
BOOL WINAPI note(DWORD) {
  if (interrupt_holders == 0) return FALSE;  // the process ends, as by default
  noted_interrupt = k_control_c;
  return TRUE;
}

}  // namespace

void hold_interrupts() {
  ::SetConsoleCtrlHandler(note, TRUE);
}

void release_interrupts() {
  ::SetConsoleCtrlHandler(note, FALSE);
}

void end_if_interrupted() {
  constexpr int k_ended_by_control_c = static_cast<int>(0xC000013A);
  if (noted_interrupt == k_control_c) std::_Exit(k_ended_by_control_c);
  if (noted_interrupt != 0) std::_Exit(1);
}

void take_usual_signals() {}

}  // namespace clc
