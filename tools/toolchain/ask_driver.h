// Asks an installed OpenCL driver who it is.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "protocol/protocol.h"
#include "toolchain/run_process.h"

namespace clc {

// Runs clc-driver, whose path is `program`, with all that drivers leave in TMPDIR in a folder that goes away.
// `settings`: NAME=value, in the place of those of the environment.
Result<Finished> run_driver(const std::string& program, std::vector<std::string> arguments, std::string_view input,
                            std::chrono::seconds limit, std::vector<std::string> settings = {});

// Returns what `clc-driver --identify`, whose path is `program`, says of the driver of a target. k_unavailable: there
// is no such driver, or several.
Result<DriverIdentity> ask_driver(const std::string& program, const Target& target);

}  // namespace clc
