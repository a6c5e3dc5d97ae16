// Divides each release into a fence, a wait and the operation without the release, on chips whose caches write back by
// an instruction (gfx90a; gfx94* and gfx95*, for the whole device, too):
//   store atomic i32 1, ptr %p release, align 4        fence release
//                                                      call void @llvm.amdgcn.s.waitcnt(i32 3952)   ; vmcnt(0)
//                                                      store atomic i32 1, ptr %p monotonic, align 4
// LLVM 22 drops the wait after `buffer_wbl2` where nothing else is in flight, so that the released value becomes
// visible before what was written. Local memory is in no cache. It goes when clc needs an LLVM that has mended it.
#pragma once

#include <string>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuWaitForWriteBacks : public RequiredPass<AmdgpuWaitForWriteBacks> {
 public:
  explicit AmdgpuWaitForWriteBacks(std::string arch) : arch_(std::move(arch)) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  std::string arch_;
};

}  // namespace clc::worker
