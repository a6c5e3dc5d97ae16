#include "machine/launch.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "machine/fault.h"

namespace clc::emulator {
namespace {

constexpr std::uint64_t k_shared_aperture = std::uint64_t{1} << 48U, k_private_aperture = std::uint64_t{2} << 48U;
constexpr std::uint64_t k_aperture_bytes = std::uint64_t{1} << 32U;
// Words 2 and 3 of the buffer of private memory: no end, and which lane has which dwords.
constexpr std::uint32_t k_no_end = 0xffffffffU, k_stride_of_64_lanes = 3U << 21U;
// Bits of `properties`.
constexpr unsigned k_has_private_buffer = 0, k_has_dispatch_pointer = 1, k_has_queue_pointer = 2,
                   k_has_argument_pointer = 3, k_has_dispatch_id = 4, k_has_flat_scratch = 5, k_has_private_size = 6,
                   k_is_wave32 = 10;

template <class T>
void put(std::vector<std::uint8_t>& bytes, const KernelArgument& argument, T value) {
  if (argument.offset + argument.size > bytes.size()) throw Fault("the argument " + argument.kind + " does not fit");
  std::memcpy(bytes.data() + argument.offset, &value, std::min<std::size_t>(argument.size, sizeof value));
}

unsigned dimension_of(const std::string& kind) {
  return static_cast<unsigned>(kind.back() - 'x');
}

void put_hidden(std::vector<std::uint8_t>& bytes, const Launch& launch, const KernelArgument& argument,
                std::uint32_t dynamic_lds) {
  const std::string& kind = argument.kind;
  const unsigned d = dimension_of(kind);
  std::uint64_t value = 0;
  if (kind.starts_with("hidden_block_count_")) {
    value = launch.items[d] / launch.group[d];
  } else if (kind.starts_with("hidden_group_size_")) {
    value = launch.group[d];
  } else if (kind.starts_with("hidden_remainder_")) {
    value = launch.items[d] % launch.group[d];
  } else if (kind.starts_with("hidden_global_offset_")) {
    value = launch.offset[d];
  } else if (kind == "hidden_grid_dims") {
    value = launch.dimensions;
  } else if (kind == "hidden_printf_buffer") {
    value = launch.hidden.printf;
  } else if (kind == "hidden_dynamic_lds_size") {
    value = dynamic_lds;
  } else if (kind == "hidden_private_base") {
    value = k_private_aperture >> 32U;
  } else if (kind == "hidden_shared_base") {
    value = k_shared_aperture >> 32U;
  }
  // The others are pointers that the emulator has nothing for: hostcalls, heaps, queues, grids of several devices.
  put(bytes, argument, value);
}

class Registers {
 public:
  explicit Registers(WaveState& state) : state_(state) {}
  void add(std::uint32_t value) {
    if (next_ < state_.sgpr_count) state_.sgpr[next_] = value;
    ++next_;
  }
  void add_pointer(std::uint64_t value) {
    add(static_cast<std::uint32_t>(value));
    add(static_cast<std::uint32_t>(value >> 32U));
  }
  unsigned next() const { return next_; }

