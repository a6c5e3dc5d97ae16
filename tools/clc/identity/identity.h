// Who compiles, told without running it: what enters the cache's keys, with the environment variables that change
// what comes out. Everything is remembered in the store for as long as the file system says that nothing changed
// (device, inode, size, times), so that a warm call starts no process. Each call looks anew: asked before and after
// a compilation, an equal answer says that the compiler was not exchanged meanwhile.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "toolchain/assembler.h"
#include "clc/cache/store.h"
#include "clc/package/result.h"
#include "identity/memos.h"
#include "protocol/protocol.h"
#include "toolchain/tools.h"

namespace clc {

// A part of an identity, for keys and for `clc explain`: {"libLLVM.so.22.1", "build-id 3f…"}, {"version", "3.1"},
// {"$POCL_DEVICES", "=pthread"}.
struct IdentityPart {
  std::string name;
  std::string digest;  // or another text that says which

  friend bool operator==(const IdentityPart& a, const IdentityPart& b) {
    return a.name == b.name && a.digest == b.digest;
  }
};
// In an order that is always the same.
using Identity = std::vector<IdentityPart>;

class Identities {
 public:
  // `margin`: files that were changed later than this ago are not remembered.
  explicit Identities(cache::Store& store, std::chrono::nanoseconds margin = Memory::k_margin)
      : memory_(store, margin) {}

  // An identity that cannot be told is an error; such a compiler may be run, but what it makes must not be kept.

  // The worker, every library that it would load here, and what it reads beside them for jobs of `target` (or what
  // that derives from): builtin libraries.
  Result<Identity> worker(const std::string& program, const Target& target);

  // find_assembler(), asked of the tool only when it is not the one that is remembered; and the tool's identity
  // with that of the libraries that it is made of. A tool that is a script is asked each time.
  struct KnownAssembler {
    Assembler assembler;
    Identity identity;
  };
  Result<KnownAssembler> assembler(Family family, const ToolPaths& given);

  // `clc-driver --identify`, asked only when something changed that the answer can depend on; and the identity of
  // the driver. KnownDriver::driver says nothing of what was used.
  struct KnownDriver {
    DriverIdentity driver;
    Identity identity;
  };
  Result<KnownDriver> driver(const std::string& program, const Target& target);

 private:
  Memory memory_;
};

}  // namespace clc
