// A device, a package, and the programs that were loaded from it so far.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "clc/package/package.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"

namespace clc::algorithms {

class Session {
 public:
  // `only_target` restricts every module to the variant of one target; empty allows any.
  Session(Queue queue, Package package, std::string only_target);

  const Queue& queue() const { return queue_; }
  const DeviceFacts& facts() const { return queue_.device().facts; }
  const Package& package() const { return package_; }
  // Loads the module at the first call.
  Result<Kernel> kernel(const std::string& module, const std::string& kernel);
  // Whether the variant that is loaded has the kernel; not every target can have all.
  Result<bool> has_kernel(const std::string& module, const std::string& kernel);
  // The target of the variant that the module was loaded from; empty before that.
  std::string loaded_target(const std::string& module) const;

  // Sums over the modules that were loaded so far.
  struct Loading {
    std::uint64_t modules = 0;
    double ms = 0;
    std::string note;  // the first note in a program's CacheUse
  };
  const Loading& loading() const { return loading_; }

  // How often a benchmark runs to warm up, and how often it is measured; the median counts.
  int warm_ups() const { return warm_ups_; }
  int repeats() const { return repeats_; }
  void set_runs(int warm_ups, int repeats) {
    warm_ups_ = warm_ups;
    repeats_ = repeats;
  }

 private:
  Result<const Program*> program(const std::string& module);

  Queue queue_;
  Package package_;
  std::string only_target_;
  int warm_ups_ = 3;
  int repeats_ = 31;
  std::map<std::string, Program> programs_;
  Loading loading_;
};

}  // namespace clc::algorithms
