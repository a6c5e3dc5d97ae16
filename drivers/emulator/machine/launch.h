// The beginning of a dispatch: the kernel arguments in memory, and the registers of its waves.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "machine/loaded_code.h"
#include "machine/random.h"
#include "machine/wave.h"

namespace clc::emulator {

// gfx90a: where the private memory of all waves begins, to which kernels add the wave's offset; and the bits of words 1
// and 3 of a buffer resource that give each lane every 64th dword.
inline constexpr std::uint64_t k_private_buffer = std::uint64_t{3} << 44U;
inline constexpr std::uint32_t k_buffer_is_swizzled = 1U << 31U, k_buffer_adds_lane = 1U << 23U;

// Where the hidden arguments that are pointers lead.
struct HiddenBuffers {
  std::uint64_t printf = 0;
};

struct Launch {
  LoadedCode* code = nullptr;
  const KernelCode* kernel = nullptr;
  unsigned dimensions = 1;
  std::array<std::uint64_t, 3> items{1, 1, 1}, offset{};
  std::array<std::uint32_t, 3> group{1, 1, 1};
  // One for each visible argument, as it lies in the kernel argument segment; those of local pointers are empty.
  std::vector<std::vector<std::uint8_t>> arguments;
  std::vector<std::uint32_t> local_bytes;  // of local pointers, else 0
  std::vector<std::uint64_t> texels;       // where those of images begin, else 0
  HiddenBuffers hidden;
  bool is_counted = false;  // somebody asks for more than numbers of instructions

  std::array<std::uint32_t, 3> groups() const;
  std::array<std::uint32_t, 3> group_size(const std::array<std::uint32_t, 3>& id) const;
};

// The kernel argument segment; `lds_bytes` becomes what a group's local memory has in all.
std::vector<std::uint8_t> kernel_arguments(const Launch& launch, Random& random, std::uint32_t& lds_bytes);

// The 64 bytes of the dispatch packet that get_dispatch_ptr() leads to.
std::array<std::uint8_t, 64> dispatch_packet(const Launch& launch, std::uint32_t lds_bytes, std::uint64_t arguments);

// The waves of a group with their registers as hardware sets them up.
void make_waves(const Launch& launch, std::uint64_t arguments, std::uint64_t packet, Random& random, Group& group);

}  // namespace clc::emulator
