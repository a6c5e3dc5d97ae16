// The signals of interrupts.h, for those who wait for processes.
#pragma once

#include <signal.h>

namespace clc {

// For ppoll(): lets the signals in while it waits.
sigset_t wait_mask();
sigset_t interrupt_signals();

}  // namespace clc
