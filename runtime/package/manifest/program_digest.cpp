#include "clc/package/program_digest.h"

#include <algorithm>
#include <tuple>

#include "clc/package/digest.h"

namespace clc {

namespace {

// The canonical form: a first line that says what it is, then each part as "name length\n", its bytes, "\n".
void add_part(Bytes& form, std::string_view name, BytesView bytes) {
  form += name;
  form += " " + std::to_string(bytes.size()) + "\n";
  form += bytes;
  form += "\n";
}

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
  Bytes form = "clc-program-1\n";
  add_part(form, "source", program.source);
  std::vector<const ProgramHeader*> headers;
  for (const ProgramHeader& header : program.headers) headers.push_back(&header);
  std::sort(headers.begin(), headers.end(), [](const ProgramHeader* a, const ProgramHeader* b) {
    return std::tie(a->name, a->content) < std::tie(b->name, b->content);
  });
  for (const ProgramHeader* header : headers) {
    add_part(form, "header", header->name);
    add_part(form, "content", header->content);
  }
  add_part(form, "options", normal_options(program.options));
  return sha256_hex(form);
}

std::string linked_program_digest(const std::vector<std::string>& inputs, std::string_view link_options) {
  Bytes form = "clc-linked-program-1\n";
  for (const std::string& input : inputs) add_part(form, "input", input);
  add_part(form, "options", normal_options(link_options));
  return sha256_hex(form);
}

}  // namespace clc
