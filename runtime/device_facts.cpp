// The part of a device's facts that asks no driver: programs that only choose variants need it, and no loader.
#include <algorithm>

#include "clc/runtime/device.h"

namespace clc {

const char* device_kind_name(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::k_cpu:
      return "cpu";
    case DeviceKind::k_gpu:
      return "gpu";
    case DeviceKind::k_accelerator:
      return "accelerator";
    case DeviceKind::k_other:
      break;
  }
  return "other";
}

bool DeviceFacts::has_extension(std::string_view extension) const {
  return std::ranges::find(extensions, extension) != extensions.end();
}

}  // namespace clc
