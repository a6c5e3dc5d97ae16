#include "base/platform/paths.h"

namespace clc::platform {

const char* const k_between_paths = ":";

std::filesystem::path to_path(const std::string& text) {
  return text;
}

std::string to_text(const std::filesystem::path& path) {
  return path.string();
}

}  // namespace clc::platform
