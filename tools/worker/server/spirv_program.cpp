#include "worker/server/spirv_program.h"

#include <cstring>
#include <map>
#include <optional>

#include "recording/spirv_constants.h"
#include "worker/targets/spirv/spirv_interface.h"
#include "worker/targets/spirv/spirv_validation.h"
#include "worker/targets/spirv/spirv_words.h"

namespace clc::worker {
namespace {

using spirv_words::Instruction;
using spirv_words::Words;

Failure refuse(const std::string& why) {
  return fail(ErrorKind::k_compile, "this is no SPIR-V that can be used: " + why);
}

Result<Words> words_of(BytesView il) {
  if (il.size() % sizeof(std::uint32_t) != 0 || il.size() < spirv_words::k_header_words * sizeof(std::uint32_t))
    return refuse("it is cut short");
  Words words(il.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), il.data(), il.size());
  if (words.front() != spv::MagicNumber) return refuse("its bytes are in another order");
  return words;
}

// The values of specialisation constants, by their numbers.
std::map<std::uint32_t, std::uint64_t> values_of(const BuildOptions& options) {
  std::map<std::uint32_t, std::uint64_t> values;
  for (const BuildOption& option : options) {
    if (!option.is(Option::k_specialize)) continue;
    if (const auto constant = spirv_constant(option.value)) values[constant->id] = constant->bits;
  }
  return values;
}

// Makes specialisation constants into constants. What is computed of them stays an instruction that computes it.
class Specialization {
 public:
  Specialization(const Words& words, const BuildOptions& options) : values_(values_of(options)) {
    result_.assign(words.begin(), words.begin() + spirv_words::k_header_words);
    spirv_words::for_each_instruction(words, [&](Instruction instruction) { note_number(instruction); });
    spirv_words::for_each_instruction(words, [&](Instruction instruction) { add(instruction); });
  }
  Words take() { return std::move(result_); }

 private:
  static bool is_number(Instruction i) {
    return spirv_words::opcode(i) == spv::OpDecorate && spirv_words::word(i, 2) == spv::DecorationSpecId;
  }
  void note_number(Instruction i) {
    if (is_number(i)) numbers_[spirv_words::word(i, 1)] = spirv_words::word(i, 3);
  }
  const std::uint64_t* value_of(std::uint32_t id) const {
    const auto number = numbers_.find(id);
    if (number == numbers_.end()) return nullptr;
    const auto value = values_.find(number->second);
    return value == values_.end() ? nullptr : &value->second;
  }

  void add(Instruction i) {
    const spv::Op op = spirv_words::opcode(i);
    if (is_number(i)) return;
    const std::uint64_t* value = value_of(spirv_words::word(i, 2));
    Words changed(i.begin(), i.end());
    const auto become = [&](spv::Op other) { changed[0] = spirv_words::first_word(other, changed.size()); };
    if (op == spv::OpSpecConstantTrue || op == spv::OpSpecConstantFalse) {
      const bool is_true = value == nullptr ? op == spv::OpSpecConstantTrue : *value != 0;
      become(is_true ? spv::OpConstantTrue : spv::OpConstantFalse);
    } else if (op == spv::OpSpecConstantComposite) {
      become(spv::OpConstantComposite);
    } else if (op == spv::OpSpecConstant) {
      become(spv::OpConstant);
      constexpr std::size_t k_first = 3;
      constexpr unsigned k_bits_of_word = 32;
      if (value != nullptr && changed.size() > k_first) changed[k_first] = static_cast<std::uint32_t>(*value);
      if (value != nullptr && changed.size() > k_first + 1)
        changed[k_first + 1] = static_cast<std::uint32_t>(*value >> k_bits_of_word);
    }
    spirv_words::append(result_, changed);
  }

  const std::map<std::uint32_t, std::uint64_t> values_;
  std::map<std::uint32_t, std::uint32_t> numbers_;  // of constants, by their ids
  Words result_;
};

}  // namespace

Result<SpirvProgram> read_spirv_program(BytesView il, const BuildOptions& options) {
  Result<Words> words = words_of(il);
  if (!words) return fail(words);
  SpirvProgram program;
  constexpr std::uint32_t k_minor_shift = 8, k_byte = 0xff;
  program.minor_version = ((*words)[1] >> k_minor_shift) & k_byte;
  const std::string version = "1." + std::to_string(program.minor_version);
  if (const std::string message = validate_spirv(*words, version); !message.empty()) return refuse(message);
  words = Specialization(*words, options).take();
  if (const std::string message = validate_spirv(*words, version); !message.empty()) return refuse(message);
  spirv_words::for_each_instruction(*words, [&](spirv_words::Instruction instruction) {
    const bool is_short = spirv_words::opcode(instruction) == spv::OpMemoryModel &&
                          spirv_words::word(instruction, 1) == spv::AddressingModelPhysical32;
    if (is_short) program.address_bits = 32;
  });
  program.interface = interface_of_spirv(*words, program.address_bits / 8);
  program.words = *std::move(words);
  if (program.interface.kernels.empty()) return refuse("it has no kernels");
  return program;
}

}  // namespace clc::worker
