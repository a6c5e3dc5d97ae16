// Identities of OpenCL drivers.
#include "driver_question.h"
#include "identity.h"
#include "identity_files.h"

namespace clc {

Result<Identities::KnownDriver> Identities::driver(const std::string& program, const Target& target) {
  Result<DriverIdentity> driver = ask_driver(program, target);
  if (!driver) return tl::make_unexpected(driver.error());
  Watch watch;
  Result<IdentityPart> part = part_of_image(memory_, watch, program);
  if (!part) return tl::make_unexpected(part.error());
  Identity identity = {*std::move(part),
                       {"platform version", driver->match.platform_version},
                       {"driver version", driver->match.driver_version},
                       {"device version", driver->match.device_version}};
  return KnownDriver{*std::move(driver), std::move(identity)};
}

std::vector<Variable> compile_environment(const Target&) {
  return {};
}

}  // namespace clc
