// The devices that tests run on: those of this machine, and emulated ones.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "toolchain/installed_devices.h"
#include "toolchain/opencl_layer.h"

namespace clc {

struct TestDevice {
  std::string name;       // "gfx1100 (emulated)"
  std::size_t index = 0;  // among those of its environment, as `clc-driver --list` has them
  std::string target;     // what is compiled for it
  bool is_emulated = false;
  std::vector<std::string> settings;                           // NAME=value
  std::shared_ptr<const PathWithoutColon> emulator = nullptr;  // the library that `settings` name
};

// Those whose name, kind or platform contains one of `wanted`, in any case; empty: all. `chips`: the emulated ones,
// as CLC_EMULATOR_CHIP takes them; empty: the usual ones, where the emulator is installed. k_unavailable: none.
Result<std::vector<TestDevice>> test_devices(const std::vector<std::string>& wanted,
                                             const std::vector<std::string>& chips);

}  // namespace clc
