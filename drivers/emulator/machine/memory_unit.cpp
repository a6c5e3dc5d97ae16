#include "machine/memory_unit.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "machine/count_access.h"
#include "machine/fault.h"
#include "machine/launch.h"

namespace clc::emulator {
namespace {

// Where a lane of a FLAT instruction goes.
enum Space : std::uint8_t { k_global, k_lds, k_scratch };

constexpr std::size_t k_most_pending[k_wait_counters] = {60, 60, 15, 31, 60};

std::uint64_t scalar_pair(const WaveState& state, const Operand& operand) {
  return read_dword(state, operand, 0, 0) | std::uint64_t{read_dword(state, operand, 0, 1)} << 32U;
}

// Calls `f` for each lane that is on; without asking for each where all are.
template <class F>
void for_lanes(std::uint64_t exec, F&& f) {
  if (exec == ~std::uint64_t{0} || exec == 0xffffffffU) {
    const unsigned lanes = exec == 0xffffffffU ? 32 : 64;
    for (unsigned lane = 0; lane < lanes; ++lane) f(lane);
  } else {
    for_each_lane(exec, f);
  }
}

struct Range {
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
};

// Has the host fetch what will be loaded, where it is a few lines behind each other.
void fetch_ahead(const Allocation& allocation, const Range& range) {
  constexpr std::uint64_t k_most = 32 * k_line_bytes;
  if (range.last - range.first > k_most) return;
  for (std::uint64_t at = range.first; at <= range.last; at += k_line_bytes) {
    __builtin_prefetch(allocation.bytes + (at - allocation.address));
  }
}

Range range_of(const std::array<std::uint64_t, k_max_lanes>& address, std::uint64_t exec) {
  Range range;
  for_lanes(exec, [&](unsigned lane) {
    range.first = std::min(range.first, address[lane]);
    range.last = std::max(range.last, address[lane]);
  });
  return range;
}

void read_registers(const WaveState& state, const Operand& operand, unsigned count, std::array<Lanes, 4>& to,
                    unsigned first = 0) {
  for (unsigned part = 0; part < count; ++part) {
    if (operand.kind == OperandKind::k_vgpr) {
      to[first + part] = state.vgpr[operand.index + part];
    } else if (operand.kind == OperandKind::k_accvgpr) {
      to[first + part] = state.accvgpr[operand.index + part];
    }
  }
}

std::uint32_t extend(const MemoryAction& action, std::uint32_t value) {
  if (!action.is_signed) return value;
  return action.bytes == 1 ? static_cast<std::uint32_t>(static_cast<std::int8_t>(value))
                           : static_cast<std::uint32_t>(static_cast<std::int16_t>(value));
}

template <unsigned bytes>
void read_lane(const std::uint8_t* from, const MemoryAction& action, unsigned lane, Lanes* to) {
  std::array<std::uint32_t, bytes <= 4 ? 1 : bytes / 4> words{};
  std::memcpy(words.data(), from, bytes);
  if constexpr (bytes < 4) words[0] = extend(action, words[0]);
  for (unsigned part = 0; part < words.size(); ++part) to[part][lane] = words[part];
}

template <unsigned bytes>
void write_lane(std::uint8_t* to, const MemoryAction& action, unsigned lane, const Lanes* from) {
  std::array<std::uint32_t, bytes <= 4 ? 1 : bytes / 4> words;
  for (unsigned part = 0; part < words.size(); ++part) words[part] = from[part][lane];
  if (action.is_high) words[0] >>= 16U;
  std::memcpy(to, words.data(), bytes);
}

// Calls `f` with the number of bytes as a constant.
template <class F>
void with_size(unsigned bytes, F&& f) {
  switch (bytes) {
    case 1:
      return f(std::integral_constant<unsigned, 1>{});
    case 2:
      return f(std::integral_constant<unsigned, 2>{});
    case 4:
      return f(std::integral_constant<unsigned, 4>{});
    case 8:
      return f(std::integral_constant<unsigned, 8>{});
    case 12:
      return f(std::integral_constant<unsigned, 12>{});
    case 16:
      return f(std::integral_constant<unsigned, 16>{});
    default:
      throw Fault("not emulated: accesses of " + std::to_string(bytes) + " bytes");
  }
}

[[noreturn]] void refuse(unsigned lane, const std::string& what, const std::string& expected,
                         const std::string& object = "", FindingKind kind = FindingKind::k_out_of_bounds) {
  throw Fault(kind, what, expected, static_cast<int>(lane), object);
}

constexpr const char* k_inside = "an index from the first byte to the last, and a size that was allocated";

// The allocation that an access lies in, or null. LLVM changes two bytes atomically by the aligned word around them,
// which may end behind a buffer: as on a GPU, where buffers end with a page.
const Allocation* allocation_of(const AddressSpace& memory, std::uint64_t address, unsigned size, bool is_store) {
  const bool is_word = !is_store && size == 4 && address % 4 == 0;
  return memory.find(address, is_word ? 1 : size);
}

// LLVM widens an 8-byte aligned scalar load of 12 bytes to 16, alone or in a larger load. The last four may lie past
// the buffer; GPUs map whole pages. Undefined finds uses of them.
bool is_widened_beyond(const AddressSpace& memory, std::uint64_t address, unsigned size) {
  return size >= 16 && (address + size) % 8 == 0 && memory.find(address, size - 4) != nullptr;
}

// Scalar loads, and messages that bring a number back.
bool is_scalar(const DecodedInstruction& code) {
  return code.instruction.work == Work::k_scalar_memory || (code.action && code.action->kind == MemoryKind::k_time);
}

const char* verb(const PendingAccess& access) {
  return access.code->action->kind == MemoryKind::k_load    ? "reads "
         : access.code->action->kind == MemoryKind::k_store ? "writes "
                                                            : "changes ";
}

}  // namespace

PendingAccess& MemoryUnit::begin(Wave& wave, const DecodedInstruction& code) {
  if (free_.empty()) {
    all_.push_back(std::make_unique<PendingAccess>());
    free_.push_back(all_.back().get());
  }
  PendingAccess* access = free_.back();
  free_.pop_back();
  access->code = &code;
  access->work = code.instruction.work;
  access->exec = wave.state.exec();
  access->waits = 0;
  access->is_performed = access->is_write = access->is_write_back = false;
  access->touched = 0;
  access->lines.clear();
  access->data_undefined_lanes = access->result_undefined_lanes = 0;
  access->texels = nullptr;
  return *access;
}

void MemoryUnit::release(PendingAccess* access) {
  free_.push_back(access);
}

void MemoryUnit::enqueue(Wave& wave, PendingAccess& access, WaitCounter counter) {
  auto& queue = wave.pending[static_cast<unsigned>(counter)];
  ++access.waits;
  queue.push_back(&access);
  if (queue.size() > k_most_pending[static_cast<unsigned>(counter)]) {
    wait(wave, counter, static_cast<unsigned>(queue.size() - 1));
  }
}

void MemoryUnit::issue(Wave& wave, const DecodedInstruction& code) {
  if (is_scalar(code)) return issue_scalar(wave, code);
  if (code.action->texels != TexelAction::k_none) return issue_texels(wave, code);
  switch (code.instruction.work) {
    case Work::k_lds:
      return issue_lds(wave, code);
    case Work::k_scratch:
      return issue_scratch(wave, code);
    case Work::k_buffer:
      return is_private_buffer(wave, code.instruction) ? issue_scratch(wave, code) : issue_vector(wave, code);
    default:
      return issue_vector(wave, code);
  }
}

// Scalar loads.

void MemoryUnit::issue_scalar(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  PendingAccess& access = begin(wave, code);
  access.is_performed = true;
  std::array<std::uint8_t, k_line_bytes> bytes{};
  if (code.action->kind == MemoryKind::k_time) {
    const std::uint64_t time = counters_.instructions[0] + counters_.instructions[1];
    std::memcpy(bytes.data(), &time, sizeof time);
  } else {
    const bool is_buffer = name(instruction).starts_with("s_buffer_");
    std::uint64_t offset = static_cast<std::uint64_t>(std::int64_t{instruction.offset});
    if (is_there(instruction.scalar_offset)) offset += read_dword(wave.state, instruction.scalar_offset, 0);
    std::uint64_t address = scalar_pair(wave.state, instruction.base);
    if (is_buffer) address &= 0xffffffffffffU;
    address += offset;
    const unsigned size = code.action->bytes;
    if (size >= 4) address &= ~std::uint64_t{3};
    if (is_buffer && offset + size > read_dword(wave.state, instruction.base, 0, 2)) {
      throw Fault(FindingKind::k_out_of_bounds, "reads " + std::to_string(size) + " bytes beyond a buffer resource");
    }
    if (allocation_of(memory_, address, size, false) == nullptr) {
      if (!is_widened_beyond(memory_, address, size))
        throw Fault(FindingKind::k_out_of_bounds, "reads " + std::to_string(size) + " bytes " + describe(address),
                    k_inside, -1, describe(address));
      access.result_undefined_lanes = 1;
    }
    if (races_ != nullptr) races_->read_scalar(wave, instruction, address, size);
    for_each_line(address, size, [&](std::uint64_t at, unsigned done, unsigned count) {
      caches_.scalar_load(wave.unit, at, bytes.data() + done, count);
    });
  }
  std::memcpy(access.result[0].data(), bytes.data(), bytes.size());
  enqueue(wave, access, is_rdna4(chip_) ? WaitCounter::k_scalar : WaitCounter::k_lds);
}

void MemoryUnit::deliver_scalar(Wave& wave, const PendingAccess& access) const {
  const MemoryAction& action = *access.code->action;
  const Operand& to = access.code->instruction.destination;
  if (action.bytes < 4) {
    const std::uint32_t value = access.result[0][0] & (action.bytes == 1 ? 0xffU : 0xffffU);
    write_dword(wave.state, to, 0, extend(action, value));
    return;
  }
  for (unsigned part = 0; part < action.dwords(); ++part) {
    write_dword(wave.state, to, 0, access.result[0][part], part);
  }
}

// LDS.

void MemoryUnit::issue_lds(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  const MemoryAction& action = *code.action;
  if (action.kind == MemoryKind::k_append) return issue_append(wave, code);
  PendingAccess& access = begin(wave, code);
  count_vector(wave, access.exec, counters_);
  if (action.kind == MemoryKind::k_permute) {
    const PermutedLanes lanes = lane_permute(instruction, wave.state);
    access.result[0] = lanes.value;
    access.result_lanes = lanes.written;
    if (undefined_ != nullptr) undefined_->permute(wave, access);
    access.is_performed = true;
  } else {
    if (instruction.gds) throw Fault("GDS is not emulated");
    find_lds_addresses(wave, access);
    read_data(wave, access);
    look_at(wave, access);
    count_banks(access, counters_);
  }
  enqueue(wave, access, WaitCounter::k_lds);
  auto& queue = wave.pending[static_cast<unsigned>(WaitCounter::k_lds)];
  if (random_.one_in(2)) perform_lds_until(wave, queue.size() - 1);
}

void MemoryUnit::find_lds_addresses(Wave& wave, PendingAccess& access) {
  const Instruction& instruction = access.code->instruction;
  const MemoryAction& action = *access.code->action;
  const bool is_pair = action.elements == 2;
  const unsigned scale = unsigned{action.bytes} * action.stride, lanes = wave.state.lanes;
  access.offset = is_pair ? instruction.offset0 * scale : static_cast<std::uint32_t>(instruction.offset);
  access.offset2 = is_pair ? instruction.offset1 * scale : access.offset;
  access.local = wave.state.vgpr[instruction.address.index];
  const std::uint32_t offset = access.offset, offset2 = access.offset2;
  // All bits that addresses have are at least as much as the highest one.
  std::uint32_t bits = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) bits |= access.local[lane] + offset;
  for (unsigned lane = 0; is_pair && lane < lanes; ++lane) bits |= access.local[lane] + offset2;
  const bool is_beyond = std::uint64_t{bits} + action.bytes > wave.group->lds.size();
  if (!is_beyond && !counters_.is_asked && races_ == nullptr) return;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    access.address[lane] = access.local[lane] + offset;
    access.address2[lane] = access.local[lane] + offset2;
  }
  if (!is_beyond) return;
  for_each_lane(access.exec, [&](unsigned lane) {
    lds_bytes(wave, access.address[lane], action.bytes, lane);
    if (is_pair) lds_bytes(wave, access.address2[lane], action.bytes, lane);
  });
}

