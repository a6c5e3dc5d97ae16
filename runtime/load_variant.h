// Loads one variant: from the binary in the cache when there is one, else from the package's bytes.
#pragma once

#include <optional>

#include "build_program.h"
#include "clc/package/manifest.h"
#include "clc/runtime/binary_cache.h"

namespace clc {

struct LoadedVariant {
  BuiltProgram built;
  CacheUse cache_use;
};

// `bytes` are the variant's, whose digest has been checked. Without `cache` nothing is looked up and nothing is kept.
Result<LoadedVariant> load_variant(const BuildPlace& place, const std::optional<BinaryCache>& cache,
                                   const Variant& variant, const Interface& interface, const Bytes& bytes);

}  // namespace clc
