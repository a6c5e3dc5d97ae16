// Paths of std::filesystem, whose own conversions from and to text are not UTF-8 on every system.
#pragma once

#include <filesystem>
#include <string>

namespace clc::platform {

// Stands between the paths of a list, such as PATH.
extern const char* const k_between_paths;

std::filesystem::path to_path(const std::string& text);
// Its parts are separated by slashes.
std::string to_text(const std::filesystem::path& path);

}  // namespace clc::platform
