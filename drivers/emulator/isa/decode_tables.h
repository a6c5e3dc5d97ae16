// The tables of the decoder; generate.py makes them from AMD's.
#pragma once

#include <cstdint>

#include "isa/instruction.h"

namespace clc::emulator {

// Bits of an encoding; a width of 0 says that it has no such field.
struct FieldBits {
  std::uint8_t low = 0;
  std::uint8_t width = 0;
};

struct FieldsOfEncoding {
  FieldBits bits[k_field_count];
  constexpr FieldBits operator[](Field field) const { return bits[static_cast<unsigned>(field)]; }
};

enum class Slot : std::uint8_t {
  k_destination,
  k_destination2,
  k_source0,
  k_source1,
  k_source2,
  k_second0,
  k_second1,
  k_address,
  k_base,
  k_scalar_offset,
  k_data,
  k_data2
};
enum class Number : std::uint8_t { k_uint, k_sint, k_real, k_bfloat, k_mask, k_packed_int, k_packed_real };
enum class Place : std::uint8_t { k_any, k_vector, k_scalar, k_pair, k_quad, k_accumulation };

struct OperandEntry {
  Slot slot;
  Field field;
  std::uint16_t bits;
  Number number;
  Place place;
};

struct OperationEntry {
  std::uint16_t number;
  Opcode opcode;
  Work work;
  std::uint16_t execute_index;
  std::uint16_t first_operand;  // in the chip's list of operands
  std::uint8_t operand_count;
};

struct EncodingEntry {
  const char* name;
  Format format;
  std::uint8_t bytes;  // without a literal
  std::uint32_t mask, value;
  const FieldsOfEncoding* fields;
  const FieldsOfEncoding* dpp16;
  const FieldsOfEncoding* dpp8;
  const FieldsOfEncoding* sdwa;
  const FieldsOfEncoding* sdwa_scalar;  // SDWA with a scalar destination
  const OperationEntry* operations;     // by number
  std::uint16_t operation_count;
};

struct ChipTables {
  const EncodingEntry* encodings;
  std::uint8_t encoding_count;
  const OperandEntry* operands;
};

const ChipTables& chip_tables(Chip chip);

}  // namespace clc::emulator
