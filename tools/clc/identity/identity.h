// The identity of a compiler, as it enters the cache's keys: it is found without running the compiler, and includes the
// environment variables that change what comes out.
//
// The functions that find an identity (worker_identity.h, assembler_identity.h, driver_identity.h) remember it as a
// memo for as long as the file system says that nothing changed, so that a warm call starts no process. Each call looks
// anew: equal answers before and after a compilation say that the compiler was not replaced meanwhile.
#pragma once

#include <string>
#include <vector>

namespace clc {

// A part of an identity, for keys and for `clc explain`: {"libLLVM.so.22.1", "build-id 3f…"}, {"version", "3.1"},
// {"$POCL_DEVICES", "=pthread"}.
struct IdentityPart {
  std::string name;
  std::string digest;  // or another text that tells versions apart

  friend bool operator==(const IdentityPart& a, const IdentityPart& b) {
    return a.name == b.name && a.digest == b.digest;
  }
};
// The parts are always in the same order.
using Identity = std::vector<IdentityPart>;

}  // namespace clc
