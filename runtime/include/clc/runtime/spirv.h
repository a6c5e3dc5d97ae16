// The SPIR-V that a device takes, by the facts about it.
#pragma once

#include "clc/package/spirv_device.h"
#include "clc/runtime/device.h"

namespace clc {

inline SpirvDevice spirv_of(const DeviceFacts& facts) {
  return {facts.il_version,
          facts.address_bits,
          facts.extensions,
          facts.spirv_extensions,
          facts.spirv_capabilities,
          facts.platform_name,
          device_kind_name(facts.kind)};
}

}  // namespace clc
