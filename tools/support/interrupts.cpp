#include "support/interrupts.h"

#include <utility>

#include "base/platform/files.h"
#include "support/interrupt_handlers.h"

namespace clc {

std::atomic<int> noted_interrupt{0}, interrupt_holders{0};

HeldInterrupts::HeldInterrupts() {
  if (interrupt_holders++ == 0 && noted_interrupt == 0) hold_interrupts();
}

HeldInterrupts::HeldInterrupts(HeldInterrupts&& other) noexcept
    : is_counted_(std::exchange(other.is_counted_, false)) {}

HeldInterrupts::~HeldInterrupts() {
  if (is_counted_ && --interrupt_holders == 0 && noted_interrupt == 0) release_interrupts();
}

std::optional<HeldInterrupts> hold_for_output(const std::string& path) {
  platform::FileStatus status;
  const bool is_there = platform::status_of(path, Links::k_follow, status) == 0;
  if (path == "-" || (is_there && status.kind == platform::FileKind::k_other)) return std::nullopt;
  return std::optional<HeldInterrupts>(std::in_place);
}

int caught_interrupt() {
  return noted_interrupt;
}

void note_closed_output() {
  noted_interrupt = k_closed_output;
}

bool is_output_closed() {
  return noted_interrupt == k_closed_output;
}

}  // namespace clc
