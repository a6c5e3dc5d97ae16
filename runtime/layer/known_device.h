// A device that the layer has met.
#pragma once

#include <mutex>
#include <string>

#include "clc/runtime/device.h"

namespace clc::layer {

class KnownDevice : public Device {
 public:
  explicit KnownDevice(Device device) : Device(std::move(device)) {}

  // Digests of all that tells device and driver from others and does not change while the process runs. Keys of the
  // cache hold them: the facts themselves would be digested for each program.
  struct Drivers {
    std::string here;
    // The same on every machine with this driver: the library's contents count, and not its times. Empty: not known.
    std::string elsewhere;
  };
  const Drivers& drivers() const;

 private:
  mutable std::once_flag has_drivers_;
  mutable Drivers drivers_;
};

}  // namespace clc::layer
