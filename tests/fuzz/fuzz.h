// Declarations that the fuzz targets share. Each target is one function that gives any bytes to a reader of a format;
// script/fuzz builds them with libFuzzer, and every other build with replay.cpp, which gives them the corpus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace clc::fuzz {

inline BytesView view_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Cuts the first byte off, which chooses one of several readers; 0 when there is none.
inline unsigned take_choice(BytesView& input) {
  if (input.empty()) return 0;
  const auto choice = static_cast<unsigned char>(input.front());
  input.remove_prefix(1);
  return choice;
}

// Ends the process where a property does not hold: the fuzzer keeps the input.
inline void require(bool holds) {
  if (!holds) std::abort();
}

// Checks that what was read is the same after it was written and read again.
template <class Read, class Encode, class Decode>
void same_again(const Read& read, Encode encode, Decode decode) {
  if (!read) return;
  const auto bytes = encode(*read);
  const Read again = decode(bytes);
  require(again && encode(*again) == bytes);
}

}  // namespace clc::fuzz
