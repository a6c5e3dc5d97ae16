// The part of interrupts.h that each system does in its own way.
#pragma once

#include <atomic>

namespace clc {

constexpr int k_closed_output = 13;  // the number of SIGPIPE

extern std::atomic<int> noted_interrupt, interrupt_holders;

void hold_interrupts();
void release_interrupts();

}  // namespace clc
