// LLVM's names for the machine of a target, and LLVM's description of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

struct Machine {
  std::string triple;
  std::string cpu = {};
  std::vector<std::string> features = {};  // "+ptx78"
  std::vector<std::string> dialect = {};   // arguments of Clang's front end: the extensions that the target announces
  bool has_only_lines = false;             // in debug information
};

// Null with a message in `error` when this LLVM lacks the target.
std::unique_ptr<llvm::TargetMachine> make_target_machine(const Machine& machine, int optimization, std::string& error);

}  // namespace clc::worker
