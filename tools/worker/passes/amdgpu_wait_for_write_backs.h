// Splits each release into a fence, a wait and the operation without the release, on chips that write caches back by an
// instruction (gfx90a at system scope; gfx94* and gfx95* at agent scope, too):
//   store atomic i32 1, ptr %p release, align 4        fence release
//                                                      call void @llvm.amdgcn.s.waitcnt(i32 3952)   ; vmcnt(0)
//                                                      store atomic i32 1, ptr %p monotonic, align 4
// LLVM 22 drops the wait after `buffer_wbl2` if nothing else is in flight, so that the released value becomes visible
// before the writes that precede it. Atomics on local memory stay as they are, since no cache holds it. The pass can go
// when clc needs an LLVM with a fix.
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
