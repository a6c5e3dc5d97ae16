#include "worker/frontend/judge/kernel_limits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/TargetOptions.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

#include "worker/frontend/diagnostics.h"
#include "worker/frontend/invocation.h"

namespace clc::worker {
namespace {

constexpr std::uint64_t k_most_of_a_package = std::uint64_t{1} << 32;  // work-items in a group, bytes of an argument
constexpr std::size_t k_arguments_of_spirv = 255;                      // of the specification's universal limits
constexpr std::uint64_t k_parameter_bytes_of_ptx = 4352;               // more needs PTX 8.1, and OpenCL has no more
constexpr std::uint64_t k_argument_bytes_of_cuda = 4064;               // of 4096, without nvptx-pass-cuda-parameters'

bool is_r600(const llvm::Triple& triple) {
  return triple.getArch() == llvm::Triple::r600;
}

std::uint64_t most_work_items(const llvm::Triple& triple) {
  constexpr std::uint64_t k_of_gpus = 1024;
  return triple.isNVPTX() || triple.isAMDGCN() || is_r600(triple) ? k_of_gpus : k_most_of_a_package;
}

class Report {
 public:
  explicit Report(const clang::FunctionDecl& kernel) : kernel_(kernel) {}

  void operator()(const std::string& text) const { report(clang::DiagnosticsEngine::Error, text); }

  // Says what the target lacks.
  void of_target(const std::string& text) const {
    report_of_target(kernel_.getASTContext().getDiagnostics(), kernel_.getLocation(), in_kernel(text));
  }

  void warn(const std::string& text) const {
    if (const auto level = level_of_warnings(kernel_.getASTContext().getDiagnostics())) report(*level, text);
  }

 private:
  void report(clang::DiagnosticsEngine::Level level, const std::string& text) const {
    clang::DiagnosticsEngine& diagnostics = kernel_.getASTContext().getDiagnostics();
    diagnostics.Report(kernel_.getLocation(), diagnostics.getCustomDiagID(level, "%0")) << in_kernel(text);
  }
  std::string in_kernel(const std::string& text) const { return "kernel " + kernel_.getName().str() + " " + text; }

  const clang::FunctionDecl& kernel_;
};

std::uint64_t product_of(const std::array<std::uint64_t, 3>& size) {
  std::uint64_t product = 1;
  for (const std::uint64_t part : size) product = llvm::SaturatingMultiply(product, part);
  return product;
}

std::string size_text(const char* attribute, const std::array<std::uint64_t, 3>& size) {
  return std::string("has ") + attribute + "(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
         std::to_string(size[2]) + ")";
}

void judge_group_size(const std::array<std::uint64_t, 3>& size, const char* attribute, std::uint64_t most,
                      const Report& report) {
  if (product_of(size) <= most) return;
  report.of_target(size_text(attribute, size) + ", and the target has no more than " + std::to_string(most) +
                   " work-items in a group");
}

// Sizes that some device runs, or that are only looked at, but that the usual ones refuse.
void warn_of_group_size(const std::array<std::uint64_t, 3>& size, const llvm::Triple& triple, const Report& report) {
  constexpr std::uint64_t k_of_r600 = 256, k_of_gpus = 1024;
  const std::uint64_t items = product_of(size);
  const std::string text = size_text("reqd_work_group_size", size);
  if (is_r600(triple) && items > k_of_r600) {
    report.warn(text + ", and these chips have no more than " + std::to_string(k_of_r600) +
                " work-items in a group: it can never be launched");
  }
  if (triple.isSPIRV() && items > k_of_gpus) {
    report.warn(text + ", and GPUs have no more than " + std::to_string(k_of_gpus) +
                " work-items in a group: no GPU can launch it");
  }
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
    report.of_target("has " + std::to_string(count) + " arguments, and SPIR-V has no more than " +
                     std::to_string(k_arguments_of_spirv) + "; put them into a struct");
  }
  const std::uint64_t most = triple.getOS() == llvm::Triple::CUDA ? k_argument_bytes_of_cuda : k_parameter_bytes_of_ptx;
  if (triple.isNVPTX() && bytes > most) {
    report.of_target("has " + std::to_string(bytes) + " bytes of arguments, and NVIDIA's drivers take no more than " +
                     std::to_string(most) + "; put them into a buffer");
  }
}

// Sizes of the target's sub-groups; empty where a driver or a tool chooses among its own.
std::vector<std::uint64_t> sub_group_sizes(const clang::TargetInfo& target) {
  const llvm::Triple& triple = target.getTriple();
  if (triple.isNVPTX()) return {32};
  if (!triple.isAMDGCN()) return {};
  const llvm::StringRef chip = target.getTargetOpts().CPU;
  if (!chip.starts_with("gfx1")) return {64};
  if (chip.starts_with("gfx125")) return {32};
  return {32, 64};
}

void judge_sub_group_size(std::uint64_t size, const clang::TargetInfo& target, const Report& report) {
  if (size == 0) return;
  const std::string text = "has intel_reqd_sub_group_size(" + std::to_string(size) + "), and ";
  if (is_r600(target.getTriple())) return report.of_target(text + "these chips have no sub-groups");
  if (target.getTriple().getSubArch() == llvm::Triple::SPIRVSubArch_v10)
    return report.of_target(text + "SPIR-V has that from 1.1 on");
  const std::vector<std::uint64_t> sizes = sub_group_sizes(target);
  if (sizes.empty() || llvm::is_contained(sizes, size)) return;
  const std::string both = sizes.size() == 1 ? "" : " or " + std::to_string(sizes.back());
  report.of_target(text + "sub-groups of the target have " + std::to_string(sizes.front()) + both + " work-items");
}

// Kernels that Clang leaves out of the program, or hides in it.
void judge_linkage(const clang::FunctionDecl& kernel, const Report& report) {
  if (!kernel.isExternallyVisible()) {
    report("has internal linkage, and hosts find only kernels that others see: remove internal_linkage");
  } else if (kernel.getASTContext().getLangOpts().OpenCLCPlusPlus && kernel.isInlined()) {
    report("is inline, and nothing calls for its code: remove inline or constexpr");
  }
}

void judge_address_spaces(const clang::FunctionDecl& kernel, const Report& report) {
  constexpr unsigned k_last = 10;  // of SPIR-V and of AMD's chips
  for (const clang::ParmVarDecl* parameter : kernel.parameters()) {
    const clang::QualType pointee = parameter->getType()->getPointeeType();
    if (pointee.isNull() || !clang::isTargetAddressSpace(pointee.getAddressSpace())) continue;
    const unsigned space = clang::toTargetAddressSpace(pointee.getAddressSpace());
    if (space <= k_last) continue;
    report.of_target("has an argument that points into address space " + std::to_string(space) +
                     ", which the target lacks");
  }
}

// front_end_arguments() makes such an annotation of Qualcomm's attribute.
void judge_attributes(const clang::FunctionDecl& kernel, const Report& report) {
  for (const auto* annotation : kernel.specific_attrs<clang::AnnotateAttr>()) {
    if (annotation->getAnnotation() != llvm::StringRef(k_sub_groups_of_qualcomm)) continue;
    report("has qcom_reqd_sub_group_size: " + std::string(k_sub_groups_of_qualcomm) +
           " is for Qualcomm's chips, which are no targets here");
  }
}

}  // namespace

