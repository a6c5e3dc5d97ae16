#include "program/plain_source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "base/words.h"

namespace clc::layer {
namespace {

using Words = std::span<const std::string_view>;

bool is_among(std::string_view word, Words words) {
  return std::ranges::find(words, word) != words.end();
}
bool starts_with_any(std::string_view word, Words beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return word.starts_with(beginning); });
}
// Returns true when `word` is the beginning of a longer word in the list.
bool begins_any(std::string_view word, Words words) {
  return std::ranges::any_of(
      words, [&](std::string_view whole) { return whole.size() > word.size() && whole.starts_with(word); });
}

constexpr std::string_view k_time_words[] = {"__TIME__", "__DATE__", "__TIMESTAMP__"};
// Words with which a text can read files or look for them, in assembly or in a _Pragma.
constexpr auto k_reading_words = words_of<"asm __asm __asm__ _Pragma __pragma">;
constexpr std::string_view k_reading_beginnings[] = {"__has_include", "__has_embed"};

// Words that begin with two underscores and read nothing. Any other such word can have any meaning to a driver, unless
// the program defines it.
constexpr auto k_known_words = words_of<
    "__kernel __global __local __constant __private __generic __read_only __write_only __read_write "
    "__attribute__ __attribute __kernel_exec __ENDIAN_LITTLE__ __IMAGE_SUPPORT__ __FAST_RELAXED_MATH__ "
    "__ROUNDING_MODE__ __EMBEDDED_PROFILE__ __CPU__ __GPU__ __LINE__ __FILE__ __func__ __FUNCTION__ __VA_ARGS__ "
    "__VA_OPT__ __COUNTER__ __STDC__ __STDC_VERSION__ __cplusplus __clang__ __clang_major__ __clang_minor__ "
    "__GNUC__ __GNUC_MINOR__ __x86_64__ __aarch64__ __i386__ __arm__ __LP64__ __linux__ __APPLE__ __BYTE_ORDER__ "
    "__ORDER_LITTLE_ENDIAN__ __ORDER_BIG_ENDIAN__ __LITTLE_ENDIAN__ __BIG_ENDIAN__ __CHAR_BIT__ __restrict "
    "__restrict__ __inline __inline__ __const __volatile __volatile__ __signed__ __extension__ __typeof "
    "__typeof__ __alignof__ __has_builtin __has_attribute __has_extension __has_feature __CUDACC__ __CUDA_ARCH__ "
    "__CUDA__ __HIPCC__ __HIP__ __METAL_VERSION__">;
constexpr auto k_known_beginnings = words_of<
    "__OPENCL_ __opencl_c_ __CL_ __cl_ __NV_ __nv_ __AMD __amd __POCL __SPIR __spirv __builtin_ __NVPTX __nvvm_ "
    "__R600 __AMDG __gfx __ATOMIC_ __MEMORY_SCOPE_ __SIZEOF_ __SSE __AVX __HIP __FMA__">;

constexpr auto k_pragmas = words_of<"OPENCL unroll nounroll once STDC">;
constexpr std::string_view k_pragmas_of_gcc[] = {"unroll", "diagnostic", "ivdep"};
constexpr std::string_view k_pragmas_of_clang[] = {"loop", "diagnostic", "fp"};
// Directives that read no files and whose text TextReader need not understand.
constexpr auto k_directives = words_of<"if ifdef ifndef elif elifdef elifndef else endif undef line">;

// Returns true for characters that compilers take for a blank within a line.
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\0';
}

