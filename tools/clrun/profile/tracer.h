// Launches instrumented kernels (clc compile --profile) and counts what their traces say.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "common/session.h"
#include "profile/figures.h"

namespace clc::clrun {

struct TraceLimits {
  std::uint64_t bytes = std::uint64_t{256} << 20U;  // of the trace of one launch
  std::uint64_t groups = 0;                         // recorded of one launch, spread evenly; 0: all
};

class Tracer {
 public:
  // `session` loaded the modules whose kernels are launched.
  Tracer(const algorithms::Session& session, const ChipMemory& chip, const TraceLimits& limits);

  Result<CommandTime> launch(const std::string& module, const Kernel& kernel, const NDRange& range,
                             const KernelArgument* arguments, std::size_t count);

  // Returns the figures of all launches, by module and kernel in the order of their first launches.
  std::vector<KernelFigures> take_figures();

 private:
  Result<const TracedKernel*> table_of(const std::string& module, const std::string& kernel);
  Result<void> allocate();
  Result<void> begin(const NDRange& range);
  Result<void> end(const std::string& module, const TracedKernel& table, const NDRange& range);

  const algorithms::Session& session_;
  ChipMemory chip_;
  TraceLimits limits_;
  Buffer trace_;
  std::vector<std::uint32_t> head_;            // header and counts of lost records, as they are written before a launch
  std::uint64_t records_at_ = 0;               // words of 64 bits before the records
  std::map<std::string, AccessTable> tables_;  // by module
  std::vector<KernelFigures> figures_;
};

}  // namespace clc::clrun
