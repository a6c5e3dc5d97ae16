// NAME.tune.json, which says what `clc compile --tune` tries for NAME.cl (docs/tuning.md).
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "clc/package/tuning.h"

namespace clc {

// Parameters, and so many configurations, that no machine would time them all.
inline constexpr std::size_t k_most_configurations = 4096;

// The configurations that the file allows, in its order: the first has the first value of each parameter, unless
// "where" excludes that, and is the default. `text` is the contents of the file, and `name` names it in errors
// (k_usage). `of` is the module's name.
Result<std::vector<Tuning>> read_configurations(BytesView text, const std::string& name, const std::string& of);

}  // namespace clc
