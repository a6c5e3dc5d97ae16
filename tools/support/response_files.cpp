#include "support/response_files.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/platform/files.h"
#include "base/try.h"
#include "clc/base/file.h"

namespace clc {
namespace {

// A file may name itself.
constexpr int k_most_files = 2000;

// In GNU's response files a backslash takes the meaning from any character, also in '…'.
Result<std::vector<std::string>> words_in(std::string_view text) {
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = 0;
  std::size_t opened_at = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      is_in_word = false;
      continue;
    }
    if (!std::exchange(is_in_word, true)) words.emplace_back();
    if (c == '\\' && at + 1 < text.size()) {
      words.back() += text[++at];
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      opened_at = at;
    } else {
      words.back() += c;
    }
  }
  if (quote == 0) return words;
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(opened_at), '\n') + 1;
  return fail(ErrorKind::k_usage, std::string("the quote ") + quote + " in line " + std::to_string(line) +
                                      " is never closed (\\" + quote + " is the character alone)");
}

}  // namespace

Result<void> expand_response_files(std::vector<std::string>& words) {
  int files = 0;
  for (std::size_t at = 0; at < words.size() && words[at] != "--";) {
    const std::string word = words[at];
    const bool is_file = word.size() > 1 && word[0] == '@' && platform::find(word.substr(1)) == 0;
    if (word.size() > 1 && word[0] == '@' && !is_file && platform::find(word) != 0)
      return fail(ErrorKind::k_usage, word + ": there is no file " + word.substr(1) + " to read words from");
    if (!is_file) {
      ++at;
      continue;
    }
    if (++files > k_most_files)
      return fail(ErrorKind::k_usage, word + ": more than " + std::to_string(k_most_files) +
                                          " files with words were read; one of them names itself");
    const Bytes text = CLC_TRY(read_file(word.substr(1)));
    const std::vector<std::string> read = CLC_TRY(in_context(word, words_in(text)));
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), read.begin(), read.end());
  }
  return {};
}

}  // namespace clc
