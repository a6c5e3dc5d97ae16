#include "worker/insight/strings/ptx_strings.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>

#include "worker/insight/strings/string_finder.h"

namespace clc::worker {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

class PtxReader {
 public:
  PtxReader(BytesView text, std::string location, StringFinder& finder)
      : text_(text), location_(std::move(location)), finder_(finder) {}

  void run() {
    while (at_ < text_.size()) {
      if (text_.substr(at_).starts_with("//")) {
        take(StringKind::k_comment, std::min(text_.find('\n', at_), text_.size()));
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        take(StringKind::k_comment, end == BytesView::npos ? text_.size() : end + 2);
      } else if (text_[at_] == '"') {
        const std::size_t end = text_.find('"', at_ + 1);
        take(StringKind::k_debug, end == BytesView::npos ? text_.size() : end + 1);
      } else if (text_[at_] == '.' && is_data_directive()) {
        read_data();
      } else if (is_word(text_[at_]) || text_[at_] == '.' || text_[at_] == '%') {
        read_word();
      } else {
        if (text_[at_] == ';' || text_[at_] == '{' || text_[at_] == '}' || text_[at_] == '\n') is_first_ = true;
        if (text_[at_] == '{') in_debug_ = is_debug_next_;
        if (text_[at_] == '}') finish_section();
        ++at_;
      }
    }
    finish_section();
  }

 private:
  void take(StringKind kind, std::size_t end) {
    finder_.add(kind, location_at(location_, at_), text_.substr(at_, end - at_));
    at_ = end;
  }

  // True where the numbers of a data directive follow: `.b8 1,2` in a section, or `.b8 name[2] = {1, 2}`.
  bool is_data_directive() const {
    const BytesView rest = text_.substr(at_);
    return rest.starts_with(".b8") || rest.starts_with(".b16") || rest.starts_with(".b32") ||
           rest.starts_with(".b64") || rest.starts_with(".u8") || rest.starts_with(".s8");
  }

  void append_number(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) data_ += static_cast<char>(value >> (8U * i));
  }

  void read_data() {
    const std::size_t begin = at_;
    unsigned bits = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_ + 2, text_.data() + text_.size(), bits);
    // Numbers have one of four sizes: anything else that begins like a directive is a word.
    if (error != std::errc() || (bits != 8 && bits != 16 && bits != 32 && bits != 64)) return read_word();
    at_ = static_cast<std::size_t>(end - text_.data());
    skip_blanks();
    if (at_ < text_.size() && is_word(text_[at_]) && std::isdigit(static_cast<unsigned char>(text_[at_])) == 0 &&
        !in_debug_) {
      read_initializer(bits / 8, begin);
      return;
    }
    read_numbers(bits / 8);
    if (!in_debug_) flush(begin, StringKind::k_data);
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  // Reads numbers and names of addresses with commas between them.
  void read_numbers(std::size_t size) {
    while (at_ < text_.size()) {
      while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0 && text_[at_] != '\n')
        ++at_;
      std::uint64_t value = 0;
      const bool is_hex = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
      const char* begin = text_.data() + at_ + (is_hex ? 2 : 0);
      const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value, is_hex ? 16 : 10);
      if (error != std::errc()) {
        const bool is_name = at_ < text_.size() && is_word(text_[at_]);
        if (!is_name) break;
        read_word();
      } else {
        at_ = static_cast<std::size_t>(end - text_.data());
      }
      append_number(value, size);
      skip_blanks();
      if (at_ >= text_.size() || text_[at_] != ',') break;
      ++at_;
      while (at_ < text_.size() && text_[at_] == '\n') ++at_;
    }
  }

  void read_initializer(std::size_t size, std::size_t begin) {
    read_word();
    const std::size_t end = text_.find_first_of(";\n{", at_);
    if (end == BytesView::npos || text_[end] != '{') return;
    at_ = end + 1;
    read_numbers(size);
    flush(begin, StringKind::k_data);
  }

  void flush(std::size_t begin, StringKind kind) {
    if (data_.size() > 3) finder_.read_copy(data_, location_at(location_, begin) + ", data", kind);
    data_.clear();
  }

  void finish_section() {
    if (in_debug_) flush(section_, StringKind::k_debug);
    in_debug_ = is_debug_next_ = false;
  }

  // Adds a word that is a name. Directives, opcodes and registers are words of PTX itself.
  void read_word() {
    const std::size_t begin = at_;
    ++at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const BytesView word = text_.substr(begin, at_ - begin);
    const bool is_label = at_ < text_.size() && text_[at_] == ':';
    const bool is_opcode = is_first_ && word.front() != '.' && !is_label;
    const bool is_directive = word.front() == '.' && !is_section_;
    is_first_ = is_label;
    if (is_section_ && word.starts_with(".debug")) {
      is_debug_next_ = true;
      section_ = begin;
    }
    is_section_ = word == ".section";
    if (word.front() != '%' && !is_opcode && !is_directive) {
      finder_.add(StringKind::k_name, location_at(location_, begin), word);
    }
  }

  BytesView text_;
  std::string location_;
  StringFinder& finder_;
  std::size_t at_ = 0;
  std::size_t section_ = 0;
  Bytes data_;
  bool is_first_ = true;
  bool is_section_ = false, is_debug_next_ = false, in_debug_ = false;
};

}  // namespace

void read_ptx_strings(BytesView bytes, const std::string& location, StringFinder& finder) {
  PtxReader(bytes.substr(0, bytes.find('\0')), location, finder).run();
}

}  // namespace clc::worker
