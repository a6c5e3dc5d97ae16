#include "plan/build_options.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "protocol/protocol.h"
#include "recording/spirv_constants.h"

namespace clc {
namespace {

constexpr ValueForm k_flag = ValueForm::k_none;
constexpr ValueForm k_joined = ValueForm::k_joined;
constexpr ValueForm k_either = ValueForm::k_joined_or_separate;

const std::vector<OptionRow> k_table = {
    {"-D", k_either, Effect::k_code, DriverUse::k_define, "NAME[=VALUE]", "define a macro (1 without a value)"},
    {"-U", k_either, Effect::k_code, DriverUse::k_define, "NAME", "undefine a macro"},
    {"-I", k_either, Effect::k_search, DriverUse::k_no, "FOLDER", "search for headers here"},
    {"-isystem", k_either, Effect::k_search, DriverUse::k_no, "FOLDER",
     "the same, without warnings from these headers"},
    {"-iquote", k_either, Effect::k_search, DriverUse::k_no, "FOLDER", "the same, for #include \"…\" only"},
    {"-include", k_either, Effect::k_code, DriverUse::k_no, "FILE", "read FILE before the source"},
    {"-x", k_either, Effect::k_code, DriverUse::k_no, "cl|clcpp", "the language, regardless of the file's name"},
    {"-cl-std=", k_joined, Effect::k_code, DriverUse::k_pass, "VERSION",
     "CL1.0 to CL3.1, CLC++, CLC++1.0 or CLC++2021"},
    {"-cl-ext=", k_joined, Effect::k_code, DriverUse::k_no, "LIST", "switch extensions on and off: +cl_khr_fp64,-all"},
    {"-cl-single-precision-constant", k_flag, Effect::k_code, DriverUse::k_pass, "",
     "floating-point constants are float"},
    {"-cl-denorms-are-zero", k_flag, Effect::k_code, DriverUse::k_pass, "", "denormal numbers may become zero"},
    {"-cl-fp32-correctly-rounded-divide-sqrt", k_flag, Effect::k_code, DriverUse::k_pass, "",
     "/ and sqrt are correctly rounded"},
    {"-cl-opt-disable", k_flag, Effect::k_code, DriverUse::k_pass, "", "do not optimise"},
    {"-cl-mad-enable", k_flag, Effect::k_code, DriverUse::k_pass, "", "a * b + c may be fused"},
    {"-cl-no-signed-zeros", k_flag, Effect::k_code, DriverUse::k_pass, "", "the sign of zero does not matter"},
    {"-cl-unsafe-math-optimizations", k_flag, Effect::k_code, DriverUse::k_pass, "",
     "faster arithmetic may lose accuracy"},
    {"-cl-finite-math-only", k_flag, Effect::k_code, DriverUse::k_pass, "",
     "assume that there is no NaN and no infinity"},
    {"-cl-fast-relaxed-math", k_flag, Effect::k_code, DriverUse::k_pass, "", "both of the above, and fast functions"},
    {"-cl-strict-aliasing", k_flag, Effect::k_code, DriverUse::k_pass, "", "accepted; has no effect since OpenCL 1.1"},
    {"-cl-uniform-work-group-size", k_flag, Effect::k_code, DriverUse::k_pass, "",
     "global sizes are multiples of the work-group's"},
    {"-cl-no-subgroup-ifp", k_flag, Effect::k_code, DriverUse::k_no, "", "sub-groups need no forward progress"},
    {"-cl-kernel-arg-info", k_flag, Effect::k_code, DriverUse::k_pass, "",
     "keep argument names (the manifest always does)"},
    {"-O0", k_flag, Effect::k_code, DriverUse::k_no, "", "optimise least"},
    {"-O1", k_flag, Effect::k_code, DriverUse::k_no, "", ""},
    {"-O2", k_flag, Effect::k_code, DriverUse::k_no, "", ""},
    {"-O3", k_flag, Effect::k_code, DriverUse::k_no, "", "optimise most (the default)"},
    {"-Os", k_flag, Effect::k_code, DriverUse::k_no, "", "optimise for size"},
    {"-g", k_flag, Effect::k_code, DriverUse::k_pass, "", "debug information"},
    {"--strip", k_flag, Effect::k_code, DriverUse::k_no, "",
     "leave out names, debug information and macros (docs/audit.md)"},
    {"--strip=arguments", k_flag, Effect::k_code, DriverUse::k_no, "", "the same, and the names of kernels' arguments"},
    {"-s", k_flag, Effect::k_code, DriverUse::k_no, "", "the same as --strip"},
    {"--specialize=", k_joined, Effect::k_code, DriverUse::k_no, "ID=0xBITS",
     "of a program that came as SPIR-V: the value of a specialisation constant"},
    {"-create-library", k_flag, Effect::k_code, DriverUse::k_no, "",
     "make a library, to be linked into modules (--module NAME=FILE,LIBRARY.clcpack)"},
    {"-enable-link-options", k_flag, Effect::k_code, DriverUse::k_no, "",
     "with -create-library: the options of a link hold for the library, too"},
    {"-w", k_flag, Effect::k_messages, DriverUse::k_pass, "", "no warnings"},
    {"-Werror", k_flag, Effect::k_messages, DriverUse::k_pass, "", "warnings are errors"},
    {"-W", k_joined, Effect::k_messages, DriverUse::k_no, "NAME",
     "one of Clang's warnings, for instance -Wno-unused-value"},
    {"-ffile-prefix-map=", k_joined, Effect::k_search, DriverUse::k_no, "OLD=NEW", "rewrite paths in the output"},
    {"-MD", k_flag, Effect::k_depfile, DriverUse::k_no, "", "write a dependency file for make or ninja"},
    {"-MF", k_either, Effect::k_depfile, DriverUse::k_no, "FILE", "the dependency file's name (default: PACKAGE.d)"},
    {"-MT", k_either, Effect::k_depfile, DriverUse::k_no, "NAME",
     "the dependency file's target (default: the package's file)"},
    {"-MMD", k_flag, Effect::k_depfile, DriverUse::k_no, "", "-MD without headers from -isystem folders"},
    {"-MP", k_flag, Effect::k_depfile, DriverUse::k_no, "",
     "also an empty rule for each header, for headers that are deleted"},
    {"-M", k_flag, Effect::k_depfile, DriverUse::k_no, "", "only print the dependencies, and compile nothing"},
    {"-MM", k_flag, Effect::k_depfile, DriverUse::k_no, "", "-M without headers from -isystem folders"},
};

const char* const k_standards[] = {"CL1.0", "CL1.1", "CL1.2",    "CL2.0",    "CL3.0",
                                   "CL3.1", "CLC++", "CLC++1.0", "CLC++2021"};

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

}  // namespace

const OptionRow* find_option_row(std::string_view word) {
  const OptionRow* best = nullptr;
  for (const OptionRow& row : k_table) {
    const std::string_view spelling = row.spelling;
    if (word == spelling) return &row;
    const bool joined = row.form != k_flag && starts_with(word, spelling);
    if (joined && (best == nullptr || spelling.size() > std::strlen(best->spelling))) best = &row;
  }
  return best;
}

namespace {

std::vector<std::string> build_option_names() {
  std::vector<std::string> names = {"-Xtarget"};
  for (const OptionRow& row : k_table) names.emplace_back(row.spelling);
  return names;
}

Result<void> check_value(BuildOption& option) {
  const std::string_view spelling = option.row->spelling;
  if (option.row->form != k_flag && option.value.empty()) {
    return fail(ErrorKind::k_usage, std::string(spelling) + " needs a value (" + option.row->value_name + ")");
  }
  if (spelling == "-D" && option.value.find('=') == std::string::npos) option.value += "=1";
  if (spelling == "-D" && option.value[0] == '=') return fail(ErrorKind::k_usage, "-D needs the name of a macro");
  if (spelling == "-x" && option.value != "cl" && option.value != "clcpp") {
    return fail(ErrorKind::k_usage, "-x " + option.value + ": the language must be cl or clcpp");
  }
  if (spelling == k_specialize && !spirv_constant(option.text()))
    return fail(ErrorKind::k_usage,
                option.text() + ": write the number of a constant and its value in bits, as 7=0x2a");
  if (spelling == "-cl-std=") {
    std::string upper = option.value;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    const std::vector<std::string> standards(std::begin(k_standards), std::end(k_standards));
    if (std::find(standards.begin(), standards.end(), upper) == standards.end()) {
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
  if (option.value.empty() && row.form == k_either) {
    if (at == words.size()) return fail(ErrorKind::k_usage, word + " needs a value (" + row.value_name + ")");
    option.value = words[at++];
  }
  if (Result<void> checked = check_value(option); !checked) return fail(checked);
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

// How many words the flag at `at` and its value take among those that CLI11 parses, or 0.
std::size_t other_flag_words(const std::vector<std::string>& words, std::size_t at,
                             const std::map<std::string, bool>& flags) {
  const std::string& word = words[at];
  const auto exact = flags.find(word);
  if (exact != flags.end()) return exact->second && at + 1 < words.size() ? 2 : 1;
  const bool is_long = starts_with(word, "--");
  const auto joined = flags.find(is_long ? word.substr(0, word.find('=')) : word.substr(0, 2));
  return joined != flags.end() && (joined->second || is_long) ? 1 : 0;  // --compress=3: a flag that may carry a value
}

}  // namespace

const std::vector<OptionRow>& build_option_table() {
  return k_table;
}

std::string BuildOption::text() const {
  return row->spelling + value;
}

bool BuildOption::applies_to(const Target& target) const {
  if (pattern.empty()) return true;
  const auto matches = [this](const std::string& name) {
    return fnmatch(pattern.c_str(), name.c_str(), FNM_CASEFOLD) == 0;
  };
  return matches(target.name()) || matches(family_info(target.family).name);
}

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
      Result<BuildOption> option =
          row != nullptr ? take_option(arguments, at, *row) : take_target_option(arguments, at);
      if (!option) return fail(option);
      split.options.push_back(std::move(*option));
      continue;
    }
    const std::size_t words = other_flag_words(arguments, at, other_flags);
    if (words == 0) {
      std::vector<std::string> names = build_option_names();
      for (const auto& [flag, takes_value] : other_flags) names.push_back(flag);
      return fail(ErrorKind::k_usage, "unknown option " + word + suggestion(word, names));
    }
    for (std::size_t i = 0; i < words; ++i) split.rest.push_back(arguments[at++]);
  }
  return split;
}

Result<std::vector<BuildOption>> parse_build_options(const std::vector<std::string>& words, const std::string& origin) {
  Result<SplitArguments> split = split_arguments(words, {});
  if (!split) return fail(split, origin);
  if (!split->rest.empty()) {
    return fail(ErrorKind::k_usage, origin + ": '" + split->rest.front() + "' is not a build option");
  }
  for (const BuildOption& option : split->options) {
    if (option.row->effect == Effect::k_depfile) {
      return fail(ErrorKind::k_usage, origin + ": " + option.text() + " belongs on the command line");
    }
  }
  return std::move(split->options);
}

std::vector<std::string> option_texts(const std::vector<BuildOption>& options) {
  std::vector<std::string> texts;
  for (const BuildOption& option : options) texts.push_back(option.text());
  return texts;
}

std::vector<std::string> recorded_options(const std::vector<BuildOption>& options) {
  std::vector<std::string> texts;
  for (const BuildOption& option : options) {
    if (option.row->effect != Effect::k_code) continue;
    const bool absolute_file = std::string_view(option.row->spelling) == "-include" && option.value[0] == '/';
    texts.push_back(absolute_file ? option.row->spelling + base_name(option.value) : option.text());
  }
  return texts;
}

std::vector<std::string> manifest_options(const std::vector<BuildOption>& options) {
  std::vector<BuildOption> rest = options;
  std::erase_if(rest, [&](const BuildOption& option) {
    const std::string_view spelling = option.row->spelling;
    return is_stripped(options) && (spelling == "-D" || spelling == "-U" || spelling == "-include");
  });
  return recorded_options(rest);
}

bool has_option(const std::vector<BuildOption>& options, std::string_view text) {
  return std::any_of(options.begin(), options.end(), [&](const BuildOption& option) { return option.text() == text; });
}

bool makes_library(const std::vector<BuildOption>& options) {
  return has_option(options, k_create_library);
}

bool is_stripped(const std::vector<BuildOption>& options) {
  return std::any_of(options.begin(), options.end(), [](const BuildOption& option) {
    const std::string_view spelling = option.row->spelling;
    return spelling == "-s" || spelling.starts_with("--strip");
  });
}

void add_debug_information(std::vector<BuildOption>& options) {
  const OptionRow* const row = find_option_row("-g");
  const bool is_there =
      std::any_of(options.begin(), options.end(), [&](const BuildOption& option) { return option.row == row; });
  if (is_there) return;
  BuildOption debug;
  debug.row = row;
  options.push_back(std::move(debug));
}

bool is_include_folder(const BuildOption& option) {
  const std::string_view spelling = option.row->spelling;
  return spelling == "-I" || spelling == "-isystem" || spelling == "-iquote";
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
    const std::string_view spelling = option.row->spelling;
    if (spelling == "-x") cpp = option.value == "clcpp";
    if (spelling == "-cl-std=") cpp = starts_with(option.value, "CLC++");
  }
  return cpp;
}

