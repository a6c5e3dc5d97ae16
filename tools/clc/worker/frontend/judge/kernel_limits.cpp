#include "worker/frontend/judge/kernel_limits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <llvm/Support/MathExtras.h>

namespace clc::worker {
namespace {

constexpr std::uint64_t k_most_of_a_package = std::uint64_t{1} << 32;  // work-items in a group, bytes of an argument
constexpr std::size_t k_arguments_of_spirv = 255;                      // of the specification's universal limits
constexpr std::uint64_t k_parameter_bytes_of_ptx = 4352;               // more needs PTX 8.1, and OpenCL has no more

std::uint64_t most_work_items(const llvm::Triple& triple) {
  constexpr std::uint64_t k_of_gpus = 1024;  // code for R600 chips, which have 256, is only looked at
  const bool is_gpu = triple.isNVPTX() || triple.isAMDGCN() || triple.getArch() == llvm::Triple::r600;
  return is_gpu ? k_of_gpus : k_most_of_a_package;
}

class Report {
 public:
  explicit Report(const clang::FunctionDecl& kernel) : kernel_(kernel) {}
  void operator()(const std::string& text) const {
    clang::DiagnosticsEngine& diagnostics = kernel_.getASTContext().getDiagnostics();
    diagnostics.Report(kernel_.getLocation(), diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
        << "kernel " + kernel_.getName().str() + " " + text;
  }

 private:
  const clang::FunctionDecl& kernel_;
};

void judge_group_size(const std::array<std::uint64_t, 3>& size, const char* attribute, std::uint64_t most,
                      const Report& report) {
  std::uint64_t product = 1;
  for (const std::uint64_t part : size) product = llvm::SaturatingMultiply(product, part);
  if (product <= most) return;
  report(std::string("has ") + attribute + "(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
         std::to_string(size[2]) + "), and the target has no more than " + std::to_string(most) +
         " work-items in a group");
}

void judge_arguments(const KernelInterface& described, const llvm::Triple& triple, const Report& report) {
  std::uint64_t bytes = 0;
  for (const Argument& argument : described.arguments) {
    if (argument.size >= k_most_of_a_package) {
      return report("has an argument of " + std::to_string(argument.size) + " bytes: " + argument.name);
    }
    bytes = llvm::alignTo(bytes, std::max<std::uint64_t>(argument.alignment, 1)) + argument.size;
  }
  const std::size_t count = described.arguments.size();
  if (triple.isSPIRV() && count > k_arguments_of_spirv) {
    report("has " + std::to_string(count) + " arguments, and SPIR-V has no more than " +
           std::to_string(k_arguments_of_spirv) + "; put them into a struct");
  }
  if (triple.isNVPTX() && bytes > k_parameter_bytes_of_ptx) {
    report("has " + std::to_string(bytes) + " bytes of arguments, and NVIDIA's drivers take no more than " +
           std::to_string(k_parameter_bytes_of_ptx) + "; put them into a buffer");
  }
}

}  // namespace

void judge_limits(const clang::FunctionDecl& kernel, const KernelInterface& described) {
  const llvm::Triple& triple = kernel.getASTContext().getTargetInfo().getTriple();
  const Report report(kernel);
  judge_group_size(described.required_work_group_size, "reqd_work_group_size", most_work_items(triple), report);
  judge_group_size(described.work_group_size_hint, "work_group_size_hint", k_most_of_a_package, report);
  judge_arguments(described, triple, report);
}

void judge_limits(const StructLayout& layout, clang::ASTContext& context) {
  if (layout.size < k_most_of_a_package) return;
  const clang::SourceManager& sources = context.getSourceManager();
  clang::DiagnosticsEngine& diagnostics = context.getDiagnostics();
  diagnostics.Report(sources.getLocForStartOfFile(sources.getMainFileID()),
                     diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                 "an argument uses %0, which has %1 bytes: no device has so many"))
      << layout.name << std::to_string(layout.size);
}

}  // namespace clc::worker