 private:
  WaveState& state_;
  unsigned next_ = 0;
};

void allocate_registers(const Launch& launch, Random& random, WaveState& state) {
  const KernelDescriptor& descriptor = launch.kernel->descriptor;
  const std::uint32_t granules = KernelDescriptor::bits(descriptor.rsrc1, 0, 6) + 1;
  const bool is_gfx9 = is_cdna(state.chip);
  std::uint32_t vector = granules * (is_gfx9 || state.lanes == 32 ? 8 : 4);
  if (is_gfx9) {
    const std::uint32_t plain = (KernelDescriptor::bits(descriptor.rsrc3, 0, 6) + 1) * 4;
    state.accvgpr.resize(vector > plain ? vector - plain : 0);
    vector = std::min(vector, plain);
    state.sgpr_count = std::min(102U, (KernelDescriptor::bits(descriptor.rsrc1, 6, 4) / 2 + 1) * 16);
  } else {
    state.sgpr_count = 106;
  }
  state.vgpr.resize(std::min(vector, 256U));
  // Registers begin with anything.
  for (auto* file : {&state.vgpr, &state.accvgpr}) {
    for (Lanes& lanes : *file) {
      const auto rubbish = static_cast<std::uint32_t>(random.next());
      for (std::uint32_t& lane : lanes) lane = rubbish;
    }
  }
  for (std::uint32_t& one : state.sgpr) one = static_cast<std::uint32_t>(random.next());
}

// Returns how many have a value now.
unsigned set_scalar_registers(const Launch& launch, const Group& group, std::uint64_t arguments, std::uint64_t packet,
                              Wave& wave) {
  WaveState& state = wave.state;
  const bool has_buffer = is_cdna2(state.chip);
  const KernelDescriptor& descriptor = launch.kernel->descriptor;
  const auto has = [&](unsigned bit) { return KernelDescriptor::bits(descriptor.properties, bit, 1) != 0; };
  Registers registers(state);
  if (has(k_has_private_buffer)) {
    if (!has_buffer) throw Fault("the kernel wants a private segment buffer, which these chips have not");
    registers.add_pointer(k_private_buffer | std::uint64_t{k_buffer_is_swizzled} << 32U);
    registers.add(k_no_end);
    registers.add(k_buffer_adds_lane | k_stride_of_64_lanes);
  }
  if (has(k_has_dispatch_pointer)) registers.add_pointer(packet);
  if (has(k_has_queue_pointer)) registers.add_pointer(0);
  if (has(k_has_argument_pointer)) registers.add_pointer(arguments);
  if (has(k_has_dispatch_id)) registers.add_pointer(0);
  if (has(k_has_flat_scratch)) {
    if (!has_buffer) throw Fault("the kernel wants flat_scratch, which these chips set up themselves");
    registers.add_pointer(k_private_buffer);
  }
  if (has(k_has_private_size)) registers.add(descriptor.scratch_bytes);
  const std::uint32_t user = KernelDescriptor::bits(descriptor.rsrc2, 1, 5);
  if (registers.next() > user) {
    throw Fault("the kernel descriptor counts " + std::to_string(user) + " user SGPRs and asks for " +
                std::to_string(registers.next()));
  }
  // For gfx1100 LLVM asks for more than it needs, because of a fault of the chip.
  while (registers.next() < user) registers.add(state.sgpr[registers.next()]);
  if (is_rdna4(state.chip)) {
    state.sgpr[k_ttmp0 + 9] = group.id[0];
    state.sgpr[k_ttmp0 + 7] = group.id[1] | group.id[2] << 16U;
    return registers.next();
  }
  for (unsigned d = 0; d < 3; ++d) {
    if (KernelDescriptor::bits(descriptor.rsrc2, 7 + d, 1) != 0) registers.add(group.id[d]);
  }
  if (KernelDescriptor::bits(descriptor.rsrc2, 10, 1) != 0) registers.add(0);
  if (has_buffer && KernelDescriptor::bits(descriptor.rsrc2, 0, 1) != 0) registers.add(wave.scratch_offset);
  return registers.next();
}

// v0 holds the three local ids, ten bits each, of which the kernel asks for the first, two or all.
void set_item_ids(const Launch& launch, const std::array<std::uint32_t, 3>& size, unsigned first, WaveState& state) {
  const unsigned last_dimension = KernelDescriptor::bits(launch.kernel->descriptor.rsrc2, 11, 2);
  const unsigned items = size[0] * size[1] * size[2];
  std::uint64_t exec = 0;
  for (unsigned lane = 0; lane < state.lanes && first + lane < items; ++lane) {
    const unsigned item = first + lane;
    exec |= std::uint64_t{1} << lane;
    std::uint32_t ids = item % size[0];
    if (last_dimension >= 1) ids |= item / size[0] % size[1] << 10U;
    if (last_dimension >= 2) ids |= item / (size[0] * size[1]) << 20U;
    state.vgpr[0][lane] = ids;
  }
  state.set_exec(exec);
}

}  // namespace

std::array<std::uint32_t, 3> Launch::groups() const {
  std::array<std::uint32_t, 3> count{};
  for (unsigned d = 0; d < 3; ++d) count[d] = static_cast<std::uint32_t>((items[d] + group[d] - 1) / group[d]);
  return count;
}

std::array<std::uint32_t, 3> Launch::group_size(const std::array<std::uint32_t, 3>& id) const {
  std::array<std::uint32_t, 3> size{};
  for (unsigned d = 0; d < 3; ++d) {
    size[d] = static_cast<std::uint32_t>(std::min<std::uint64_t>(group[d], items[d] - std::uint64_t{id[d]} * group[d]));
  }
  return size;
}

std::vector<std::uint8_t> kernel_arguments(const Launch& launch, Random& random, std::uint32_t& lds_bytes) {
  const KernelCode& kernel = *launch.kernel;
  std::vector<std::uint8_t> bytes(kernel.descriptor.kernarg_bytes);
  // Nobody may read what no argument holds.
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
  lds_bytes = kernel.descriptor.lds_bytes;
  std::size_t next = 0;
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.is_hidden()) continue;
    const std::size_t index = next++;
    if (argument.kind == "dynamic_shared_pointer") {
      const std::uint32_t alignment = std::max(argument.alignment, 1U);
      lds_bytes = (lds_bytes + alignment - 1) / alignment * alignment;
      put(bytes, argument, lds_bytes);
      lds_bytes += launch.local_bytes.at(index);
    } else {
      const auto& value = launch.arguments.at(index);
      if (value.size() != argument.size || argument.offset + argument.size > bytes.size()) {
        throw Fault("argument " + std::to_string(index) + " has " + std::to_string(value.size()) + " bytes, not " +
                    std::to_string(argument.size));
      }
      std::memcpy(bytes.data() + argument.offset, value.data(), value.size());
    }
  }
  for (const KernelArgument& argument : kernel.arguments) {
    if (argument.is_hidden()) put_hidden(bytes, launch, argument, lds_bytes - kernel.descriptor.lds_bytes);
  }
  // LLVM changes one byte or two atomically by reading and comparing the four around them.
  lds_bytes = (lds_bytes + 3) / 4 * 4;
  // Drivers hand arguments over in units of at least 16 bytes, and LLVM loads the last three words as four.
  constexpr std::size_t k_unit = 16;
  bytes.resize((bytes.size() + k_unit - 1) / k_unit * k_unit, 0xa5);
  return bytes;
}

