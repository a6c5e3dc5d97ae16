#include "compile/step_limits.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include "confine/file_rules.h"
#include "confine/system_calls.h"
#include "support/text.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

// Devices of GPUs, which drivers open to write.
void allow_devices(FileRules& rules) {
  for (const char* path : {"/dev/dri", "/dev/kfd", "/dev/shm", "/dev/zero", "/dev/full"}) rules.allow_all(path);
  std::error_code error;
  for (fs::directory_iterator entry("/dev", error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename().string().starts_with("nvidia")) rules.allow_all(entry->path());
  }
}

// Where programs and libraries are installed, and what a driver asks about the machine. No user's files, and nothing
// about other processes.
void allow_system(FileRules& rules, const std::string& program) {
  for (const char* path : {"/usr", "/bin", "/lib", "/lib32", "/lib64", "/opt", "/etc/ld.so.cache", "/etc/OpenCL",
                           "/etc/alternatives", "/sys/devices", "/sys/bus", "/sys/class", "/dev/urandom"}) {
    rules.allow_running(path);
  }
  for (const char* path : {"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/driver"}) {
    rules.allow_reading(path);
  }
  rules.allow_running(folder_of(program));
}

}  // namespace

Result<std::function<bool()>> limits_of_step(const Plan& plan, JobIndex job, const std::string& folder) {
  const PlannedTarget& target = plan.target_of(job);
  const bool is_confined = !plan.readable.empty();
  if (!can_limit_files()) {
    if (is_confined) return fail(ErrorKind::k_unavailable, "this kernel cannot confine processes to files (Landlock)");
    return std::function<bool()>([] {
      no_network();
      return true;
    });
  }
  Result<FileRules> made = FileRules::make(is_confined ? FileRules::Limit::k_all : FileRules::Limit::k_writing);
  if (!made) return fail(made);
  auto rules = std::make_shared<FileRules>(std::move(*made));
  rules->allow_all(folder);
  rules->allow_all("/dev/null");
  if (target.driver) allow_devices(*rules);
  if (is_confined) {
    allow_system(*rules, target.driver ? plan.driver_program : target.assembler->path);
    if (target.driver) {
      for (const auto* list : {&target.driver->use.libraries, &target.driver->use.programs}) {
        for (const std::string& path : *list) rules->allow_running(path);
      }
    }
  }
  return std::function<bool()>([rules, is_confined] {
    const bool has_files = rules->apply();
    const bool has_calls = no_network();
    return (has_files && has_calls) || !is_confined;
  });
}

}  // namespace clc
