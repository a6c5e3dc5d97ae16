#include "worker/targets/spirv/spirv_validation.h"

#include <algorithm>
#include <array>
#include <set>

#include <llvm/ADT/STLExtras.h>
#include <spirv-tools/libspirv.hpp>

#include "worker/ir/spirv_matrix_arithmetic.h"
#include "worker/targets/spirv/spirv_words.h"

namespace clc::worker {
namespace {

spv_target_env environment_of(std::string_view version) {
  constexpr std::array<spv_target_env, 7> k_environments{
      SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
      SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
  const auto minor = static_cast<std::size_t>(version.back() - '0');
  return k_environments.at(std::min(minor, k_environments.size() - 1));
}

bool is_of_groups(spv::Op op) {
  return (op >= spv::OpGroupAll && op <= spv::OpGroupSMax) ||
         (op >= spv::OpGroupNonUniformElect && op <= spv::OpGroupNonUniformQuadSwap) ||
         (op >= spv::OpSubgroupShuffleINTEL && op <= spv::OpSubgroupShuffleXorINTEL);
}

// Finds operations that decide build options: a barrier of a sub-group, or an atomic operation on a generic pointer,
// needs OpenCL 2.0; with -cl-opt-disable Intel's driver for CPUs makes sub-groups of one work-item from SPIR-V, and
// their functions return nonsense.
class SpecialOperations {
 public:
  explicit SpecialOperations(const spirv_words::Words& words) {
    spirv_words::for_each_instruction(words, [&](spirv_words::Instruction instruction) { look_at(instruction); });
  }
  bool need_version_2() const { return needs_version_2_; }
  bool have_sub_groups() const { return has_sub_groups_; }

 private:
  void look_at(spirv_words::Instruction i) {
    const spv::Op op = spirv_words::opcode(i);
    const auto operand = [&](std::size_t at) { return spirv_words::word(i, at); };
    if (op == spv::OpTypePointer && operand(2) == spv::StorageClassGeneric) generic_types_.insert(operand(1));
    if (op == spv::OpConstant && operand(3) == spv::ScopeSubgroup) sub_group_scopes_.insert(operand(2));
    const bool is_shuffle = op >= spv::OpSubgroupShuffleINTEL;
    if (is_of_groups(op) && (is_shuffle || sub_group_scopes_.contains(operand(3)))) has_sub_groups_ = true;
    const bool is_built_in = op == spv::OpDecorate && operand(2) == spv::DecorationBuiltIn;
    if (is_built_in && operand(3) >= spv::BuiltInSubgroupSize && operand(3) <= spv::BuiltInSubgroupLocalInvocationId)
      has_sub_groups_ = true;
    if (op == spv::OpControlBarrier && sub_group_scopes_.contains(operand(1))) needs_version_2_ = true;
    const bool is_atomic = (op >= spv::OpAtomicLoad && op <= spv::OpAtomicXor) || op == spv::OpAtomicFlagTestAndSet ||
                           op == spv::OpAtomicFlagClear || op == spv::OpAtomicFAddEXT || op == spv::OpAtomicFMinEXT ||
                           op == spv::OpAtomicFMaxEXT;
    const bool has_result = op != spv::OpAtomicStore && op != spv::OpAtomicFlagClear;
    constexpr std::size_t k_behind_result = 3;
    if (is_atomic && generic_.contains(operand(has_result ? k_behind_result : 1))) needs_version_2_ = true;
    if (generic_types_.contains(operand(1))) generic_.insert(operand(2));
  }

  std::set<std::uint32_t> generic_types_, generic_, sub_group_scopes_;
  bool needs_version_2_ = false, has_sub_groups_ = false;
};

// Capability and instructions that the validator of Debian 12 refuses by their numbers. It sees instructions of the
// core in the places of the extension's, which take and give the same types, and holds the rest of the module to all
// rules.
struct StandIn {
  std::uint32_t opcode;
  spv::Op instead;
};
constexpr std::uint32_t k_cooperative_matrix = 6022;                             // CooperativeMatrixKHR
constexpr std::uint32_t k_bfloat16_conversion = 6115;                            // BFloat16ConversionINTEL
constexpr std::array k_bfloat16_conversions{StandIn{6116, spv::OpConvertFToU},   // OpConvertFToBF16INTEL
                                            StandIn{6117, spv::OpConvertUToF}};  // OpConvertBF16ToFINTEL

// The instructions of SPV_KHR_cooperative_matrix, which Debian 12's does not know either. A matrix is seen as a struct
// of one element; what makes one is seen as an undefined value. `matrices`: their types so far.
bool append_matrix_stand_in(spirv_words::Words& known, spirv_words::Instruction i, std::set<std::uint32_t>& matrices) {
  constexpr std::uint32_t k_type = 4456;
  constexpr std::uint32_t k_store = 4458;
  constexpr std::uint32_t k_length = 4460;
  const auto op = static_cast<std::uint32_t>(spirv_words::opcode(i));
  const bool is_arithmetic = matrices.contains(spirv_words::word(i, 1)) &&
                             llvm::any_of(k_spirv_matrix_arithmetic, [&](const SpirvMatrixArithmetic& one) {
                               return one.instruction == spirv_words::opcode(i);
                             });
  if (!is_arithmetic && (op < k_type || op > k_length)) return false;
  if (op == k_store) return true;
  if (op == k_type) matrices.insert(spirv_words::word(i, 1));
  spirv_words::append(known, op == k_type ? spv::OpTypeStruct : spv::OpUndef,
                      {spirv_words::word(i, 1), spirv_words::word(i, 2)});
  return true;
}

spirv_words::Words as_validator_knows(const spirv_words::Words& words) {
  spirv_words::Words known(words.begin(), words.begin() + spirv_words::k_header_words);
  std::set<std::uint32_t> matrices;
  const bool is_whole = spirv_words::for_each_instruction(words, [&](spirv_words::Instruction i) {
    const spv::Op op = spirv_words::opcode(i);
    const auto* stand_in = llvm::find_if(k_bfloat16_conversions, [&](const StandIn& one) { return one.opcode == op; });
    const std::uint32_t first = spirv_words::word(i, 1);
    if (append_matrix_stand_in(known, i, matrices)) return;
    if (op == spv::OpCapability && (first == k_bfloat16_conversion || first == k_cooperative_matrix)) {
      spirv_words::append(known, op, {spv::CapabilityKernel});
    } else if (stand_in != k_bfloat16_conversions.end()) {
      known.push_back(spirv_words::first_word(stand_in->instead, i.size()));
      spirv_words::append(known, i.subspan(1));
    } else {
      spirv_words::append(known, i);
    }
  });
  return is_whole ? known : words;
}

}  // namespace

std::string validate_spirv(const std::vector<std::uint32_t>& words, std::string_view version) {
  spvtools::SpirvTools tools(environment_of(version));
  std::string messages;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& position, const char* text) {
    messages += (messages.empty() ? "" : "; ") + std::string(text) + " (word " + std::to_string(position.index) + ")";
  });
  if (words.size() < spirv_words::k_header_words) return "the module has no header";
  const spirv_words::Words known = as_validator_knows(words);
  if (tools.Validate(known.data(), known.size())) return {};
  return messages.empty() ? "the module is invalid" : messages;
}

std::string il_build_options(BuildOptions options, const std::vector<std::uint32_t>& words, bool is_optimized) {
  using enum Option;
  constexpr const char* k_version_2 = "-cl-std=CL2.0";
  constexpr std::array k_il_options{k_zero_denorms, k_exact_roots, k_mad,       k_no_signed_zeros,
                                    k_unsafe_math,  k_finite_math, k_fast_math, k_uniform_groups};
  const SpecialOperations operations(words);
  const bool is_plain = !is_optimized && !operations.have_sub_groups();
  if (!is_optimized && !has_option(options, k_no_optimization))
    options.push_back({find_option_row("-cl-opt-disable"), "", ""});
  std::string result;
  for (const BuildOption& option : options) {
    const bool is_taken =
        option.is(k_no_optimization) ? is_plain : llvm::is_contained(k_il_options, option.row->option);
    if (is_taken) result += (result.empty() ? "" : " ") + option.text();
  }
  if (operations.need_version_2()) result += result.empty() ? k_version_2 : " " + std::string(k_version_2);
  return result;
}

}  // namespace clc::worker