constexpr std::array<bool, 256> k_word_characters = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    table[c] = is_letter || c == '_' || c == '$' || c >= 128;
  }
  return table;
}();
bool is_word(char c) {
  return k_word_characters[static_cast<unsigned char>(c)];
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Returns the position of the next line when the backslash at `at` joins it to this one, or else 0. Blanks may stand
// between the backslash and the end of the line.
std::size_t behind_joint(std::string_view source, std::size_t at) {
  std::size_t end = at + 1;
  while (end < source.size() && is_blank(source[end])) ++end;
  if (end == source.size()) return 0;
  if (source[end] == '\r') return source.substr(end + 1, 1) == "\n" ? end + 2 : end + 1;
  if (source[end] != '\n') return 0;
  return source.substr(end + 1, 1) == "\r" ? end + 2 : end + 1;
}

// Returns the source with "\n" at the end of each line, whatever system wrote it, and with continued lines joined.
std::string whole_lines(std::string_view source) {
  std::string text;
  text.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) {
    const std::size_t next_line = source[i] == '\\' ? behind_joint(source, i) : 0;
    if (next_line != 0) {
      i = next_line - 1;
    } else if (source[i] == '\r') {
      if (source.substr(i + 1, 1) != "\n") text += '\n';
    } else {
      text += source[i];
    }
  }
  return text;
}

// Returns why drivers may see other literals and comments in the text than TextReader, or an empty text. Where one of
// them is over decides which directives are seen.
const char* why_odd(std::string_view source) {
  // A trigraph can stand for a backslash, also in literals and comments, and the language decides whether there are
  // any.
  if (source.find("?\?") != std::string_view::npos) return "it has trigraphs";
  // Some drivers end the source there.
  if (source.find('\0') != std::string_view::npos) return "it has a zero byte";
  // Not every compiler sees the end of a comment behind several joints.
  for (std::size_t at = source.find("*\\"); at != std::string_view::npos; at = source.find("*\\", at + 1)) {
    if (behind_joint(source, at + 1) != 0) return "it has a line that ends with a star and a backslash";
  }
  return "";
}

// Returns true for characters that some compilers take for a part of words, and others for the end of a word.
bool has_rare_character(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c == '$' || static_cast<unsigned char>(c) >= 128; });
}

bool is_harmless_pragma(std::string_view first, std::string_view second) {
  if (first == "GCC") return is_among(second, k_pragmas_of_gcc);
  if (first == "clang") return is_among(second, k_pragmas_of_clang);
  return is_among(first, k_pragmas);
}

std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(at, end - at);
}

// Calls `test` for each place of the character, until it returns false.
template <class Test>
bool holds_everywhere(std::string_view text, char character, const Test& test) {
  for (std::size_t at = text.find(character); at != std::string_view::npos; at = text.find(character, at + 1)) {
    if (!test(at)) return false;
  }
  return true;
}

// Returns true for a directive that reads nothing and stands in one line.
bool is_plain_directive(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  const std::string_view name = word_at(text, at);
  if (name == "define" || is_among(name, k_directives)) return true;
  if (name != "pragma") return false;
  at += name.size();
  while (at < text.size() && is_blank(text[at])) ++at;
  const std::string_view first = word_at(text, at);
  return first == "OPENCL" || first == "unroll";
}

// Returns true for a word that begins with an underscore and cannot read files.
bool is_plain_word(std::string_view word) {
  if (!word.starts_with("__")) return word.size() > 1 && !word.starts_with("_P");
  return is_among(word, k_known_words) || starts_with_any(word, k_known_beginnings);
}

}  // namespace

// Reads one text.
class TextReader {
 public:
  TextReader(std::string_view text, PlainSource& source) : text_(text), source_(source) {}

  std::vector<std::string> run() {
    while (at_ < text_.size() && source_.why_not_.empty()) step();
    return std::move(names_);
  }

 private:
  void refuse(const char* why) {
    if (source_.why_not_.empty()) source_.why_not_ = why;
  }
  char here() const { return at_ < text_.size() ? text_[at_] : '\n'; }
  bool is_here(std::string_view text) const { return text_.substr(at_).starts_with(text); }

  void step() {
    const char c = text_[at_];
    if (c == '\n') {
      ++at_;
      is_line_start_ = true;
      is_directive_ = false;
    } else if (is_blank(c)) {
      ++at_;
    } else if (c == '/' && (is_here("//") || is_here("/*"))) {
      skip_comment();
    } else if (c == '#' || (c == '%' && is_here("%:"))) {
      read_hash(c == '#' ? 1 : 2);
    } else {
      is_line_start_ = false;
      if (is_word(c)) {
        read_word_or_number();
      } else if (c == '"' || c == '\'') {
        read_literal();
      } else {
        if (c == '\\') refuse("it has a backslash outside of texts");
        ++at_;
      }
    }
  }

