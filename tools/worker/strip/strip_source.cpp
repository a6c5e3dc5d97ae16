#include "worker/strip/strip_source.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include "worker/strip/opencl_names.h"

namespace clc::worker {
namespace {

// Names that the manifest shows anyway, and components of vectors.
std::set<std::string> names_to_keep(const DeclaredNames& names, const Interface& interface) {
  std::set<std::string> keep = names.vector_components;
  for (const KernelInterface& kernel : interface.kernels) {
    keep.insert(kernel.name);
    for (const Argument& argument : kernel.arguments) {
      keep.insert(argument.name);
      add_identifiers(argument.type, keep);
    }
  }
  for (const StructLayout& layout : interface.structs) {
    add_identifiers(layout.name, keep);
    for (const StructMember& member : layout.members) {
      add_identifiers(member.name, keep);
      add_identifiers(member.type, keep);
    }
  }
  return keep;
}

// Recognises the names of attributes, as in `__attribute__((name, name(argument)))`: compilers know them, even where
// the source gives the same name to something else.
class AttributeNames {
 public:
  // To be called for each token in order; true if this one is the name of an attribute.
  bool take(const clang::Token& token, std::string_view spelling) {
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
  SourceStripper(const std::vector<std::string>& texts, const DeclaredNames& names, const Interface& interface)
      : names_(names), keep_(names_to_keep(names, interface)) {
    for (const std::string& text : texts) add_identifiers(text, identifiers_);
  }

  std::string strip(std::string text) {
    text_ = std::move(text);
    attributes_ = {};
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
      const bool is_attribute = attributes_.take(token, spelling);
      const bool is_name = token.is(clang::tok::raw_identifier) && !is_attribute;
      result_ += is_name ? name_for(std::string(spelling)) : spelling;
    }
    if (!result_.empty() && result_.back() != '\n') result_ += '\n';
    return std::exchange(result_, {});
  }

 private:
  // Keeps pragmas and drops line markers.
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
    const bool is_replaced = names_.declared.contains(name) && !keep_.contains(name) && !opencl_names().contains(name);
    const auto [place, is_new] = replacements_.emplace(name, name);
    if (!is_new || !is_replaced) return place->second;
    do {
      place->second = "n" + std::to_string(number_++);
    } while (identifiers_.contains(place->second) || opencl_names().contains(place->second));
    return place->second;
  }

  std::string text_;
  const DeclaredNames& names_;
  std::set<std::string> keep_;
  std::set<std::string> identifiers_;  // of all texts: no new name may be among them
  std::map<std::string, std::string> replacements_;
  AttributeNames attributes_;
  unsigned number_ = 0;
  std::string result_;
};

}  // namespace

void strip_sources(std::vector<std::string>& texts, const DeclaredNames& names, const Interface& interface) {
  SourceStripper stripper(texts, names, interface);
  for (std::string& text : texts) text = stripper.strip(std::move(text));
}

}  // namespace clc::worker
