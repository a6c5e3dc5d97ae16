#include "machine/memory_action.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace clc::emulator {
namespace {

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_end(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

struct Width {
  std::string_view name;
  std::uint8_t bytes;
  bool is_signed;
};

constexpr std::array k_widths{
    Width{"ubyte", 1, false},    Width{"sbyte", 1, true},     Width{"ushort", 2, false},   Width{"sshort", 2, true},
    Width{"byte", 1, false},     Width{"short", 2, false},    Width{"dword", 4, false},    Width{"dwordx2", 8, false},
    Width{"dwordx3", 12, false}, Width{"dwordx4", 16, false}, Width{"dwordx8", 32, false}, Width{"dwordx16", 64, false},
    Width{"b8", 1, false},       Width{"u8", 1, false},       Width{"i8", 1, true},        Width{"b16", 2, false},
    Width{"u16", 2, false},      Width{"i16", 2, true},       Width{"b32", 4, false},      Width{"b64", 8, false},
    Width{"b96", 12, false},     Width{"b128", 16, false},    Width{"b256", 32, false},    Width{"b512", 64, false},
};

// "dwordx2", "ubyte_d16_hi", "d16_hi_b8", "u8_d16" …
bool read_width(std::string_view text, MemoryAction& action) {
  if (take_end(text, "_d16_hi") || take(text, "d16_hi_")) {
    action.is_half = action.is_high = true;
  } else if (take_end(text, "_d16") || take(text, "d16_")) {
    action.is_half = true;
  }
  for (const Width& width : k_widths) {
    if (text != width.name) continue;
    action.bytes = width.bytes;
    action.is_signed = width.is_signed;
    return true;
  }
  return false;
}

constexpr std::pair<std::string_view, AtomicOperation> k_operations[] = {
    {"swap", AtomicOperation::k_swap},
    {"wrxchg", AtomicOperation::k_swap},
    {"storexchg", AtomicOperation::k_swap},
    {"cmpswap", AtomicOperation::k_compare_swap},
    {"cmpst", AtomicOperation::k_compare_swap},
    {"cmpstore", AtomicOperation::k_compare_swap},
    {"add", AtomicOperation::k_add},
    {"sub", AtomicOperation::k_subtract},
    {"rsub", AtomicOperation::k_reverse_subtract},
    {"smin", AtomicOperation::k_min_signed},
    {"umin", AtomicOperation::k_min_unsigned},
    {"smax", AtomicOperation::k_max_signed},
    {"umax", AtomicOperation::k_max_unsigned},
    {"and", AtomicOperation::k_and},
    {"or", AtomicOperation::k_or},
    {"xor", AtomicOperation::k_xor},
    {"inc", AtomicOperation::k_increment},
    {"dec", AtomicOperation::k_decrement},
    {"mskor", AtomicOperation::k_masked_or},
    {"cond_sub", AtomicOperation::k_conditional_subtract},
    {"sub_clamp", AtomicOperation::k_clamped_subtract},
    {"csub", AtomicOperation::k_clamped_subtract},
};

// "add", "add_x2", "add_u32", "smin", "min_i32", "add_f32", "min_num_f64", "cmpst_b32", "pk_add_f16" …
bool read_operation(std::string_view text, MemoryAction& action) {
  if (text == "pk_add_f16" || text == "pk_add_bf16") {
    action.operation = text == "pk_add_f16" ? AtomicOperation::k_add_halves : AtomicOperation::k_add_brain_halves;
    return true;
  }
  char type = 'u';
  if (take_end(text, "_x2")) {
    action.bytes = 8;
  } else if (text.size() > 4 && text[text.size() - 4] == '_' && (text.ends_with("32") || text.ends_with("64"))) {
    action.bytes = text.ends_with("64") ? 8 : 4;
    type = text[text.size() - 3];
    text.remove_suffix(4);
  }
  take_end(text, "_num");
  using enum AtomicOperation;
  if (text == "min" || text == "max") {
    const bool is_min = text == "min";
    action.operation = type == 'f'   ? (is_min ? k_min_float : k_max_float)
                       : type == 'i' ? (is_min ? k_min_signed : k_max_signed)
                                     : (is_min ? k_min_unsigned : k_max_unsigned);
    return true;
  }
  if (type == 'f') {
    action.operation = k_add_float;
    return text == "add";
  }
  action.swaps_operands = text == "cmpst";
  for (const auto& [name, operation] : k_operations) {
    if (text != name) continue;
    action.operation = operation;
    return true;
  }
  return false;
}

// "2_b32", "2st64_b64", "_2addr_b32", "_2addr_stride64_b64": what follows "read", "write", "load" and "store".
bool read_pair(std::string_view text, MemoryAction& action) {
  const bool is_pair = take(text, "2st64_") || take(text, "_2addr_stride64_");
  const unsigned scale = is_pair ? 64 : 1;
  if (!is_pair && !take(text, "2_") && !take(text, "_2addr_")) return false;
  if (!read_width(text, action)) return false;
  action.elements = 2;
  action.stride = static_cast<std::uint8_t>(scale == 64 ? 64 : 1);
  return true;
}

std::optional<MemoryAction> lds_action(std::string_view text) {
  MemoryAction action;
  if (text == "swizzle_b32" || text == "permute_b32" || text == "bpermute_b32") {
    action.kind = MemoryKind::k_permute;
    return action;
  }
  if (text == "append" || text == "consume") {
    action.kind = MemoryKind::k_append;
    action.operation = text == "append" ? AtomicOperation::k_add : AtomicOperation::k_subtract;
    return action;
  }
  std::string_view rest = text;
  if (take(rest, "read") || take(rest, "load")) {
    action.kind = MemoryKind::k_load;
    if (read_pair(rest, action) || (take(rest, "_") && read_width(rest, action))) return action;
  }
  rest = text;
  if (take(rest, "write") || (take(rest, "store") && !rest.starts_with("xchg"))) {
    action.kind = MemoryKind::k_store;
    if (read_pair(rest, action) || (take(rest, "_") && read_width(rest, action))) return action;
  }
  action = {};
  action.kind = MemoryKind::k_atomic;
  // The middle of ds_add_rtn_u32.
  if (const std::size_t at = text.find("_rtn_"); at != std::string_view::npos) {
    const std::string without = std::string(text.substr(0, at)) + std::string(text.substr(at + 4));
    action.returns = true;
    if (read_operation(without, action)) return action;
    return {};
  }
  if (read_operation(text, action)) return action;
  return {};
}

std::optional<MemoryAction> scalar_action(std::string_view name) {
  MemoryAction action;
  if (name == "s_memtime" || name == "s_memrealtime") {
    action.kind = MemoryKind::k_time;
    action.bytes = 8;
    return action;
  }
  action.kind = MemoryKind::k_load;
  if ((take(name, "s_load_") || take(name, "s_buffer_load_")) && read_width(name, action)) return action;
  return {};
}

// Comparisons with depths, offsets and the like are left out: OpenCL has none of them.
std::optional<MemoryAction> image_action(std::string_view text) {
  MemoryAction action;
  if (text.ends_with("_g16")) text.remove_suffix(4);
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), text) != names.end();
  };
  if (is_one_of({"load", "load_mip"})) {
    action.texels = TexelAction::k_load;
  } else if (is_one_of({"store", "store_mip"})) {
    action.texels = TexelAction::k_store;
    action.kind = MemoryKind::k_store;
  } else if (is_one_of({"sample", "sample_d", "sample_l", "sample_b", "sample_lz"})) {
    action.texels = TexelAction::k_sample;
  } else if (is_one_of({"gather4", "gather4_l", "gather4_b", "gather4_lz"})) {
    action.texels = TexelAction::k_gather;
  } else if (text == "get_resinfo") {
    action.texels = TexelAction::k_size;
  } else {
    return {};
  }
  return action;
}

