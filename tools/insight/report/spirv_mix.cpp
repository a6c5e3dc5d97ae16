#include "insight/report/spirv_mix.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <vector>
#include "base/text.h"

#include <spirv/unified1/OpenCL.std.h>

#include "clc/package/resource_names.h"
#include "insight/report/instruction_counts.h"
#include "protocol/spirv_instructions.h"

namespace clc {
namespace {

bool is_any_of(spv::Op opcode, std::initializer_list<spv::Op> opcodes) {
  return std::ranges::find(opcodes, opcode) != opcodes.end();
}

class Counter {
  struct Function {
    ResourceMetrics counts;
    std::set<std::uint32_t> calls;
  };

 public:
  std::map<std::string, ResourceMetrics> count(BytesView module) {
    each_spirv_instruction(module, [this](const SpirvInstruction& one) {
      read(one);
      return true;
    });
    return kernels();
  }

 private:
  void read(const SpirvInstruction& one) {
    const spv::Op opcode = one.opcode;
    if (opcode == spv::OpEntryPoint && one.operands.size() > 2) names_[one.operand(1)] = one.text(2);
    if (opcode == spv::OpTypePointer) storage_of_type_[one.operand(0)] = one.operand(1);
    if (opcode == spv::OpFunction) {
      current_ = &functions_.try_emplace(one.operand(1), Function{no_instructions(), {}}).first->second;
      return;
    }
    // This operand is no type of a pointer if the instruction has no result.
    if (const auto type = storage_of_type_.find(one.operand(0));
        type != storage_of_type_.end() && one.operands.size() >= 2)
      storage_.emplace(one.operand(1), type->second);
    if (opcode == spv::OpFunctionEnd) current_ = nullptr;
    if (current_ != nullptr) count(one);
  }

  void count(const SpirvInstruction& one) {
    const spv::Op opcode = one.opcode;
    if (is_any_of(opcode, {spv::OpUndef, spv::OpLine, spv::OpNoLine, spv::OpFunctionParameter, spv::OpVariable,
                           spv::OpPhi, spv::OpLoopMerge, spv::OpSelectionMerge, spv::OpLabel, spv::OpUnreachable,
                           spv::OpLifetimeStart, spv::OpLifetimeStop}))
      return;
    if (opcode == spv::OpFunctionCall) current_->calls.insert(one.operand(2));
    ++current_->counts[resource::k_instructions];
    if (const char* const kind = class_of(one)) ++current_->counts[kind];
  }

  const char* class_of(const SpirvInstruction& one) const {
    const spv::Op opcode = one.opcode;
    if (is_any_of(opcode, {spv::OpControlBarrier, spv::OpMemoryBarrier, spv::OpGroupWaitEvents})) return nullptr;
    if (opcode == spv::OpFunctionCall || (opcode >= spv::OpBranch && opcode <= spv::OpReturnValue))
      return resource::k_branch_instructions;
    if (opcode == spv::OpLoad && storage_of(one.operand(2)) == spv::StorageClassInput) return nullptr;
    const bool is_vector_access =
        opcode == spv::OpExtInst && one.operand(3) >= OpenCLLIB::Vloadn && one.operand(3) <= OpenCLLIB::Vstorea_halfn_r;
    const bool is_access =
        (opcode >= spv::OpLoad && opcode <= spv::OpCopyMemorySized) || is_vector_access ||
        (opcode >= spv::OpImageSampleImplicitLod && opcode <= spv::OpImageWrite) ||
        (opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor) ||
        is_any_of(opcode, {spv::OpGroupAsyncCopy, spv::OpAtomicFlagTestAndSet, spv::OpAtomicFlagClear,
                           spv::OpAtomicFMinEXT, spv::OpAtomicFMaxEXT, spv::OpAtomicFAddEXT});
    if (!is_access) return resource::k_arithmetic_instructions;
    const bool is_local = opcode != spv::OpGroupAsyncCopy && storage_of(pointer_of(one)) == spv::StorageClassWorkgroup;
    return is_local ? resource::k_local_instructions : resource::k_memory_instructions;
  }

  static std::uint32_t pointer_of(const SpirvInstruction& one) {
    const spv::Op opcode = one.opcode;
    if (is_any_of(opcode, {spv::OpStore, spv::OpCopyMemory, spv::OpCopyMemorySized, spv::OpAtomicStore,
                           spv::OpAtomicFlagClear}))
      return one.operand(0);
    if (opcode != spv::OpExtInst) return one.operand(2);  // the pointer stands behind the result and its type
    // Operands of loads are (offset, pointer, …), those of stores (data, offset, pointer, …).
    constexpr std::uint32_t k_loads[] = {OpenCLLIB::Vloadn, OpenCLLIB::Vload_half, OpenCLLIB::Vload_halfn,
                                         OpenCLLIB::Vloada_halfn};
    return one.operand(std::ranges::find(k_loads, one.operand(3)) != std::end(k_loads) ? 5 : 6);
  }

  // Sums the counts of each kernel and of the functions that it calls: a shared function counts for each kernel.
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

  std::map<std::uint32_t, std::string> names_;              // names of kernels, by id
  std::map<std::uint32_t, std::uint32_t> storage_of_type_;  // storage classes of pointer types
  std::map<std::uint32_t, std::uint32_t> storage_;          // storage classes of pointers
  std::map<std::uint32_t, Function> functions_;
  Function* current_ = nullptr;
};

}  // namespace

std::map<std::string, ResourceMetrics> count_spirv(BytesView module) {
  return Counter().count(module);
}

}  // namespace clc
