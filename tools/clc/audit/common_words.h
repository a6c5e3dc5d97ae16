// Words that belong to everybody, and so tell nothing of a source.
#pragma once

#include <string_view>

namespace clc {

// Keywords, attributes, and what the formats that a package holds, the tools that make them, and the code that
// drivers link into kernels have names for.
bool is_common_word(std::string_view word);
// Accounts and computers that many have.
bool is_common_account(std::string_view name);

}  // namespace clc
