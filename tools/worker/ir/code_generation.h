// LLVM's code generators, and IR as text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace llvm::legacy {
class PassManager;
}

namespace clc::worker {

// Prints LLVM IR as text.
std::string text_of(const llvm::Module& module);

// Generates assembly text or an object, as `type` says.
std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type);
// The same with an empty pass manager, whose class may replace or drop passes that LLVM adds.
std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type,
                 std::unique_ptr<llvm::legacy::PassManager> empty);

// A call of an intrinsic that the chip has no instruction for: Clang permits some builtins for chips that lack them.
struct MissingInstruction {
  std::string intrinsic;
  std::string file;  // as debug information names it; empty where the place is not known
  unsigned line = 0, column = 0;
};

// Ends the job as LLVM does where it finds no instruction for an intrinsic that the module calls.
[[noreturn]] void refuse_intrinsic(const llvm::Module& module, const llvm::Twine& name);

// The one in the module that emit() runs on, or that was refused, if LLVM's code generator gave it as the reason of a
// fatal error.
std::optional<MissingInstruction> missing_instruction(std::string_view reason);

}  // namespace clc::worker
