#include "confine/driver_rules.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "confine/system_calls.h"

namespace clc {

namespace fs = std::filesystem;

void allow_devices(FileRules& rules) {
  for (const char* path : {"/dev/dri", "/dev/kfd", "/dev/shm", "/dev/zero", "/dev/full"}) rules.allow_all(path);
  std::error_code error;
  for (fs::directory_iterator entry("/dev", error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename().string().starts_with("nvidia")) rules.allow_all(entry->path());
  }
}

void allow_system(FileRules& rules, const std::string& program_folder) {
  for (const char* path : {"/usr", "/bin", "/lib", "/lib32", "/lib64", "/opt", "/etc/ld.so.cache", "/etc/OpenCL",
                           "/etc/alternatives", "/sys/devices", "/sys/bus", "/sys/class", "/dev/urandom"}) {
    rules.allow_running(path);
  }
  for (const char* path : {"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/driver"}) {
    rules.allow_reading(path);
  }
  rules.allow_running(program_folder);
}

std::function<bool()> limits_of_driver(const std::string& folder) {
  Result<FileRules> made = FileRules::make(FileRules::Limit::k_writing);
  std::shared_ptr<FileRules> rules;
  if (made && can_limit_files()) {
    rules = std::make_shared<FileRules>(std::move(*made));
    rules->allow_all(folder);
    rules->allow_all("/dev/null");
    allow_devices(*rules);
  }
  return [rules] {
    if (rules != nullptr) rules->apply();
    no_network();
    return true;
  };
}

}  // namespace clc
