// Words that many programs use, and that therefore say nothing about one source.
#pragma once

#include <string_view>

namespace clc {

// Keywords, attributes, and names from the formats in a package, from the tools that make them, and from the code that
// drivers link into kernels.
bool is_common_word(std::string_view word);
// "shift" of "shift28".
std::string_view without_number(std::string_view word);
// Names that many accounts and computers have.
bool is_common_account(std::string_view name);

}  // namespace clc
