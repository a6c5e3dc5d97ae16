// Random numbers that are the same on every machine for a seed.
#pragma once

#include <cstdint>

namespace clc {

// SplitMix64 (Steele, Lea, Flood 2014).
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15U); }
  // A number that follows from another one.
  static std::uint64_t mixed(std::uint64_t number) {
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
    return number ^ (number >> 31U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace clc