std::array<std::uint8_t, 64> dispatch_packet(const Launch& launch, std::uint32_t lds_bytes, std::uint64_t arguments) {
  struct {
    std::uint16_t header = 0, setup = 0, group[3] = {}, reserved = 0;
    std::uint32_t grid[3] = {}, private_bytes = 0, group_bytes = 0;
    std::uint64_t kernel = 0, arguments = 0, reserved2 = 0, completion = 0;
  } packet;
  std::array<std::uint8_t, 64> bytes{};
  static_assert(sizeof packet == sizeof bytes);
  packet.setup = static_cast<std::uint16_t>(launch.dimensions);
  for (unsigned d = 0; d < 3; ++d) {
    packet.group[d] = static_cast<std::uint16_t>(launch.group[d]);
    packet.grid[d] = static_cast<std::uint32_t>(launch.items[d]);
  }
  packet.private_bytes = launch.kernel->descriptor.scratch_bytes;
  packet.group_bytes = lds_bytes;
  packet.kernel = launch.code->base() + launch.kernel->descriptor_address;
  packet.arguments = arguments;
  std::memcpy(bytes.data(), &packet, sizeof packet);
  return bytes;
}

void make_waves(const Launch& launch, std::uint64_t arguments, std::uint64_t packet, Random& random, Group& group) {
  const KernelDescriptor& descriptor = launch.kernel->descriptor;
  const Chip chip = launch.code->object().chip;
  const unsigned lanes = KernelDescriptor::bits(descriptor.properties, k_is_wave32, 1) != 0 ? 32 : 64;
  const auto size = launch.group_size(group.id);
  const unsigned items = size[0] * size[1] * size[2];
  for (unsigned first = 0; first < items; first += lanes) {
    auto wave = std::make_unique<Wave>();
    WaveState& state = wave->state;
    state.chip = chip;
    state.lanes = lanes;
    state.pc = launch.code->base() + launch.kernel->entry;
    allocate_registers(launch, random, state);
    wave->scratch_bytes = descriptor.scratch_bytes;
    // Never 0, so that who forgets to add it is outside.
    wave->scratch_offset = (first / lanes + 1) * std::max(1024U, descriptor.scratch_bytes * lanes);
    wave->set_registers = set_scalar_registers(launch, group, arguments, packet, *wave);
    set_item_ids(launch, size, first, state);
    state.mode = KernelDescriptor::bits(descriptor.rsrc1, 12, 8) |
                 KernelDescriptor::bits(descriptor.rsrc1, 21, 1) << 8U |
                 KernelDescriptor::bits(descriptor.rsrc1, 23, 1) << 9U;
    if (is_rdna4(chip)) state.mode &= 0xffU;  // neither DX10 clamp nor IEEE
    state.shared_base = k_shared_aperture;
    state.shared_limit = k_shared_aperture + k_aperture_bytes - 1;
    state.private_base = k_private_aperture;
    state.private_limit = k_private_aperture + k_aperture_bytes - 1;
    wave->items = state.exec();
    wave->item_count = static_cast<unsigned>(std::popcount(wave->items));
    wave->group = &group;
    wave->index = first / lanes;
    wave->scratch.assign(std::size_t{descriptor.scratch_bytes} * lanes, static_cast<std::uint8_t>(random.next()));
    group.waves.push_back(std::move(wave));
  }
  group.alive = static_cast<unsigned>(group.waves.size());
}

}  // namespace clc::emulator
