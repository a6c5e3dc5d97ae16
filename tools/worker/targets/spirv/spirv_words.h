// Reads and writes the instructions of a SPIR-V module as words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <spirv/unified1/spirv.hpp>

namespace clc::worker::spirv_words {

using Words = std::vector<std::uint32_t>;
using Instruction = std::span<const std::uint32_t>;

inline constexpr std::size_t k_header_words = 5;
inline constexpr std::size_t k_bound = 3;  // index of the id bound in the header

inline spv::Op opcode(Instruction instruction) {
  return static_cast<spv::Op>(instruction[0] & 0xffffU);
}
// Word `index`, or 0, which is no id, where a damaged module ends an instruction early.
inline std::uint32_t word(Instruction instruction, std::size_t index) {
  return index < instruction.size() ? instruction[index] : 0;
}
// The text that begins at word `begin`.
inline std::string literal_string(Instruction instruction, std::size_t begin) {
  if (begin >= instruction.size()) return {};
  const Instruction words = instruction.subspan(begin);
  const std::string text(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t));
  return text.substr(0, text.find('\0'));
}
inline std::uint32_t first_word(spv::Op op, std::size_t length) {
  return static_cast<std::uint32_t>(length << 16U) | static_cast<std::uint32_t>(op);
}
inline void append(Words& words, Instruction instruction) {
  words.insert(words.end(), instruction.begin(), instruction.end());
}
inline void append(Words& words, spv::Op op, std::initializer_list<std::uint32_t> operands) {
  words.push_back(first_word(op, operands.size() + 1));
  words.insert(words.end(), operands);
}

// False where the module is damaged; `f` has then seen the instructions before that.
template <class F>
bool for_each_instruction(const Words& words, F&& f) {
  for (std::size_t at = k_header_words; at < words.size();) {
    const std::size_t length = words[at] >> 16U;
    if (length == 0 || at + length > words.size()) return false;
    f(Instruction(words).subspan(at, length));
    at += length;
  }
  return true;
}

}  // namespace clc::worker::spirv_words
