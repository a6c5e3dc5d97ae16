#include "plan/driver_options.h"

#include <algorithm>
#include <cctype>

#include <string_view>
#include "base/shell_pattern.h"

namespace clc {
namespace {

// The value that may follow an option of a driver as a word of its own.
enum class Follows { k_nothing, k_number, k_anything };

struct DriverOption {
  std::string_view begin;
  Follows follows;
};

// They tune, debug, or choose what comes out beside the code; none changes what the source means.
constexpr DriverOption k_left_out[] = {
    // NVIDIA
    {"-cl-nv-opt-level", Follows::k_number},
    {"-cl-nv-", Follows::k_nothing},
    {"-nv-line-info", Follows::k_nothing},
    // AMD
    {"-fno-bin-", Follows::k_nothing},
    {"-fbin-", Follows::k_nothing},
    {"-save-temps", Follows::k_nothing},
    {"-O", Follows::k_nothing},
    {"-fno-unroll-loops", Follows::k_nothing},
    {"-mcumode", Follows::k_nothing},
    {"-mno-cumode", Follows::k_nothing},
    {"-mwavefrontsize64", Follows::k_nothing},
    {"-mno-wavefrontsize64", Follows::k_nothing},
    // Intel
    {"-cl-intel-", Follows::k_nothing},
    {"-ze-", Follows::k_nothing},
    {"-profiling", Follows::k_nothing},
    {"-s", Follows::k_anything},  // where the source is, for debuggers; clc has another -s
    {"-auto-prefetch-level", Follows::k_nothing},
    // Qualcomm, Arm, Apple
    {"-qcom-", Follows::k_nothing},
    {"-fkernel-", Follows::k_nothing},
    {"-cl-auto-vectorize-", Follows::k_nothing},
};

// Options that clc has for its own command line only.
constexpr std::string_view k_not_of_programs[] = {"-s", "--strip", "-MD", "-MF", "-MT", "-ffile-prefix-map="};

bool is_number(const std::string& word) {
  return !word.empty() && std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

const OptionRow* known_row(const std::string& word) {
  const OptionRow* row = find_option_row(word);
  const bool is_ours = row != nullptr && std::any_of(std::begin(k_not_of_programs), std::end(k_not_of_programs),
                                                     [&](std::string_view begin) { return word.starts_with(begin); });
  return is_ours ? nullptr : row;
}

bool matches_any(const std::string& word, const std::vector<std::string>& patterns) {
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return fits_pattern(pattern, word, Letters::k_as_written); });
}

}  // namespace

std::size_t driver_words(const std::vector<std::string>& words, std::size_t at) {
  for (const DriverOption& option : k_left_out) {
    const bool is_exact = words[at] == option.begin;
    if (option.begin == "-s" ? !is_exact : !words[at].starts_with(option.begin)) continue;
    if (!is_exact || at + 1 == words.size() || words[at + 1].starts_with("-")) return 1;
    const bool takes_next =
        option.follows == Follows::k_anything || (option.follows == Follows::k_number && is_number(words[at + 1]));
    return takes_next ? 2 : 1;
  }
  return 0;
}

std::string our_language(const std::string& name) {
  if (name == "cl" || name == "CL" || name == "clc") return "cl";
  return name == "clcpp" || name == "clc++" ? "clcpp" : "";
}

UnderstoodOptions understand_options(const std::vector<std::string>& words, const std::vector<std::string>& ignored) {
  UnderstoodOptions understood;
  std::vector<std::string> known;
  for (std::size_t at = 0; at < words.size();) {
    const std::string& word = words[at];
    if (matches_any(word, ignored)) {
      understood.left_out.push_back(word);
      ++at;
      continue;
    }
    const OptionRow* row = known_row(word);
    if (row == nullptr) {
      const std::size_t taken = driver_words(words, at);
      std::vector<std::string>& into = taken == 0 ? understood.unknown : understood.left_out;
      into.push_back(taken == 2 ? word + " " + words[at + 1] : word);
      at += std::max<std::size_t>(taken, 1);
      continue;
    }
    const bool has_value_behind =
        row->form == ValueForm::k_joined_or_separate && word == row->spelling && at + 1 < words.size();
    std::string value = has_value_behind ? words[at + 1] : word.substr(std::string_view(row->spelling).size());
    at += has_value_behind ? 2 : 1;
    if (row->option == Option::k_language) {
      const std::string language = our_language(value);
      if (language.empty()) understood.unknown.push_back("-x " + value);
      if (language.empty()) continue;
      value = language;
    }
    known.push_back(row->spelling + value);
  }
  Result<std::vector<BuildOption>> options = parse_build_options(known, "its options");
  if (!options) {
    understood.unknown.push_back(options.error().message);
    return understood;
  }
  understood.options = *std::move(options);
  return understood;
}

}  // namespace clc