std::uint8_t* MemoryUnit::lds_bytes(Wave& wave, std::uint64_t offset, unsigned count, unsigned lane) const {
  auto& lds = wave.group->lds;
  if (offset > lds.size() || lds.size() - offset < count) {
    const std::string object = "the group's local memory, which has " + std::to_string(lds.size());
    refuse(lane, "accesses " + std::to_string(count) + " bytes at byte " + std::to_string(offset) + " of " + object,
           k_inside, object);
  }
  return lds.data() + offset;
}

// A wave's accesses to LDS happen in order.
void MemoryUnit::perform_lds_until(Wave& wave, std::size_t last) {
  auto& queue = wave.pending[static_cast<unsigned>(WaitCounter::k_lds)];
  for (PendingAccess* access : std::span(queue.begin(), last + 1)) {
    if (!access->is_performed) perform(wave, *access);
  }
}

// Reads, writes or changes bytes of LDS or scratch.
void MemoryUnit::perform_local(std::uint8_t* at, std::uint8_t* undefined, PendingAccess& access, unsigned lane,
                               unsigned element) {
  const MemoryAction& action = *access.code->action;
  if (undefined != nullptr) {
    if (action.kind == MemoryKind::k_load) undefined_->load(undefined, access, lane, element);
    if (action.kind == MemoryKind::k_store) Undefined::store(undefined, access, lane, element);
    if (action.kind == MemoryKind::k_atomic) Undefined::change(undefined, access, lane);
  }
  const unsigned first = element * action.dwords();
  std::array<std::uint32_t, 4> words{};
  switch (action.kind) {
    case MemoryKind::k_load:
      std::memcpy(words.data(), at, action.bytes);
      words[0] = extend(action, words[0]);
      for (unsigned part = 0; part < action.dwords(); ++part) access.result[first + part][lane] = words[part];
      break;
    case MemoryKind::k_store:
      for (unsigned part = 0; part < action.dwords(); ++part) words[part] = access.data[first + part][lane];
      if (action.is_high) words[0] >>= 16U;
      std::memcpy(at, words.data(), action.bytes);
      break;
    default: {
      Atomic atomic{action.operation, action.bytes, access.data[0][lane], access.data[2][lane]};
      if (action.bytes == 8) {
        atomic.operand |= std::uint64_t{access.data[1][lane]} << 32U;
        atomic.compare |= std::uint64_t{access.data[3][lane]} << 32U;
      }
      if (action.swaps_operands) std::swap(atomic.operand, atomic.compare);
      std::uint64_t before = 0;
      std::memcpy(&before, at, action.bytes);
      const std::uint64_t after = apply(atomic, before);
      std::memcpy(at, &after, action.bytes);
      access.result[0][lane] = static_cast<std::uint32_t>(before);
      access.result[1][lane] = static_cast<std::uint32_t>(before >> 32U);
    }
  }
}

