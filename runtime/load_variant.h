// Loads one variant: from the binary in the cache, or else from the package's bytes.
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

// Returns true when the driver has to compile the variant. The other formats are machine code already.
bool needs_finishing(const Variant& variant);

// `bytes` are those of the variant, and their digest is right. Without `cache` the cache is not used.
Result<LoadedVariant> load_variant(const BuildPlace& place, const std::optional<BinaryCache>& cache,
                                   const Variant& variant, const Interface& interface, const Bytes& bytes);

}  // namespace clc
