#include "driver/load.h"

#include "base/try.h"
#include "clc/runtime/choose.h"
#include "clc/runtime/device.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "driver/find_driver.h"

namespace clc {

Result<std::vector<FittingVariant>> fitting_variants(const Manifest& manifest) {
  const std::vector<Device> devices = CLC_TRY(list_devices());
  std::vector<FittingVariant> found;
  for (std::size_t m = 0; m < manifest.modules.size(); ++m) {
    const Module& module = manifest.modules[m];
    for (std::size_t d = 0; d < devices.size(); ++d) {
      const DeviceFacts& facts = devices[d].facts;
      for (const Variant* variant : choose_variants(module, facts).fitting) {
        const auto index = static_cast<std::uint64_t>(variant - module.variants.data());
        found.push_back({m, index, d, facts.name, facts.platform_name});
      }
    }
  }
  return found;
}

Result<void> load_package(const Package& package, std::uint64_t device) {
  const Device found = CLC_TRY(device_at(device));
  const Queue queue = CLC_TRY(Queue::create(found));
  for (const Module& module : package.manifest().modules) CLC_TRY(Program::load(queue, package, module.name));
  return {};
}

}  // namespace clc
