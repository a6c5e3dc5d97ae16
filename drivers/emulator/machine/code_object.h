// A linked code object as AMD's loader sees it: LLVM's AMDGPUUsage, "Code Object" and "Kernel Descriptor".
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isa/chip.h"

namespace clc::emulator {

struct KernelArgument {
  std::string name, type_name, kind, address_space, access;
  std::uint32_t offset = 0, size = 0, alignment = 1;
  bool is_const = false, is_restrict = false, is_volatile = false;

  bool is_hidden() const { return kind.rfind("hidden_", 0) == 0; }
};

// The 64 bytes that the symbol `<kernel>.kd` names.
struct KernelDescriptor {
  std::uint32_t lds_bytes = 0, scratch_bytes = 0, kernarg_bytes = 0;
  std::uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0;
  std::uint16_t properties = 0, preload = 0;

  static constexpr std::uint32_t bits(std::uint32_t word, unsigned first, unsigned count) {
    return (word >> first) & ((1U << count) - 1U);
  }
};

struct KernelCode {
  std::string name;
  KernelDescriptor descriptor;
  std::uint64_t descriptor_address = 0, entry = 0;  // relative to the image
  std::vector<KernelArgument> arguments;            // hidden ones last
  std::uint32_t max_group_size = 1024, wave_size = 64;
  std::array<std::uint32_t, 3> required_group_size{};  // 0: any
  std::array<std::uint32_t, 3> group_size_hint{};      // 0: none
  std::string vector_type_hint;
  bool has_uniform_groups = false, is_wgp_mode = false;
  mutable bool runs_apart = true;  // its groups ask each other for nothing, as far as is known

  std::uint32_t visible_arguments() const;
};

struct CodeObject {
  Chip chip = Chip::k_gfx942;
  bool is_generic = false;          // any chip of its generation runs it
  std::string target;               // as in its metadata: amdgcn-amd-amdhsa--gfx942
  std::vector<std::uint8_t> image;  // what is loaded, from address 0 on
  std::uint64_t text_begin = 0, text_end = 0;
  std::uint64_t variable_bytes = 0;  // of global variables
  struct Relocation {
    std::uint64_t at = 0;
    std::uint32_t type = 0;
    std::uint64_t value = 0;  // without the address of the image
  };
  std::vector<Relocation> relocations;
  std::map<std::string, KernelCode> kernels;
  std::map<std::uint32_t, std::string> printf_formats;  // "4:8:text %d %f": sizes of the arguments, then the format
  bool needs_sramecc = false, needs_xnack = false;      // asks for the feature to be on
  bool refuses_sramecc = false, refuses_xnack = false;  // asks for it to be off
};

// Throws Fault when it is no code object for one of the chips.
CodeObject read_code_object(const std::uint8_t* bytes, std::size_t size);

}  // namespace clc::emulator
