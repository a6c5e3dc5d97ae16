#include "worker/ir/assembly_files.h"

#include <map>
#include <string>

#include <llvm/MC/MCParser/AsmLexer.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/VirtualFileSystem.h>

namespace clc::worker {
namespace {

// Has no files, and reports to the assembler who asks for one.
class NoFiles final : public llvm::vfs::InMemoryFileSystem {
 public:
  explicit NoFiles(llvm::MCAsmParser& parser) : parser_(parser) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    parser_.Error(parser_.getTok().getLoc(), "inline assembly must not read files (here \"" + path +
                                                 "\", by .incbin or .include); bring data in with #embed and text with "
                                                 "#include instead");
    return std::make_error_code(std::errc::no_such_file_or_directory);
  }

 private:
  llvm::MCAsmParser& parser_;
};

// The targets as they were registered, by name.
std::map<std::string, llvm::Target>& registered() {
  static std::map<std::string, llvm::Target> targets;
  return targets;
}

llvm::MCTargetAsmParser* make_parser(const llvm::MCSubtargetInfo& chip, llvm::MCAsmParser& parser,
                                     const llvm::MCInstrInfo& instructions, const llvm::MCTargetOptions& options) {
  parser.getSourceManager().setVirtualFileSystem(llvm::makeIntrusiveRefCnt<NoFiles>(parser));
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(chip.getTargetTriple(), error);
  if (target == nullptr) return nullptr;
  return registered().at(target->getName()).createMCAsmParser(chip, parser, instructions, options);
}

}  // namespace

void refuse_assembly_files() {
  for (const llvm::Target& target : llvm::TargetRegistry::targets()) {
    if (!target.hasMCAsmParser()) continue;
    registered().emplace(target.getName(), target);
    // LLVM registers parsers by the same reference; targets() only shows it as constant.
    llvm::TargetRegistry::RegisterMCAsmParser(const_cast<llvm::Target&>(target), make_parser);
  }
}

}  // namespace clc::worker
