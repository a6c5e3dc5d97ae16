#include "kept/keep_binary.h"

#include "clc/package/binary_format.h"

namespace clc {
namespace {

// Returns the reason why it would be of no use to keep `binary`, or an empty text.
std::string why_useless(BytesView binary, BytesView original) {
  if (binary == original) return "the driver returned the bytes that it was given";
  const BinaryFormat format = recognize(binary);
  if (format == BinaryFormat::k_ptx) return "the driver returned PTX, which it would compile again";
  if (format == BinaryFormat::k_spirv) return "the driver returned SPIR-V, which it would compile again";
  return {};
}

}  // namespace

std::string keep_binary(const BinaryTrial& trial, BytesView original, ForeignForm form) {
  if (trial.failed_trials >= k_most_trials)
    return "the driver did not take its own binary in " + std::to_string(trial.failed_trials) + " trials";
  const Result<Bytes> binary = trial.read();
  if (!binary) return binary.error().message;
  if (form == ForeignForm::k_useless) {
    if (std::string useless = why_useless(*binary, original); !useless.empty()) return useless;
  }
  BinaryCache::State& cache = trial.cache;
  if (!cache.write_failed_trials(trial.key, trial.failed_trials + 1))
    return "the binary cannot be written to the cache";
  if (const Result<void> loaded = trial.load(*binary); !loaded)
    return "the driver refuses its own binary: " + loaded.error().message;
  if (!cache.keep(trial.key, trial.payload ? trial.payload(*binary) : *binary)) {
    cache.write_failed_trials(trial.key, trial.failed_trials);  // the driver is not at fault
    return "the binary cannot be written to the cache";
  }
  cache.write_failed_trials(trial.key, 0);
  cache.count(&BinaryCache::Counters::kept);
  return {};
}

}  // namespace clc
