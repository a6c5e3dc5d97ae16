#include "worker/targets/llvm_options.h"

#include <llvm/Support/CommandLine.h>

namespace clc::worker {
namespace {

// More iterations at once mean more loads in flight, and ptxas unrolls little by itself, so larger loops are unrolled
// than LLVM unrolls for this target.
// - In place of a checksum's loop over bits LLVM would read a table from global memory.
// - The last load of an unrolled loop, sunk behind the branch whose sides end alike, would wait for all others.
std::vector<std::string> options_for_nvptx() {
  return {"-unroll-threshold=1200", "-unroll-partial-threshold=300", "-sink-common-insts=false",
          "-disable-loop-idiom-hashrecognize"};
}

// Passes are off whose results the backend cannot write or writes wrong:
// - narrowed loads, as vectors of one element, or of five, have no type in SPIR-V;
// - loop strength reduction makes remainders `trunc` to 5 bits and `zext`, and the backend forgets the mask;
// - the closed form of a loop's final value takes integers of 33 bits;
// - CodeGenPrepare makes the overflow checks that spirv-expand-overflow-checks removes.
// In a second kernel the backend takes printf's format for a pointer of another address space and demands an extension,
// which fix_backend_output() removes again.
//
// Loops with a known number of iterations are fully unrolled up to twice the size that LLVM allows: a driver leaves
// them as they are, and a private array that they index stays in memory.
std::vector<std::string> options_for_spirv(const std::vector<std::string>& features) {
  std::string allowed = "-spirv-ext=+SPV_EXT_relaxed_printf_string_address_space";
  for (const std::string& feature : features) {
    if (feature != k_tune_intel_cpu) allowed += ",+" + feature;
  }
  return {"-disable-vector-combine", "-disable-lsr", "-replexitval=never", "-disable-cgp", allowed,
          "-unroll-threshold=600"};
}

// A live range of 100 values and more is joined with 16 others instead of 256: each join takes time by the number of
// blocks, and a divergent switch that chooses many values has thousands of both.
std::vector<std::string> options_for_amdgcn() {
  return {"-large-interval-freq-threshold=16"};
}

}  // namespace

std::vector<std::string> llvm_options(const Target& target) {
  switch (target.family) {
    case Family::k_nvptx:
    case Family::k_cuda:
      return options_for_nvptx();
    case Family::k_spirv32:
    case Family::k_spirv64:
      return options_for_spirv(target.features);
    case Family::k_amdgcn:
      return options_for_amdgcn();
    default:
      return {};
  }
}

void set_llvm_options(const Target& target) {
  const std::vector<std::string> options = llvm_options(target);
  std::vector<const char*> arguments = {"clc-worker"};
  for (const std::string& option : options) arguments.push_back(option.c_str());
  llvm::cl::ParseCommandLineOptions(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace clc::worker
