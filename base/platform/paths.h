// Paths of std::filesystem, whose own conversions from and to text are not UTF-8 on every system.
#pragma once

#include <filesystem>
#include <string>

namespace clc::platform {

std::filesystem::path to_path(const std::string& text);
std::string to_text(const std::filesystem::path& path);

}  // namespace clc::platform
