#include "offline/spirv_needs.h"

#include "protocol/spirv_instructions.h"

namespace clc {

SpirvNeeds read_spirv_needs(BytesView module) {
  SpirvNeeds needs;
  each_spirv_instruction(module, [&needs](const SpirvInstruction& one) {
    if (one.operands.empty()) return false;
    if (one.opcode == spv::OpCapability) needs.capabilities.push_back(one.operand(0));
    if (one.opcode == spv::OpExtension) needs.extensions.push_back(one.text(0));
    return one.opcode == spv::OpCapability || one.opcode == spv::OpExtension;
  });
  return needs;
}

}  // namespace clc
