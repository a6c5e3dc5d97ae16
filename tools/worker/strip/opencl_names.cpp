#include "worker/strip/opencl_names.h"

#include <cctype>

// frontend/opencl_headers.S defines these.
extern "C" const char clc_opencl_c_base_h[], clc_opencl_c_base_h_end[], clc_opencl_c_h[], clc_opencl_c_h_end[];

namespace clc::worker {

void add_identifiers(std::string_view text, std::set<std::string>& into) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end > at && std::isdigit(static_cast<unsigned char>(text[at])) == 0) into.emplace(text.substr(at, end - at));
    at = end + 1;
  }
}

const std::set<std::string>& opencl_names() {
  static const auto* names = [] {
    auto* all = new std::set<std::string>;
    add_identifiers(std::string_view(clc_opencl_c_base_h, clc_opencl_c_base_h_end), *all);
    add_identifiers(std::string_view(clc_opencl_c_h, clc_opencl_c_h_end), *all);
    return all;
  }();
  return *names;
}

}  // namespace clc::worker
