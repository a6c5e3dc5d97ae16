// Symbols: numbers that the analysis does not know, each the same for all work-items of a group.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clc::worker {

using SymbolId = std::uint32_t;
using Reasons = std::set<std::string>;  // "argument n", "the value read in line 12"

enum class Space { k_none, k_global, k_constant, k_local, k_private, k_implicit, k_unknown };

struct Symbol {
  Reasons names;  // values that would have to be known
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  Space space = Space::k_none;                      // address space of a pointer's target
  std::uint64_t alignment = 1;                      // a power of two that divides it
  std::uint64_t promised = std::uint64_t{1} << 62;  // alignment of a buffer's type, which sub-buffers have, too
  std::optional<SymbolId> below = std::nullopt;     // a symbol that is always greater

  bool has_bounds() const { return least != std::numeric_limits<std::int64_t>::min(); }
};

class Symbols {
 public:
  SymbolId add(Symbol symbol) {
    all_.push_back(std::move(symbol));
    return static_cast<SymbolId>(all_.size() - 1);
  }
  const Symbol& operator[](SymbolId id) const { return all_[id]; }
  SymbolId next() const { return static_cast<SymbolId>(all_.size()); }

 private:
  std::vector<Symbol> all_;
};

}  // namespace clc::worker
