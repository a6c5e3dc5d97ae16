// The passes of AMD's code generators: LLVM's, and between them those of clc that repair what LLVM 22 gets wrong.
#pragma once

#include <string>
#include <vector>

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// For TargetMachine::addPassesToEmitFile, whose passes it takes.
class AmdgpuCodeGenerator final : public llvm::legacy::PassManager {
 public:
  // Tests name passes of clc that are left out.
  explicit AmdgpuCodeGenerator(llvm::TargetMachine& machine, std::vector<std::string> left_out = {})
      : machine_(machine), left_out_(std::move(left_out)) {}
  void add(llvm::Pass* pass) override;

 private:
  llvm::TargetMachine& machine_;
  std::vector<std::string> left_out_;
};

}  // namespace clc::worker
