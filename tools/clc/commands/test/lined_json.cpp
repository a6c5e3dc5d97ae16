#include "commands/test/lined_json.h"

#include <algorithm>
#include <iterator>

#include <nlohmann/json.hpp>

namespace clc {
namespace {

using Library = nlohmann::json;

constexpr std::size_t k_deepest = 16;

// The last character that the parser has read, and its line's successor where it ends one.
struct ReadSoFar {
  std::size_t line = 1;
  char last = 0;
};

// Counts the lines of what the parser has read.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, ReadSoFar& read) : at_(at), read_(&read) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    read_->last = *at_++;
    if (read_->last == '\n') ++read_->line;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  ReadSoFar* read_;
};

class LinedBuilder {
 public:
  LinedBuilder(LinedJson& root, const ReadSoFar& read) : root_(root), read_(read) {}

  bool null() { return put(LinedJson::Kind::k_null, "") != nullptr; }
  bool boolean(bool value) { return put(LinedJson::Kind::k_flag, value ? "true" : "false") != nullptr; }
  bool number_float(Library::number_float_t, const std::string& text) { return number(text); }
  bool number_integer(Library::number_integer_t value) { return number(std::to_string(value)); }
  bool number_unsigned(Library::number_unsigned_t value) { return number(std::to_string(value)); }
  bool string(std::string& value) { return put(LinedJson::Kind::k_text, value) != nullptr; }
  bool binary(Library::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(LinedJson::Kind::k_object); }
  bool start_array(std::size_t) { return open(LinedJson::Kind::k_list); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    std::vector<LinedJson>& items = open_.back()->items;
    if (std::ranges::find(items, name, &LinedJson::key) != items.end())
      return complain("the key '" + name + "' stands here twice");
    items.emplace_back().key = name;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const Library::exception& error) {
    const std::string text = error.what();
    const std::size_t at = text.find(": ");
    return complain("is no JSON: " + (at == text.npos ? text : text.substr(at + 2)));
  }

  const std::string& problem() const { return problem_; }

 private:
  // A number ends where the next character is read, which may be the line's end.
  bool number(const std::string& text) {
    LinedJson* value = put(LinedJson::Kind::k_number, text);
    if (read_.last == '\n') --value->line;
    return true;
  }

  LinedJson* put(LinedJson::Kind kind, const std::string& text) {
    LinedJson* place = &root_;
    if (!open_.empty()) {
      LinedJson& around = *open_.back();
      place = around.is_list() ? &around.items.emplace_back() : &around.items.back();
    }
    place->kind = kind;
    place->line = read_.line;
    place->text = text;
    return place;
  }

  bool open(LinedJson::Kind kind) {
    if (open_.size() == k_deepest) return complain("is nested too deeply");
    open_.push_back(put(kind, ""));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  bool complain(const std::string& problem) {
    if (problem_.empty()) problem_ = problem;
    return false;
  }

  LinedJson& root_;
  const ReadSoFar& read_;
  std::vector<LinedJson*> open_;  // what is around these grows only while they are closed
  std::string problem_;
};

}  // namespace

Failure refuse_line(const std::string& name, std::size_t line, const std::string& why) {
  return fail(ErrorKind::k_usage, name + ":" + std::to_string(line) + ": " + why);
}

Result<LinedJson> parse_lined_json(std::string_view text, const std::string& name) {
  LinedJson root;
  ReadSoFar read;
  if (text.find('\0') != text.npos) return refuse_line(name, 1, "is no JSON: a byte is 0");
  LinedBuilder builder(root, read);
  const CountingIterator begin(text.data(), read), end(text.data() + text.size(), read);
  if (!Library::sax_parse(begin, end, &builder)) return refuse_line(name, read.line, builder.problem());
  return root;
}

}  // namespace clc
