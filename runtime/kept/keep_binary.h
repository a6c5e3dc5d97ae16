// Keeps a binary that a driver made, after a trial: the driver has to load its own binary once.
#pragma once

#include <functional>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "kept/binary_cache_state.h"

namespace clc {

// The place in the cache where a binary is kept, and the functions for its trial.
struct BinaryTrial {
  BinaryCache::State& cache;
  const std::string& key;
  int failed_trials = 0;                           // failed trials of this key until now
  std::function<Result<Bytes>()> read;             // gets the binary
  std::function<Result<void>(const Bytes&)> load;  // loads the binary, and releases the program again
  // Makes the entry from the binary. Without this function the binary is the entry.
  std::function<Bytes(const Bytes&)> payload = {};
};

// The treatment of a binary that is PTX or IL, which the driver would compile again.
enum class ForeignForm { k_useless, k_allowed };

// Keeps the binary, which the driver made of `original`, if it is of use and passes its trial. Returns the reason why
// it was not kept, or an empty text when it was.
std::string keep_binary(const BinaryTrial& trial, BytesView original, ForeignForm form = ForeignForm::k_useless);

}  // namespace clc
