// The part of the memory unit that reads and writes texels. An access has the size of a texel, once the descriptor has
// told it, and goes the way of any other access to global memory: what a sampler reads are several.
#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "isa/half.h"
#include "machine/count_access.h"
#include "machine/fault.h"
#include "machine/memory_unit.h"
#include "machine/texel_read.h"

namespace clc::emulator {
namespace {

using Position = std::array<std::uint32_t, 3>;

const DecodedInstruction& code_of_size(const DecodedInstruction& code, unsigned bytes) {
  for (const auto& one : code.sized) {
    if (one->action->bytes == bytes) return *one;
  }
  auto one = std::make_shared<DecodedInstruction>(code);
  one->sized.clear();
  one->action->bytes = static_cast<std::uint8_t>(bytes);
  code.sized.push_back(one);
  return *one;
}

template <std::size_t Count>
std::array<std::uint32_t, Count> words_at(const WaveState& state, unsigned first) {
  std::array<std::uint32_t, Count> words{};
  for (unsigned i = 0; i < Count; ++i) words[i] = state.sgpr[first + i];
  return words;
}

bool is_buffer(const Instruction& instruction) {
  return instruction.work == Work::k_buffer;
}

// Bytes to add to where the index's texel is; code without optimisation gives them as registers that hold 0.
bool has_offset(const WaveState& state, const Instruction& instruction) {
  bool is_found = instruction.offset != 0;
  if (is_there(instruction.scalar_offset)) is_found |= read_dword(state, instruction.scalar_offset, 0) != 0;
  if (instruction.offset_enable) {
    for_each_lane(state.exec(),
                  [&](unsigned lane) { is_found |= read_dword(state, instruction.address, lane, 1) != 0; });
  }
  return is_found;
}

ImageView view_of(const WaveState& state, const Instruction& instruction) {
  if (is_buffer(instruction)) {
    if (!instruction.index_enable || has_offset(state, instruction)) {
      throw Fault("a buffer with a format is only accessed by an index");
    }
    return buffer_view(words_at<4>(state, instruction.base.index));
  }
  const ImageView view = image_view(state.chip, words_at<8>(state, instruction.base.index));
  if (view.dimension != instruction.image.dimension) throw Fault("the instruction is for another kind of image");
  if (instruction.image.has_status)
    throw Fault("not emulated: an access to an image that tells whether memory was there");
  return view;
}

// The coordinates of a lane, with the layer, and behind them the level of detail.
class Coordinates {
 public:
  Coordinates(const WaveState& state, const Instruction& instruction) : state_(state), instruction_(instruction) {
    if (!is_buffer(instruction)) place_ = image_address(name(instruction), instruction.image);
  }

  unsigned count() const { return is_buffer(instruction_) ? 1 : place_.coordinates; }
  bool has_level() const { return place_.components > place_.coordinates; }

  std::uint32_t whole(unsigned number, unsigned lane) const {
    if (is_buffer(instruction_)) return read_dword(state_, instruction_.address, lane);
    const bool is_short = instruction_.image.has_short_addresses;
    const unsigned dword = place_.first + (is_short ? number / 2 : number);
    const std::uint32_t value = state_.vgpr[instruction_.image.address[dword]][lane];
    return is_short ? value >> number % 2 * 16 & 0xffffU : value;
  }
  float real(unsigned number, unsigned lane) const {
    const std::uint32_t value = whole(number, lane);
    return instruction_.image.has_short_addresses ? F16{static_cast<std::uint16_t>(value)}.to_float()
                                                  : std::bit_cast<float>(value);
  }

