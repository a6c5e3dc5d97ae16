#include "protocol/warm_protocol.h"

#include "base/fields/byte_fields.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, WarmHeader>& header) {
  f.text(header.name);
  f.text(header.text);
}

template <class F>
void fields(F& f, FieldsOf<F, WarmInput>& input) {
  f.number(input.step);
}

template <class F>
void fields(F& f, FieldsOf<F, WarmStep>& step) {
  f.choice(step.call, WarmCall::k_link);
  f.text(step.options);
  f.text(step.text);
  f.flag(step.is_il);
  f.list(step.headers);
  f.list(step.inputs);
}

template <class F>
void fields(F& f, FieldsOf<F, WarmProgram>& program) {
  f.text(program.folder);
  f.list(program.steps);
}

template <class F>
void fields(F& f, FieldsOf<F, WarmModule>& module) {
  f.number(module.module);
  f.choice(module.state, WarmState::k_missing);
  f.text(module.note);
}

Bytes encode_warm_programs(const std::vector<WarmProgram>& programs) {
  return encode_list(programs);
}

Result<std::vector<WarmProgram>> decode_warm_programs(BytesView bytes) {
  return decode_list<WarmProgram>(bytes, "the list of programs to build");
}

Bytes encode_warm_modules(const std::vector<WarmModule>& modules) {
  return encode_list(modules);
}

Result<std::vector<WarmModule>> decode_warm_modules(BytesView bytes) {
  return decode_list<WarmModule>(bytes, "the list of modules");
}

}  // namespace clc
