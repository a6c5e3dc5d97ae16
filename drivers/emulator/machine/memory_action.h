// The action of a memory instruction, read from its name: AMD's names say the kind, the size and where the bits go.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/instruction.h"
#include "machine/caches.h"

namespace clc::emulator {

enum class MemoryKind : std::uint8_t {
  k_load,
  k_store,
  k_atomic,
  k_permute,  // ds_swizzle, ds_permute, ds_bpermute: no memory at all
  k_append,   // ds_append, ds_consume: one access for all lanes
  k_time,     // s_memtime, s_memrealtime
};

// Instructions that read or write texels of images, or of buffers with a format.
enum class TexelAction : std::uint8_t { k_none, k_load, k_store, k_sample, k_gather, k_size };

struct MemoryAction {
  MemoryKind kind{};
  std::uint8_t bytes = 4;       // of one element in memory
  bool is_signed = false;       // a load of 1 or 2 bytes
  bool is_half = false;         // d16: a load writes one half of the register and keeps the other
  bool is_high = false;         // d16_hi: it is the upper half
  bool is_to_local = false;     // a load straight to local memory
  std::uint8_t elements = 1;    // 2: ds_read2 and ds_write2
  std::uint8_t stride = 0;      // of those: the offsets count so many elements
  bool returns = false;         // LDS atomics whose name says so; others have a bit
  bool swaps_operands = false;  // gfx942's ds_cmpst: the value to compare comes first
  AtomicOperation operation{};
  TexelAction texels{};         // `bytes` is then the texel's, once its descriptor has been read
  std::uint8_t components = 0;  // buffers: x, xy, xyz, xyzw

  unsigned dwords() const { return bytes <= 4 ? 1U : bytes / 4U; }
};

// Nothing for a name that is not known.
std::optional<MemoryAction> memory_action(std::string_view name);

// How far a load or a store goes, by its cache bits.
Reach reach_of(const Instruction& instruction);

}  // namespace clc::emulator
