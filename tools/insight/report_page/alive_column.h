// Registers that are alive at each line of code, as a column of a page: what changes from instruction to instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "insight/report_page/report_page.h"

namespace clc {

// The most registers that are alive at once, where that is known.
std::optional<std::uint64_t> most_alive(const std::vector<PageLine>& code);

// An entry for each line, joined by commas: "-" where nothing is known; else the registers that begin or end to be
// alive since the last entry that is known. Most stand in the two lines of code: digits are their places there, others
// have names (register_set.h). registers.js reads it.
std::string alive_column(const std::vector<PageLine>& code);

}  // namespace clc
