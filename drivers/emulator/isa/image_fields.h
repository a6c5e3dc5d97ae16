// The fields of an image instruction (MIMG, VIMAGE, VSAMPLE), and where its coordinates are.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace clc::emulator {

// As the instruction says it: `dim` in LLVM's assembler.
enum class ImageDimension : std::uint8_t {
  k_1d,
  k_2d,
  k_3d,
  k_cube,
  k_1d_array,
  k_2d_array,
  k_2d_msaa,
  k_2d_msaa_array,
};

struct ImageFields {
  std::uint8_t dmask = 0;  // a bit for each component that a register holds
  ImageDimension dimension{};
  bool is_unnormalized = false;      // coordinates count texels
  bool has_short_addresses = false;  // a16: coordinates have 16 bits
  bool has_halves = false;           // d16: so has data
  bool has_status = false;           // tfe, lwe: one more register, which tells whether memory was there
  std::uint8_t sampler = 0;          // the first of four scalar registers; of instructions that sample
  std::uint8_t address_count = 0;
  std::uint8_t listed_count = 0;  // how many the instruction lists; the rest follows the last one. 0: all in a row
  std::array<std::uint8_t, 16> address{};  // vector registers
};

// The dwords of an image instruction's address, in their order.
struct ImageAddress {
  unsigned first = 0;       // those before: a bias, gradients
  unsigned components = 0;  // coordinates, a layer, the level of detail
  unsigned coordinates = 0;
  unsigned dwords = 0;  // all
};
ImageAddress image_address(std::string_view name, const ImageFields& fields);

// True for an instruction that takes a sampler.
bool is_sampling(std::string_view name);
// Registers of its data, or of its result.
unsigned image_data_dwords(std::string_view name, const ImageFields& fields);

}  // namespace clc::emulator
