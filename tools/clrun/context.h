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

// Opens the package, the device, and unless --no-cache the cache of finished binaries.
Result<std::unique_ptr<algorithms::Session>> open_session(const Options& options);

// "11 modules loaded in 44.1 ms; 11 from the cache, 0 finished by the driver (0 kept)"
std::string describe_loading(const algorithms::Session& session);
std::string loading_json(const algorithms::Session& session);

// "0 cpu pthread-… (Portable Computing Language)"
std::string describe_device(const DeviceFacts& facts);

}  // namespace clc::clrun
