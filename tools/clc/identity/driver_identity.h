// The identities of OpenCL drivers. clc-driver says which libraries, programs, files and environment variables a driver
// used while it compiled a small kernel; its answer holds for as long as those look the same, and the machine does.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "identity/identity.h"
#include "identity/memos.h"
#include "protocol/protocol.h"

namespace clc {

struct KnownDriver {
  DriverIdentity driver;  // without what the driver used
  Identity identity;
};

// Returns the answer of `clc-driver --identify`, whose path is `program`. It is run only when something changed that
// the answer can depend on. k_io and k_damaged mean that the identity cannot be told: the driver may be used, but what
// it makes must not be kept in the cache.
Result<KnownDriver> identify_driver(Memos& memos, const std::string& program, const Target& target);

}  // namespace clc
