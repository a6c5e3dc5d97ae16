// Build options as drivers read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clc::layer {

// The words of build options; quotes and backslashes are taken away as most drivers do.
std::vector<std::string> option_words(std::string_view options);

struct ReadOptions {
  std::vector<std::string> folders;  // the values of -I
  // The folders that PoCL sees in those with quotes or backslashes: it ends words at blanks alone, and
  // makes blanks of quotes.
  std::vector<std::string> other_folders;
  std::vector<std::string> definitions;  // behind -D
  std::string unknown;                   // why it cannot be told what they mean; empty: it can
  std::string ambiguous;                 // why drivers may differ in what they mean; empty: they do not
};
ReadOptions read_options(std::string_view options);

// The options with include-0, include-1, … for the folders of -I.
std::string options_without_folders(std::string_view options);

}  // namespace clc::layer
