// The section of an artifact that asks the worker for kernels with checks, and holds their table
// (clc/internal/check_table.h). Its name ends with the checks: "sanitize bounds,race".
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "clc/base/result.h"
#include "clc/internal/check_table.h"

namespace clc {

using Checks = std::set<Check>;

std::string sanitize_section(const Checks& checks);
// The checks that a section asks for; empty for other sections.
Checks checks_of(std::string_view section);

// Reads "bounds,race" or "all"; an unknown name is k_usage and names those that there are.
Result<Checks> parse_checks(std::string_view text);

}  // namespace clc
