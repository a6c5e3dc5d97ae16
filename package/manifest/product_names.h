// Names under which chips are sold and known, for the targets that people mean by them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/package/target.h"

namespace clc {

// The target of a product, a code name or a generation, in any spelling: "nvptx:sm_89" for "GeForce RTX 4090". Empty
// for other names.
std::string target_of_product(std::string_view name);

// All names that are known, without makers and models.
std::vector<std::string> product_names();

}  // namespace clc
