#include "worker/frontend/source_tokens.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/TargetOptions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/LiteralSupport.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/TargetParser/Triple.h>

#include "protocol/source_tokens.h"

namespace clc::worker {
namespace {

constexpr const char* k_triple = "spirv64-unknown-unknown";  // any does: the tokens are the same for all

clang::LangOptions language_of(bool is_cpp) {
  clang::LangOptions language;
  std::vector<std::string> includes;
  clang::LangOptions::setLangDefaults(
      language, is_cpp ? clang::Language::OpenCLCXX : clang::Language::OpenCL, llvm::Triple(k_triple), includes,
      is_cpp ? clang::LangStandard::lang_openclcpp2021 : clang::LangStandard::lang_opencl30);
  language.Trigraphs = !is_cpp;  // as Clang's command line sets them
  return language;
}

bool is_white_space(std::string_view text) {
  return text.find_first_not_of(std::string_view(" \t\n\v\f\r\0", 7)) == std::string_view::npos;
}

// Places of a token in its line.
enum class LexerState {
  k_line_start,
  k_code,
  k_directive_name,  // behind '#'
  k_macro_name,      // behind #define
  k_header_name,     // behind #include
  k_pragma,
};

LexerState state_behind(std::string_view directive) {
  if (directive == "define") return LexerState::k_macro_name;
  if (directive == "pragma") return LexerState::k_pragma;
  const bool is_include = directive == "include" || directive == "include_next" || directive == "import";
  return is_include ? LexerState::k_header_name : LexerState::k_code;
}

class SourceLexer {
 public:
  SourceLexer(const std::string& source, bool is_cpp)
      : source_(source),
        language_(language_of(is_cpp)),
        manager_("source", source),
        lexer_(sources().getMainFileID(), sources().getBufferOrFake(sources().getMainFileID()), sources(), language_) {
    clang::TargetOptions options;
    options.Triple = k_triple;
    target_ = clang::TargetInfo::CreateTargetInfo(sources().getDiagnostics(), options);
    lexer_.SetKeepWhitespaceMode(true);
  }

  Bytes run() {
    for (;;) {
      clang::Token token;
      if (state_ == LexerState::k_header_name) {
        lexer_.LexIncludeFilename(token);
      } else {
        lexer_.LexFromRawLexer(token);
      }
      const std::size_t end = token.is(clang::tok::eof) ? source_.size() : lexer_.getCurrentBufferOffset();
      const std::size_t begin = token.is(clang::tok::eof) ? end : end - token.getLength();
      if (begin > at_) writer_.add(SourceTokenKind::k_other, begin - at_, "");  // a byte order mark
      if (token.is(clang::tok::eof)) return writer_.take();
      take(token, std::string_view(source_).substr(begin, end - begin));
      at_ = end;
    }
  }

 private:
  clang::SourceManager& sources() { return manager_.get(); }

  void take(const clang::Token& token, std::string_view raw) {
    const bool is_comment = token.is(clang::tok::comment) || (token.is(clang::tok::unknown) && raw.starts_with("/*"));
    if (is_comment) return writer_.add(SourceTokenKind::k_comment, raw.size(), "");
    const std::string spelling = clang::Lexer::getSpelling(token, sources(), language_);
    if (token.is(clang::tok::unknown) && is_white_space(spelling)) {
      if (spelling.find_first_of("\n\r") != std::string::npos) state_ = LexerState::k_line_start;
      return writer_.add(SourceTokenKind::k_other, raw.size(), "");
    }
    const LexerState state = state_;
    state_ = state == LexerState::k_pragma ? LexerState::k_pragma : LexerState::k_code;
    if (state == LexerState::k_line_start && token.is(clang::tok::hash)) {
      state_ = LexerState::k_directive_name;
    } else if (state == LexerState::k_directive_name && token.is(clang::tok::raw_identifier)) {
      state_ = state_behind(spelling);
    } else {
      return take_word(token, state, raw.size(), spelling);
    }
    writer_.add(SourceTokenKind::k_other, raw.size(), "");
  }

  void take_word(const clang::Token& token, LexerState state, std::size_t size, const std::string& spelling) {
    if (token.is(clang::tok::header_name)) {
      writer_.add(SourceTokenKind::k_header, size, std::string_view(spelling).substr(1, spelling.size() - 2));
    } else if (token.is(clang::tok::raw_identifier) && state != LexerState::k_pragma) {
      const auto kind = state == LexerState::k_macro_name ? SourceTokenKind::k_macro : SourceTokenKind::k_name;
      llvm::SmallString<64> name(spelling);
      if (token.hasUCN()) {
        name.clear();
        clang::expandUCNs(name, spelling);
      }
      writer_.add(kind, size, std::string_view(name));
    } else if (clang::tok::isStringLiteral(token.getKind())) {
      writer_.add(SourceTokenKind::k_string, size, contents_of(token, spelling));
    } else if (token.is(clang::tok::unknown) && spelling.starts_with('"')) {
      writer_.add(SourceTokenKind::k_string, size, std::string_view(spelling).substr(1));
    } else {
      writer_.add(SourceTokenKind::k_other, size, "");
    }
  }

  // Wide strings, and those with an escape that means nothing, are taken as they are spelled.
  std::string contents_of(const clang::Token& token, const std::string& spelling) {
    clang::StringLiteralParser parser(token, sources(), language_, *target_);
    if (!parser.hadError && (parser.isOrdinary() || parser.isUTF8())) return parser.GetString().str();
    const std::size_t begin = spelling.find('"') + 1;
    return spelling.substr(begin, spelling.rfind('"') - begin);
  }

  const std::string& source_;
  const clang::LangOptions language_;
  clang::SourceManagerForFile manager_;
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> target_;
  clang::Lexer lexer_;
  SourceTokenWriter writer_;
  LexerState state_ = LexerState::k_line_start;
  std::size_t at_ = 0;  // the end of the tokens so far
};

}  // namespace

Bytes tokens_of(const std::string& source, bool is_cpp) {
  return SourceLexer(source, is_cpp).run();
}

}  // namespace clc::worker
