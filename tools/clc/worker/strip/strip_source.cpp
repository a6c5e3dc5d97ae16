#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include "worker/strip/strip.h"

extern "C" const char clc_opencl_c_base_h[], clc_opencl_c_base_h_end[], clc_opencl_c_h[], clc_opencl_c_h_end[];

namespace clc::worker {
namespace {

void add_words(std::string_view text, std::set<std::string>& into) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end > at && std::isdigit(static_cast<unsigned char>(text[at])) == 0) into.emplace(text.substr(at, end - at));
    at = end + 1;
  }
}

// Names that the manifest tells anyway, or that are OpenCL C's.
std::set<std::string> names_to_keep(const DeclaredNames& names, const Interface& interface) {
  std::set<std::string> keep = names.taken;
  for (const KernelInterface& kernel : interface.kernels) {
    keep.insert(kernel.name);
    for (const Argument& argument : kernel.arguments) {
      keep.insert(argument.name);
      add_words(argument.type, keep);
    }
  }
  for (const StructLayout& layout : interface.structs) {
    add_words(layout.name, keep);
    for (const StructMember& member : layout.members) {
      add_words(member.name, keep);
      add_words(member.type, keep);
    }
  }
  return keep;
}

// `name` in `__attribute__((name, name(argument)))` means something to compilers, whatever else has it.
class AttributeNames {
 public:
  // Whether the token is such a name.
  bool sees(const clang::Token& token, std::string_view spelling) {
    if (spelling == "__attribute__" || spelling == "__attribute") {
      is_inside_ = true;
      depth_ = 0;
      return true;
    }
    if (!is_inside_) return false;
    if (token.is(clang::tok::l_paren)) ++depth_;
    if (token.is(clang::tok::r_paren) && --depth_ <= 0) is_inside_ = false;
    return depth_ == 2 && token.is(clang::tok::raw_identifier);
  }

 private:
  bool is_inside_ = false;
  int depth_ = 0;
};

class SourceStripper {
 public:
  SourceStripper(const std::string& text, const DeclaredNames& names, const Interface& interface)
      : text_(text), names_(names), keep_(names_to_keep(names, interface)) {
    add_words(text, all_words_);
  }

  std::string run() {
    clang::LangOptions language;
    language.C99 = language.LineComment = true;
    clang::Lexer lexer(clang::SourceLocation(), language, text_.data(), text_.data(), text_.data() + text_.size());
    clang::Token token;
    bool is_end = false;
    while (!is_end) {
      is_end = lexer.LexFromRawLexer(token);
      if (token.is(clang::tok::eof)) break;
      const std::size_t end = static_cast<std::size_t>(lexer.getBufferLocation() - text_.data());
      const std::size_t begin = end - token.getLength();
      if (token.is(clang::tok::hash) && token.isAtStartOfLine()) {
        const std::size_t stop = std::min(text_.find('\n', begin), text_.size());
        add_directive(std::string_view(text_).substr(begin, stop - begin));
        lexer.seek(static_cast<unsigned>(stop), /*IsAtStartOfLine=*/true);
        continue;
      }
      add_gap(token);
      const std::string_view spelling = std::string_view(text_).substr(begin, token.getLength());
      const bool is_attribute = attributes_.sees(token, spelling);
      const bool is_name = token.is(clang::tok::raw_identifier) && !is_attribute;
      result_ += is_name ? name_for(std::string(spelling)) : spelling;
    }
    if (!result_.empty() && result_.back() != '\n') result_ += '\n';
    return std::move(result_);
  }

 private:
  // Line markers go; pragmas stay.
  void add_directive(std::string_view line) {
    if (line.find("pragma") == std::string_view::npos) return;
    if (!result_.empty() && result_.back() != '\n') result_ += '\n';
    result_ += line;
    result_ += '\n';
  }

  void add_gap(const clang::Token& token) {
    if (token.isAtStartOfLine()) {
      if (!result_.empty() && result_.back() != '\n') result_ += '\n';
    } else if (token.hasLeadingSpace()) {
      result_ += ' ';
    }
  }

  const std::string& name_for(const std::string& name) {
    const bool is_ours = names_.ours.contains(name) && !keep_.contains(name) && !opencl_names().contains(name);
    const auto [place, is_new] = replacements_.emplace(name, name);
    if (!is_new || !is_ours) return place->second;
    do {
      place->second = "n" + std::to_string(number_++);
    } while (all_words_.contains(place->second) || opencl_names().contains(place->second));
    return place->second;
  }

  const std::string& text_;
  const DeclaredNames& names_;
  std::set<std::string> keep_;
  std::set<std::string> all_words_;  // that a new name must not be
  std::map<std::string, std::string> replacements_;
  AttributeNames attributes_;
  unsigned number_ = 0;
  std::string result_;
};

}  // namespace

const std::set<std::string>& opencl_names() {
  static const auto* names = [] {
    auto* all = new std::set<std::string>;
    add_words(std::string_view(clc_opencl_c_base_h, clc_opencl_c_base_h_end), *all);
    add_words(std::string_view(clc_opencl_c_h, clc_opencl_c_h_end), *all);
    return all;
  }();
  return *names;
}

std::string strip_source(const std::string& text, const DeclaredNames& names, const Interface& interface) {
  return SourceStripper(text, names, interface).run();
}

}  // namespace clc::worker
