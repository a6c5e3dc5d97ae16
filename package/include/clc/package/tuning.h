// The entries of a manifest about a module that is one of several configurations of the same source: which values its
// macros have, how its kernels are to be timed, and on which devices it was the fastest (docs/tuning.md).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clc {

// How one kernel is launched to be timed.
struct TunedLaunch {
  std::string kernel;
  std::array<std::uint64_t, 3> global{1, 1, 1};  // work-items
  std::array<std::uint64_t, 3> local{0, 0, 0};   // of a group; zeros: the runtime chooses
  std::vector<std::string> arguments;            // in the words of `clrun profile --arg`
  std::vector<std::uint64_t> results;            // indices of the arguments that every configuration must leave alike
  std::string tolerance;                         // of floating-point results, relative: "1e-5"; empty: equal
};

// A device, by the texts that OpenCL gives of it.
struct TunedDevice {
  std::string platform;        // CL_PLATFORM_NAME
  std::string name;            // CL_DEVICE_NAME
  std::string driver_version;  // CL_DRIVER_VERSION

  friend bool operator==(const TunedDevice& a, const TunedDevice& b) {
    return a.platform == b.platform && a.name == b.name && a.driver_version == b.driver_version;
  }
};

// A device on which the configuration was the fastest.
struct FastestOn {
  TunedDevice device;
  std::uint64_t nanoseconds = 0;  // of its kernels together
};

struct Tuning {
  std::string of;           // the name under which Program::load chooses a configuration; empty: this is none
  bool is_default = false;  // what devices get that nobody timed
  std::map<std::string, std::string> parameters;  // values of the macros
  std::vector<TunedLaunch> launches;              // empty when the package was tuned already
  std::vector<FastestOn> fastest_on;
  std::string extra;
};

}  // namespace clc