void MemoryUnit::perform_lds(Wave& wave, std::uint64_t offset, PendingAccess& access, unsigned lane, unsigned element) {
  std::uint8_t* at = lds_bytes(wave, offset, access.code->action->bytes, lane);
  perform_local(at, undefined_ != nullptr ? wave.group->lds_undefined.data() + offset : nullptr, access, lane, element);
}

void MemoryUnit::perform_scratch(Wave& wave, std::uint64_t offset, PendingAccess& access, unsigned lane) {
  std::uint8_t* at = scratch_bytes(wave, offset, access.code->action->bytes, lane);
  std::uint8_t* undefined = undefined_ != nullptr ? wave.shadow->scratch.data() + (at - wave.scratch.data()) : nullptr;
  perform_local(at, undefined, access, lane, 0);
}

// An instruction is issued: its addresses and its data are known.
void MemoryUnit::look_at(Wave& wave, PendingAccess& access) {
  if (races_ != nullptr) races_->access(wave, access);
  if (undefined_ == nullptr) return;
  undefined_->take_data(wave, access);
  const Work work = access.work;
  if (access.code->action->kind == MemoryKind::k_load || work == Work::k_lds || work == Work::k_scratch) return;
  for_each_lane(access.exec, [&](unsigned lane) {
    if (access.space[lane] == k_global) undefined_->store_global(wave, access, lane);
  });
}

