// The outcome of `clc warm` for one recording or package on one device.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc {

struct WarmDevice {
  std::uint64_t index = 0;  // in `clc-driver --list`
  std::string name;
};

struct Warmed {
  std::size_t were_there = 0;  // in the cache
  std::size_t finished = 0;    // the package has machine code
  std::size_t unfit = 0;       // the device takes nothing of the module
  std::size_t made = 0;
  std::map<std::string, std::size_t> not_kept;  // by the reason
  std::map<std::string, Error> failed;          // by the program's or module's name
};

}  // namespace clc
