// The sizes that a test runs with.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "commands/test/test_file.h"

namespace clc {

using Sizes = std::map<std::string, std::int64_t>;  // of the variables
using GroupShape = std::array<std::uint64_t, 3>;

// All combinations that a test runs with, the smallest first. A variable that varies is 0, 1, an odd number, a size
// just below, at and just above a group's in each of its dimensions, and one of many groups: each alone while the
// others are odd, and all alike. Others take their values in every combination. `required`: the group that the kernel
// requires, or 0; it counts where the test says none.
Result<std::vector<Sizes>> sizes_of(const KernelTest& test, const GroupShape& required);

// False where a condition of the test does not hold.
Result<bool> are_allowed(const KernelTest& test, const Sizes& sizes);

// "N=17 M=1", or nothing.
std::string sizes_text(const Sizes& sizes);

}  // namespace clc
