// Writes of some groups of a launch, kept from the others until all have ended: so they run side by side, and nothing
// that they read depends on time.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "machine/address_space.h"
#include "machine/caches.h"
#include "machine/line_index.h"

namespace clc::emulator {

class OwnWrites {
 public:
  // The line as these groups see it. Throws NeedsOthers where an operation changed it whose result is not known yet.
  const std::uint8_t* line(std::uint64_t line, const std::uint8_t* memory) const;
  void merge(std::uint64_t line, const std::uint8_t* memory, const std::uint8_t* bytes, std::uint64_t mask);
  // An atomic operation whose result nobody wants.
  void change(std::uint64_t address, const std::uint8_t* memory, const Atomic& atomic);

  void commit(AddressSpace& memory) const;

 private:
  struct Line {
    std::uint64_t line = 0, written = 0, changed = 0;  // the bytes that were stored, and those that operations change
    std::array<std::uint8_t, k_line_bytes> bytes{};
  };
  Line& take(std::uint64_t line, const std::uint8_t* memory);

  std::vector<Line> lines_;
  LineIndex index_;  // of `lines_`
  std::vector<std::pair<std::uint64_t, Atomic>> atomics_;
};

}  // namespace clc::emulator
