#include "worker/codegen/spirv/spirv_validation.h"

#include <algorithm>
#include <array>

#include <llvm/ADT/STLExtras.h>
#include <spirv-tools/libspirv.hpp>

namespace clc::worker {
namespace {

spv_target_env environment_of(std::string_view version) {
  constexpr std::array<spv_target_env, 7> k_environments{
      SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
      SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
  const auto minor = static_cast<std::size_t>(version.back() - '0');
  return k_environments.at(std::min(minor, k_environments.size() - 1));
}

}  // namespace

std::string validate_spirv(const std::vector<std::uint32_t>& words, std::string_view version) {
  spvtools::SpirvTools tools(environment_of(version));
  std::string messages;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& position, const char* text) {
    messages += (messages.empty() ? "" : "; ") + std::string(text) + " (word " + std::to_string(position.index) + ")";
  });
  if (tools.Validate(words.data(), words.size())) return {};
  return messages.empty() ? "the module is invalid" : messages;
}

std::string il_build_options(std::vector<std::string> options, bool is_optimized) {
  constexpr const char* k_plain = "-cl-opt-disable";
  constexpr std::array<std::string_view, 8> k_il_options{"-cl-denorms-are-zero",
                                                         "-cl-fp32-correctly-rounded-divide-sqrt",
                                                         "-cl-mad-enable",
                                                         "-cl-no-signed-zeros",
                                                         "-cl-unsafe-math-optimizations",
                                                         "-cl-finite-math-only",
                                                         "-cl-fast-relaxed-math",
                                                         "-cl-uniform-work-group-size"};
  if (!is_optimized && !llvm::is_contained(options, k_plain)) options.emplace_back(k_plain);
  std::string result;
  for (const std::string& option : options) {
    const bool is_taken = option == k_plain ? !is_optimized : llvm::is_contained(k_il_options, option);
    if (is_taken) result += (result.empty() ? "" : " ") + option;
  }
  return result;
}

}  // namespace clc::worker
