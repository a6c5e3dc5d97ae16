// A device that the layer has seen, with digests of its driver.
#pragma once

#include <mutex>
#include <string>

#include "clc/runtime/device.h"

namespace clc::layer {

class KnownDevice : public Device {
 public:
  explicit KnownDevice(Device device) : Device(std::move(device)) {}

  // Digests of everything that distinguishes device and driver and stays the same while the process runs. Keys of the
  // cache are made of these digests, so that the facts are not digested again for each program.
  struct Drivers {
    std::string here;
    // The same on every machine with this driver: it depends on the contents of the driver's library, and not on its
    // times. Empty when not known.
    std::string elsewhere;
  };
  const Drivers& drivers() const;

 private:
  mutable std::once_flag has_drivers_;
  mutable Drivers drivers_;
};

}  // namespace clc::layer
