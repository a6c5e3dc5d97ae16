// Undefined bits in memory, and those of addresses and of data.
#include <algorithm>
#include <cstring>
#include <string>

#include "machine/undefined.h"

namespace clc::emulator {
namespace {

Origin::Place place_of(const PendingAccess& access) {
  constexpr std::uint8_t k_lds = 1, k_scratch = 2;
  const Work work = access.work;
  if (work == Work::k_lds) return Origin::Place::k_local;
  if (work == Work::k_scratch) return Origin::Place::k_private;
  const auto first = static_cast<unsigned>(std::countr_zero(access.exec | std::uint64_t{1} << 63U));
  const std::uint8_t space = access.space[first];
  return space == k_lds       ? Origin::Place::k_local
         : space == k_scratch ? Origin::Place::k_private
                              : Origin::Place::k_global;
}

}  // namespace

// Registers that addresses come from.
void Undefined::check_address(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  const std::uint64_t exec = wave.state.exec();
  if (code.action && code.action->kind == MemoryKind::k_permute) return;
  const bool is_scalar = instruction.work == Work::k_scalar_memory;
  if (exec == 0 && !is_scalar) return;
  const bool has_base = instruction.base.kind == OperandKind::k_sgpr;
  for (const Operand* operand : {&instruction.address, &instruction.base, &instruction.scalar_offset}) {
    const bool is_vector = operand->kind == OperandKind::k_vgpr;
    if (!is_vector && operand->kind != OperandKind::k_sgpr) continue;
    const bool is_narrow =
        instruction.work == Work::k_lds || instruction.work == Work::k_scratch || (has_base && is_vector);
    unsigned dwords = is_vector ? (is_narrow ? 1U : 2U) : operand->dwords;
    if (is_vector && instruction.work == Work::k_buffer) {
      dwords = unsigned{instruction.offset_enable} + unsigned{instruction.index_enable};
    }
    for (unsigned part = 0; part < dwords; ++part)
      check_address_register(wave, *operand, part, is_scalar ? -1 : std::countr_zero(exec));
  }
  Operand one;
  one.kind = OperandKind::k_vgpr;
  for (unsigned i = 0; i < instruction.image.address_count; ++i) {
    one.index = instruction.image.address[i];
    check_address_register(wave, one, 0, std::countr_zero(exec));
  }
  if (instruction.work != Work::k_image || !is_sampling(name(instruction))) return;
  one.kind = OperandKind::k_sgpr;
  one.index = instruction.image.sampler;
  for (unsigned part = 0; part < 4; ++part) check_address_register(wave, one, part, std::countr_zero(exec));
}

void Undefined::check_address_register(Wave& wave, const Operand& operand, unsigned part, int first_lane) {
  Shadow& shadow = *wave.shadow;
  const std::uint64_t exec = wave.state.exec();
  const char* expected = "an index or a pointer is set on every path to here";
  const std::size_t index = operand.index + std::size_t{part};
  if (operand.kind == OperandKind::k_sgpr) {
    if (shadow.sgpr[index] == 0) return;
    shadow.sgpr[index] = 0;
    report(wave, first_lane, "accesses memory at", shadow.sgpr_origin[index], expected);
    return;
  }
  if (index >= shadow.vgpr.size()) return;
  UndefinedLanes& lanes = shadow.vgpr[index];
  const std::uint64_t bad = lanes.lanes & exec;
  if (bad == 0) return;
  lanes.lanes &= ~exec;
  report(wave, std::countr_zero(bad), "accesses memory at", lanes.origin, expected);
}

std::uint32_t Undefined::bits_of(const Wave& wave, const Operand& operand, unsigned part, unsigned lane) const {
  if (operand.kind != OperandKind::k_vgpr && operand.kind != OperandKind::k_accvgpr) return 0;
  const auto& file = wave.shadow->file(operand.kind);
  const std::size_t index = operand.index + std::size_t{part};
  return index < file.size() ? file[index].at(lane) : 0;
}

// The undefined bits of what is stored, in the order of MemoryUnit::read_data.
void Undefined::take_data(const Wave& wave, PendingAccess& access) const {
  const Instruction& instruction = access.code->instruction;
  const MemoryAction& action = *access.code->action;
  access.data_undefined_lanes = 0;
  if (action.kind == MemoryKind::k_load) return;
  Shadow& shadow = *wave.shadow;
  const auto take = [&](const Operand& operand, unsigned from, unsigned count, unsigned to) {
    if (operand.kind != OperandKind::k_vgpr && operand.kind != OperandKind::k_accvgpr) return;
    const auto& file = shadow.file(operand.kind);
    for (unsigned part = 0; part < count; ++part) {
      const std::size_t index = operand.index + std::size_t{from} + part;
      if (index >= file.size() || (file[index].lanes & access.exec) == 0) continue;
      if (access.data_undefined_lanes == 0) {
        for (Lanes& lanes : access.data_undefined) lanes.fill(0);
      }
      access.data_undefined_lanes |= file[index].lanes & access.exec;
      for_each_lane(file[index].lanes & access.exec,
                    [&](unsigned lane) { access.data_undefined[to + part][lane] = file[index].bits[lane]; });
    }
  };
  const unsigned dwords = action.dwords();
  take(instruction.data, 0, dwords, 0);
  if (action.kind == MemoryKind::k_store) {
    if (action.elements == 2) take(instruction.data2, 0, dwords, dwords);
    return;
  }
  if (instruction.work == Work::k_lds) {
    take(instruction.data2, 0, dwords, 2);
  } else if (action.operation == AtomicOperation::k_compare_swap) {
    take(instruction.data, dwords, dwords, 2);
  }
}

namespace {

// The undefined bits of a value of `bytes` bytes, as those of the register that it is loaded into.
std::uint32_t extended(const MemoryAction& action, std::uint32_t bits) {
  if (!action.is_signed) return bits;
  return action.bytes == 1 ? static_cast<std::uint32_t>(static_cast<std::int8_t>(bits))
                           : static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
}

void put_result(PendingAccess& access, unsigned lane, unsigned first, std::array<std::uint32_t, 4> words) {
  const MemoryAction& action = *access.code->action;
  words[0] = extended(action, words[0]);
  const std::uint64_t bit = std::uint64_t{1} << lane;
  const bool is_any = std::any_of(words.begin(), words.end(), [](std::uint32_t word) { return word != 0; });
  if (!is_any && (access.result_undefined_lanes & bit) == 0) return;
  if ((access.result_undefined_lanes & bit) == 0) {
    for (Lanes& lanes : access.result_undefined) lanes[lane] = 0;
  }
  access.result_undefined_lanes |= bit;
  for (unsigned part = 0; part < action.dwords() && first + part < 4; ++part) {
    access.result_undefined[first + part][lane] = words[part];
  }
}

// The undefined bits of what a lane stores, byte by byte.
std::array<std::uint32_t, 4> stored(const PendingAccess& access, unsigned lane, unsigned element) {
  const MemoryAction& action = *access.code->action;
  std::array<std::uint32_t, 4> words{};
  if ((access.data_undefined_lanes >> lane & 1U) == 0) return words;
  for (unsigned part = 0; part < action.dwords(); ++part) {
    words[part] = access.data_undefined[element * action.dwords() + part][lane];
  }
  if (action.is_high) words[0] >>= 16U;
  return words;
}

}  // namespace

void Undefined::load(std::uint8_t* bits, PendingAccess& access, unsigned lane, unsigned element) const {
  std::array<std::uint32_t, 4> words{};
  std::memcpy(words.data(), bits, access.code->action->bytes);
  const bool is_any = std::any_of(words.begin(), words.end(), [](std::uint32_t word) { return word != 0; });
  // A number that is compared may have a neighbour in its word that nobody set.
  if (is_any && log_.begins_exchange(access.code->instruction.pc)) words = {};
  put_result(access, lane, element * access.code->action->dwords(), words);
}

void Undefined::store(std::uint8_t* bits, const PendingAccess& access, unsigned lane, unsigned element) {
  const auto words = stored(access, lane, element);
  std::memcpy(bits, words.data(), access.code->action->bytes);
}

void Undefined::change(std::uint8_t* bits, PendingAccess& access, unsigned lane) {
  const unsigned bytes = access.code->action->bytes;
  std::array<std::uint32_t, 4> words = stored(access, lane, 0), before{};
  std::memcpy(before.data(), bits, bytes);
  if (access.code->action->operation != AtomicOperation::k_compare_swap) put_result(access, lane, 0, before);
  if (access.code->action->operation != AtomicOperation::k_swap) {
    for (unsigned i = 0; i < words.size(); ++i) words[i] |= before[i];
  }
  std::memcpy(bits, words.data(), bytes);
}

void Undefined::load_global(PendingAccess& access, unsigned lane) const {
  if (global_.empty()) return;
  std::array<std::uint32_t, 4> words{};
  for_each_line(access.address[lane], access.code->action->bytes, [&](std::uint64_t at, unsigned done, unsigned count) {
    const auto found = global_.find(at / k_line_bytes);
    if (found == global_.end()) return;
    std::memcpy(reinterpret_cast<std::uint8_t*>(words.data()) + done, found->second.data() + at % k_line_bytes, count);
  });
  put_result(access, lane, 0, words);
}

void Undefined::store_global(const Wave& wave, const PendingAccess& access, unsigned lane) {
  const MemoryAction& action = *access.code->action;
  if (global_.empty() && (access.data_undefined_lanes >> lane & 1U) == 0) return;
  auto words = stored(access, lane, 0);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
  if (std::all_of(bytes, bytes + action.bytes, [](std::uint8_t byte) { return byte != 0; })) {
    const auto& file = wave.shadow->file(access.code->instruction.data.kind);
    const std::size_t index = access.code->instruction.data.index;
    report(wave, static_cast<int>(lane), "writes to global memory", index < file.size() ? file[index].origin : Origin{},
           "a value that is written is set on every path to here");
    words = {};
  }
  const bool is_any = std::any_of(words.begin(), words.end(), [](std::uint32_t word) { return word != 0; });
  for_each_line(access.address[lane], action.bytes, [&](std::uint64_t at, unsigned done, unsigned count) {
    if (!is_any && global_.find(at / k_line_bytes) == global_.end()) return;
    std::memcpy(global_[at / k_line_bytes].data() + at % k_line_bytes,
                reinterpret_cast<const std::uint8_t*>(words.data()) + done, count);
  });
}

// The bits go the way of the data; a lane that is chosen by an undefined number gets undefined ones.
void Undefined::permute(Wave& wave, PendingAccess& access) const {
  const Instruction& instruction = access.code->instruction;
  Shadow& shadow = *wave.shadow;
  const bool is_swizzle = name(instruction) == "ds_swizzle_b32";
  const Operand& data = is_swizzle ? instruction.address : instruction.data;
  access.result_undefined_lanes = 0;
  const UndefinedLanes& undefined = shadow.vgpr[data.index];
  const UndefinedLanes* chooses = is_swizzle ? nullptr : &shadow.vgpr[instruction.address.index];
  if (undefined.lanes == 0 && (chooses == nullptr || chooses->lanes == 0)) return;
  PermutedLanes bits{};
  if (chooses == nullptr || data.index != instruction.address.index) {
    Lanes& values = wave.state.vgpr[data.index];
    const Lanes before = values;
    for (unsigned lane = 0; lane < wave.state.lanes; ++lane) values[lane] = undefined.at(lane);
    bits = lane_permute(instruction, wave.state);
    values = before;
  }
  for (unsigned lane = 0; lane < wave.state.lanes; ++lane) {
    constexpr std::uint32_t k_lane_bits = 0xfc;
    if (chooses != nullptr && (chooses->at(lane) & k_lane_bits) != 0) bits.value[lane] = ~0U;
    access.result_undefined[0][lane] = bits.value[lane];
    if (bits.value[lane] != 0) access.result_undefined_lanes |= std::uint64_t{1} << lane;
  }
}

// As MemoryUnit::deliver.
void Undefined::deliver(Wave& wave, const PendingAccess& access) const {
  const MemoryAction& action = *access.code->action;
  const Operand& to = access.code->instruction.destination;
  auto& file = wave.shadow->file(to.kind);
  const std::uint64_t lanes = action.kind == MemoryKind::k_permute ? access.result_lanes : access.exec;
  const bool is_half = action.is_half && action.kind == MemoryKind::k_load;
  for (unsigned part = 0; part < action.dwords() * action.elements; ++part) {
    UndefinedLanes& target = file[to.index + std::size_t{part}];
    if (!is_half && (access.result_undefined_lanes & lanes) == 0) {
      target.lanes &= ~lanes;
      continue;
    }
    for_each_lane(lanes, [&](unsigned lane) {
      std::uint32_t bits = (access.result_undefined_lanes >> lane & 1U) != 0 ? access.result_undefined[part][lane] : 0;
      if (is_half) {
        const std::uint32_t before = target.at(lane);
        bits &= 0xffffU;
        bits = action.is_high ? (before & 0xffffU) | bits << 16U : (before & 0xffff0000U) | bits;
      }
      target.put(lane, bits);
    });
    if ((access.result_undefined_lanes & lanes) == 0) continue;
    target.origin =
        action.kind == MemoryKind::k_permute ? Origin{} : Origin{access.code->instruction.pc, place_of(access)};
  }
}

void Undefined::deliver_texels(Wave& wave, const PendingAccess& access, unsigned dwords) const {
  const Operand& to = access.code->instruction.destination;
  for (unsigned part = 0; part < dwords; ++part) {
    UndefinedLanes& target = wave.shadow->file(to.kind)[to.index + std::size_t{part}];
    target.lanes &= ~access.exec;
    const std::uint64_t lanes = access.exec & access.result_undefined_lanes;
    if (lanes == 0) continue;
    for_each_lane(lanes, [&](unsigned lane) { target.put(lane, access.result_undefined[part][lane]); });
    target.origin = Origin{access.code->instruction.pc, place_of(access)};
  }
}

void Undefined::deliver_scalar(Wave& wave, const PendingAccess& access) const {
  const Operand& to = access.code->instruction.destination;
  if (to.kind != OperandKind::k_sgpr) return;
  const unsigned dwords = access.code->action->dwords();
  for (unsigned part = 0; part < dwords; ++part) wave.shadow->sgpr[to.index + part] = 0;
  if (access.result_undefined_lanes == 0) return;
  const std::size_t last = to.index + std::size_t{dwords} - 1;
  wave.shadow->sgpr[last] = ~0U;
  wave.shadow->sgpr_origin[last] = Origin{access.code->instruction.pc, Origin::Place::k_global};
}

}  // namespace clc::emulator
