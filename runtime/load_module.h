// Loads the variant of a module that fits a device best.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "build_program.h"
#include "clc/package/package.h"
#include "clc/runtime/binary_cache.h"

namespace clc {

// Names for a message, with commas between them; "none" when there are none.
std::string listed(const std::set<std::string>& names);

// Finds the module, or the configuration of it, that a device gets. The error is k_usage and names the modules.
Result<const Module*> find_module(const Package& package, std::string_view name, const DeviceFacts& device);

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
