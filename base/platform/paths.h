// Paths of std::filesystem, whose own conversions from and to text are not UTF-8 on every system.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace clc::platform {

// Stands between the paths of a list, such as PATH.
extern const char* const k_between_paths;
extern const char* const k_name_between_paths;

// True for a path from the root of a disk.
bool is_absolute(std::string_view path);

std::filesystem::path to_path(const std::string& text);
// Its parts are separated by slashes.
std::string to_text(const std::filesystem::path& path);

}  // namespace clc::platform