std::string driver_build_options(const std::vector<BuildOption>& options, const std::string& file_name) {
  std::vector<std::string> texts;
  bool has_standard = false;
  for (const BuildOption& option : options) {
    if (option.row->driver != DriverUse::k_pass) continue;
    if (option.text() == "-g" && is_stripped(options)) continue;
    has_standard = has_standard || std::string_view(option.row->spelling) == "-cl-std=";
    texts.push_back(option.text());
  }
  if (!has_standard && is_cpp_for_opencl(options, file_name)) texts.emplace_back("-cl-std=CLC++");
  return join(texts, " ");
}

std::string driver_link_options(const std::vector<BuildOption>& options) {
  std::vector<std::string> texts;
  if (makes_library(options)) texts.emplace_back(k_create_library);
  for (const BuildOption& option : options) {
    const std::string text = option.text();
    // Without -enable-link-options they are for the compilations.
    const bool is_links = !makes_library(options) || has_option(options, k_enable_link_options);
    if ((is_links && is_link_option(text)) || text == k_enable_link_options) texts.push_back(text);
  }
  return join(texts, " ");
}

std::string driver_prelude(const std::vector<BuildOption>& options) {
  if (is_stripped(options)) return "";  // macros were expanded by the worker
  std::string lines;
  for (const BuildOption& option : options) {
    if (option.row->driver != DriverUse::k_define) continue;
    if (std::string_view(option.row->spelling) == "-U") {
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
  for (const OptionRow& row : k_table) {
    const bool spaced = row.form == k_either && std::strlen(row.spelling) > 2;
    add(row.spelling + std::string(spaced ? " " : "") + row.value_name, row.help);
  }
  add("-Xtarget PATTERN OPTION", "an option for matching targets only, for instance -Xtarget 'nvptx*' -DTILE=32");
  return text;
}

}  // namespace clc
