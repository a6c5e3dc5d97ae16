// NAME.tune.json, from a repository: whatever it lists is what a manifest can hold.
#include "tuning/tuning_file.h"
#include "clc/base/digest.h"
#include "clc/package/manifest.h"
#include "fuzz.h"
#include "tuning/expression.h"

using namespace clc;

namespace {

Manifest manifest_of(const std::vector<Tuning>& configurations) {
  Manifest manifest;
  manifest.generator = "fuzz";
  for (const Tuning& tuning : configurations) {
    Module module;
    module.name = "k." + std::to_string(manifest.modules.size());
    module.source_sha256 = sha256_hex({});
    module.tuning = tuning;
    manifest.modules.push_back(std::move(module));
  }
  normalize(manifest);
  return manifest;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  if (fuzz::take_choice(input) % 2 != 0) {
    const Result<std::int64_t> value = evaluate(input, {{"N", 7}, {"T", INT64_MIN}});
    fuzz::require(!value ||
                  evaluate("(" + std::string(input) + ")", {{"N", 7}, {"T", INT64_MIN}}).value_or(*value) == *value);
    return 0;
  }
  const Result<std::vector<Tuning>> configurations = read_configurations(input, "k.tune.json", "k");
  if (!configurations) return 0;
  fuzz::require(!configurations->empty() && configurations->size() <= k_most_configurations);
  if (configurations->size() > 64) return 0;  // the rest is slow, and of the same kind
  for (const Tuning& tuning : *configurations)
    fuzz::require(tuning.is_default == (&tuning == &configurations->front()));
  fuzz::require(encode_readable_manifest(manifest_of(*configurations)).has_value());
  return 0;
}
