#include "known_device.h"

#include "kept/program_key.h"

namespace clc::layer {

const KnownDevice::Drivers& KnownDevice::drivers() const {
  std::call_once(has_drivers_, [this] {
    DriverFacts driver = read_driver_facts(*this);
    const auto digest = [&] {
      cache::Key key("clc.layer.driver.1");
      add_lasting_facts(key, facts, driver);
      return key.hex();
    };
    drivers_.here = digest();
    driver.library = identify_library(*this);
    if (!driver.library.empty()) drivers_.elsewhere = digest();
  });
  return drivers_;
}

}  // namespace clc::layer
