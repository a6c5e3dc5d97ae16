// The targets that can be compiled for on this machine.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "toolchain/tools.h"

namespace clc {

struct Availability {
  bool yes = false;
  std::string reason;                // why not, and what to install
  std::vector<std::string> archs;    // available here
  std::vector<std::string> devices;  // of installed drivers, for people
  std::vector<std::string> drivers;  // a driver: target for each of them
  std::string tool;                  // "ptxas V13.0.88, /usr/local/cuda/bin/ptxas"
};

Availability availability(const FamilyInfo& family, const ToolPaths& tools);

// True when this is `all-available`, `all-major` or `native`, in any spelling that targets allow.
bool is_several_targets(std::string_view target);
// The targets that such a name stands for; another name stands for itself. k_unavailable without a device, for
// `native`.
Result<std::vector<std::string>> expand_target(const std::string& target, const ToolPaths& tools);
// A few targets of every family that is available: docs/targets.md lists them.
std::vector<std::string> all_available(const ToolPaths& tools);

}  // namespace clc
