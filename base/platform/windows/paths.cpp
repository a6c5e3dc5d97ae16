#include "base/platform/paths.h"

#include "base/platform/windows/system.h"

namespace clc::platform {

const char* const k_between_paths = ";";

std::filesystem::path to_path(const std::string& text) {
  return to_wide(text);
}

std::string to_text(const std::filesystem::path& path) {
  return to_narrow(path.generic_wstring());
}

}  // namespace clc::platform
