#include "protocol/live_registers.h"

#include "base/fields/byte_fields.h"

namespace clc {
template <class F>
void fields(F& f, FieldsOf<F, LiveInstruction>& instruction) {
  f.number(instruction.address);
  f.text(instruction.registers);
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
