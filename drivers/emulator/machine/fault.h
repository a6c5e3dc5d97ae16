// A fault of a kernel, or of the code that loads it.
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
