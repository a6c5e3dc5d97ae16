#include "clc/package/program_digest.h"

#include <algorithm>
#include <deque>
#include <tuple>

#include "base/sha256_parts.h"

namespace clc {
namespace {

// The canonical form: a first line that says what it is, then each part as "name length\n", its bytes, "\n". Sources
// are large, and not copied into it.
class Form {
 public:
  explicit Form(std::string_view first_line) : parts_{first_line} {}

  void add(std::string_view name, BytesView bytes) {
    lines_.push_back(std::string(name) + " " + std::to_string(bytes.size()) + "\n");
    parts_.insert(parts_.end(), {lines_.back(), bytes, "\n"});
  }
  std::string digest() const { return sha256_hex_of_parts(parts_); }

 private:
  std::deque<std::string> lines_;  // its elements stay where they are
  std::vector<BytesView> parts_;
};

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

}  // namespace

std::string normal_options(std::string_view options) {
  std::string normal;
  char quote = 0;
  bool is_separated = false;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const char c = options[i];
    if (quote == 0 && is_space(c)) {
      is_separated = true;
      continue;
    }
    if (is_separated && !normal.empty()) normal += ' ';
    is_separated = false;
    normal += c;
    // A backslash takes the next character along: a quote behind it opens and closes nothing.
    if (c == '\\' && i + 1 < options.size()) {
      normal += options[++i];
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    }
  }
  return normal;
}

std::string program_digest(const ProgramText& program) {
  return program_digest(program.source, program.headers, program.options);
}

std::string program_digest(std::string_view source, const std::vector<ProgramHeader>& headers,
                           std::string_view options) {
  Form form("clc-program-1\n");
  form.add("source", source);
  std::vector<const ProgramHeader*> sorted;
  for (const ProgramHeader& header : headers) sorted.push_back(&header);
  std::ranges::sort(sorted, [](const ProgramHeader* a, const ProgramHeader* b) {
    return std::tie(a->name, a->content) < std::tie(b->name, b->content);
  });
  for (const ProgramHeader* header : sorted) {
    form.add("header", header->name);
    form.add("content", header->content);
  }
  const std::string normal = normal_options(options);
  form.add("options", normal);
  return form.digest();
}

std::string linked_program_digest(const std::vector<std::string>& inputs, std::string_view link_options) {
  Form form("clc-linked-program-1\n");
  for (const std::string& input : inputs) form.add("input", input);
  const std::string options = normal_options(link_options);
  form.add("options", options);
  return form.digest();
}

}  // namespace clc