// Scratch: nobody else sees it, so it is accessed at once.

void MemoryUnit::issue_scratch(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  const MemoryAction& action = *code.action;
  PendingAccess& access = begin(wave, code);
  access.work = Work::k_scratch;
  constexpr unsigned k_together = 4;  // bytes of a lane behind each other in a buffer
  if (instruction.work == Work::k_buffer && action.bytes > k_together) {
    throw Fault("private memory is accessed by " + std::to_string(action.bytes) + " bytes at once");
  }
  if (instruction.work == Work::k_scratch) check_flat_scratch(wave);
  count_vector(wave, access.exec, counters_);
  read_data(wave, access);
  look_at(wave, access);
  const std::uint32_t base = instruction.work == Work::k_buffer ? offset_in_private_buffer(wave, instruction)
                             : is_there(instruction.base)       ? read_dword(wave.state, instruction.base, 0)
                                                                : 0;
  for_each_lane(access.exec, [&](unsigned lane) {
    std::uint32_t offset = base + static_cast<std::uint32_t>(instruction.offset);
    if (is_there(instruction.address)) offset += read_dword(wave.state, instruction.address, lane);
    perform_scratch(wave, offset, access, lane);
    counters_.scratch_bytes += action.bytes;
  });
  access.is_performed = true;
  const bool is_store = action.kind == MemoryKind::k_store;
  enqueue(wave, access, is_store && has_store_counter() ? WaitCounter::k_store : WaitCounter::k_vector);
}

// gfx90a reaches private memory by a buffer in which the lanes' dwords take turns.
bool MemoryUnit::is_private_buffer(const Wave& wave, const Instruction& instruction) const {
  if (!is_cdna2(chip_)) return false;
  return (read_dword(wave.state, instruction.base, 0, 1) & k_buffer_is_swizzled) != 0 &&
         (read_dword(wave.state, instruction.base, 0, 3) & k_buffer_adds_lane) != 0;
}

// The buffer and the scalar offset count what all lanes have.
std::uint32_t MemoryUnit::offset_in_private_buffer(const Wave& wave, const Instruction& instruction) {
  const std::uint64_t base = scalar_pair(wave.state, instruction.base) & 0xffffffffffffU;
  std::uint64_t offset = base - k_private_buffer - wave.scratch_offset;
  if (is_there(instruction.scalar_offset)) offset += read_dword(wave.state, instruction.scalar_offset, 0);
  if (instruction.index_enable || instruction.lds || offset % wave.state.lanes != 0 ||
      offset / wave.state.lanes > wave.scratch_bytes) {
    throw Fault(FindingKind::k_out_of_bounds,
                "accesses private memory that is not the wave's, at offset " + hex(offset),
                "the buffer that the kernel begins with, and the wave's offset added to it");
  }
  return static_cast<std::uint32_t>(offset / wave.state.lanes);
}

std::uint8_t* MemoryUnit::scratch_bytes(Wave& wave, std::uint64_t offset, unsigned count, unsigned lane) const {
  if (offset > wave.scratch_bytes || wave.scratch_bytes - offset < count) {
    const std::string object = "its private memory, which has " + std::to_string(wave.scratch_bytes);
    refuse(lane, "accesses " + std::to_string(count) + " bytes at byte " + std::to_string(offset) + " of " + object,
           k_inside, object);
  }
  return wave.scratch.data() + std::size_t{lane} * wave.scratch_bytes + offset;
}

// FLAT, GLOBAL and buffers.

void MemoryUnit::issue_vector(Wave& wave, const DecodedInstruction& code) {
  PendingAccess& access = begin(wave, code);
  count_vector(wave, access.exec, counters_);
  if (code.instruction.work == Work::k_buffer) {
    find_buffer_addresses(wave, access);
  } else {
    find_global_addresses(wave, access);
  }
  if (is_to_local(code)) find_local_addresses(wave, access);
  read_data(wave, access);
  access.is_write = code.action->kind != MemoryKind::k_load;
  if (!is_within_one(access)) {
    for_each_lane(access.exec, [&](unsigned lane) {
      if (access.space[lane] == k_global) check_global(access, lane);
    });
  }
  std::uint64_t touched = 0;
  for_lanes(access.exec, [&](unsigned lane) {
    touched |= line_bit(access.address[lane]) | line_bit(access.address[lane] + code.action->bytes - 1);
  });
  access.touched = touched;
  count_lines(access, chip_, counters_);
  order_before(wave, access);
  look_at(wave, access);
  queue_vector(wave, access);
}

// Which counters count it, and whether memory sees it now.
void MemoryUnit::queue_vector(Wave& wave, PendingAccess& access) {
  const Instruction& instruction = access.code->instruction;
  const MemoryKind kind = access.code->action->kind;
  const bool is_flat = instruction.work == Work::k_flat;
  const bool returns =
      kind == MemoryKind::k_load || (kind == MemoryKind::k_atomic && is_there(instruction.destination));
  const TexelAction texels = access.code->action->texels;
  const bool is_sample = is_rdna4(chip_) && (texels == TexelAction::k_sample || texels == TexelAction::k_gather);
  const WaitCounter counter = is_sample                         ? WaitCounter::k_sample
                              : returns || !has_store_counter() ? WaitCounter::k_vector
                                                                : WaitCounter::k_store;
  if (is_flat) {
    auto& lds = wave.pending[static_cast<unsigned>(WaitCounter::k_lds)];
    if (!lds.empty()) perform_lds_until(wave, lds.size() - 1);
  }
  if (is_flat || !returns || random_.one_in(2)) perform(wave, access);
  access.waits = is_flat ? 1 : 0;  // until both queues have it
  enqueue(wave, access, counter);
  if (is_flat) {
    enqueue(wave, access, WaitCounter::k_lds);
    --access.waits;
  }
}

