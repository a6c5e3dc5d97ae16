// Describes the memory accesses of OpenCL's builtin functions: vload, vstore and atomic operations, by the names that
// they have in the SPIR-V pipeline.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <llvm/IR/InstrTypes.h>

namespace clc::worker {

struct CalledAccess {
  const char* kind = "load";  // a kind of TracedInstruction
  llvm::Value* pointer = nullptr;
  llvm::Value* index = nullptr;  // the access lies `index` * `step` bytes behind `pointer`; null: at `pointer`
  std::uint64_t step = 0;
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
};

// "vload4" of `_Z6vload4mPU3AS1Kf`; empty for other names.
std::string builtin_name(llvm::StringRef mangled);

// The name of the builtin function that is called; empty for other calls, and for functions of the module.
std::string called_builtin(const llvm::CallBase& call);

// Nothing for a function that is not known to access memory.
std::optional<CalledAccess> called_access(const llvm::CallBase& call);

}  // namespace clc::worker
