// Loads the variant of a module that fits a device best.
#pragma once

#include <optional>
#include <string_view>

#include "build_program.h"
#include "clc/package/package.h"
#include "clc/runtime/binary_cache.h"

namespace clc {

struct LoadedModule {
  Variant variant;
  Interface interface;
  BuiltProgram built;
  CacheUse cache_use;
};

// `module` is a module of `package`. With `only_target`, only variants for that target count.
Result<LoadedModule> load_module(const BuildPlace& place, const std::optional<BinaryCache>& cache,
                                 const Package& package, const Module& module, std::string_view only_target = {});

}  // namespace clc