void MemoryUnit::find_global_addresses(const Wave& wave, PendingAccess& access) {
  const Instruction& instruction = access.code->instruction;
  const bool has_base = is_there(instruction.base);
  std::uint64_t base = static_cast<std::uint64_t>(std::int64_t{instruction.offset});
  if (has_base) base += scalar_pair(wave.state, instruction.base);
  const Lanes& low = wave.state.vgpr[instruction.address.index];
  const Lanes& high = wave.state.vgpr[has_base ? instruction.address.index : instruction.address.index + 1U];
  if (has_base) {
    for (unsigned lane = 0; lane < wave.state.lanes; ++lane) access.address[lane] = base + low[lane];
  } else {
    for (unsigned lane = 0; lane < wave.state.lanes; ++lane) {
      access.address[lane] = base + (low[lane] | std::uint64_t{high[lane]} << 32U);
    }
  }
  access.space.fill(k_global);
  if (instruction.work != Work::k_flat) return;
  for_each_lane(access.exec, [&](unsigned lane) {
    const std::uint64_t address = access.address[lane];
    if (address >> 32U == wave.state.shared_base >> 32U) access.space[lane] = k_lds;
    if (address >> 32U == wave.state.private_base >> 32U) access.space[lane] = k_scratch;
    if (access.space[lane] == k_scratch) check_flat_scratch(wave);
  });
}

// gfx90a: kernels tell by two registers where flat accesses find private memory.
void MemoryUnit::check_flat_scratch(const Wave& wave) const {
  const std::uint64_t told = wave.state.sgpr[k_flat_scratch] | std::uint64_t{wave.state.sgpr[k_flat_scratch + 1]}
                                                                   << 32U;
  if (!is_cdna2(chip_) || told == k_private_buffer + wave.scratch_offset) return;
  throw Fault(FindingKind::k_out_of_bounds,
              "accesses private memory by a generic pointer, and flat_scratch is " + hex(told),
              "flat_scratch that the kernel has set to the wave's private memory");
}

// Raw buffers: a resource of 128 bits, whose third word is the number of bytes.
void MemoryUnit::find_buffer_addresses(const Wave& wave, PendingAccess& access) {
  const Instruction& instruction = access.code->instruction;
  if (instruction.index_enable) throw Fault("buffers with an index are not emulated");
  const std::uint64_t base = scalar_pair(wave.state, instruction.base) & 0xffffffffffffU;
  const std::uint64_t size = read_dword(wave.state, instruction.base, 0, 2);
  std::uint64_t offset = static_cast<std::uint64_t>(instruction.offset);
  if (is_there(instruction.scalar_offset)) offset += read_dword(wave.state, instruction.scalar_offset, 0);
  for_each_lane(access.exec, [&](unsigned lane) {
    std::uint64_t at = offset;
    if (instruction.offset_enable) at += read_dword(wave.state, instruction.address, lane);
    if (at + access.code->action->bytes > size) {
      refuse(lane, "accesses byte " + std::to_string(at) + " of a buffer resource of " + std::to_string(size),
             k_inside);
    }
    access.address[lane] = base + at;
    access.space[lane] = k_global;
  });
}

// True where all lanes may access what they do, because it lies in one allocation.
bool MemoryUnit::is_within_one(const PendingAccess& access) const {
  const MemoryAction& action = *access.code->action;
  if (access.work == Work::k_flat) return false;
  const Range range = range_of(access.address, access.exec);
  if (range.first > range.last) return true;
  const Allocation* allocation = memory_.find(range.first, range.last - range.first + action.bytes);
  if (allocation == nullptr) return false;
  if (action.kind == MemoryKind::k_load) {
    fetch_ahead(*allocation, range);
    return true;
  }
  if (allocation->is_read_only) return false;
  std::uint64_t low_bits = 0;
  for_lanes(access.exec, [&](unsigned lane) { low_bits |= access.address[lane] % action.bytes; });
  return action.kind != MemoryKind::k_atomic || low_bits == 0;
}

void MemoryUnit::check_global(const PendingAccess& access, unsigned lane) const {
  const MemoryAction& action = *access.code->action;
  const std::uint64_t address = access.address[lane];
  const bool is_store = action.kind == MemoryKind::k_store;
  const Allocation* allocation = allocation_of(memory_, address, action.bytes, is_store);
  if (allocation == nullptr) {
    refuse(lane, verb(access) + std::to_string(action.bytes) + " bytes " + describe(address), k_inside,
           describe(address));
  }
  if (action.kind == MemoryKind::k_load) return;
  if (allocation->is_read_only) {
    refuse(lane, verb(access) + allocation->what + ", which kernels may only read", "", allocation->what);
  }
  if (action.kind == MemoryKind::k_atomic && address % action.bytes != 0) {
    refuse(lane, std::string("changes atomically ") + std::to_string(action.bytes) + " bytes " + describe(address),
           "an address that is a multiple of " + std::to_string(action.bytes), describe(address),
           FindingKind::k_misaligned);
  }
}

// "at byte 20 of argument 2 'out', a buffer of 16 bytes".
std::string MemoryUnit::describe(std::uint64_t address) const {
  constexpr std::uint64_t k_null = 0x10000;
  if (address < k_null) return "through a null pointer, at " + hex(address);
  const Allocation* allocation = memory_.nearest(address);
  if (allocation == nullptr) return "at " + hex(address) + ", in no buffer";
  return "at byte " + std::to_string(static_cast<std::int64_t>(address - allocation->address)) + " of " +
         log_.argument_at(allocation->address, allocation->size) + allocation->what;
}

