#include "device/harness.h"

#include <cstdarg>
#include <cstdio>
#include <utility>

#include "device/from_source.h"

namespace clc::device_tests {

std::string text(const char* format, ...) {
  char line[1000];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  return line;
}

Session::Session(Queue device_queue, Package opened_package, std::string target, bool must_hit)
    : queue_(std::move(device_queue)),
      package_(std::move(opened_package)),
      target_(std::move(target)),
      must_hit_(must_hit) {}

// The one that the runtime would take, of variants that differ in `tune=intel-cpu` alone.
std::string Session::target_of(const std::string& module) const {
  const bool is_intel = facts().platform_name.find("Intel") != std::string::npos;
  std::string other = target_;
  for (const Module& candidate : package_.manifest().modules) {
    if (candidate.name != module || target_.empty()) continue;
    for (const Variant& variant : candidate.variants) {
      if (!variant.target.starts_with(target_)) continue;
      const bool is_tuned = variant.target.find(",tune=intel-cpu") != std::string::npos;
      if (is_tuned == is_intel) return variant.target;
      other = variant.target;
    }
  }
  return other;
}

Kernel Session::kernel(const std::string& module, const std::string& name) {
  if (is_built_from_source()) {
    set_kernel(module, name);
    programs_.erase(module);  // it may hold another kernel alone
  }
  auto found = programs_.find(module);
  if (found == programs_.end()) {
    Result<Program> loaded = Program::load(queue_, package_, module, target_of(module));
    if (!loaded && is_built_from_source()) throw Skipped(loaded.error().message);
    const Program program = need(std::move(loaded));
    if (must_hit_ && program.cache_use().outcome != CacheOutcome::k_hit) {
      throw Failed(module + " is not in the cache " + program.cache_use().note);
    }
    found = programs_.emplace(module, program).first;
  }
  return need(found->second.kernel(name));
}

bool has_half(const Session& session) {
  std::size_t size = 0;
  need_cl(clGetDeviceInfo(session.queue().device().id, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), "clGetDeviceInfo");
  std::string extensions(size, ' ');
  need_cl(clGetDeviceInfo(session.queue().device().id, CL_DEVICE_EXTENSIONS, size, extensions.data(), nullptr),
          "clGetDeviceInfo");
  const std::string& platform = session.facts().platform_name;
  if (platform.find("Portable Computing Language") != std::string::npos) return false;  // the package is for PoCL 3.1
  return platform.find("NVIDIA") != std::string::npos || extensions.find("cl_khr_fp16") != std::string::npos;
}

}  // namespace clc::device_tests
