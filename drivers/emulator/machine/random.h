// Random numbers that are the same on every machine for a seed.
#pragma once

#include <cstdint>

#include "clc/base/split_mix.h"

namespace clc::emulator {

class Random {
 public:
  explicit Random(std::uint64_t seed) : numbers_(seed * 0x9e3779b97f4a7c15U + 0xd1b54a32d192ed03U) {}

  std::uint64_t next() { return numbers_.next(); }
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(((next() >> 32U) * std::uint64_t{limit}) >> 32U);
  }
  bool one_in(std::uint32_t count) { return below(count) == 0; }

 private:
  SplitMix64 numbers_;
};

}  // namespace clc::emulator
