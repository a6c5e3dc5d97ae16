// Reads build options as drivers do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clc::layer {

// A word of build options, without quotes and backslashes, which most drivers remove.
struct OptionWord {
  std::string text;
  std::size_t begin = 0;  // the place of the word in the options, with its quotes
  std::size_t end = 0;
};
std::vector<OptionWord> read_option_words(std::string_view options);
// Returns the texts of the words.
std::vector<std::string> option_words(std::string_view options);

struct ReadOptions {
  std::vector<std::string> folders;  // the values of -I
  // The folders of -I as PoCL reads them, where these are others: PoCL ends words at blanks only, and turns quotes into
  // blanks.
  std::vector<std::string> other_folders;
  std::vector<std::string> definitions;  // the values of -D
  std::string unknown;                   // why the meaning of the options is not known; empty: it is known
  std::string ambiguous;                 // why drivers may read the options differently; empty: all read them alike
};
ReadOptions read_options(std::string_view options);

// Returns true for options of the standard, with which drivers do not refuse to begin a build.
bool are_standard_options(std::string_view options);

// Returns the options with include-0, include-1, … in place of the folders of -I, each behind `prefix`.
std::string options_without_folders(std::string_view options, const std::string& prefix = "");

}  // namespace clc::layer
