#include "program/movable_folders.h"

#include <algorithm>
#include <numeric>

#include "program/option_reader.h"

#include "base/words.h"

namespace clc::layer {
namespace {

constexpr char k_mark = '\x02';

std::string mark_of(std::size_t folder) {
  return k_mark + std::to_string(folder) + k_mark;
}

// Returns true for a folder that every driver reads alike among options, and that cannot be taken for an option or for
// a folder of the driver's own.
bool is_movable(std::string_view folder) {
  return folder.size() > 1 && folder.front() == '/' && !folder.starts_with("/usr") &&
         folder.find_first_of(" \t\r\n\v\f\"'\\\x02") == std::string_view::npos &&
         folder.find("-cl") == std::string_view::npos;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || (c & '\x80') != 0;
}

// Returns true when the text at this place is a whole path or its beginning, and not a part of another name.
bool is_whole(std::string_view text, std::size_t at, std::size_t size) {
  if (at + size < text.size() && is_name_character(text[at + size])) return false;
  if (at == 0) return true;
  const bool follows_option = at >= 2 && text.substr(at - 2, 2) == "-I";
  return follows_option || !(is_name_character(text[at - 1]) || text[at - 1] == '/');
}

// Options that neither put names of files into the code nor are of one vendor alone. A star stands for any letters.
constexpr auto k_silent_options = words_of<
    "-cl-std=* -cl-kernel-arg-info -cl-single-precision-constant -cl-denorms-are-zero "
    "-cl-fp32-correctly-rounded-divide-sqrt -cl-opt-disable -cl-strict-aliasing -cl-mad-enable "
    "-cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only -cl-fast-relaxed-math "
    "-cl-uniform-work-group-size -cl-no-subgroup-ifp -cl-intel-greater-than-4GB-buffer-required -I* -D* -U* -w "
    "-W* -O*">;

bool is_silent(std::string_view word) {
  return std::ranges::any_of(k_silent_options, [&](std::string_view silent) {
    if (silent.back() != '*') return word == silent;
    silent.remove_suffix(1);
    return word.starts_with(silent);
  });
}

// Returns true when every word of the options is silent, or the value of -I, -D or -U before it.
bool are_silent(std::string_view options) {
  bool is_value = false;
  for (const std::string& word : option_words(options)) {
    if (!is_value && !is_silent(word)) return false;
    is_value = !is_value && (word == "-I" || word == "-D" || word == "-U");
  }
  return true;
}

// Words that stand for the name of a file, or for the name of a type, which has that of a file when the type has none.
constexpr auto k_telling_words = words_of<
    "__FILE__ __BASE_FILE__ __PRETTY_FUNCTION__ __FUNCSIG__ __builtin_FILE __builtin_FUNCSIG "
    "__builtin_source_location __builtin_dump_struct __builtin_sycl_unique_stable_name">;

bool is_word_character(char c) {
  return is_name_character(c) && c != '-' && c != '.';
}

// Reads the words of all texts of a program.
class TellingWords {
 public:
  void read(std::string_view text) {
    is_told_ = is_told_ || text.find("?\?/") != std::string_view::npos || text.find("?\?=") != std::string_view::npos;
    pastes_ = pastes_ || text.find("##") != std::string_view::npos || text.find("%:%:") != std::string_view::npos;
    for (std::size_t at = 0; at < text.size() && !is_told_;) {
      // Only words that begin with an underscore or end with a letter of a telling word matter.
      if (!is_word_character(text[at])) {
        // A backslash at the end of a line may join two words.
        is_told_ = text[at] == '\\' && at > 0 && is_word_character(text[at - 1]) && joins_lines(text, at);
        ++at;
        continue;
      }
      const std::size_t begin = at;
      while (at < text.size() && is_word_character(text[at])) ++at;
      note(text.substr(begin, at - begin));
    }
  }
  bool are_there() const { return is_told_ || (pastes_ && has_beginning_ && has_end_); }

