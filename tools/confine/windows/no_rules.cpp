// Windows has nothing like Landlock that a process without rights could use: drivers have the rights of their user.
#include "confine/driver_rules.h"

namespace clc {

FileRules::~FileRules() = default;

void FileRules::allow_all(const std::string&) {}

void allow_devices(FileRules&) {}

DriverKind driver_of(const std::string&) {
  return DriverKind::k_any;
}

Result<std::function<bool()>> limits_of_process(FileRules::Limit limit, const std::function<void(FileRules&)>&,
                                                DriverKind) {
  if (limit == FileRules::Limit::k_writing) return std::function<bool()>();
  return fail(ErrorKind::k_unavailable, "Windows cannot limit the files that a process opens");
}

}  // namespace clc
