#include "plan/build_options.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

#include "base/text.h"
#include "base/try.h"
#include "plan/driver_options.h"
#include "protocol/library.h"
#include "recording/spirv_constants.h"
#include "support/option_suggestion.h"

namespace clc {
namespace {

const char* const k_standards[] = {"CL1.0", "CL1.1", "CL1.2",    "CL2.0",    "CL3.0",
                                   "CL3.1", "CLC++", "CLC++1.0", "CLC++2021"};

std::vector<std::string> build_option_names() {
  std::vector<std::string> names = {"-Xtarget"};
  for (const OptionRow& row : build_option_table()) names.emplace_back(row.spelling);
  return names;
}

Result<void> check_value(BuildOption& option) {
  const std::string_view spelling = option.row->spelling;
  if (option.row->form != ValueForm::k_none && option.value.empty())
    return fail(ErrorKind::k_usage, std::string(spelling) + " needs a value (" + option.row->value_name + ")");
  if (option.is(Option::k_macro) && option.value.find('=') == std::string::npos) option.value += "=1";
  if (option.is(Option::k_macro) && option.value[0] == '=')
    return fail(ErrorKind::k_usage, "-D needs the name of a macro");
  if (option.is(Option::k_language)) {
    const std::string language = our_language(option.value);
    if (language.empty()) return fail(ErrorKind::k_usage, "-x " + option.value + ": the language must be cl or clcpp");
    option.value = language;
  }
  if (option.is(Option::k_specialize) && !spirv_constant(option.value))
    return fail(ErrorKind::k_usage,
                option.text() + ": write the number of a constant and its value in bits, as 7=0x2a");
  if (option.is(Option::k_max_registers)) {
    const std::string_view written = std::string_view(option.value).substr(option.value[0] == '=' ? 1 : 0);
    unsigned registers = 0;
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), registers);
    if (error != std::errc() || end != written.data() + written.size())
      return fail(ErrorKind::k_usage, option.text() + ": write a number of registers, as -cl-nv-maxrregcount=32");
    option.value = "=" + std::to_string(registers);
  }
  if (option.is(Option::k_standard)) {
    std::string upper = option.value;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    const std::vector<std::string> standards(std::begin(k_standards), std::end(k_standards));
    if (std::ranges::find(standards, upper) == standards.end()) {
      return fail(ErrorKind::k_usage,
                  "-cl-std=" + option.value + ": unknown version; it is one of " + join(standards, ", "));
    }
    option.value = upper;
  }
  return {};
}

// Reads the option at `at`, with its value, and moves `at` behind it.
Result<BuildOption> take_option(const std::vector<std::string>& words, std::size_t& at, const OptionRow& row) {
  BuildOption option;
  option.row = &row;
  const std::string& word = words[at++];
  option.value = word.substr(std::strlen(row.spelling));
  if (option.value.empty() && row.form == ValueForm::k_joined_or_separate) {
    if (at == words.size()) return fail(ErrorKind::k_usage, word + " needs a value (" + row.value_name + ")");
    option.value = words[at++];
  }
  CLC_TRY(check_value(option));
  return option;
}

Result<BuildOption> take_target_option(const std::vector<std::string>& words, std::size_t& at) {
  if (words.size() - at < 3) return fail(ErrorKind::k_usage, "-Xtarget needs a pattern and an option");
  const std::string& pattern = words[at + 1];
  at += 2;
  const OptionRow* row = find_option_row(words[at]);
  if (row == nullptr || row->effect == Effect::k_depfile) {
    return fail(ErrorKind::k_usage, "-Xtarget " + pattern + " " + words[at] + ": not a build option" +
                                        suggestion(words[at], build_option_names()));
  }
  Result<BuildOption> option = take_option(words, at, *row);
  if (option) option->pattern = pattern;
  return option;
}

