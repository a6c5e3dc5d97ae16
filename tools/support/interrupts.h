// Ctrl-C and its like. By default SIGINT, SIGTERM and SIGHUP end the process at once, also while it waits for input
// that does not come. Where something has to be cleaned up first, they are held.
#pragma once

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
// Notes, in the place of a signal, that nobody reads the output any more.
void note_closed_output();
bool is_output_closed();
// Ends the process as the noted signal would have ended it; returns if there was none.
void end_if_interrupted();
// Lets errors tell what cannot be written, and children tell how they end, whatever was ignored when clc began.
void take_usual_signals();

}  // namespace clc
