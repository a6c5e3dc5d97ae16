// What a kernel, or the code that loads it, did wrong.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace clc::emulator {

struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string hex(std::uint64_t number);

}  // namespace clc::emulator
