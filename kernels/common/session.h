// A device, a package, and the programs that were loaded from it so far.
#pragma once

#include <cstdint>
#include <functional>
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
  // Forgets a module; the next call for it loads it again.
  void unload(const std::string& module) { programs_.erase(module); }
  // Tells whether the variant that is loaded has the kernel; not every target can have all.
  Result<bool> has_kernel(const std::string& module, const std::string& kernel);
  // The value of a macro in the configuration of a tuned module (docs/tuning.md); `otherwise` where nobody tuned it.
  Result<std::uint64_t> parameter(const std::string& module, const std::string& macro, std::uint64_t otherwise);
  // The target of the variant that the module was loaded from; empty before that.
  std::string loaded_target(const std::string& module) const;

  // The variant that the module was loaded from, or null before that.
  const Variant* loaded_variant(const std::string& module) const;

  // Returns the findings of kernels with checks since the last call.
  CheckResults take_check_results() const;
  // Lets launches of such kernels fail at faults, of modules that are loaded later.
  void stop_at_faults() { stops_at_faults_ = true; }

  // Launches a kernel of a module and waits for it, as all algorithms do; a launcher that was set does it instead.
  using Launcher =
      std::function<Result<CommandTime>(const std::string& module, const Kernel& kernel, const NDRange& range,
                                        const KernelArgument* arguments, std::size_t count)>;
  Result<CommandTime> launch(const std::string& module, const Kernel& kernel, const NDRange& range,
                             const KernelArgument* arguments, std::size_t count) const;
  void set_launcher(Launcher launcher) { launcher_ = std::move(launcher); }

  // Sums over the modules that were loaded so far.
  struct Loading {
    std::uint64_t modules = 0;
    double ms = 0;
    std::string note;  // the first note in a program's CacheUse
  };
  const Loading& loading() const { return loading_; }

  // How often a benchmark runs to warm up, how often it is measured, for how many seconds at most (0: no limit), and
  // whether the reference's time on the CPU is measured, too.
  struct Runs {
    int warm_ups = 3, repeats = 31;
    double seconds = 0;
    bool measures_cpu = true;
  };
  const Runs& runs() const { return runs_; }
  // The most items that a group has where a kernel and its launcher leave that open; 0: each launcher's own choice.
  std::size_t group_limit() const { return group_limit_; }
  void set_group_limit(std::size_t items) { group_limit_ = items; }
  void set_runs(const Runs& runs) { runs_ = runs; }

 private:
  Result<const Program*> program(const std::string& module);

  Queue queue_;
  Package package_;
  std::string only_target_;
  Runs runs_;
  std::size_t group_limit_ = 0;
  bool stops_at_faults_ = false;
  Launcher launcher_;
  std::map<std::string, Program> programs_;
  Loading loading_;
};

}  // namespace clc::algorithms
