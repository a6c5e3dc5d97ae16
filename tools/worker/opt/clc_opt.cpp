// LLVM's `opt`, which knows clc's passes by the names of passes/PassRegistry.def, and the pipelines of its targets:
//   clc-opt -passes=align-aggregates -S kernel.ll
//   clc-opt -mtriple=nvptx64-nvidia-nvcl -mcpu=sm_90 -passes='clc-pipeline<nvptx:sm_90;O3>' -S kernel.ll
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/CodeGen/CommandFlags.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "worker/passes/registry.h"

// LLVM's library OptDriver defines it and has no header.
extern "C" int optMain(int argc, char** argv, llvm::ArrayRef<std::function<void(llvm::PassBuilder&)>> callbacks);

namespace {

std::string given_triple() {
  const auto* option = static_cast<llvm::cl::opt<std::string>*>(llvm::cl::getRegisteredOptions().lookup("mtriple"));
  return option != nullptr && !option->getValue().empty() ? option->getValue() : "spirv64-unknown-unknown";
}

// The machine of -mtriple, -mcpu and -mattr, as `opt` itself makes it.
llvm::TargetMachine& machine() {
  static const std::unique_ptr<llvm::TargetMachine> made = [] {
    auto machine = llvm::codegen::createTargetMachineForTriple(given_triple(), llvm::CodeGenOptLevel::Default);
    if (!machine) llvm::report_fatal_error(machine.takeError());
    return std::move(*machine);
  }();
  return *made;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::function<void(llvm::PassBuilder&)>> callbacks = {
      [](llvm::PassBuilder& builder) { clc::worker::register_passes(builder, machine()); }};
  return optMain(argc, argv, callbacks);
}
