#include "protocol/live_registers.h"

#include "protocol/byte_codec.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_registers = 1U << 20U;
constexpr std::uint64_t k_most_lines = 0xffffffffU;

void write(const LiveInstruction& instruction, ByteWriter& writer) {
  writer.number(instruction.address);
  writer.number(instruction.vector);
  writer.number(instruction.accumulation);
  writer.number(instruction.scalar);
  writer.text(instruction.file);
  writer.number(instruction.line);
}

LiveInstruction read_instruction(ByteReader& reader) {
  LiveInstruction instruction;
  instruction.address = reader.number();
  instruction.vector = static_cast<std::uint32_t>(reader.number(k_most_registers));
  instruction.accumulation = static_cast<std::uint32_t>(reader.number(k_most_registers));
  instruction.scalar = static_cast<std::uint32_t>(reader.number(k_most_registers));
  instruction.file = reader.text();
  instruction.line = static_cast<std::uint32_t>(reader.number(k_most_lines));
  return instruction;
}

}  // namespace

Bytes encode_live_registers(const std::vector<LiveFunction>& functions) {
  ByteWriter writer;
  writer.number(functions.size());
  for (const LiveFunction& function : functions) {
    writer.text(function.name);
    writer.text(function.unknown);
    writer.number(function.instructions.size());
    for (const LiveInstruction& instruction : function.instructions) write(instruction, writer);
  }
  return writer.take();
}

Result<std::vector<LiveFunction>> decode_live_registers(BytesView bytes) {
  ByteReader reader(bytes);
  std::vector<LiveFunction> functions;
  const std::uint64_t count = reader.number();
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) {
    LiveFunction function;
    function.name = reader.text();
    function.unknown = reader.text();
    const std::uint64_t instructions = reader.number();
    for (std::uint64_t k = 0; k < instructions && reader.is_good(); ++k) {
      function.instructions.push_back(read_instruction(reader));
    }
    functions.push_back(std::move(function));
  }
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "the list of live registers is damaged");
  return functions;
}

}  // namespace clc