 private:
  static bool joins_lines(std::string_view text, std::size_t at) {
    const std::size_t next = text.find_first_not_of(" \t\f\v", at + 1);
    return next != std::string_view::npos && (text[next] == '\n' || text[next] == '\r');
  }
  void note(std::string_view word) {
    for (const std::string_view telling : k_telling_words) {
      is_told_ = is_told_ || word == telling;
      if (word.size() >= telling.size()) continue;
      has_beginning_ = has_beginning_ || telling.starts_with(word);
      has_end_ = has_end_ || telling.ends_with(word);
    }
  }

  bool is_told_ = false, pastes_ = false;
  bool has_beginning_ = false;  // a word that begins a telling word, so that ## can make that
  bool has_end_ = false;
};

}  // namespace

MovableFolders::MovableFolders(std::string_view options) {
  bool is_value = false;
  std::size_t copied = 0;
  std::size_t number = 0;  // of the next -I, movable or not
  for (const OptionWord& word : read_option_words(options)) {
    const bool begins = !is_value && word.text.starts_with("-I");
    std::string folder = is_value ? word.text : begins ? word.text.substr(2) : "";
    while (folder.ends_with('/')) folder.pop_back();
    const bool is_folder = is_value || (begins && word.text.size() > 2);
    is_value = begins && word.text.size() == 2;
    if (is_folder) ++number;
    const std::size_t at = options.substr(0, word.end).find(folder, word.begin);
    if (!is_movable(folder) || at == std::string_view::npos) continue;
    const std::string before(options.substr(copied, at - copied));
    options_ += before + mark_of(folders_.size());
    recorded_options_ += before + "include-" + std::to_string(number - 1);
    copied = at + folder.size();
    folders_.push_back(folder);
  }
  options_ += options.substr(copied);
  recorded_options_ += options.substr(copied);
}

std::string MovableFolders::with_marks(std::string text) const {
  if (text.find(k_mark) != std::string::npos) return text;
  std::vector<std::size_t> order(folders_.size());
  std::iota(order.begin(), order.end(), 0);
  // A folder may lie in another one.
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return folders_[a].size() > folders_[b].size(); });
  for (const std::size_t index : order) {
    const std::string& folder = folders_[index];
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at + 1)) {
      if (is_whole(text, at, folder.size())) text.replace(at, folder.size(), mark_of(index));
    }
  }
  return text;
}

std::string MovableFolders::without_marks(std::string_view text) const {
  std::string named;
  std::size_t copied = 0;
  for (std::size_t at = text.find(k_mark); at != std::string_view::npos; at = text.find(k_mark, at + 1)) {
    const std::size_t end = text.find(k_mark, at + 1);
    if (end == std::string_view::npos) break;
    const std::string_view mark = text.substr(at, end + 1 - at);
    for (std::size_t folder = 0; folder < folders_.size(); ++folder) {
      if (mark != mark_of(folder)) continue;
      named += text.substr(copied, at - copied);
      named += folders_[folder];
      copied = end + 1;
      break;
    }
    at = end;
  }
  return named += text.substr(copied);
}

bool MovableFolders::are_named_in(BytesView binary) const {
  return std::ranges::any_of(folders_,
                             [&](const std::string& folder) { return binary.find(folder) != BytesView::npos; });
}

bool may_expose_folders(std::string_view source, const ClosedProgram& closed, std::string_view options) {
  if (!are_silent(options)) return true;
  TellingWords words;
  words.read(source);
  words.read(options);
  for (const ProgramHeader& header : closed.headers) words.read(header.content);
  return words.are_there();
}

void mark_folders(KeptProgram& program, const MovableFolders& folders) {
  if (folders.is_empty()) return;
  for (std::string* text : {&program.build_options, &program.reported_options.bytes, &program.log.bytes})
    *text = folders.with_marks(std::move(*text));
}

void name_folders(KeptProgram& program, const MovableFolders& folders) {
  if (folders.is_empty()) return;
  for (std::string* text : {&program.build_options, &program.reported_options.bytes, &program.log.bytes})
    *text = folders.without_marks(*text);
}

}  // namespace clc::layer
