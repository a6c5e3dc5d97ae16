// Small helpers over strings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clc/internal/text.h"
#include "clc/package/result.h"

namespace clc {

// The lines without their line breaks; a line break at the end begins no further line.
std::vector<std::string_view> lines_of(std::string_view text);

// Returns the text without the white space at both ends.
std::string_view trimmed(std::string_view text);

// Words as a shell would split them: blanks, '…', "…", and \ before any character. Nothing is expanded.
Result<std::vector<std::string>> split_words(std::string_view text);

// A file name from any text: everything but letters, digits, '.', '_', '-' and '+' becomes '_'.
std::string file_safe(std::string_view text);

// "9.6 ms", "123 ms", "4.21 s".
std::string duration_text(std::uint64_t nanoseconds);
// "1 file", "2 files".
std::string count(std::size_t n, const std::string& noun);

// The part after the last '/', and without its last extension.
std::string base_name(const std::string& path);
std::string stem(const std::string& path);
// The part before the last '/': "" when there is none, "/" for files in the root.
std::string folder_of(const std::string& path);
// `name` in `folder`; `name` itself when it is absolute or the folder is "".
std::string join_path(const std::string& folder, const std::string& name);

}  // namespace clc
