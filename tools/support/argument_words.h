// Arguments of kernels, as command lines and test files say them: "buffer:float:1024:zeros", "1,2,3,4".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "support/number_type.h"

namespace clc {

struct BufferContents {
  Bytes bytes;
  ValueType type;                    // of an element; of the bytes of a file: none
  std::vector<std::uint64_t> shape;  // of a .npy file, the slowest dimension first
};

// Makes so many values; `how` are the words behind TYPE:COUNT, such as {"random", "256"}; none: random. The error does
// not name them.
Result<Bytes> generate_values(const ValueType& type, std::uint64_t count, const std::vector<std::string>& how,
                              std::uint64_t seed);

// buffer:TYPE:COUNT, or buffer:@FILE, with what may stand behind it. A file that ends in .npy is NumPy's. Errors begin
// with the word.
Result<BufferContents> read_buffer_word(const std::string& word, std::uint64_t seed);

// The bytes of a value: a number, or as many as a vector has, between commas. `shown` is its type in errors, which
// begin with the word.
Result<Bytes> read_value_word(const ValueType& type, const std::string& shown, const std::string& word);

// Reads NumPy's form; `name` names the bytes in errors. Little-endian numbers in C's order are taken.
Result<BufferContents> read_npy(BytesView bytes, const std::string& name);

}  // namespace clc