// "; did you mean -cl-std=CL2.0?" for -std=CL2.0, else the nearest option.
std::string other_suggestion(const std::string& word, const std::map<std::string, bool>& other_flags) {
  const OptionRow* row = find_option_row("-cl" + word);
  if (row != nullptr && std::string_view(row->spelling).starts_with("-cl-")) return "; did you mean -cl" + word + "?";
  std::vector<std::string> names = build_option_names();
  for (const auto& [flag, takes_value] : other_flags) names.push_back(flag);
  return option_suggestion(word, names);
}

// How many words the flag at `at` and its value take among those that CLI11 parses, or 0.
std::size_t other_flag_words(const std::vector<std::string>& words, std::size_t at,
                             const std::map<std::string, bool>& flags) {
  const std::string& word = words[at];
  const auto exact = flags.find(word);
  if (exact != flags.end()) return exact->second && at + 1 < words.size() ? 2 : 1;
  const bool is_long = word.starts_with("--");
  const auto joined = flags.find(is_long ? word.substr(0, word.find('=')) : word.substr(0, 2));
  return joined != flags.end() && (joined->second || is_long) ? 1 : 0;  // --compress=3: a flag that may carry a value
}

}  // namespace

Result<SplitArguments> split_arguments(const std::vector<std::string>& arguments,
                                       const std::map<std::string, bool>& other_flags) {
  SplitArguments split;
  std::size_t at = 0;
  while (at < arguments.size()) {
    const std::string& word = arguments[at];
    if (word == "--") {
      split.rest.insert(split.rest.end(), arguments.begin() + static_cast<std::ptrdiff_t>(at), arguments.end());
      break;
    }
    if (word.size() < 2 || word[0] != '-') {
      split.rest.push_back(word);
      ++at;
      continue;
    }
    const OptionRow* row = find_option_row(word);
    if (row != nullptr || word == "-Xtarget") {
      split.options.push_back(
          CLC_TRY(row != nullptr ? take_option(arguments, at, *row) : take_target_option(arguments, at)));
      continue;
    }
    const std::size_t words = other_flag_words(arguments, at, other_flags);
    if (const std::size_t foreign = words == 0 ? driver_words(arguments, at) : 0; foreign != 0) {
      split.left_out.push_back(join({arguments.begin() + static_cast<std::ptrdiff_t>(at),
                                     arguments.begin() + static_cast<std::ptrdiff_t>(at + foreign)},
                                    " "));
      at += foreign;
      continue;
    }
    if (words == 0) return fail(ErrorKind::k_usage, "unknown option " + word + other_suggestion(word, other_flags));
    for (std::size_t i = 0; i < words; ++i) split.rest.push_back(arguments[at++]);
  }
  return split;
}

Result<std::vector<BuildOption>> parse_build_options(const std::vector<std::string>& words, const std::string& origin) {
  SplitArguments split = CLC_TRY(split_build_options(words, origin));
  return std::move(split.options);
}

Result<SplitArguments> split_build_options(const std::vector<std::string>& words, const std::string& origin) {
  SplitArguments split = CLC_TRY(in_context(origin, split_arguments(words, {})));
  if (!split.rest.empty())
    return fail(ErrorKind::k_usage, origin + ": unknown build option '" + split.rest.front() + "'");
  for (const BuildOption& option : split.options) {
    if (option.row->effect == Effect::k_depfile)
      return fail(ErrorKind::k_usage, origin + ": " + option.text() + " belongs on the command line");
  }
  return split;
}

std::vector<std::string> recorded_options(const std::vector<BuildOption>& options) {
  std::vector<std::string> texts;
  for (const BuildOption& option : options) {
    if (option.row->effect != Effect::k_code) continue;
    const bool absolute_file = option.is(Option::k_include) && option.value[0] == '/';
    texts.push_back(absolute_file ? option.row->spelling + base_name(option.value) : option.text());
  }
  return texts;
}

