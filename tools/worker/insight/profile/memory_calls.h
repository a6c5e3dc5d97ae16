// Memory that OpenCL's builtin functions access: vload, vstore and atomic operations, as the SPIR-V pipeline calls
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <llvm/IR/InstrTypes.h>

namespace clc::worker {

struct CalledAccess {
  const char* kind = "load";  // as TracedInstruction has it
  llvm::Value* pointer = nullptr;
  llvm::Value* index = nullptr;  // what is accessed lies so many times `step` bytes behind the pointer; null: 0 times
  std::uint64_t step = 0;
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;
};

// "vload4" of `_Z6vload4mPU3AS1Kf`; empty for other names.
std::string builtin_name(llvm::StringRef mangled);

// Nothing when the function is none that is known to access memory.
std::optional<CalledAccess> called_access(const llvm::CallBase& call);

}  // namespace clc::worker
