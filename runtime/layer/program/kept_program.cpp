#include "program/kept_program.h"

#include <algorithm>

#include "base/little_endian.h"

namespace clc::layer {
namespace {

// The end of each entry. A new form of entries needs a new number, so that old entries are misses.
constexpr std::string_view k_magic = "clc-layer-program-3\n";

class Writer {
 public:
  explicit Writer(Bytes before) : bytes_(std::move(before)) {}
  void number(std::uint64_t value) { append_number(bytes_, value, 8); }
  void text(BytesView value) {
    number(value.size());
    bytes_ += value;
  }
  void answer(const QueryResult& value) {
    number(static_cast<std::uint32_t>(value.code));
    text(value.bytes);
  }
  Bytes finish() { return std::move(bytes_) + Bytes(k_magic); }

 private:
  Bytes bytes_;
};

// Reads the part of an entry behind the binary. After the first value that does not fit, all values are empty and
// is_sound() is false.
class Reader {
 public:
  explicit Reader(BytesView bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    if (!is_sound_ || bytes_.size() - at_ < 8) return refuse();
    at_ += 8;
    return read_number(bytes_, at_ - 8, 8);
  }
  Bytes text() {
    const std::uint64_t size = number();
    if (!is_sound_ || bytes_.size() - at_ < size) {
      refuse();
      return {};
    }
    at_ += size;
    return Bytes(bytes_.substr(at_ - size, size));
  }
  // Reads the length of a list, each of whose elements takes at least 8 bytes.
  std::uint64_t count() {
    const std::uint64_t value = number();
    return is_sound_ && value <= (bytes_.size() - at_) / 8 ? value : refuse();
  }
  QueryResult answer() {
    const auto code = static_cast<cl_int>(static_cast<std::uint32_t>(number()));
    return {code, text()};
  }
  bool is_sound() const { return is_sound_; }
  bool is_at_end() const { return is_sound_ && at_ == bytes_.size(); }

 private:
  std::uint64_t refuse() {
    is_sound_ = false;
    return 0;
  }
  BytesView bytes_;
  std::size_t at_ = 0;
  bool is_sound_ = true;
};

void write_answers(Writer& writer, const std::vector<QueryResult>& answers) {
  writer.number(answers.size());
  for (const QueryResult& answer : answers) writer.answer(answer);
}

std::vector<QueryResult> read_answers(Reader& reader) {
  std::vector<QueryResult> answers;
  const std::uint64_t count = reader.count();
  for (std::uint64_t i = 0; i < count && reader.is_sound(); ++i) answers.push_back(reader.answer());
  return answers;
}

void write_facts(Writer& writer, const KernelFacts& facts) {
  writer.text(facts.name);
  writer.answer(facts.attributes);
  writer.number(facts.arguments.size());
  for (const std::vector<QueryResult>& answers : facts.arguments) write_answers(writer, answers);
  write_answers(writer, facts.beyond);
}

KernelFacts read_facts(Reader& reader) {
  KernelFacts facts;
  facts.name = reader.text();
  facts.attributes = reader.answer();
  const std::uint64_t arguments = reader.count();
  for (std::uint64_t i = 0; i < arguments && reader.is_sound(); ++i) facts.arguments.push_back(read_answers(reader));
  facts.beyond = read_answers(reader);
  return facts;
}

}  // namespace

const KernelFacts* KeptProgram::find(const std::string& kernel) const {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const auto& entry) { return entry.name == kernel; });
  return found == facts.end() ? nullptr : &*found;
}

Bytes encode_kept_program(const KeptProgram& program) {
  Writer writer(program.binary);
  writer.number(program.form == ProgramForm::k_il ? 1 : 0);
  writer.number(program.is_compiled_only ? 1 : 0);
  writer.text(program.build_options);
  writer.answer(program.reported_options);
  writer.answer(program.log);
  writer.number(program.kernels.size());
  for (const std::string& kernel : program.kernels) writer.text(kernel);
  writer.number(program.facts.size());
  for (const KernelFacts& facts : program.facts) write_facts(writer, facts);
  writer.number(program.binary.size());
  return writer.finish();
}

std::optional<KeptProgram> decode_kept_program(Bytes bytes) {
  // The binary is most of the entry and stands first, so that the rest can be cut off without moving it.
  constexpr std::size_t k_end_size = 8 + k_magic.size();
  const BytesView all = bytes;
  if (all.size() < k_end_size || all.substr(all.size() - k_magic.size()) != k_magic) return std::nullopt;
  const std::uint64_t binary_size = read_number(all, all.size() - k_end_size, 8);
  if (binary_size > all.size() - k_end_size) return std::nullopt;
  Reader reader(all.substr(binary_size, all.size() - k_end_size - binary_size));
  KeptProgram program;
  program.form = reader.number() == 1 ? ProgramForm::k_il : ProgramForm::k_binary;
  program.is_compiled_only = reader.number() == 1;
  program.build_options = reader.text();
  program.reported_options = reader.answer();
  program.log = reader.answer();
  const std::uint64_t kernels = reader.count();
  for (std::uint64_t i = 0; i < kernels && reader.is_sound(); ++i) program.kernels.push_back(reader.text());
  const std::uint64_t facts = reader.count();
  for (std::uint64_t i = 0; i < facts && reader.is_sound(); ++i) program.facts.push_back(read_facts(reader));
  if (!reader.is_at_end() || (binary_size == 0) != program.is_compiled_only) return std::nullopt;
  bytes.resize(binary_size);
  program.binary = std::move(bytes);
  return program;
}

}  // namespace clc::layer
