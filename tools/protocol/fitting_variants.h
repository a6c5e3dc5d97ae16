// The answer of `clc-driver --fitting`: which variants of a package the devices of this machine take.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct FittingVariant {
  std::uint64_t module = 0;   // index in the manifest
  std::uint64_t variant = 0;  // index in the module
  std::uint64_t device = 0;   // index in `clc-driver --list`
  std::string device_name, platform;
};

Bytes encode_fitting_variants(const std::vector<FittingVariant>& variants);
Result<std::vector<FittingVariant>> decode_fitting_variants(BytesView bytes);

}  // namespace clc
