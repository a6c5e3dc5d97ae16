// Memory accesses of OpenCL's builtins: vload, vstore and atomic operations, recognised by their names in the SPIR-V
// pipeline.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <llvm/IR/InstrTypes.h>

namespace clc::worker {

struct CalledAccess {
  const char* kind = "load";  // a kind of TracedInstruction
  llvm::Value* pointer = nullptr;
  llvm::Value* index = nullptr;  // the access is at `pointer` + `index` * `step` bytes; null: at `pointer`
  std::uint64_t step = 0, bytes = 0, alignment = 1;
};

// Demangles the name of a builtin: "vload4" for `_Z6vload4mPU3AS1Kf`; empty for other names.
std::string builtin_name(llvm::StringRef mangled);

// Returns the name of the builtin that is called; empty for other calls, and for functions defined in the module.
std::string called_builtin(const llvm::CallBase& call);

// Describes the access of a call; nothing for a function that is not known to access memory.
std::optional<CalledAccess> called_access(const llvm::CallBase& call);

}  // namespace clc::worker
