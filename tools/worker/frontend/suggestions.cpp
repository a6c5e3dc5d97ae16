#include "worker/frontend/suggestions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
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
  static const std::vector<std::string> k_known = names_of_headers();
  for (std::string& candidate : nearest(name, k_known)) {
    if (edit_distance(lower(name), lower(candidate)) <= std::max<std::size_t>(1, name.size() / 4))
      return std::move(candidate);
  }
  return {};
}

// The name that an error is about, where nothing follows it: Clang and explain_unknown_names() know nothing of it.
std::string_view unknown_name(const Diagnostic& diagnostic) {
  const std::string_view text = diagnostic.text;
  for (const std::string_view words : {"undeclared identifier '", "undeclared function '", "unknown type name '"}) {
    const std::size_t begin = text.find(words);
    if (begin == std::string_view::npos || !text.ends_with('\'')) continue;
    const std::size_t name = begin + words.size();
    return text.substr(name, text.size() - name - 1);
  }
  return {};
}

// True for names that all targets know but those that a driver compiles.
bool is_of_matrices(std::string_view name) {
  return name.starts_with("CLK_COOPERATIVE_MATRIX_") || name.find("coop_mat_") != std::string_view::npos;
}

bool looks_like_macro(std::string_view name) {
  const auto fits = [](unsigned char c) { return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_'; };
  return name.size() > 1 && std::ranges::all_of(name, fits) && !name.starts_with("CLK_");
}

}  // namespace

void suggest_names(std::vector<Diagnostic>& diagnostics, std::size_t begin) {
  std::map<std::string, std::set<int>> macros;
  Diagnostic note;
  for (std::size_t i = begin; i < diagnostics.size(); ++i) {
    const std::string name(unknown_name(diagnostics[i]));
    if (name.empty()) continue;
    if (const std::string meant = meant_by(name); meant == name) {
      diagnostics[i].text += is_of_matrices(name)
                                 ? "; this target has no cooperative matrices: a driver that takes SPIR-V runs those "
                                   "of spirv64"
                                 : "; it needs a later -cl-std=, or a feature that this target lacks";
    } else if (!meant.empty()) {
      diagnostics[i].text += "; did you mean '" + meant + "'?";
    } else if (looks_like_macro(name)) {
      if (macros.empty()) note.file = diagnostics[i].file;
      macros[name].insert(static_cast<int>(diagnostics[i].line));
    }
  }
  if (macros.empty()) return;
  std::string list;
  for (const auto& [name, lines] : macros) {
    std::string numbers;
    for (const int line : lines) numbers += (numbers.empty() ? "" : ", ") + std::to_string(line);
    list += (list.empty() ? "" : "; ") + name + " (" + (lines.size() > 1 ? "lines " : "line ") + numbers + ")";
  }
  note.severity = Severity::k_note;
  note.text = "the program may give these as macros, so give them by -DNAME=VALUE: " + list;
  diagnostics.push_back(std::move(note));
}

}  // namespace clc::worker
