// Names the members of a kernel's structs by value by their indices instead of offsets in bytes or elements.
//   %a = getelementptr i8, ptr byval(%S) %s, i64 132    becomes   %a = getelementptr %S, ptr %s, i32 0, i32 2
//   %b = getelementptr float, ptr %s, i64 %i            becomes   %b = getelementptr %S, ptr %s, i32 0, i32 0, i64 %i
// The second where %i is known to be an index of the array that the struct begins with.
// Portable: Mesa copies a struct by value to each lane's memory unless all addresses are made so: `struct_args` takes
// 1.25 times as long there.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvIndexStructMembers : public RequiredPass<SpirvIndexStructMembers> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
