#include "worker/frontend/absolute_names.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include "worker/frontend/invocation.h"

namespace clc::worker {
namespace {

using clang::SourceLocation;
using llvm::StringRef;

class NameCallbacks final : public clang::PPCallbacks {
 public:
  NameCallbacks(const clang::SourceManager& sources, bool& seen) : sources_(sources), seen_(seen) {}

  void InclusionDirective(SourceLocation, const clang::Token&, StringRef name, bool, clang::CharSourceRange,
                          clang::OptionalFileEntryRef, StringRef, StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    check(name);
  }
  void HasInclude(SourceLocation, StringRef name, bool, clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    check(name);
  }
  void EmbedDirective(SourceLocation, StringRef name, bool, clang::OptionalFileEntryRef,
                      const clang::LexEmbedParametersResult&) override {
    check(name);
  }
  void HasEmbed(SourceLocation, StringRef name, bool, clang::OptionalFileEntryRef) override { check(name); }
  // `#line 1 "/name"` and line markers.
  void FileChanged(SourceLocation location, FileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                   clang::FileID) override {
    if (reason != RenameFile) return;
    const clang::PresumedLoc presumed = sources_.getPresumedLoc(location);
    if (presumed.isValid()) check(presumed.getFilename());
  }

 private:
  void check(StringRef name) { seen_ = seen_ || (name.starts_with("/") && !name.starts_with(k_resource_folder)); }

  const clang::SourceManager& sources_;
  bool& seen_;
};

}  // namespace

void AbsoluteNameDetector::attachToPreprocessor(clang::Preprocessor& preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<NameCallbacks>(preprocessor.getSourceManager(), seen_));
}

}  // namespace clc::worker
