// The scalar and vector types of OpenCL C, and their numbers as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "clc/base/bytes.h"

namespace clc {

struct NumberType {
  const char* name;
  std::size_t bytes;
  bool is_real, is_signed;
};

struct ValueType {
  const NumberType* number = nullptr;  // null: neither a scalar nor a vector
  std::size_t lanes = 1;
  // The bytes of one value in memory; vectors of three take the room of four.
  std::size_t stored() const { return (lanes == 3 ? 4 : lanes) * number->bytes; }
};

// "float4"
ValueType value_type(std::string_view name);

template <class T>
bool scan_number(std::string_view text, T& number);

// Appends what the text says, "0.5", "-3", "nan"; false when that is no number of this type.
bool put_number(Bytes& to, const NumberType& type, std::string_view text);
// Append a number; integers keep their low bits.
void put_real(Bytes& to, const NumberType& type, double value);
void put_integer(Bytes& to, const NumberType& type, std::uint64_t value);

// Reads an integer at `at`; one with a sign has its sign in all 64 bits.
std::uint64_t integer_at(const NumberType& type, const char* at);
// Reads the number at `at`, of any type.
double number_at(const NumberType& type, const char* at);
// How far one integer is from the other.
std::uint64_t integers_between(const NumberType& type, const char* a, const char* b);
// How many reals of the type lie from one to the other; 0 and -0 are one, an infinity lies behind the greatest.
std::uint64_t ulps_between(const NumberType& type, const char* a, const char* b);
// The number at `at` with as many digits as it takes to read it back.
std::string number_text(const NumberType& type, const char* at);

}  // namespace clc
