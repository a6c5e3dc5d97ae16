#include "builtin_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

namespace clc::worker {

std::filesystem::path builtins_folder() {
  const std::string self = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  return std::filesystem::path(self).parent_path().parent_path().parent_path() / "share" / "clc" / "builtins";
}

Result<std::unique_ptr<llvm::Module>> load_library(const std::filesystem::path& file, llvm::LLVMContext& context) {
  auto bytes = llvm::MemoryBuffer::getFile(file.string(), false, false);
  if (!bytes) {
    return fail(ErrorKind::k_unavailable, "builtin library " + file.string() + " could not be read: " + bytes.getError().message());
  }
  auto module = llvm::getOwningLazyBitcodeModule(std::move(*bytes), context, /*ShouldLazyLoadMetadata=*/true);
  if (!module) {
    return fail(ErrorKind::k_unavailable,
                "builtin library " + file.string() + " is damaged: " + llvm::toString(module.takeError()));
  }
  return std::move(*module);
}

Result<void> link_needed(llvm::Module& module, std::unique_ptr<llvm::Module> library) {
  library->setDataLayout(module.getDataLayout());
  library->setTargetTriple(module.getTargetTriple());
  if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded)) {
    return fail(ErrorKind::k_crash, "linking a builtin library failed");
  }
  return {};
}

}  // namespace clc::worker
