#include "protocol/machine/machine_steps.h"

#include "base/fields/byte_fields.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, StepNumber>& number) {
  f.number(number.value);
}

template <class F>
void fields(F& f, FieldsOf<F, MachineStep>& step) {
  f.number(step.address);
  f.text(step.mnemonic);
  f.number(step.latency);
  f.list(step.reads);
  f.list(step.writes);
  f.list(step.targets);
  f.flag(step.falls_through);
}

template <class F>
void fields(F& f, FieldsOf<F, MachineFunction>& function) {
  f.text(function.name);
  f.list(function.steps);
}

Bytes encode_machine_steps(const std::vector<MachineFunction>& functions) {
  return encode_list(functions);
}

Result<std::vector<MachineFunction>> decode_machine_steps(BytesView bytes) {
  return decode_list<MachineFunction>(bytes, "the list of instructions");
}

}  // namespace clc
