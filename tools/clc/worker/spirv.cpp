#include "spirv.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/CommandLine.h>
#include <spirv-tools/libspirv.hpp>

#include "optimizer.h"
#include "spirv_builtins.h"
#include "spirv_fixups.h"

namespace clc::worker {
namespace {

// The backend writes `OpSelect` with a scalar condition on vectors, which SPIR-V before 1.4 does not have.
void splat_select_conditions(llvm::Module& module) {
  std::vector<llvm::SelectInst*> selects;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
        if (select != nullptr && select->getType()->isVectorTy() && !select->getCondition()->getType()->isVectorTy()) {
          selects.push_back(select);
        }
      }
    }
  }
  for (llvm::SelectInst* select : selects) {
    llvm::IRBuilder<> builder(select);
    const auto lanes = llvm::cast<llvm::VectorType>(select->getType())->getElementCount();
    select->setCondition(builder.CreateVectorSplat(lanes, select->getCondition()));
  }
}

// Loads narrowed to vectors of one element, or of five, have no type in SPIR-V.
void keep_vector_widths() {
  const char* arguments[] = {"clc-worker", "-disable-vector-combine"};
  llvm::cl::ParseCommandLineOptions(2, arguments);
}

spv_target_env environment_of(std::string_view version) {
  constexpr std::array<spv_target_env, 7> k_environments{SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
                                                         SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                                                         SPV_ENV_UNIVERSAL_1_6};
  const auto minor = static_cast<std::size_t>(version.back() - '0');
  return k_environments.at(std::min(minor, k_environments.size() - 1));
}

// Empty when the module is valid.
std::string validate(const std::vector<std::uint32_t>& words, std::string_view version) {
  spvtools::SpirvTools tools(environment_of(version));
  std::string messages;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& position, const char* text) {
    messages += (messages.empty() ? "" : "; ") + std::string(text) + " (word " + std::to_string(position.index) + ")";
  });
  if (tools.Validate(words.data(), words.size())) return {};
  return messages.empty() ? "the module is invalid" : messages;
}

}  // namespace

Result<Bytes> compile_to_spirv(llvm::Module& module, llvm::TargetMachine& machine, int optimization,
                               const Target& target) {
  keep_vector_widths();
  if (auto replaced = replace_builtins(module, target); !replaced) return tl::make_unexpected(replaced.error());
  keep_only_kernels(module);
  optimize(module, machine, optimization, /*vectorize=*/false);
  splat_select_conditions(module);
  const std::string bytes = emit(module, machine, llvm::CodeGenFileType::ObjectFile);
  auto words = to_words(bytes);
  if (!words) return tl::make_unexpected(words.error());
  if (auto fixed = fix_backend_output(*words, target.arch); !fixed) return tl::make_unexpected(fixed.error());
  if (const std::string message = validate(*words, target.arch); !message.empty()) {
    return fail(ErrorKind::k_crash, "LLVM's SPIR-V backend made an invalid module: " + message);
  }
  return Bytes(reinterpret_cast<const char*>(words->data()), words->size() * sizeof(std::uint32_t));
}

std::string il_build_options(const std::vector<std::string>& options) {
  constexpr std::array<std::string_view, 9> k_heeded{
      "-cl-opt-disable",       "-cl-denorms-are-zero",          "-cl-fp32-correctly-rounded-divide-sqrt",
      "-cl-mad-enable",        "-cl-no-signed-zeros",           "-cl-unsafe-math-optimizations",
      "-cl-finite-math-only",  "-cl-fast-relaxed-math",         "-cl-uniform-work-group-size"};
  std::string result;
  for (const std::string& option : options) {
    if (std::find(k_heeded.begin(), k_heeded.end(), option) == k_heeded.end()) continue;
    result += (result.empty() ? "" : " ") + option;
  }
  return result;
}

}  // namespace clc::worker
