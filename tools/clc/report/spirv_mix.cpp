#include "report/spirv_mix.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <vector>

#include "binary/spirv_instructions.h"
#include "clc/package/resource_names.h"
#include "report/instruction_mix.h"

namespace clc {
namespace {

// From the SPIR-V specification, "Instructions" and "Storage Class", and OpenCL's extended instruction set.
enum Opcode : std::uint16_t {
  k_undef = 1,
  k_line = 8,
  k_ext_inst = 12,
  k_entry_point = 15,
  k_type_pointer = 32,
  k_function = 54,
  k_function_parameter = 55,
  k_function_end = 56,
  k_function_call = 57,
  k_variable = 59,
  k_load = 61,
  k_store = 62,
  k_copy_memory = 63,
  k_copy_memory_sized = 64,
  k_image_sample = 87,
  k_image_write = 99,
  k_control_barrier = 224,
  k_memory_barrier = 225,
  k_atomic_load = 227,
  k_atomic_store = 228,
  k_atomic_xor = 242,
  k_phi = 245,
  k_loop_merge = 246,
  k_selection_merge = 247,
  k_label = 248,
  k_branch = 249,
  k_return_value = 254,
  k_unreachable = 255,
  k_lifetime_start = 256,
  k_lifetime_stop = 257,
  k_group_async_copy = 259,
  k_group_wait_events = 260,
  k_no_line = 317,
  k_atomic_flag_set = 318,
  k_atomic_flag_clear = 319,
  k_atomic_min_float = 5614,
  k_atomic_max_float = 5615,
  k_atomic_add_float = 6035,
};
constexpr std::uint32_t k_storage_input = 1, k_storage_workgroup = 4;
constexpr std::uint32_t k_first_vector_access = 171, k_last_vector_access = 181;  // vloadn to vstorea_halfn_r
constexpr std::uint16_t k_vload_n = 171, k_vload_half = 173, k_vload_half_n = 174, k_vloada_half_n = 179;

bool is_any_of(std::uint16_t opcode, std::initializer_list<std::uint16_t> opcodes) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}

class Counter {
  struct Function {
    ResourceMetrics counts;
    std::set<std::uint32_t> calls;
  };

 public:
  std::map<std::string, ResourceMetrics> count(BytesView module) {
    each_spirv_instruction(module, [this](const SpirvInstruction& one) { read(one); });
    return kernels();
  }

 private:
  void read(const SpirvInstruction& one) {
    const std::uint16_t opcode = one.opcode;
    if (opcode == k_entry_point && one.operands.size() > 2) names_[one.operand(1)] = one.text(2);
    if (opcode == k_type_pointer) storage_of_type_[one.operand(0)] = one.operand(1);
    if (opcode == k_function) {
      current_ = &functions_.try_emplace(one.operand(1), Function{no_instructions(), {}}).first->second;
      return;
    }
    // Instructions without a result have something else there, which is no pointer's type.
    if (const auto type = storage_of_type_.find(one.operand(0));
        type != storage_of_type_.end() && one.operands.size() >= 2)
      storage_.emplace(one.operand(1), type->second);
    if (opcode == k_function_end) current_ = nullptr;
    if (current_ != nullptr) count(one);
  }

  void count(const SpirvInstruction& one) {
    const std::uint16_t opcode = one.opcode;
    if (is_any_of(opcode, {k_undef, k_line, k_no_line, k_function_parameter, k_variable, k_phi, k_loop_merge,
                           k_selection_merge, k_label, k_unreachable, k_lifetime_start, k_lifetime_stop}))
      return;
    if (opcode == k_function_call) current_->calls.insert(one.operand(2));
    ++current_->counts[resource::k_instructions];
    if (const char* const kind = class_of(one)) ++current_->counts[kind];
  }

  const char* class_of(const SpirvInstruction& one) const {
    const std::uint16_t opcode = one.opcode;
    if (is_any_of(opcode, {k_control_barrier, k_memory_barrier, k_group_wait_events})) return nullptr;
    if (opcode == k_function_call || (opcode >= k_branch && opcode <= k_return_value))
      return resource::k_branch_instructions;
    if (opcode == k_load && storage_of(one.operand(2)) == k_storage_input) return nullptr;
    const bool is_vector_access =
        opcode == k_ext_inst && one.operand(3) >= k_first_vector_access && one.operand(3) <= k_last_vector_access;
    const bool is_access = (opcode >= k_load && opcode <= k_copy_memory_sized) || is_vector_access ||
                           (opcode >= k_image_sample && opcode <= k_image_write) ||
                           (opcode >= k_atomic_load && opcode <= k_atomic_xor) ||
                           is_any_of(opcode, {k_group_async_copy, k_atomic_flag_set, k_atomic_flag_clear,
                                              k_atomic_min_float, k_atomic_max_float, k_atomic_add_float});
    if (!is_access) return resource::k_arithmetic_instructions;
    const bool is_local = opcode != k_group_async_copy && storage_of(pointer_of(one)) == k_storage_workgroup;
    return is_local ? resource::k_local_instructions : resource::k_memory_instructions;
  }

  static std::uint32_t pointer_of(const SpirvInstruction& one) {
    const std::uint16_t opcode = one.opcode;
    if (is_any_of(opcode, {k_store, k_copy_memory, k_copy_memory_sized, k_atomic_store, k_atomic_flag_clear}))
      return one.operand(0);
    if (opcode != k_ext_inst) return one.operand(2);  // behind the result and its type
    // (offset, pointer, …) of loads, (data, offset, pointer, …) of stores.
    return is_any_of(static_cast<std::uint16_t>(one.operand(3)),
                     {k_vload_n, k_vload_half, k_vload_half_n, k_vloada_half_n})
               ? one.operand(5)
               : one.operand(6);
  }

  // Functions that kernels share count for each.
  std::map<std::string, ResourceMetrics> kernels() const {
    std::map<std::string, ResourceMetrics> result;
    for (const auto& [id, name] : names_) {
      std::set<std::uint32_t> seen{id};
      for (std::vector<std::uint32_t> left{id}; !left.empty();) {
        const auto function = functions_.find(left.back());
        left.pop_back();
        if (function == functions_.end()) continue;
        ResourceMetrics& sum = result.try_emplace(name, no_instructions()).first->second;
        for (const auto& [kind, count] : function->second.counts) sum[kind] += count;
        for (const std::uint32_t callee : function->second.calls) {
          if (seen.insert(callee).second) left.push_back(callee);
        }
      }
    }
    return result;
  }

  std::uint32_t storage_of(std::uint32_t id) const {
    const auto found = storage_.find(id);
    return found == storage_.end() ? ~0U : found->second;
  }

  std::map<std::uint32_t, std::string> names_;              // of kernels, by id
  std::map<std::uint32_t, std::uint32_t> storage_of_type_;  // of types of pointers
  std::map<std::uint32_t, std::uint32_t> storage_;          // of pointers
  std::map<std::uint32_t, Function> functions_;
  Function* current_ = nullptr;
};

}  // namespace

std::map<std::string, ResourceMetrics> count_spirv(BytesView module) {
  return Counter().count(module);
}

}  // namespace clc