// Reads what is stored, or the operands of an atomic: the value in data[0] and [1], what it is compared with in [2] and
// [3].
void MemoryUnit::read_data(const Wave& wave, PendingAccess& access) {
  const Instruction& instruction = access.code->instruction;
  const MemoryAction& action = *access.code->action;
  if (action.kind == MemoryKind::k_load) return;
  const unsigned dwords = action.dwords();
  const bool is_lds = instruction.work == Work::k_lds;
  if (action.kind == MemoryKind::k_store) {
    read_registers(wave.state, instruction.data, dwords, access.data);
    if (action.elements == 2) read_registers(wave.state, instruction.data2, dwords, access.data, dwords);
    return;
  }
  read_registers(wave.state, instruction.data, dwords, access.data);
  if (is_lds && is_there(instruction.data2)) read_registers(wave.state, instruction.data2, dwords, access.data, 2);
  if (!is_lds && action.operation == AtomicOperation::k_compare_swap) {
    Operand compare = instruction.data;
    compare.index = static_cast<std::uint16_t>(compare.index + dwords);
    read_registers(wave.state, compare, dwords, access.data, 2);
  }
}

// A wave's accesses to the same place happen in order.
void MemoryUnit::order_before(Wave& wave, const PendingAccess& access) {
  for (const WaitCounter counter : {WaitCounter::k_vector, WaitCounter::k_store, WaitCounter::k_sample}) {
    for (PendingAccess* before : wave.pending[static_cast<unsigned>(counter)]) {
      if (before->is_performed || (before->touched & access.touched) == 0) continue;
      if (before->is_write || access.is_write) perform(wave, *before);
    }
  }
}

void MemoryUnit::perform(Wave& wave, PendingAccess& access) {
  access.is_performed = true;
  if (access.is_write_back) {
    caches_.drain_all(wave.unit);
    caches_.write_back(wave.unit);
    return;
  }
  if (perform_whole(wave, access)) return;
  for_each_lane(access.exec, [&](unsigned lane) {
    if (access.texels != nullptr) return perform_texels(wave, access, lane);
    perform_lane(wave, access, lane);
  });
}

bool MemoryUnit::perform_whole(Wave& wave, PendingAccess& access) {
  const MemoryAction& action = *access.code->action;
  if (undefined_ != nullptr || races_ != nullptr || action.texels != TexelAction::k_none) return false;
  const Work work = access.work;
  if (work == Work::k_global || work == Work::k_buffer) {
    if (action.kind == MemoryKind::k_load) load_whole(wave, access);
    if (action.kind == MemoryKind::k_store) store_whole(wave, access);
    return action.kind == MemoryKind::k_load || action.kind == MemoryKind::k_store;
  }
  return work == Work::k_lds && perform_whole_lds(wave.group->lds.data(), access);
}

bool MemoryUnit::perform_whole_lds(std::uint8_t* lds, PendingAccess& access) {
  const MemoryAction action = *access.code->action;
  const std::uint64_t exec = access.exec;
  const bool is_pair = action.elements == 2;
  const std::uint32_t* local = access.local.data();
  const std::uint32_t offset = access.offset, offset2 = access.offset2;
  Lanes* result = access.result.data();
  const Lanes* data = access.data.data();
  if (action.kind == MemoryKind::k_load) {
    with_size(action.bytes, [=](auto size) {
      for_lanes(exec, [=](unsigned lane) { read_lane<size>(lds + (local[lane] + offset), action, lane, result); });
      if (!is_pair) return;
      Lanes* second = result + action.dwords();
      for_lanes(exec, [=](unsigned lane) { read_lane<size>(lds + (local[lane] + offset2), action, lane, second); });
    });
    return true;
  }
  if (action.kind == MemoryKind::k_store) {
    with_size(action.bytes, [=](auto size) {
      for_lanes(exec, [=](unsigned lane) {
        write_lane<size>(lds + (local[lane] + offset), action, lane, data);
        if (is_pair) write_lane<size>(lds + (local[lane] + offset2), action, lane, data + action.dwords());
      });
    });
    return true;
  }
  if (action.operation != AtomicOperation::k_add || action.bytes != 4) return false;
  const auto add = [=](unsigned lane) {
    std::uint8_t* at = lds + (local[lane] + offset);
    std::uint32_t before = 0;
    std::memcpy(&before, at, 4);
    const std::uint32_t after = before + data[0][lane];
    std::memcpy(at, &after, 4);
    return before;
  };
  if (is_there(access.code->instruction.destination)) {
    for_lanes(exec, [=](unsigned lane) { result[0][lane] = add(lane); });
  } else {
    for_lanes(exec, add);
  }
  return true;
}

// Lanes side by side often share a line of memory, which is looked for once: `find` is called for each new line, `use`
// for each lane with the place of its bytes in the line. What crosses lines is performed by itself.
template <class Find, class Use>
void MemoryUnit::perform_by_lines(Wave& wave, PendingAccess& access, unsigned size, Find&& find, Use&& use) {
  std::uint64_t line = ~std::uint64_t{0};
  for_lanes(access.exec, [&](unsigned lane) {
    const std::uint64_t in_line = access.address[lane] % k_line_bytes;
    if (in_line + size > k_line_bytes) {
      line = ~std::uint64_t{0};
      perform_global(wave, access, lane);
      return;
    }
    if (access.address[lane] - in_line != line) {
      line = access.address[lane] - in_line;
      find(line);
    }
    use(lane, in_line);
  });
}

