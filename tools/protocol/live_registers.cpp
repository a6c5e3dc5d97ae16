#include "protocol/live_registers.h"

#include "base/fields/byte_fields.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_registers = 1U << 20U;

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, LiveInstruction>& instruction) {
  f.number(instruction.address);
  f.number(instruction.vector, k_most_registers);
  f.number(instruction.accumulation, k_most_registers);
  f.number(instruction.scalar, k_most_registers);
  f.text(instruction.file);
  f.number(instruction.line);
}

template <class F>
void fields(F& f, FieldsOf<F, LiveFunction>& function) {
  f.text(function.name);
  f.text(function.unknown);
  f.list(function.instructions);
}

Bytes encode_live_registers(const std::vector<LiveFunction>& functions) {
  return encode_list(functions);
}

Result<std::vector<LiveFunction>> decode_live_registers(BytesView bytes) {
  return decode_list<LiveFunction>(bytes, "the list of live registers");
}

}  // namespace clc