std::optional<clang::DiagnosticsEngine::Level> level_of_warnings(const clang::DiagnosticsEngine& diagnostics) {
  if (diagnostics.getIgnoreAllWarnings()) return std::nullopt;
  return diagnostics.getWarningsAsErrors() ? clang::DiagnosticsEngine::Error : clang::DiagnosticsEngine::Warning;
}

void judge_limits(const clang::FunctionDecl& kernel, const KernelInterface& described) {
  const llvm::Triple& triple = kernel.getASTContext().getTargetInfo().getTriple();
  const Report report(kernel);
  judge_group_size(described.required_work_group_size, "reqd_work_group_size", most_work_items(triple), report);
  if (product_of(described.required_work_group_size) <= most_work_items(triple)) {
    warn_of_group_size(described.required_work_group_size, triple, report);
  }
  judge_group_size(described.work_group_size_hint, "work_group_size_hint", k_most_of_a_package, report);
  judge_arguments(described, triple, report);
  judge_sub_group_size(described.required_sub_group_size, kernel.getASTContext().getTargetInfo(), report);
  judge_attributes(kernel, report);
  judge_linkage(kernel, report);
  if (triple.isSPIRV() || triple.isAMDGPU()) judge_address_spaces(kernel, report);
}

void judge_local_memory(const clang::FunctionDecl& kernel, std::uint64_t bytes) {
  constexpr std::uint64_t k_kib = 1024, k_of_r600 = 32 * k_kib, k_of_most = 64 * k_kib;
  const llvm::Triple& triple = kernel.getASTContext().getTargetInfo().getTriple();
  const Report report(kernel);
  const std::string text = "has " + std::to_string(bytes) + " bytes of local memory, and ";
  const auto and_no_more = [](std::uint64_t most) { return " a group no more than " + std::to_string(most); };
  // By CUDA's driver, the chips from sm_90 on give the most. ptxas takes that for sm_90a of OpenCL, too, and NVIDIA's
  // OpenCL has 16 bytes of its own.
  const bool is_of_one_chip = kernel.getASTContext().getTargetInfo().getTargetOpts().CPU.ends_with('a');
  const std::uint64_t of_nvidia = triple.getOS() == llvm::Triple::CUDA ? 227 * k_kib
                                  : is_of_one_chip                     ? 227 * k_kib - 16
                                                                       : 48 * k_kib;
  if (triple.isNVPTX() && bytes > of_nvidia) {
    report.warn(text + "NVIDIA's drivers give" + and_no_more(of_nvidia) + ": it can never be launched");
  }
  if (is_r600(triple) && bytes > k_of_r600) {
    report.warn(text + "these chips give" + and_no_more(k_of_r600) + ": it can never be launched");
  }
  if (triple.isSPIRV() && bytes > k_of_most) {
    report.warn(text + "most devices give" + and_no_more(k_of_most) + ": they cannot launch it");
  }
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
