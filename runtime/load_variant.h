// Loading one variant: by what a driver made of it before, where it is kept, else from the package's bytes.
#pragma once

#include "build_program.h"
#include "clc/package/manifest.h"
#include "clc/runtime/binary_cache.h"

namespace clc {

struct Loaded {
  Built built;
  CacheUse cache_use;
};

// `bytes`: the variant's, checked.
Result<Loaded> load_variant(const Queue& queue, const Variant& variant, const Interface& interface, const Bytes& bytes);

}  // namespace clc
