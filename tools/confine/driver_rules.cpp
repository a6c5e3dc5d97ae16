#include "confine/driver_rules.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/try.h"
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
  for (const char* path : {"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/driver"})
    rules.allow_reading(path);
  rules.allow_running(program_folder);
}

DriverKind driver_of(const std::string& target) {
  return target.starts_with("cuda:") ? DriverKind::k_cuda : DriverKind::k_any;
}

Result<std::function<bool()>> limits_of_process(FileRules::Limit limit, const std::function<void(FileRules&)>& allow,
                                                DriverKind driver) {
  const bool is_strict = limit == FileRules::Limit::k_all;
  std::shared_ptr<FileRules> rules;
  if (is_strict || can_limit_files()) {
    FileRules made = CLC_TRY(FileRules::make(limit));
    rules = std::make_shared<FileRules>(std::move(made));
    rules->allow_all("/dev/null");
    allow(*rules);
  }
  return std::function<bool()>([rules, is_strict, driver] {
    const bool is_cuda = driver == DriverKind::k_cuda;
    if (rules != nullptr && is_cuda) rules->allow_own_threads();  // /proc/self is the child's here
    const bool has_files = rules == nullptr || rules->apply();
    const bool has_calls = no_network(is_cuda ? Sockets::k_listening : Sockets::k_none);
    return (has_files && has_calls) || !is_strict;
  });
}

}  // namespace clc
