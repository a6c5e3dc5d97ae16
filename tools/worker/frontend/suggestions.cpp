#include "worker/frontend/suggestions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

extern "C" const char clc_opencl_c_base_h[], clc_opencl_c_base_h_end[], clc_opencl_c_h[], clc_opencl_c_h_end[];

namespace clc::worker {
namespace {

// Names of other languages and libraries that no distance leads to.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> k_names_elsewhere{{
    {"__syncthreads", "barrier(CLK_LOCAL_MEM_FENCE)"},
    {"blockDim", "get_local_size"},
    {"blockIdx", "get_group_id"},
    {"fabsf", "fabs"},
    {"fmaf", "fma"},
    {"fmaxf", "fmax"},
    {"fminf", "fmin"},
    {"gridDim", "get_num_groups"},
    {"lerp", "mix"},
    {"powf", "pow"},
    {"recip", "native_recip"},
    {"saturate", "clamp"},
    {"sqroot", "sqrt"},
    {"threadIdx", "get_local_id"},
}};

// Adds the names in a header that a parenthesis follows, and the constants CLK_….
void add_names(std::string_view text, std::vector<std::string>& names) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    const std::string_view name = text.substr(at, end - at);
    const bool is_function = end < text.size() && text[end] == '(' && !name.starts_with("__");
    if (name.size() > 2 && (is_function || name.starts_with("CLK_"))) names.emplace_back(name);
    at = end + 1;
  }
}

std::vector<std::string> names_of_headers() {
  std::vector<std::string> names;
  add_names({clc_opencl_c_base_h, clc_opencl_c_base_h_end}, names);
  add_names({clc_opencl_c_h, clc_opencl_c_h_end}, names);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

std::string meant_by(std::string_view name) {
  for (const auto& [elsewhere, here] : k_names_elsewhere) {
    if (name == elsewhere) return std::string(here);
  }
  constexpr std::size_t k_shortest = 4;  // any two letters are near each other
  if (name.size() < k_shortest) return {};
  for (std::string& candidate : nearest(name, names_of_headers())) {
    if (edit_distance(lower(name), lower(candidate)) <= std::max<std::size_t>(1, name.size() / 4))
      return std::move(candidate);
  }
  return {};
}

}  // namespace

void suggest_names(std::span<Diagnostic> diagnostics) {
  for (Diagnostic& diagnostic : diagnostics) {
    constexpr std::string_view k_words = "undeclared ";
    const std::size_t begin = diagnostic.text.find(k_words);
    // A text goes on behind the name where Clang or explain_unknown_names() knows more.
    if (begin == std::string::npos || !diagnostic.text.ends_with('\'')) continue;
    const std::size_t quote = diagnostic.text.find('\'', begin);
    const std::string meant =
        meant_by(std::string_view(diagnostic.text).substr(quote + 1, diagnostic.text.size() - quote - 2));
    if (!meant.empty()) diagnostic.text += "; did you mean '" + meant + "'?";
  }
}

}  // namespace clc::worker
