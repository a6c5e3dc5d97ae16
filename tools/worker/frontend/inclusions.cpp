#include "worker/frontend/inclusions.h"

#include <algorithm>
#include <cctype>

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include "worker/frontend/inline_assembly.h"

namespace clc::worker {
namespace {

using clang::SourceLocation;
using llvm::StringRef;

class InclusionCallbacks final : public clang::PPCallbacks {
 public:
  InclusionCallbacks(const clang::SourceManager& sources, Inclusions& into) : sources_(sources), into_(into) {}

  void InclusionDirective(SourceLocation at, const clang::Token&, StringRef name, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef, StringRef, StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    note(at, name);
  }
  void HasInclude(SourceLocation at, StringRef name, bool, clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    note(at, name);
  }
  void EmbedDirective(SourceLocation at, StringRef name, bool, clang::OptionalFileEntryRef,
                      const clang::LexEmbedParametersResult&) override {
    note(at, name);
  }
  void HasEmbed(SourceLocation at, StringRef name, bool, clang::OptionalFileEntryRef) override { note(at, name); }

 private:
  void note(SourceLocation at, StringRef name) {
    const clang::FileID file = sources_.getFileID(sources_.getExpansionLoc(at));
    const auto entry = sources_.getFileEntryRefForID(file);
    const bool is_main = file == sources_.getMainFileID();
    if (!is_main && !entry) return;  // what Clang itself includes before the source
    Inclusion asked{name.str(), is_main ? "" : entry->getName().str()};
    if (seen_.emplace(asked.name, asked.from).second) into_.asked.push_back(std::move(asked));
  }

  const clang::SourceManager& sources_;
  Inclusions& into_;
  std::set<std::pair<std::string, std::string>> seen_;
};

// Follows the tokens of a source for assembly, and collects all of its texts.
struct AssemblySearch {
  bool is_found = false;
  std::string texts;

  void see(const clang::Token& token, const clang::Preprocessor& preprocessor) {
    if (clang::tok::isStringLiteral(token.getKind())) {
      // Neighbours are one text.
      const std::string text = preprocessor.getSpelling(token);
      const std::size_t begin = text.find('"') + 1;
      texts += text.substr(begin, text.rfind('"') - begin);
    } else if (token.isAnyIdentifier() || token.is(clang::tok::kw_asm)) {
      is_found = is_found || names_assembly(preprocessor.getSpelling(token));
      texts += '\n';
    } else {
      texts += '\n';
    }
  }
};

}  // namespace

bool may_read_files(std::string_view assembly) {
  std::string text(assembly);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (std::size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at + 2)) {
    if (std::string_view("nt\"'").find(text[at + 1]) == std::string_view::npos) return true;
  }
  constexpr std::string_view k_words[] = {"inc", ".macro", ".irp", ".alt"};
  return std::any_of(std::begin(k_words), std::end(k_words),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

void InclusionsAction::ExecuteAction() {
  clang::Preprocessor& preprocessor = getCompilerInstance().getPreprocessor();
  preprocessor.addPPCallbacks(std::make_unique<InclusionCallbacks>(preprocessor.getSourceManager(), into_));
  preprocessor.EnterMainSourceFile();
  AssemblySearch assembly;
  clang::Token token;
  do {
    preprocessor.Lex(token);
    assembly.see(token, preprocessor);
  } while (token.isNot(clang::tok::eof));
  if (assembly.is_found && may_read_files(assembly.texts)) into_.unknown = "its assembly may read files";
}

}  // namespace clc::worker
