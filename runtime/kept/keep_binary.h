// Keeps what a driver finished, after the driver has shown that it takes its own binary.
#pragma once

#include <functional>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "kept/binary_cache_state.h"

namespace clc {

// The place where a binary is kept, and the way in which it is tried.
struct BinaryTrial {
  BinaryCache::State& cache;
  const std::string& key;
  int failed_trials = 0;                            // of this key, so far
  std::function<Result<Bytes>()> read;              // gets the binary
  std::function<Result<void>(const Bytes&)> load;   // loads it and throws it away again
  std::function<Bytes(const Bytes&)> payload = {};  // what is kept of it; without this function, itself
};

// Tells whether PTX and IL, which the driver has to compile again, are of use.
enum class ForeignForm { k_useless, k_allowed };

// Keeps the binary, which the driver made of `original`, if that is of use and the driver takes it. Returns why it was
// not kept; empty when it was.
std::string keep_binary(const BinaryTrial& trial, BytesView original, ForeignForm form = ForeignForm::k_useless);

}  // namespace clc
