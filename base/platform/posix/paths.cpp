#include "base/platform/paths.h"

namespace clc::platform {

const char* const k_between_paths = ":";
const char* const k_name_between_paths = "colon";

bool is_absolute(std::string_view path) {
  return path.starts_with('/');
}

std::filesystem::path to_path(const std::string& text) {
  return text;
}

std::string to_text(const std::filesystem::path& path) {
  return path.string();
}

}  // namespace clc::platform