  void skip_comment() {
    if (text_[at_ + 1] == '/') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    }
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (is_here("/*") || is_here("//")) {
        skip_comment();
      } else {
        return;
      }
    }
  }

  std::string_view take_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return checked_word(begin);
  }

  std::string_view checked_word(std::size_t begin) {
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (has_rare_character(word)) refuse("it has a word of unusual characters");
    return word;
  }

  void read_word_or_number() {
    if (!is_digit(text_[at_])) {
      const std::string_view word = take_word();
      if (word == "_Pragma" && skip_harmless_pragma()) return;
      if (std::string_view("_ams").find(word.front()) != std::string_view::npos) source_.note(word);
      return;
    }
    // The parts of 1.5e+3 are no words. Not every compiler takes quotes for a part of numbers.
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '.')) {
      const bool is_exponent = std::string_view("eEpP").find(text_[at_]) != std::string_view::npos;
      at_ += is_exponent && (text_.substr(at_ + 1, 1) == "+" || text_.substr(at_ + 1, 1) == "-") ? 2 : 1;
    }
    checked_word(begin);
  }

  // Skips the rest of a _Pragma such as ("unroll 4").
  bool skip_harmless_pragma() {
    skip_blanks();
    if (here() != '(') return false;
    ++at_;
    skip_blanks();
    if (!is_here("\"unroll") && !is_here("\"nounroll") && !is_here("\"OPENCL ")) return false;
    read_literal();
    return true;
  }

  void read_literal() {
    const char quote = text_[at_];
    // A literal such as R"(…)" ends elsewhere, and 1'000 is a number to some compilers.
    if (at_ > 0 && is_word(text_[at_ - 1])) refuse("it has a literal behind a word");
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size() || text_[end] != quote) refuse("it has a literal without an end");
    if (quote == '"') source_.has_strings_ = true;
    at_ = end + 1;
  }

  void read_hash(std::size_t size) {
    at_ += size;
    if (is_line_start_) {
      is_line_start_ = false;
      is_directive_ = true;
      skip_blanks();
      read_directive(take_word());
    } else if (!is_directive_) {
      refuse("it has a # within a line");
    } else if (here() == '#' || is_here("%:")) {
      at_ += here() == '#' ? 1 : 2;
      source_.pastes_ = true;
    } else {
      source_.has_strings_ = true;
    }
  }

  void read_directive(std::string_view name) {
    if (name == "include") {
      read_include();
    } else if (name == "pragma") {
      skip_blanks();
      const std::string_view first = take_word();
      skip_blanks();
      if (!is_harmless_pragma(first, take_word())) refuse("it has an unusual #pragma");
    } else if (name == "define") {
      skip_blanks();
      const std::string_view word = take_word();
      if (word.starts_with("__")) source_.defined_.emplace(word);
      source_.note(word);
    } else if (name == "error" || name == "warning") {
      // Some compilers take this for one text, and others for words with literals and comments.
      const std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
      if (line.find_first_of("\"'") != std::string_view::npos || line.find("/*") != std::string_view::npos)
        refuse("it has quotes or a comment behind #error");
      at_ += line.size();
    } else if (!name.empty() && !is_digit(name.front()) && !is_among(name, k_directives)) {
      refuse("it includes files in an unusual way");
    }
  }

  void read_include() {
    skip_blanks();
    const char begin = here();
    if (begin != '"' && begin != '<') return refuse("it has an #include of macros");
    const std::size_t end = text_.find(begin == '"' ? '"' : '>', at_ + 1);
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    const bool has_end = end != std::string_view::npos && name.find('\n') == std::string_view::npos;
    // Where a condition leaves the directive out, these begin comments and literals.
    const bool is_odd =
        name.find_first_of("\\\"") != std::string_view::npos ||
        (begin == '<' && (name.find('\'') != std::string_view::npos || name.find("/*") != std::string_view::npos ||
                          name.find("//") != std::string_view::npos));
    if (!has_end || name.empty() || is_odd) return refuse("it has an odd #include");
    names_.emplace_back(name);
    at_ = end + 1;
  }

  std::string_view text_;
  PlainSource& source_;
  std::size_t at_ = 0;
  bool is_line_start_ = true, is_directive_ = false;
  std::vector<std::string> names_;
};

