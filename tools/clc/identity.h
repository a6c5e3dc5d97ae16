// Who compiles, told without running it: what enters the cache's keys. Everything is remembered in the store, as
// memos by what the file system says (inode, size, times), so that a warm call starts no process.
#pragma once

#include <string>
#include <vector>

#include "assembler.h"
#include "clc/cache/store.h"
#include "clc/package/result.h"
#include "protocol.h"
#include "tools.h"

namespace clc {

// A part of an identity, for keys and for `clc explain`: {"libLLVM.so.22.1", "build-id 3f…"}.
struct IdentityPart {
  std::string name;
  std::string digest;
};
using Identity = std::vector<IdentityPart>;

class Identities {
 public:
  explicit Identities(cache::Store& store) : store_(store) {}

  // The worker, every LLVM and Clang library that it would load here, and what it reads beside them for jobs of
  // `target`: builtin libraries, libdevice.
  Result<Identity> worker(const std::string& program, const Target& target);
  // find_assembler(), asked of the tool only when it is not the one that is remembered; and the tool's identity
  // with that of the libraries that it is made of.
  struct KnownAssembler {
    Assembler assembler;
    Identity identity;
  };
  Result<KnownAssembler> assembler(Family family, const ToolPaths& given);
  // `clc-driver --identify`, remembered under all that can change the answer; and the identity of the driver.
  struct KnownDriver {
    DriverIdentity driver;
    Identity identity;
  };
  Result<KnownDriver> driver(const std::string& program, const Target& target);

 private:
  cache::Store& store_;
};

}  // namespace clc
