#include "base/platform/paths.h"

#include "base/platform/windows/system.h"

namespace clc::platform {

const char* const k_between_paths = ";";
const char* const k_name_between_paths = "semicolon";

bool is_absolute(std::string_view path) {
  const bool has_drive = path.size() > 1 && path[1] == ':';
  if (has_drive) path.remove_prefix(2);
  return path.starts_with('/') || path.starts_with('\\');
}

std::filesystem::path to_path(const std::string& text) {
  return to_wide(text);
}

std::string to_text(const std::filesystem::path& path) {
  return to_narrow(path.generic_wstring());
}

}  // namespace clc::platform
