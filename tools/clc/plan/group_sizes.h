// Sizes of work-groups for which a driver finishes kernels ahead: those of --launch, and those that a recording has.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc {

struct Recording;

// PoCL has a form of a kernel for grids of less than 65535 work-items in each dimension, and one for larger grids.
enum class Grids { k_all, k_small, k_large };

struct GroupSize {
  std::string kernel;
  std::array<std::uint64_t, 3> size = {1, 1, 1};
  Grids grids = Grids::k_all;

  std::string size_text() const;  // "64x1x1", "64x1x1 small", "64x1x1 large"
  std::string text() const;       // the same behind "KERNEL="
  auto operator<=>(const GroupSize&) const = default;
};

// Reads KERNEL=64, KERNEL=8x8 or KERNEL=4x4x4.
Result<GroupSize> parse_group_size(const std::string& text);

// Returns the sizes with which an application launched kernels of these programs, where it chose the size itself and
// gave no offset; sorted. Of many sizes of one kernel these are the ones that it used most.
std::vector<GroupSize> recorded_group_sizes(const Recording& recording, const std::set<std::string>& digests);

}  // namespace clc
