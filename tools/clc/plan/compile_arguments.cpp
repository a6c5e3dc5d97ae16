#include "plan/compile_arguments.h"

#include <algorithm>

namespace clc {

bool is_module_name(const std::string& name) {
  const auto is_wrong = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 0x7f || c == '/' || c == '\\';
  };
  return !name.empty() && name.size() <= 255 && name != "." && name != ".." &&
         std::none_of(name.begin(), name.end(), is_wrong);
}

}  // namespace clc
