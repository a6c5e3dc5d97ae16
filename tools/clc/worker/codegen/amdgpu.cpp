#include "worker/codegen/amdgpu.h"

#include <charconv>
#include <cstdlib>
#include <memory>

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "worker/codegen/amdgpu_disassembly.h"
#include "worker/codegen/amdgpu_resources.h"
#include "worker/builtins/builtin_library.h"
#include "worker/codegen/link_code_object.h"
#include "worker/ir/optimizer.h"
#include "worker/codegen/r600.h"
#include "worker/strip/strip.h"

namespace clc::worker {
namespace {

constexpr unsigned k_constant_space = 4;
constexpr int k_code_object_abi = 500;  // invocation.cpp asks Clang for the same version

// "gfx90a" is 9010, "gfx1030" is 10300: major, minor and stepping, the last two hexadecimal digits.
int isa_version(const std::string& arch) {
  const std::string digits = arch.substr(3);
  const auto hex = [](char c) { return c >= 'a' ? c - 'a' + 10 : c - '0'; };
  int major = 0;
  std::from_chars(digits.data(), digits.data() + digits.size() - 2, major);
  return major * 1000 + hex(digits[digits.size() - 2]) * 100 + hex(digits.back());
}

// The device libraries ask constants of these names about the target and the options.
void define_controls(const BackEndJob& job) {
  llvm::LLVMContext& context = job.module.getContext();
  const bool is_fast = job.has_option("-cl-fast-relaxed-math");
  const bool is_wave64 = job.machine.getTargetFeatureString().contains("+wavefrontsize64") ||
                         isa_version(job.target.arch) < 10000;
  const struct {
    const char* name;
    unsigned bits;
    int value;
  } controls[] = {
      {"__oclc_ISA_version", 32, isa_version(job.target.arch)},
      {"__oclc_ABI_version", 32, k_code_object_abi},
      {"__oclc_wavefrontsize64", 8, is_wave64},
      {"__oclc_daz_opt", 8, job.has_option("-cl-denorms-are-zero")},
      {"__oclc_finite_only_opt", 8, is_fast || job.has_option("-cl-finite-math-only")},
      {"__oclc_unsafe_math_opt", 8, is_fast || job.has_option("-cl-unsafe-math-optimizations")},
      {"__oclc_correctly_rounded_sqrt32", 8, job.has_option("-cl-fp32-correctly-rounded-divide-sqrt")},
  };
  for (const auto& control : controls) {
    llvm::Type* type = llvm::IntegerType::get(context, control.bits);
    auto* variable = llvm::cast<llvm::GlobalVariable>(job.module.getOrInsertGlobal(control.name, type, [&] {
      return new llvm::GlobalVariable(job.module, type, true, llvm::GlobalValue::ExternalLinkage, nullptr, control.name,
                                      nullptr, llvm::GlobalValue::NotThreadLocal, k_constant_space);
    }));
    variable->setInitializer(llvm::ConstantInt::get(type, static_cast<std::uint64_t>(control.value)));
    variable->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

struct Generated {
  std::string object;
  std::string text;
};

// The code generator consumes the module, so the text comes from a copy, and takes as long again: most of a job. It comes
// second, that asking for it cannot change the object.
Generated generate(const BackEndJob& job, bool with_text) {
  const std::unique_ptr<llvm::Module> copy = with_text ? llvm::CloneModule(job.module) : nullptr;
  Generated result;
  result.object = emit(job.module, job.machine, llvm::CodeGenFileType::ObjectFile);
  if (copy != nullptr) result.text = emit(*copy, job.machine, llvm::CodeGenFileType::AssemblyFile);
  return result;
}

}  // namespace

Result<BackEndOutput> compile_to_hsaco(const BackEndJob& job) {
  if (auto linked = link_builtins(job.module, job.target); !linked) return fail(linked);
  define_controls(job);
  keep_only_kernels(job.module);
  for (llvm::Function& function : job.module) {
    if (is_kernel(function)) function.setVisibility(llvm::GlobalValue::ProtectedVisibility);  // as loaders expect
  }
  optimize(job.module, job.machine, job.language.optimization, /*vectorize=*/true);
  strip_module(job.module, job.language);
  if (auto defined = refuse_undefined(job.module); !defined) return fail(defined);
  BackEndOutput output;
  if (job.wants("ir")) output.sections["ir"] = text_of(job.module);
  const bool is_readable = has_disassembler(job.machine);
  Generated generated = generate(job, job.wants("isa") || !is_readable);
  Result<Bytes> linked = link_code_object(generated.object, job.language.strips_names);
  if (!linked) return fail(linked);
  output.binary = std::move(*linked);
  auto resources = code_object_resources(output.binary);
  if (!resources) return fail(resources);
  output.resources = std::move(*resources);
  if (is_readable) {
    count_machine_code(output.binary, job.machine, output.resources);
  } else {
    count_instructions(generated.text, InstructionSet::k_gcn, output.resources);
  }
  if (job.wants("isa")) output.sections["isa"] = std::move(generated.text);
  return output;
}

Result<BackEndOutput> compile_to_r600(const BackEndJob& job) {
  if (auto linked = link_builtins(job.module, job.target); !linked) return fail(linked);
  keep_only_kernels(job.module);
  // LLVM's R600 backend dies of code that was optimised less, and cannot write loops and vectors as -O3 shapes them.
  constexpr int k_optimization = 2;
  optimize(job.module, job.machine, k_optimization, /*vectorize=*/false);
  strip_module(job.module, job.language);
  if (auto defined = refuse_undefined(job.module); !defined) return fail(defined);
  if (auto prepared = prepare_atomics_for_r600(job.module); !prepared) return fail(prepared);
  BackEndOutput output;
  if (job.wants("ir")) output.sections["ir"] = text_of(job.module);
  Generated generated = generate(job, /*with_text=*/true);
  output.binary = std::move(generated.object);
  auto resources = r600_resources(output.binary, generated.text);
  if (!resources) return fail(resources);
  output.resources = std::move(*resources);
  count_instructions(generated.text, InstructionSet::k_r600, output.resources);
  if (job.wants("isa")) output.sections["isa"] = std::move(generated.text);
  return output;
}

}  // namespace clc::worker
