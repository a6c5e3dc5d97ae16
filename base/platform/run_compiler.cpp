#include "base/platform/run_compiler.h"

#include <algorithm>
#include <string_view>

namespace clc::platform {

std::string options_entry(const std::string& variable, const std::vector<std::string>& words) {
  std::string entry = variable + "=";
  for (const std::string& word : words) {
    entry += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\') entry += '\\';
      entry += c;
    }
    entry += "\" ";
  }
  return entry;
}

bool reaches_compiler(std::string_view entry) {
  constexpr std::string_view k_left_out[] = {"OPENCL_LAYERS=", "CLC_LAYER_",  "CLC_PACKAGE",
                                             "LD_PRELOAD=",    "CLC_OPTIONS", "CLC_DUMP_DIR="};
  return std::ranges::none_of(k_left_out, [&](std::string_view prefix) { return entry.starts_with(prefix); });
}

}  // namespace clc::platform
