#include "worker/passes/amdgpu_read_known_elements.h"

#include <string>
#include <vector>

#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineInstrBuilder.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>

#include "worker/passes/amdgpu_instructions.h"

namespace clc::worker {
namespace {

// Operands of V_INDIRECT_REG_READ_GPR_IDX.
enum { k_result, k_vector, k_index, k_first };

bool reads_known_element(const llvm::MachineInstr& instruction, const llvm::TargetInstrInfo& instructions) {
  return instructions.getName(instruction.getOpcode()).starts_with("V_INDIRECT_REG_READ_GPR_IDX") &&
         instruction.getOperand(k_index).isImm();
}

// Returns the 32-bit subregister that is `distance` after `part`, or 0 if there is none.
llvm::MCRegister subregister_after(llvm::Register vector, unsigned part, std::int64_t distance,
                                   const llvm::TargetRegisterInfo& registers) {
  llvm::StringRef name = registers.getSubRegIndexName(part);
  std::int64_t first = 0;
  if (!name.consume_front("sub") || name.getAsInteger(10, first)) return {};
  const std::string wanted = "sub" + std::to_string(first + distance);
  for (unsigned other = 1; other < registers.getNumSubRegIndices(); ++other) {
    if (wanted == registers.getSubRegIndexName(other)) return registers.getSubReg(vector, other);
  }
  return {};
}

void read_element(llvm::MachineInstr& instruction, const llvm::TargetInstrInfo& instructions,
                  const llvm::TargetRegisterInfo& registers) {
  const llvm::MachineOperand& vector = instruction.getOperand(k_vector);
  const auto first = static_cast<unsigned>(instruction.getOperand(k_first).getImm());
  const llvm::MCRegister element =
      subregister_after(vector.getReg(), first, instruction.getOperand(k_index).getImm(), registers);
  // An index out of range may yield any value.
  const llvm::MCRegister read = element.isValid() ? element : registers.getSubReg(vector.getReg(), first);
  llvm::BuildMI(*instruction.getParent(), instruction, instruction.getDebugLoc(),
                instructions.get(instruction_named("V_MOV_B32_e32", instructions)),
                instruction.getOperand(k_result).getReg())
      .addReg(read, llvm::RegState::Undef)
      .addReg(vector.getReg(), llvm::RegState::Implicit | llvm::getUndefRegState(vector.isUndef()));
  instruction.eraseFromParent();
}

}  // namespace

bool AmdgpuReadKnownElements::runOnMachineFunction(llvm::MachineFunction& function) {
  const llvm::TargetInstrInfo& instructions = *function.getSubtarget().getInstrInfo();
  const llvm::TargetRegisterInfo& registers = *function.getSubtarget().getRegisterInfo();
  std::vector<llvm::MachineInstr*> found;
  for (llvm::MachineBasicBlock& block : function) {
    for (llvm::MachineInstr& instruction : block) {
      if (reads_known_element(instruction, instructions)) found.push_back(&instruction);
    }
  }
  for (llvm::MachineInstr* instruction : found) read_element(*instruction, instructions, registers);
  return !found.empty();
}

}  // namespace clc::worker
