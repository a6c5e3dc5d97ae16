#include "worker/frontend/time_macros.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

namespace clc::worker {
namespace {

class TimeCallbacks final : public clang::PPCallbacks {
 public:
  TimeCallbacks(const clang::SourceManager& sources, TimeUse& seen) : sources_(sources), seen_(seen) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& macro, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (macro.getMacroInfo() == nullptr || !macro.getMacroInfo()->isBuiltinMacro()) return;
    const llvm::StringRef spelled = name.getIdentifierInfo()->getName();
    if (spelled != "__DATE__" && spelled != "__TIME__" && spelled != "__TIMESTAMP__") return;
    seen_.is_there = true;
    const clang::SourceLocation spelling = sources_.getSpellingLoc(name.getLocation());
    seen_.is_pasted = seen_.is_pasted || sources_.isWrittenInScratchSpace(spelling);
  }

 private:
  const clang::SourceManager& sources_;
  TimeUse& seen_;
};

}  // namespace

void TimeDetector::attachToPreprocessor(clang::Preprocessor& preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<TimeCallbacks>(preprocessor.getSourceManager(), seen_));
}

}  // namespace clc::worker
