#include "program/kept_program.h"

#include <algorithm>
#include <limits>

#include "base/encoding/little_endian.h"
#include "base/fields/byte_fields.h"

namespace clc::layer {
namespace {

// The end of each entry. A new form of entries needs a new number, so that old entries are misses.
constexpr std::string_view k_magic = "clc-layer-program-5\n";

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, QueryResult>& answer) {
  f.number_between(std::numeric_limits<cl_int>::min(), answer.code, std::numeric_limits<cl_int>::max());
  f.text(answer.bytes);
}

template <class F>
void fields(F& f, FieldsOf<F, KernelFacts>& facts) {
  f.text(facts.name);
  f.object(facts.attributes);
  f.lists(facts.arguments);
  f.list(facts.beyond);
}

// All but the binary.
template <class F>
void fields(F& f, FieldsOf<F, KeptProgram>& program) {
  f.choice(program.form, ProgramForm::k_il);
  f.flag(program.is_compiled_only);
  f.number(program.nanoseconds);
  f.text(program.build_options);
  f.object(program.reported_options);
  f.object(program.log);
  f.texts(program.kernels);
  f.list(program.facts);
}

const KernelFacts* KeptProgram::find(const std::string& kernel) const {
  const auto found = std::ranges::find_if(facts, [&](const auto& entry) { return entry.name == kernel; });
  return found == facts.end() ? nullptr : &*found;
}

Bytes encode_kept_program(const KeptProgram& program) {
  ByteWriter writer;
  write_fields(program, writer);
  Bytes bytes = program.binary + writer.take();
  append_number(bytes, program.binary.size(), 8);
  return bytes += k_magic;
}

std::optional<KeptProgram> decode_kept_program(Bytes bytes) {
  // The binary is most of the entry and stands first, so that the rest can be cut off without moving it.
  constexpr std::size_t k_end_size = 8 + k_magic.size();
  const BytesView all = bytes;
  if (all.size() < k_end_size || all.substr(all.size() - k_magic.size()) != k_magic) return std::nullopt;
  const std::uint64_t binary_size = read_number(all, all.size() - k_end_size, 8);
  if (binary_size > all.size() - k_end_size) return std::nullopt;
  ByteReader reader(all.substr(binary_size, all.size() - k_end_size - binary_size));
  auto program = read_fields<KeptProgram>(reader);
  if (!reader.is_done() || (binary_size == 0) != program.is_compiled_only) return std::nullopt;
  bytes.resize(binary_size);
  program.binary = std::move(bytes);
  return program;
}

}  // namespace clc::layer
