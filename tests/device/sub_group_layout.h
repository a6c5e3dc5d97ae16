// Launches of groups whose sizes do and do not fill sub-groups, and which items form a sub-group.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "device/harness.h"

namespace clc::device_tests {

using LocalSize = std::array<std::size_t, 3>;

constexpr std::size_t k_groups = 3;

// Sizes of work-groups that do and do not fill sub-groups.
const std::vector<LocalSize>& group_sizes();

NDRange range_of(const LocalSize& local);
std::size_t items_of(const LocalSize& local);
std::string size_text(const LocalSize& local);

// The indexes of group g's items among all items, in the order of their local linear ids.
std::vector<std::size_t> members_of(const LocalSize& local, std::size_t g);

// The sub-groups of a launch, as its items report them: in five arrays one after the other, the id of the sub-group,
// the item's id in it, its size, how many sub-groups there are, and the largest size. Members stand in the order of
// their ids in the sub-group.
std::vector<std::vector<std::size_t>> sub_groups_in(const std::vector<cl_uint>& told, const LocalSize& local);

}  // namespace clc::device_tests