std::vector<std::string> manifest_options(const std::vector<BuildOption>& options) {
  std::vector<BuildOption> rest = options;
  std::erase_if(rest, [&](const BuildOption& option) {
    return is_stripped(options) &&
           (option.is(Option::k_macro) || option.is(Option::k_no_macro) || option.is(Option::k_include));
  });
  return recorded_options(rest);
}

bool is_stripped(const std::vector<BuildOption>& options) {
  return has_option(options, Option::k_strip) || has_option(options, Option::k_strip_arguments);
}

void add_debug_information(std::vector<BuildOption>& options) {
  if (!has_option(options, Option::k_debug)) options.push_back({find_option_row("-g"), "", ""});
}

std::vector<std::string> include_folders(const std::vector<BuildOption>& options) {
  std::vector<std::string> folders;
  for (const BuildOption& option : options) {
    if (is_include_folder(option)) folders.push_back(option.value);
  }
  return folders;
}

bool is_cpp_for_opencl(const std::vector<BuildOption>& options, const std::string& file_name) {
  const std::string extension = ".clcpp";
  bool cpp = file_name.size() > extension.size() &&
             file_name.compare(file_name.size() - extension.size(), extension.size(), extension) == 0;
  for (const BuildOption& option : options) {
    if (option.is(Option::k_language)) cpp = option.value == "clcpp";
    if (option.is(Option::k_standard)) cpp = option.value.starts_with("CLC++");
  }
  return cpp;
}

std::string driver_build_options(const std::vector<BuildOption>& options, const std::string& file_name) {
  std::vector<std::string> texts;
  bool has_standard = false;
  for (const BuildOption& option : options) {
    if (option.row->driver != DriverUse::k_pass) continue;
    if (option.is(Option::k_debug) && is_stripped(options)) continue;
    has_standard = has_standard || option.is(Option::k_standard);
    texts.push_back(option.text());
  }
  if (!has_standard && is_cpp_for_opencl(options, file_name)) texts.emplace_back("-cl-std=CLC++");
  return join(texts, " ");
}

std::string driver_link_options(const std::vector<BuildOption>& options) {
  std::vector<std::string> texts;
  if (makes_library(options)) texts.emplace_back(k_library_flag);
  for (const BuildOption& option : options) {
    // Without -enable-link-options they are for the compilations.
    const bool is_links = !makes_library(options) || has_option(options, Option::k_enable_link_options);
    if ((is_links && is_link_option(option)) || option.is(Option::k_enable_link_options))
      texts.push_back(option.text());
  }
  return join(texts, " ");
}

std::string driver_prelude(const std::vector<BuildOption>& options) {
  if (is_stripped(options)) return "";  // macros were expanded by the worker
  std::string lines;
  for (const BuildOption& option : options) {
    if (option.row->driver != DriverUse::k_define) continue;
    if (option.is(Option::k_no_macro)) {
      lines += "#undef " + option.value + "\n";
      continue;
    }
    const std::size_t equals = option.value.find('=');
    lines += "#define " + option.value.substr(0, equals) + " " + option.value.substr(equals + 1) + "\n";
  }
  return lines;
}

std::string build_option_help() {
  std::string text = "Build options (as clBuildProgram defines them):\n";
  const auto add = [&text](std::string left, const std::string& right) {
    if (left.size() < 27) left.resize(27, ' ');
    if (left.size() > 27 && !right.empty()) left += "\n" + std::string(29, ' ');
    text += "  " + left + (right.empty() ? "" : " " + right) + "\n";
  };
  for (const OptionRow& row : build_option_table()) {
    const bool spaced = row.form == ValueForm::k_joined_or_separate && std::strlen(row.spelling) > 2;
    add(row.spelling + std::string(spaced ? " " : "") + row.value_name, row.help);
  }
  add("-Xtarget PATTERN OPTION", "an option for matching targets only, for instance -Xtarget 'nvptx*' -DTILE=32");
  return text;
}

}  // namespace clc
