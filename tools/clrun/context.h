// The things that the commands share: the algorithms that were named, the package, the device, and texts about them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "common/algorithm.h"
#include "options.h"
#include "support/sink.h"

namespace clc::clrun {

// An algorithm, and which of its variants were named.
struct Selection {
  const algorithms::Algorithm* algorithm = nullptr;
  std::vector<const algorithms::AlgorithmVariant*> variants;
};

// The short names of its variants, each once.
std::vector<std::string> short_names(const algorithms::Algorithm& algorithm);

// Selects algorithms by the names of the command line; no name selects all. An unknown name is k_usage, and the error
// lists the known ones.
Result<std::vector<Selection>> select_algorithms(const std::vector<std::string>& names,
                                                 const std::vector<algorithms::Algorithm>& all);

// The package to open: `option` (--package), else CLC_PACKAGE, else share/clc/algorithms beside the executable's
// folder.
std::string package_path(const std::string& option);

// `key_files`: of public keys; with any, one of them must have signed the package.
Result<Package> open_package(const std::string& path, const std::vector<std::string>& key_files);

// Opens the package, and a session on the device or on each part of it that was asked for; with the cache of finished
// binaries unless --no-cache is given. The sink hears of add-ons that are not used.
Result<std::vector<std::unique_ptr<algorithms::Session>>> open_sessions(const Options& options, Sink& sink);
// Does the same with a package that is open already.
Result<std::vector<std::unique_ptr<algorithms::Session>>> open_sessions(const Package& package, const Options& options,
                                                                        Sink& sink);

// For kernels that record or check, before a driver is loaded: Intel's for CPUs takes several times as long for them
// when it makes vectors of their work-items. A variable that is set stays.
void keep_work_items_apart();

// Calls `work` with 0 … count - 1, each in a thread of its own, and waits for all.
void at_the_same_time(std::size_t count, const std::function<void(std::size_t)>& work);

// "11 modules loaded in 44.1 ms; 11 from the cache, 0 finished by the driver (0 kept)"
std::string describe_loading(const algorithms::Session& session);
void write_loading(const algorithms::Session& session, JsonWriter& json);

// "0 cpu pthread-… (Portable Computing Language)"
std::string describe_device(const DeviceFacts& facts);

}  // namespace clc::clrun
