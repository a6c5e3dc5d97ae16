#include "builtin_library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

#include "builtin_files.h"

namespace clc::worker {

std::filesystem::path builtins_folder() {
  return clc::builtins_folder(llvm::sys::fs::getMainExecutable(nullptr, nullptr));
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

Result<void> refuse_undefined(const llvm::Module& module, std::string_view supplied) {
  std::string names;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    if (!supplied.empty() && std::string_view(function.getName()) == supplied) continue;
    names += (names.empty() ? "" : ", ") + llvm::demangle(function.getName().str());
  }
  if (names.empty()) return {};
  return fail(ErrorKind::k_compile, "called but not defined for this target: " + names);
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