void MemoryUnit::load_whole(Wave& wave, PendingAccess& access) {
  const MemoryAction& action = *access.code->action;
  const Reach reach = reach_of(access.code->instruction);
  with_size(action.bytes, [&](auto size) {
    const std::uint8_t* bytes = nullptr;
    perform_by_lines(
        wave, access, size, [&](std::uint64_t line) { bytes = caches_.view(wave.unit, line, reach); },
        [&](unsigned lane, std::uint64_t in_line) {
          read_lane<size>(bytes + in_line, action, lane, access.result.data());
        });
  });
}

void MemoryUnit::store_whole(Wave& wave, PendingAccess& access) {
  const MemoryAction& action = *access.code->action;
  const Reach reach = reach_of(access.code->instruction);
  with_size(action.bytes, [&](auto size) {
    Caches::Writing writing;
    const auto find = [&](std::uint64_t line) {
      writing = caches_.write_to(wave.unit, line, reach);
      if (access.lines.empty() || access.lines.back() != line) access.lines.push_back(line);
    };
    perform_by_lines(wave, access, size, find, [&](unsigned lane, std::uint64_t in_line) {
      std::array<std::uint8_t, size> bytes;
      write_lane<size>(bytes.data(), action, lane, access.data.data());
      writing.put(static_cast<unsigned>(in_line), bytes.data(), size);
    });
  });
}

void MemoryUnit::perform_lane(Wave& wave, PendingAccess& access, unsigned lane) {
  const Work work = access.work;
  const MemoryAction& action = *access.code->action;
  if (work == Work::k_lds) {
    perform_lds(wave, access.local[lane] + access.offset, access, lane, 0);
    if (action.elements == 2) perform_lds(wave, access.local[lane] + access.offset2, access, lane, 1);
  } else if (access.space[lane] == k_global) {
    perform_global(wave, access, lane);
  } else {
    const std::uint64_t offset = access.address[lane] & 0xffffffffU;
    if (access.space[lane] == k_lds) {
      perform_lds(wave, offset, access, lane, 0);
    } else {
      perform_scratch(wave, offset, access, lane);
    }
  }
}

void MemoryUnit::perform_global(Wave& wave, PendingAccess& access, unsigned lane) {
  const MemoryAction& action = *access.code->action;
  const std::uint64_t address = access.address[lane];
  if (action.kind != MemoryKind::k_load) return send(wave, access, lane);
  if (races_ != nullptr) races_->meet(wave, access, lane);
  if (undefined_ != nullptr) undefined_->load_global(access, lane);
  std::array<std::uint32_t, 4> words{};
  auto* bytes = reinterpret_cast<std::uint8_t*>(words.data());
  const Reach reach = reach_of(access.code->instruction);
  for_each_line(address, action.bytes, [&](std::uint64_t at, unsigned done, unsigned count) {
    caches_.load(wave.unit, at, bytes + done, count, reach);
  });
  words[0] = extend(action, words[0]);
  for (unsigned part = 0; part < action.dwords(); ++part) access.result[part][lane] = words[part];
}

// Stores and atomics.
void MemoryUnit::send(Wave& wave, PendingAccess& access, unsigned lane) {
  const Instruction& instruction = access.code->instruction;
  const MemoryAction& action = *access.code->action;
  const std::uint64_t address = access.address[lane];
  if (action.kind == MemoryKind::k_store) {
    std::array<std::uint32_t, 4> words{};
    for (unsigned part = 0; part < action.dwords(); ++part) words[part] = access.data[part][lane];
    if (action.is_high) words[0] >>= 16U;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
    for_each_line(address, action.bytes, [&](std::uint64_t at, unsigned done, unsigned count) {
      caches_.store(wave.unit, at, bytes + done, count, reach_of(instruction));
      const std::uint64_t line = at / k_line_bytes * k_line_bytes;
      if (access.lines.empty() || access.lines.back() != line) access.lines.push_back(line);
    });
    return;
  }
  Atomic atomic{action.operation, action.bytes, access.data[0][lane], access.data[2][lane]};
  if (action.bytes == 8) {
    atomic.operand |= std::uint64_t{access.data[1][lane]} << 32U;
    atomic.compare |= std::uint64_t{access.data[3][lane]} << 32U;
  }
  if (is_there(instruction.destination)) {
    if (races_ != nullptr) races_->meet(wave, access, lane);
    const std::uint64_t before = caches_.atomic(wave.unit, address, atomic);
    access.result[0][lane] = static_cast<std::uint32_t>(before);
    access.result[1][lane] = static_cast<std::uint32_t>(before >> 32U);
    return;
  }
  caches_.queue_atomic(wave.unit, address, atomic);
  const std::uint64_t line = address / k_line_bytes * k_line_bytes;
  if (access.lines.empty() || access.lines.back() != line) access.lines.push_back(line);
}

// Cache operations.

