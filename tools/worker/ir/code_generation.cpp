#include "worker/ir/code_generation.h"

#include <utility>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/raw_ostream.h>

#include "worker/ir/c_library.h"
#include "worker/ir/long_blocks.h"

namespace clc::worker {
namespace {

const llvm::Module* emitted = nullptr;  // for the handler of fatal errors

}  // namespace

std::string text_of(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type,
                 std::unique_ptr<llvm::legacy::PassManager> empty) {
  const LongBlocks long_blocks(module);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  const std::unique_ptr<llvm::legacy::PassManager> passes = std::move(empty);  // which goes before what it writes to
  passes->add(new llvm::TargetLibraryInfoWrapperPass(c_library_of(module.getTargetTriple())));
  if (machine.addPassesToEmitFile(*passes, stream, nullptr, type)) return {};
  emitted = &module;
  passes->run(module);
  emitted = nullptr;
  return std::string(bytes.begin(), bytes.end());
}

std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
  return emit(module, machine, type, std::make_unique<llvm::legacy::PassManager>());
}

void refuse_intrinsic(const llvm::Module& module, const llvm::Twine& name) {
  emitted = &module;
  llvm::report_fatal_error("Cannot select: intrinsic %" + name);
}

std::optional<MissingInstruction> missing_instruction(std::string_view reason) {
  llvm::StringRef name(reason);
  if (emitted == nullptr || !name.consume_front("Cannot select: intrinsic %")) return std::nullopt;
  MissingInstruction missing{.intrinsic = name.str(), .file = {}};
  for (const llvm::Function& function : *emitted) {
    llvm::StringRef suffix = function.getName();
    if (!suffix.consume_front(name) || (!suffix.empty() && suffix.front() != '.')) continue;
    for (const llvm::User* user : function.users()) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      const llvm::DILocation* place = call == nullptr ? nullptr : call->getDebugLoc().get();
      if (place == nullptr || place->getLine() == 0) continue;
      missing.file = place->getFilename().str();
      missing.line = place->getLine();
      missing.column = place->getColumn();
      return missing;
    }
  }
  return missing;
}

}  // namespace clc::worker
