#include "worker/ir/code_generation.h"

#include <utility>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Support/raw_ostream.h>

#include "worker/ir/c_library.h"
#include "worker/ir/long_blocks.h"

namespace clc::worker {

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
  passes->run(module);
  return std::string(bytes.begin(), bytes.end());
}

std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
  return emit(module, machine, type, std::make_unique<llvm::legacy::PassManager>());
}

}  // namespace clc::worker
