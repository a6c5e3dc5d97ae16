// Walks through the instructions of a SPIR-V module.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <spirv/unified1/spirv.hpp>

#include "base/encoding/byte_access.h"

namespace clc {

struct SpirvInstruction {
  spv::Op opcode = spv::OpNop;
  std::vector<std::uint32_t> operands;  // the words behind the first
  BytesView bytes;                      // of the whole instruction

  // 0 when there are fewer.
  std::uint32_t operand(std::size_t number) const { return number < operands.size() ? operands[number] : 0; }
  // The text that begins at an operand; empty when there are fewer.
  std::string text(std::size_t number) const {
    const BytesView rest = bytes.substr(std::min((number + 1) * sizeof(std::uint32_t), bytes.size()));
    return std::string(rest.substr(0, rest.find('\0')));
  }
};

// Calls `take` for each instruction behind the header, in order, until it returns false or the module ends or is
// damaged.
template <class F>
void each_spirv_instruction(BytesView module, F&& take) {
  constexpr std::size_t k_header = 5, k_word = sizeof(std::uint32_t);
  for (std::size_t at = k_header * k_word;;) {
    const auto first = read_at<std::uint32_t>(module, at);
    const std::size_t words = first ? *first >> spv::WordCountShift : 0;
    SpirvInstruction one;
    one.bytes = slice(module, at, words * k_word);
    if (words == 0 || one.bytes.empty()) return;
    one.opcode = static_cast<spv::Op>(*first & spv::OpCodeMask);
    for (std::size_t i = 1; i < words; ++i) one.operands.push_back(*read_at<std::uint32_t>(one.bytes, i * k_word));
    at += words * k_word;
    if (!take(std::move(one))) return;
  }
}

}  // namespace clc
