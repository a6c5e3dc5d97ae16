// Bytes that zlib, gzip or zstd may have compressed, in a binary that `clc audit` looks through.
#include "fuzz.h"
#include "worker/insight/strings/decompress.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t k_limit = 1 << 20;
  constexpr std::size_t k_some_more = 1 << 16;
  const clc::Bytes bytes = clc::worker::decompress(clc::fuzz::view_of(data, size), k_limit);
  clc::fuzz::require(bytes.size() <= k_limit + k_some_more);
  return 0;
}
