// System calls that fail, or end the process, where a test wants it. Linked into a test program, these take the
// place of libc's functions in the whole of it; what is under test must be linked statically.
#pragma once

#include <string>

namespace clc::test {

struct Fault {
  enum class What {
    k_nothing,
    k_kill,  // SIGKILL in place of the call
    k_tear,  // half of a write, then SIGKILL; other calls as k_kill
    k_fail,  // the call fails with `error`
    k_half,  // half of a read or write, with success; other calls as they are
  };
  What what = What::k_nothing;
  int error = 0;
  bool is_lasting = false;  // every call from there on
  long at = 0;              // which call: 1 is the next
};

// Counts calls of this process from now on, and has its children inherit that.
void arm(const Fault& fault);
// How many there were; the first that was hit, "": none.
long disarm();
std::string hit_call();

}  // namespace clc::test