void MemoryUnit::issue_cache_operation(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  const std::string_view text = name(instruction);
  const CachePolicy& cache = instruction.cache;
  const bool writes_back = (text == "buffer_wbl2" && cache.sc1) || text == "global_wb" || text == "global_wbinv";
  if (races_ != nullptr) {
    const bool is_wide = cache.sc1 || text == "buffer_gl1_inv" || text.starts_with("buffer_wbinvl1") || cache.scope > 1;
    if (writes_back) races_->write_back(wave);
    if (is_wide && text.find("inv") != std::string_view::npos) races_->invalidate(wave);
  }
  if (writes_back || text == "buffer_wbl2") {
    PendingAccess& access = begin(wave, code);
    access.is_write_back = writes_back;
    access.is_performed = !writes_back;
    access.exec = 0;
    enqueue(wave, access, has_store_counter() ? WaitCounter::k_store : WaitCounter::k_vector);
    if (text != "global_wbinv") return;
  }
  if (text == "buffer_inv") {
    if (!cache.sc1) return;
    caches_.invalidate_unit(wave.unit);
    caches_.invalidate_cluster(wave.unit);
  } else if (text == "buffer_gl0_inv" || text.starts_with("buffer_wbinvl1")) {
    caches_.invalidate_unit(wave.unit);
  } else if (text == "buffer_gl1_inv") {
    caches_.invalidate_cluster(wave.unit);
  } else if (text == "global_inv" || text == "global_wbinv") {
    if (cache.scope != 0) caches_.invalidate_unit(wave.unit);
  } else if (text == "s_dcache_inv") {
    caches_.invalidate_scalar(wave.unit);
  } else if (text != "buffer_invl2" && text != "s_icache_inv" && text != "s_dcache_wb") {
    throw Fault("not emulated: " + std::string(text));
  }
}

// Ends.

void MemoryUnit::wait(Wave& wave, WaitCounter counter, unsigned most) {
  auto& queue = wave.pending[static_cast<unsigned>(counter)];
  while (queue.size() > most) {
    // Scalar loads come back in any order; the others, messages among them, in that of the program.
    std::size_t at = 0;
    if (counter == WaitCounter::k_scalar || counter == WaitCounter::k_lds) {
      const auto candidate = random_.below(static_cast<std::uint32_t>(queue.size()));
      if (queue[candidate]->work == Work::k_scalar_memory) at = candidate;
    }
    leave_queue(wave, counter, at);
  }
  if (most == 0 && counter == WaitCounter::k_vector && is_cdna2(chip_)) drain_passed(wave);
}

void MemoryUnit::leave_queue(Wave& wave, WaitCounter counter, std::size_t at) {
  auto& queue = wave.pending[static_cast<unsigned>(counter)];
  PendingAccess* access = queue[at];
  if (!access->is_performed) {
    if (access->work == Work::k_lds) {
      perform_lds_until(wave, at);
    } else {
      perform(wave, *access);
    }
  }
  queue.erase(at);
  if (--access->waits != 0) return;
  complete(wave, *access);
  release(access);
}

void MemoryUnit::complete(Wave& wave, PendingAccess& access) {
  for (const std::uint64_t line : access.lines) caches_.drain(wave.unit, line);
  if (is_to_local(*access.code)) return deliver_to_local(wave, access);
  if (!access.code->action || !is_there(access.code->instruction.destination)) return;
  if (access.texels != nullptr) {
    deliver_texels(wave, access);
  } else if (is_scalar(*access.code)) {
    deliver_scalar(wave, access);
    if (undefined_ != nullptr) undefined_->deliver_scalar(wave, access);
  } else {
    deliver(wave, access);
    if (undefined_ != nullptr) undefined_->deliver(wave, access);
  }
}

void MemoryUnit::deliver(Wave& wave, const PendingAccess& access) const {
  const MemoryAction& action = *access.code->action;
  const Operand& to = access.code->instruction.destination;
  auto& file = to.kind == OperandKind::k_accvgpr ? wave.state.accvgpr : wave.state.vgpr;
  const std::uint64_t lanes = action.kind == MemoryKind::k_permute ? access.result_lanes : access.exec;
  const unsigned dwords = action.dwords() * action.elements;
  for (unsigned part = 0; part < dwords; ++part) {
    Lanes& target = file[to.index + part];
    const Lanes& result = access.result[part];
    if (action.is_half && action.kind == MemoryKind::k_load) {
      for_each_lane(lanes, [&](unsigned lane) {
        const std::uint32_t value = result[lane] & 0xffffU;
        target[lane] = action.is_high ? (target[lane] & 0xffffU) | value << 16U : (target[lane] & 0xffff0000U) | value;
      });
    } else {
      for_lanes(lanes, [&](unsigned lane) { target[lane] = result[lane]; });
    }
  }
}

// A compute unit of CDNA keeps its waves' accesses in order, so a group's barrier needs no wait for them. On gfx90a no
// write-back sends them on later: that does a wait of any wave of the group for all of its own, after the barrier.
void MemoryUnit::reach_barrier(Wave& wave) {
  if (!is_cdna(chip_)) return;
  for (PendingAccess* access : wave.pending[static_cast<unsigned>(WaitCounter::k_vector)]) {
    if (!access->is_performed && !access->is_write_back) perform(wave, *access);
    if (is_cdna2(chip_)) wave.group->arriving_lines.insert(access->lines.begin(), access->lines.end());
  }
}

// A release of gfx90a: what the group wrote before its last barrier leaves the unit, too.
void MemoryUnit::drain_passed(const Wave& wave) {
  for (const std::uint64_t line : wave.group->passed_lines) caches_.drain(wave.unit, line);
  wave.group->passed_lines.clear();
}

void MemoryUnit::end(Wave& wave) {
  for (auto& queue : wave.pending) {
    for (PendingAccess* access : queue) {
      if (!access->is_performed && (access->is_write || access->is_write_back)) perform(wave, *access);
      if (access->work == Work::k_lds && !access->is_performed) perform(wave, *access);
      if (races_ != nullptr && is_to_local(*access->code)) races_->arrive_in_local(wave, *access);
      if (--access->waits == 0) release(access);
    }
    queue.clear();
  }
}

// Counters.

}  // namespace clc::emulator