 private:
  const WaveState& state_;
  const Instruction& instruction_;
  ImageAddress place_;
};

std::string text_of(const Position& at, unsigned count, const char* between) {
  std::string text;
  for (unsigned d = 0; d < count; ++d) {
    text += (d == 0 ? "" : between) + std::to_string(static_cast<std::int32_t>(at[d]));
  }
  return text;
}

// A component that a register has, whole or half of it.
std::uint32_t component_of(std::uint32_t dword, bool is_half, bool is_high, TexelNumber number) {
  if (!is_half) return dword;
  const auto half = static_cast<std::uint16_t>(is_high ? dword >> 16U : dword);
  if (number == TexelNumber::k_uint) return half;
  if (number == TexelNumber::k_sint) return static_cast<std::uint32_t>(static_cast<std::int16_t>(half));
  return std::bit_cast<std::uint32_t>(F16{half}.to_float());
}

// The colour of registers that `get` reads. Components that are not given are 0; on gfx1200 they are the first one that
// is.
template <class F>
TexelWords given_colour(Chip chip, unsigned dmask, F&& get) {
  TexelWords colour{};
  unsigned next = 0;
  std::uint32_t first = 0;
  for (unsigned component = 0; component < 4; ++component) {
    if ((dmask >> component & 1U) == 0) continue;
    colour[component] = get(next);
    if (next++ == 0) first = colour[component];
  }
  for (unsigned component = 0; component < 4 && is_rdna4(chip); ++component) {
    if ((dmask >> component & 1U) == 0) colour[component] = first;
  }
  return colour;
}

}  // namespace

void MemoryUnit::issue_texels(Wave& wave, const DecodedInstruction& code) {
  const Instruction& instruction = code.instruction;
  count_vector(wave, wave.state.exec(), counters_);
  if (wave.state.exec() == 0) {  // nothing of it can be seen, and the descriptor may be none
    PendingAccess& none = begin(wave, code);
    none.is_performed = true;
    queue_vector(wave, none);
    return;
  }
  auto texels = std::make_shared<TexelRead>();
  texels->view = view_of(wave.state, instruction);
  PendingAccess& access = begin(wave, code_of_size(code, texels->view.format.bytes()));
  const MemoryAction& action = *access.code->action;
  access.texels = texels;
  access.space.fill(0);
  texels->dmask =
      is_buffer(instruction) ? static_cast<std::uint8_t>((1U << action.components) - 1U) : instruction.image.dmask;
  texels->has_halves = action.is_half || instruction.image.has_halves;
  texels->gathers = action.texels == TexelAction::k_gather;
  const unsigned components = texels->gathers ? 4U : static_cast<unsigned>(std::popcount(texels->dmask));
  texels->dwords = texels->has_halves ? (components + 1) / 2 : components;
  switch (action.texels) {
    case TexelAction::k_size:
      return tell_size(wave, access);
    case TexelAction::k_store:
      return find_writes(wave, access);
    case TexelAction::k_load:
      find_points(wave, access);
      break;
    default:
      find_reads(wave, access);
  }
  look_at_reads(wave, access);
  queue_vector(wave, access);
}

// image_get_resinfo: layers are the third number.
void MemoryUnit::tell_size(Wave& wave, PendingAccess& access) {
  const TexelRead& texels = *access.texels;
  const ImageView& view = texels.view;
  const bool is_1d_array = view.dimension == ImageDimension::k_1d_array;
  const TexelWords size =
      texels.registers({view.size[0], is_1d_array ? 1 : view.size[1], is_1d_array ? view.size[1] : view.size[2], 1});
  for (unsigned part = 0; part < texels.dwords; ++part) access.result[part].fill(size[part]);
  access.is_performed = true;
  enqueue(wave, access, WaitCounter::k_vector);
}

// An access outside of the image reads and writes nothing, but OpenCL does not define it.
void MemoryUnit::tell_outside(Wave& wave, unsigned lane, const TexelRead& texels,
                              const std::array<std::uint32_t, 3>& at, const char* what) {
  const ImageView& view = texels.view;
  const unsigned count = view.dimensions();
  const Allocation* allocation = memory_.nearest(view.base);
  std::string object = "an image of " + text_of(view.size, count, " x ") + " texels";
  if (allocation != nullptr) object = log_.argument_at(allocation->address, allocation->size) + object;
  log_.add(wave, static_cast<int>(lane), FindingKind::k_out_of_bounds,
           std::string(what) + " texel (" + text_of(at, count, ", ") + ") of " + object,
           "coordinates from 0 to the last texel, where no sampler says what is beyond", object);
}

// Reads without a sampler.
void MemoryUnit::find_points(Wave& wave, PendingAccess& access) {
  TexelRead& texels = *access.texels;
  const Coordinates coordinates(wave.state, access.code->instruction);
  for_each_lane(access.exec, [&](unsigned lane) {
    Position at{};
    bool is_inside = !coordinates.has_level() || coordinates.whole(coordinates.count(), lane) == 0;
    for (unsigned d = 0; d < coordinates.count(); ++d) {
      at[d] = coordinates.whole(d, lane);
      is_inside = is_inside && at[d] < texels.view.size[d];
    }
    TexelSamples& samples = texels.lanes[lane];
    samples.count = 1;
    samples.all[0] = {is_inside ? texels.view.address(at) : 0, 1};
    if (!is_inside) tell_outside(wave, lane, texels, at, "reads");
  });
}

// Reads through a sampler. Integers are not filtered.
void MemoryUnit::find_reads(Wave& wave, PendingAccess& access) {
  const Instruction& instruction = access.code->instruction;
  TexelRead& texels = *access.texels;
  TexelSampler sampler = texel_sampler(words_at<4>(wave.state, instruction.image.sampler));
  sampler.is_unnormalized = sampler.is_unnormalized || instruction.image.is_unnormalized;
  sampler.is_linear = texels.gathers || (sampler.is_linear && !texels.view.format.is_integer());
  texels.border = sampler.border;
  const Coordinates coordinates(wave.state, instruction);
  for_each_lane(access.exec, [&](unsigned lane) {
    std::array<float, 4> at{};
    for (unsigned d = 0; d < coordinates.count(); ++d) at[d] = coordinates.real(d, lane);
    texels.lanes[lane] = find_samples(texels.view, sampler, at);
    texels.samples = texels.lanes[lane].count;
  });
}

// Each sample is looked at as if it were an instruction of its own.
void MemoryUnit::look_at_reads(Wave& wave, PendingAccess& access) {
  const TexelRead& texels = *access.texels;
  const std::uint64_t exec = access.exec;
  AccessCount& count = counters_.access(*access.code);
  const std::uint64_t executions = count.executions, lanes = count.active_lanes;
  for (unsigned i = 0; i < texels.samples; ++i) {
    access.exec = exec;
    for_each_lane(exec, [&](unsigned lane) {
      const std::uint64_t address = texels.lanes[lane].all[i].address;
      if (address == 0) {
        access.exec &= ~(std::uint64_t{1} << lane);
        return;
      }
      access.address[lane] = address;
      check_global(access, lane);
      access.touched |= line_bit(address) | line_bit(address + access.code->action->bytes - 1);
    });
    count_lines(access, chip_, counters_);
    if (races_ != nullptr) races_->access(wave, access);
  }
  count.executions = executions + 1;
  count.active_lanes = lanes + static_cast<unsigned>(std::popcount(exec));
  access.exec = exec;
  order_before(wave, access);
}

void MemoryUnit::find_writes(Wave& wave, PendingAccess& access) {
  const Instruction& instruction = access.code->instruction;
  const std::shared_ptr<TexelRead> texels = std::move(access.texels);
  access.texels = nullptr;
  const ImageView& view = texels->view;
  const bool has_halves = texels->has_halves;
  const Coordinates coordinates(wave.state, instruction);
  for (Lanes& lanes : access.data_undefined) lanes.fill(0);
  for_each_lane(access.exec, [&](unsigned lane) {
    Position at{};
    bool is_inside = !coordinates.has_level() || coordinates.whole(coordinates.count(), lane) == 0;
    for (unsigned d = 0; d < coordinates.count(); ++d) {
      at[d] = coordinates.whole(d, lane);
      is_inside = is_inside && at[d] < view.size[d];
    }
    if (!is_inside) {
      access.exec &= ~(std::uint64_t{1} << lane);
      return tell_outside(wave, lane, *texels, at, "writes");
    }
    access.address[lane] = view.address(at);
    const TexelWords colour = given_colour(chip_, texels->dmask, [&](unsigned number) {
      const std::uint32_t dword = read_dword(wave.state, instruction.data, lane, has_halves ? number / 2 : number);
      return component_of(dword, has_halves, number % 2 != 0, view.format.number);
    });
    const TexelWords texel = view.format.packed(view.chosen(colour));
    for (unsigned part = 0; part < 4; ++part) access.data[part][lane] = texel[part];
    if (undefined_ == nullptr) return;
    const TexelWords undefined =
        view.format.gathered(view.chosen(given_colour(chip_, texels->dmask, [&](unsigned number) {
          const std::uint32_t bits =
              undefined_->bits_of(wave, instruction.data, has_halves ? number / 2 : number, lane);
          return has_halves ? bits >> number % 2 * 16 & 0xffffU : bits;
        })));
    for (unsigned part = 0; part < 4; ++part) access.data_undefined[part][lane] = undefined[part];
    if (undefined != TexelWords{}) access.data_undefined_lanes |= std::uint64_t{1} << lane;
  });
  send_texels(wave, access);
}

void MemoryUnit::send_texels(Wave& wave, PendingAccess& access) {
  access.is_write = true;
  for_each_lane(access.exec, [&](unsigned lane) {
    check_global(access, lane);
    access.touched |= line_bit(access.address[lane]) | line_bit(access.address[lane] + access.code->action->bytes - 1);
  });
  count_lines(access, chip_, counters_);
  order_before(wave, access);
  if (races_ != nullptr) races_->access(wave, access);
  if (undefined_ != nullptr) {
    for_each_lane(access.exec, [&](unsigned lane) { undefined_->store_global(wave, access, lane); });
  }
  queue_vector(wave, access);
}

void MemoryUnit::perform_texels(Wave& wave, PendingAccess& access, unsigned lane) {
  const TexelRead& texels = *access.texels;
  const TexelSamples& samples = texels.lanes[lane];
  std::array<TexelWords, 8> colours{};
  TexelWords undefined{};
  for (unsigned i = 0; i < texels.samples; ++i) {
    if (!texels.gathers && samples.all[i].weight == 0) continue;
    const std::uint64_t address = samples.all[i].address;
    TexelWords bits{};
    colours[i] = address == 0 ? texels.border_colour() : read_texel(wave, access, lane, address, bits);
    for (unsigned component = 0; component < 4; ++component) undefined[component] |= bits[component];
  }
  const TexelWords result = texels.registers(texels.combined(colours, samples));
  for (unsigned part = 0; part < 4; ++part) access.result[part][lane] = result[part];
  if (undefined == TexelWords{}) return;
  if (texels.gathers) undefined.fill(~0U);
  const TexelWords bits = texels.undefined_registers(undefined);
  for (unsigned part = 0; part < 4; ++part) access.result_undefined[part][lane] = bits[part];
  access.result_undefined_lanes |= std::uint64_t{1} << lane;
}

TexelWords MemoryUnit::read_texel(Wave& wave, PendingAccess& access, unsigned lane, std::uint64_t address,
                                  TexelWords& undefined) {
  const ImageView& view = access.texels->view;
  const std::uint64_t bit = std::uint64_t{1} << lane;
  access.address[lane] = address;
  access.result_undefined_lanes &= ~bit;
  for (Lanes& lanes : access.result) lanes[lane] = 0;
  perform_global(wave, access, lane);
  TexelWords texel{}, bits{};
  for (unsigned part = 0; part < 4; ++part) texel[part] = access.result[part][lane];
  if ((access.result_undefined_lanes & bit) != 0) {
    for (unsigned part = 0; part < 4; ++part) bits[part] = access.result_undefined[part][lane];
    access.result_undefined_lanes &= ~bit;
    undefined = view.selected(view.format.spread(bits), 0);
  }
  return view.selected(view.format.unpacked(texel), access.texels->one());
}

void MemoryUnit::deliver_texels(Wave& wave, const PendingAccess& access) const {
  const Operand& to = access.code->instruction.destination;
  for (unsigned part = 0; part < access.texels->dwords; ++part) {
    Lanes& target = wave.state.vgpr[to.index + part];
    for_each_lane(access.exec, [&](unsigned lane) { target[lane] = access.result[part][lane]; });
  }
  if (undefined_ != nullptr) undefined_->deliver_texels(wave, access, access.texels->dwords);
}

}  // namespace clc::emulator
