// Loads a module of a package on a device. Nothing here takes source.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/package/package.h"
#include "clc/runtime/binary_cache.h"
#include "clc/runtime/check_report.h"
#include "clc/runtime/choose.h"
#include "clc/runtime/kernel.h"
#include "clc/runtime/opencl_error.h"
#include "clc/runtime/queue.h"

namespace clc {

// Cheap to copy; the copies share one cl_program. Several threads may use it.
class Program {
 public:
  // Chooses among the module's variants, checks digests, loads, builds, and creates every kernel of the interface.
  // For a tuned module (`clc compile --tune`, `clrun tune`) it takes the configuration that was the fastest on this
  // device, else on another of its platform, else the default one.
  // `only_target` restricts the choice to the variant of one target; empty allows any.
  // An unknown module is k_usage and a damaged package k_damaged. Otherwise the error lists each variant with the
  // reason why it was not loaded: k_unavailable when none fits the device, k_opencl when the driver refused those that
  // fit.
  static Result<Program> load(const Queue& queue, const Package& package, std::string_view module,
                              std::string_view only_target = {});

  const Variant& variant() const;      // the one that was loaded
  const Interface& interface() const;  // its kernels
  const std::string& build_log() const;
  // How the queue's cache (Queue::keep_binaries) was used for this program.
  const CacheUse& cache_use() const;
  // The value of each macro in the configuration of a tuned module that was loaded, such as {"TILE", "32"}. The sizes
  // of launches follow from it. Empty for other modules.
  const std::map<std::string, std::string>& parameters() const;
  // Waits for all launches, and returns how often regions and branches of the kernels ran, as `clc coverage` reads it.
  // k_usage for a program that was not compiled with --coverage.
  Result<std::string> coverage() const;
  // Returns what kernels with checks (clc compile --sanitize) have found since the last call, each place once.
  CheckResults take_check_results() const;
  // Lets launches of such kernels fail at faults from now on, with k_gate: an item ends at its first fault, unless the
  // kernel has barriers. Usually kernels go on.
  void stop_at_faults(bool stops) const;
  // Creates a kernel object of its own for each call. An unknown name is k_usage.
  Result<Kernel> kernel(const std::string& name) const;
  cl_program handle() const;

 private:
  static Result<Program> load_best(const Queue& queue, const Package& package, std::string_view module,
                                   std::string_view only_target);

  friend class Kernel;
  struct State;
  explicit Program(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace clc
