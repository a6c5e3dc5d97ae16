// Ctrl-C and its like. By default SIGINT, SIGTERM and SIGHUP end the process at once, also while it waits for input
// that does not come. Where something has to be cleaned up first, they are held.
#pragma once

#include <signal.h>

#include <optional>
#include <string>

namespace clc {

// While an object of this class lives, the signals do not end the process: they are noted when it lets them in, see
// wait_mask(). When the last one goes, a signal that was not noted ends the process; one that was noted is left to
// end_if_interrupted().
class HeldInterrupts {
 public:
  HeldInterrupts();
  HeldInterrupts(HeldInterrupts&&) noexcept;
  HeldInterrupts& operator=(HeldInterrupts&&) = delete;
  ~HeldInterrupts();

 private:
  bool is_counted_ = true;
};

// Held while a temporary file stands for `path`. Not for standard output ("-") and pipes, whose readers may never come.
std::optional<HeldInterrupts> hold_for_output(const std::string& path);

// The signal that was noted, or 0.
int caught_interrupt();
// Notes one that did not come as a signal: SIGPIPE, which clc ignores, when nobody reads its output any more.
void note_interrupt(int signal);
// Ends the process as the noted signal would have ended it; returns if there was none.
void end_if_interrupted();
// For ppoll(): lets the signals in while it waits.
sigset_t wait_mask();
sigset_t interrupt_signals();

}  // namespace clc
