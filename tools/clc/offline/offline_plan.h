// The targets that the offline compiler compiles for, of which there may be several to try.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "offline/device_info.h"
#include "protocol/protocol.h"

namespace clc {

enum class OfflineMode { k_binary, k_spirv };

struct OfflinePlan {
  std::vector<Target> targets;       // tried in this order until one compiles
  std::vector<std::string> options;  // build options that keep the code to what the device has
  // Extensions and capabilities that the device's SPIR-V may declare; empty: not known.
  std::vector<std::string> spirv_extensions;
  std::vector<std::uint64_t> spirv_capabilities;
};

// Plans by the first of these that tells a target: the installed device of that name, whose driver tells what it takes;
// `variable`, the value of CLC_OFFLINE_TARGET; the device's name and version. k_unavailable when none of them does.
Result<OfflinePlan> plan_offline(OfflineMode mode, const DeviceInfo& info, const std::vector<ListedDevice>& installed,
                                 const std::string& variable);

}  // namespace clc
