// Runs one configuration on a device: its results against those of the first one that ran, and its time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/session.h"
#include "tune/journal.h"

namespace clc::clrun {

class ConfigurationRunner {
 public:
  ConfigurationRunner(algorithms::Session& session, std::uint64_t seed) : session_(session), seed_(seed) {}

  // Runs a configuration. Its time is the sum of its kernels' medians. The results of the first one that runs are those
  // that the others are compared with.
  Trial run(const Module& module);
  // Runs it only for its results.
  Result<void> take_reference(const Module& module);

 private:
  using Results = std::vector<Bytes>;  // of all launches, in order

  // `nanoseconds`: null when it is run for its results alone.
  Result<Results> launch_all(const Module& module, std::uint64_t* nanoseconds);
  Result<std::uint64_t> time(const Kernel& kernel, const NDRange& range, const std::vector<KernelArgument>& arguments);
  // Says how results differ from the reference; empty when they are alike.
  std::string compare(const Module& module, const Results& results) const;

  algorithms::Session& session_;
  std::uint64_t seed_;
  std::uint64_t best_ns_ = 0;  // of all so far; 0: none
  Results reference_;
};

}  // namespace clc::clrun
