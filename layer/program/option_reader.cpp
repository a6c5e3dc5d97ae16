#include "program/option_reader.h"

#include <algorithm>
#include <cctype>

#include "base/words.h"

namespace clc::layer {
namespace {

// Returns a word in the form in which it can stand among build options.
std::string in_quotes(const std::string& word) {
  if (word.find_first_of(" \t\n\"'\\") == std::string::npos) return word;
  std::string text = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

// Options that name no files; read_options handles -I, -D and -U. A star at the end stands for any further letters.
constexpr auto k_known_options = words_of<
    "-cl-* -w -g -O* -W* -nv-* -ze-* -qcom-* -fkernel-* -fbin-* -fno-bin-* -profiling -mwavefrontsize64 "
    "-mno-wavefrontsize64 -mcumode -mno-cumode -enable-link-options -create-library">;

bool is_known(std::string_view word) {
  // A number is the value of the option before it.
  if (word.find_first_not_of("0123456789") == std::string_view::npos) return true;
  return std::ranges::any_of(k_known_options, [&](std::string_view known) {
    if (known.back() != '*') return word == known;
    known.remove_suffix(1);
    return word.substr(0, known.size()) == known && word.find(',') == std::string_view::npos;
  });
}

// Returns the folders of -I as PoCL reads them.
std::vector<std::string> folders_between_blanks(std::string_view options) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < options.size();) {
    const std::size_t end = std::min(options.find(' ', at), options.size());
    if (end > at) words.emplace_back(options.substr(at, end - at));
    at = end + 1;
  }
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].substr(0, 2) != "-I") continue;
    const bool is_alone = words[i].size() == 2 && i + 1 < words.size();
    std::string folder = is_alone ? words[++i] : words[i].substr(2);
    std::ranges::replace(folder, '"', ' ');
    folders.push_back(std::move(folder));
  }
  return folders;
}

}  // namespace

std::vector<OptionWord> read_option_words(std::string_view options) {
  std::vector<OptionWord> words;
  std::string word;
  std::size_t begin = 0;
  bool is_word = false;
  const auto end_word = [&](std::size_t end) {
    if (is_word) words.push_back({std::move(word), begin, end});
    word.clear();
    is_word = false;
  };
  char quote = '\0';
  for (std::size_t i = 0; i < options.size(); ++i) {
    const char c = options[i];
    if (!is_word) begin = i;
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      is_word = true;
    } else if (c == '\\' && i + 1 < options.size()) {
      word += options[++i];
      is_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      end_word(i);
    } else {
      word += c;
      is_word = true;
    }
  }
  end_word(options.size());
  return words;
}

std::vector<std::string> option_words(std::string_view options) {
  std::vector<std::string> texts;
  for (OptionWord& word : read_option_words(options)) texts.push_back(std::move(word.text));
  return texts;
}

ReadOptions read_options(std::string_view options) {
  ReadOptions read;
  const std::vector<std::string> words = option_words(options);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string kind = word.substr(0, 2);
    const bool has_value = kind == "-I" || kind == "-D" || kind == "-U" || word == "-x";
    const bool is_alone = has_value && word.size() == 2 && i + 1 < words.size();
    const std::string value = is_alone ? words[++i] : has_value ? word.substr(2) : "";
    // Drivers that know no quotes see another option in the middle of this word.
    if (word.find(" -") != std::string::npos || value.find(" -") != std::string::npos)
      read.unknown = "drivers differ in where the option " + word + " ends";
    if (kind == "-I") {
      read.folders.push_back(value);
    } else if (kind == "-D") {
      read.definitions.push_back(value);
    } else if (!has_value && !is_known(word)) {
      read.unknown = "the option " + word + " may name files";
    }
  }
  if (options.find_first_of("\"'\\") == std::string_view::npos) return read;
  for (std::string& folder : folders_between_blanks(options)) {
    if (std::ranges::find(read.folders, folder) == read.folders.end()) read.other_folders.push_back(std::move(folder));
  }
  if (options.find("\\ ") != std::string_view::npos)
    read.ambiguous = "drivers differ in how they read a blank after a backslash in options";
  return read;
}

bool are_standard_options(std::string_view options) {
  static constexpr auto k_standard = words_of<
      "-w -Werror -cl-single-precision-constant -cl-denorms-are-zero -cl-opt-disable -cl-strict-aliasing "
      "-cl-mad-enable -cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only -cl-fast-relaxed-math "
      "-cl-uniform-work-group-size -cl-kernel-arg-info -cl-std=CL1.1 -cl-std=CL1.2 -cl-std=CL2.0 -cl-std=CL3.0">;
  const std::vector<std::string> words = option_words(options);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string kind = word.substr(0, 2);
    if (kind == "-D" || kind == "-I") {
      if (word.size() > 2) continue;
      if (++i == words.size()) return false;  // its value is absent
    } else if (std::ranges::find(k_standard, word) == k_standard.end()) {
      return false;
    }
  }
  return true;
}

std::string options_without_folders(std::string_view options, const std::string& prefix) {
  if (options.find("-I") == std::string_view::npos) return std::string(options);
  const std::vector<std::string> words = option_words(options);
  std::string text;
  int folders = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!text.empty()) text += ' ';
    if (words[i].substr(0, 2) == "-I") {
      if (words[i].size() == 2) ++i;
      text += "-I " + in_quotes(prefix + "include-" + std::to_string(folders++));
    } else {
      text += in_quotes(words[i]);
    }
  }
  return text;
}

}  // namespace clc::layer
