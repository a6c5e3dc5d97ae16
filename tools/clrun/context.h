// What the commands share: the package, the device, and the algorithms that were named.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/algorithm.h"
#include "options.h"

namespace clc::clrun {

// An algorithm and those of its variants that were asked for.
struct Selection {
  const algorithms::Algorithm* algorithm = nullptr;
  std::vector<const algorithms::AlgorithmVariant*> variants;
};

// Names as on the command line; none selects everything. An unknown name is k_usage, with the known ones.
Result<std::vector<Selection>> select_algorithms(const std::vector<std::string>& names,
                                                 const std::vector<algorithms::Algorithm>& all);

// --package, then CLC_PACKAGE, then share/clc/algorithms beside the folder of the executable.
std::string package_path(const std::string& option);

// Opens the package and the device.
Result<std::unique_ptr<algorithms::Session>> open_session(const Options& options);

// "0 cpu pthread-… (Portable Computing Language)"
std::string describe_device(const DeviceFacts& facts);
const char* kind_name(DeviceKind kind);

}  // namespace clc::clrun
