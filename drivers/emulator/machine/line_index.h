// Numbers by lines of memory: a hash table that takes no memory for each entry, and whose places are the same
// everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "machine/caches.h"

namespace clc::emulator {

class LineIndex {
 public:
  // The line's number, or null.
  std::uint32_t* find(std::uint64_t line) {
    if (count_ == 0) return nullptr;
    Place& place = places_[place_of(line)];
    return place.line == line ? &place.number : nullptr;
  }
  const std::uint32_t* find(std::uint64_t line) const { return const_cast<LineIndex*>(this)->find(line); }

  // The line is not there.
  void put(std::uint64_t line, std::uint32_t number) {
    if (places_.size() < (count_ + 1) * 2) grow();
    places_[place_of(line)] = {line, number};
    ++count_;
  }

  // The line is there. What lies behind it moves to where it will be found.
  void erase(std::uint64_t line) {
    std::size_t hole = place_of(line);
    for (std::size_t at = next(hole); places_[at].line != k_nothing; at = next(at)) {
      const std::size_t wanted = first_of(places_[at].line), mask = places_.size() - 1;
      if (((at - wanted) & mask) < ((at - hole) & mask)) continue;
      places_[hole] = places_[at];
      hole = at;
    }
    places_[hole].line = k_nothing;
    --count_;
  }

 private:
  static constexpr std::uint64_t k_nothing = ~std::uint64_t{0};
  struct Place {
    std::uint64_t line = k_nothing;
    std::uint32_t number = 0;
  };

  std::size_t first_of(std::uint64_t line) const {
    const std::uint64_t hash = line / k_line_bytes * 0x9e3779b97f4a7c15U;
    return static_cast<std::size_t>(hash >> 32U) & (places_.size() - 1);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (places_.size() - 1); }
  // Where the line is, or would be.
  std::size_t place_of(std::uint64_t line) const {
    std::size_t at = first_of(line);
    while (places_[at].line != line && places_[at].line != k_nothing) at = next(at);
    return at;
  }
  void grow() {
    constexpr std::size_t k_least = 64;
    const std::vector<Place> before =
        std::exchange(places_, std::vector<Place>(places_.empty() ? k_least : places_.size() * 2));
    for (const Place& one : before) {
      if (one.line != k_nothing) places_[place_of(one.line)] = one;
    }
  }

  std::vector<Place> places_;  // a power of two of them, at most half full
  std::size_t count_ = 0;
};

}  // namespace clc::emulator