// Looks at every # and every word that could matter, also in comments and texts.
bool PlainSource::reads_nothing(std::string_view text) const {
  const auto after = [&](std::size_t at) { return at + 1 < text.size() ? text[at + 1] : '\0'; };
  const auto has_word_before = [&](std::size_t at) { return at > 0 && is_word(text[at - 1]); };
  return !pastes_ && text.find("asm") == std::string_view::npos &&
         holds_everywhere(text, '#', [&](std::size_t at) { return is_plain_directive(text, at + 1); }) &&
         holds_everywhere(text, '_',
                          [&](std::size_t at) {
                            const bool is_within = has_word_before(at) && !has_rare_character(text.substr(at - 1, 1));
                            return is_within || is_plain_word(word_at(text, at));
                          }) &&
         // A backslash at the end of a line may join two words.
         holds_everywhere(text, '\\',
                          [&](std::size_t at) {
                            return !has_word_before(at) && after(at) != 'u' && after(at) != 'U' && after(at) != 'N';
                          }) &&
         holds_everywhere(text, '?', [&](std::size_t at) { return after(at) != '?'; }) &&
         holds_everywhere(text, '%', [&](std::size_t at) { return after(at) != ':'; });
}

void PlainSource::note(std::string_view word) {
  if (word.empty()) return;
  const bool may_begin = word.front() == '_' || word.front() == 'a';
  if (may_begin &&
      (begins_any(word, k_reading_words) || begins_any(word, k_reading_beginnings) || begins_any(word, k_time_words))) {
    pieces_.emplace(word);
  }
  if (word == "m" || word == "sm") pieces_.emplace(word);  // the end of "asm", which ## can paste
  if (!may_begin || !why_not_.empty()) return;
  if (is_among(word, k_reading_words)) why_not_ = "it has assembly or _Pragma";
  if (starts_with_any(word, k_reading_beginnings)) why_not_ = "it asks whether files are there";
  if (!word.starts_with("__")) return;
  if (is_among(word, k_time_words)) {
    tells_time_ = true;
  } else if (!is_among(word, k_known_words) && !starts_with_any(word, k_known_beginnings)) {
    reserved_.emplace(word);
  }
}

std::vector<std::string> PlainSource::read_text(std::string_view text) {
  if (why_not_.empty()) why_not_ = why_odd(text);
  constexpr std::string_view k_byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(k_byte_order_mark)) text.remove_prefix(k_byte_order_mark.size());
  const bool has_whole_lines = text.find('\\') == std::string_view::npos && text.find('\r') == std::string_view::npos;
  if (has_whole_lines) return TextReader(text, *this).run();
  const std::string lines = whole_lines(text);
  if (why_not_.empty()) why_not_ = why_odd(lines);
  return TextReader(lines, *this).run();
}

void PlainSource::read_definition(std::string_view word) {
  if (word.find_first_of("\r\n") != std::string_view::npos) why_not_ = "a -D has several lines";
  std::string text(word);
  std::ranges::replace(text, '=', ' ');
  read_text("#define " + text);
}

std::string PlainSource::why_not() const {
  if (!why_not_.empty()) return why_not_;
  const bool may_make_assembly = has_strings_ && (pieces_.count("a") + pieces_.count("as") != 0) &&
                                 (pieces_.count("m") + pieces_.count("sm") != 0);
  const bool has_beginning =
      std::ranges::any_of(pieces_, [](const std::string& piece) { return piece.front() == '_'; });
  if (pastes_ && (may_make_assembly || has_beginning)) return "it may make words of pieces that read files";
  for (const std::string& word : reserved_) {
    if (defined_.count(word) == 0) return "the meaning of " + word + " to a driver is not known";
  }
  return {};
}

}  // namespace clc::layer