// "load_format_xyzw", "store_d16_format_x": `text` begins behind "buffer_".
std::optional<MemoryAction> format_action(std::string_view text) {
  MemoryAction action;
  const bool is_store = take(text, "store_");
  if (!is_store && !take(text, "load_")) return {};
  action.kind = is_store ? MemoryKind::k_store : MemoryKind::k_load;
  action.texels = is_store ? TexelAction::k_store : TexelAction::k_load;
  action.is_half = take(text, "d16_");
  if (!take(text, "format_") || !std::string_view("xyzw").starts_with(text)) return {};
  action.components = static_cast<std::uint8_t>(text.size());
  return action;
}

}  // namespace

std::optional<MemoryAction> memory_action(std::string_view name) {
  if (take(name, "ds_")) return lds_action(name);
  if (name.starts_with("s_")) return scalar_action(name);
  if (take(name, "image_")) return image_action(name);
  if (name.starts_with("buffer_") && name.find("format_") != std::string_view::npos) {
    return format_action(name.substr(std::string_view("buffer_").size()));
  }
  if (!take(name, "global_") && !take(name, "flat_") && !take(name, "scratch_") && !take(name, "buffer_")) return {};
  MemoryAction action;
  if (take(name, "load_")) {
    action.kind = MemoryKind::k_load;
    action.is_to_local = take(name, "lds_");
    if (read_width(name, action)) return action;
  } else if (take(name, "store_")) {
    action.kind = MemoryKind::k_store;
    if (read_width(name, action)) return action;
  } else if (take(name, "atomic_")) {
    action.kind = MemoryKind::k_atomic;
    if (read_operation(name, action)) return action;
  }
  return {};
}

Reach reach_of(const Instruction& instruction) {
  bool passes = false;
  switch (generation(instruction.chip)) {
    case Generation::k_cdna:
      passes = instruction.cache.sc1;
      break;
    case Generation::k_cdna2:
    case Generation::k_rdna3:
      passes = instruction.cache.glc;
      break;
    case Generation::k_rdna4:
      passes = instruction.cache.scope != 0;
      break;
  }
  return passes ? Reach::k_memory : Reach::k_unit;
}

}  // namespace clc::emulator
