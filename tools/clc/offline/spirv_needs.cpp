#include "offline/spirv_needs.h"

#include "clc/internal/little_endian.h"

namespace clc {
namespace {

// From the SPIR-V specification, "Physical Layout of a SPIR-V Module and Instruction".
constexpr std::size_t k_word = 4;
constexpr std::size_t k_header = 5 * k_word;
constexpr std::uint64_t k_op_extension = 10;
constexpr std::uint64_t k_op_capability = 17;

}  // namespace

SpirvNeeds read_spirv_needs(BytesView module) {
  SpirvNeeds needs;
  std::size_t at = k_header;
  while (at + k_word <= module.size()) {
    const std::uint64_t opcode = read_number(module, at, 2);
    const std::size_t size = k_word * read_number(module, at + 2, 2);
    const bool is_of_interest = opcode == k_op_capability || opcode == k_op_extension;
    if (!is_of_interest || size < 2 * k_word || size > module.size() - at) break;
    const BytesView operand = module.substr(at + k_word, size - k_word);
    if (opcode == k_op_capability) {
      needs.capabilities.push_back(read_number(operand, 0, k_word));
    } else {
      needs.extensions.emplace_back(operand.substr(0, operand.find('\0')));
    }
    at += size;
  }
  return needs;
}

}  // namespace clc
