// Sizes in work-items as command lines write them: "64", "16x16", "8x8x4". What is left out is 1.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "support/command_line.h"

namespace clc {

using WorkSize = std::array<std::uint64_t, 3>;

// Nothing unless there are one to three numbers from 1 to `most`.
std::optional<WorkSize> parse_work_size(std::string_view text, std::uint64_t most);

// The work-items of a group or launch of this size.
inline std::uint64_t work_items_of(const WorkSize& size) {
  return size[0] * size[1] * size[2];
}

// "64", "16x16", "8x8x4"
std::string work_size_text(const WorkSize& size);

CommandOption add_work_size(const CommandLine& line, const std::string& names, WorkSize& size, const std::string& help);
// Adds an option with several, as in "64,16x16"; `take` gets each.
CommandOption add_work_sizes(const CommandLine& line, const std::string& names,
                             std::function<void(const WorkSize&)> take, const std::string& help);

}  // namespace clc
