#include "tune/run_configuration.h"

#include <chrono>
#include <cstdlib>

#include "base/try.h"
#include "common/execution.h"
#include "profile/kernel_arguments.h"
#include "tune/compare_results.h"

namespace clc::clrun {
namespace {

// A configuration that takes so many times as long as the best one so far is timed once.
constexpr std::uint64_t k_hopeless = 4;

NDRange range_of(const TunedLaunch& launch) {
  NDRange range;
  range.dimensions = 3;
  for (unsigned d = 0; d < 3; ++d) {
    range.global[d] = launch.global[d];
    range.local[d] = launch.local[d];
  }
  return range;
}

// The words are the package's, which may say what is in a buffer, but not which of this machine's files.
Result<void> check_words(const TunedLaunch& launch) {
  for (const std::string& word : launch.arguments) {
    if (word.rfind("buffer:@", 0) != 0) continue;
    return fail(ErrorKind::k_usage, "kernel " + launch.kernel + ": the package names a file: " + word);
  }
  return {};
}

Result<Bytes> read_back(const Queue& queue, const KernelArguments& arguments, std::uint64_t index,
                        const std::string& kernel) {
  const Buffer* buffer = arguments.buffer(index);
  if (buffer == nullptr) {
    return fail(ErrorKind::k_usage,
                "kernel " + kernel + ": argument " + std::to_string(index) + " is no buffer, and so no result");
  }
  Bytes bytes(buffer->size(), '\0');
  CLC_TRY(queue.read(*buffer, bytes.data(), bytes.size()));
  return bytes;
}

}  // namespace

Result<std::uint64_t> ConfigurationRunner::time(const Kernel& kernel, const NDRange& range,
                                                const std::vector<KernelArgument>& arguments) {
  const algorithms::Session::Runs& runs = session_.runs();
  const auto begin = std::chrono::steady_clock::now();
  std::vector<double> times;
  for (int i = 0; i < runs.warm_ups + runs.repeats; ++i) {
    const CommandTime took = CLC_TRY(kernel.launch_list(session_.queue(), range, arguments.data(), arguments.size()));
    const bool is_hopeless = best_ns_ != 0 && took.nanoseconds > k_hopeless * best_ns_;
    if (i >= runs.warm_ups || is_hopeless) times.push_back(static_cast<double>(took.nanoseconds));
    const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - begin;
    if (is_hopeless || (!times.empty() && runs.seconds > 0 && so_far.count() > runs.seconds)) break;
  }
  return static_cast<std::uint64_t>(algorithms::median(std::move(times)));
}

Result<ConfigurationRunner::Results> ConfigurationRunner::launch_all(const Module& module, std::uint64_t* nanoseconds) {
  Results results;
  if (module.tuning.launches.empty()) return fail(ErrorKind::k_usage, "the package does not say how to time it");
  for (const TunedLaunch& launch : module.tuning.launches) {
    CLC_TRY(check_words(launch));
    const Kernel kernel = CLC_TRY(session_.kernel(module.name, launch.kernel));
    const Queue& queue = session_.queue();
    const auto arguments = CLC_TRY(KernelArguments::make(queue, kernel.interface(), launch.arguments, seed_));
    const NDRange range = range_of(launch);
    const auto& list = arguments.list();
    CLC_TRY(kernel.launch_list(queue, range, list.data(), list.size()));
    for (const std::uint64_t index : launch.results)
      results.push_back(CLC_TRY(read_back(queue, arguments, index, launch.kernel)));
    if (nanoseconds == nullptr) continue;
    const std::uint64_t took = CLC_TRY(time(kernel, range, list));
    *nanoseconds += took;
  }
  return results;
}

std::string ConfigurationRunner::compare(const Module& module, const Results& results) const {
  if (results.size() != reference_.size()) {
    return "it has " + std::to_string(results.size()) + " results, and the first configuration " +
           std::to_string(reference_.size());
  }
  std::size_t at = 0;
  for (const TunedLaunch& launch : module.tuning.launches) {
    const KernelInterface* kernel = nullptr;
    for (const Interface& interface : module.interfaces) {
      if (kernel == nullptr) kernel = interface.find(launch.kernel);
    }
    for (const std::uint64_t index : launch.results) {
      const Argument* argument =
          kernel != nullptr && index < kernel->arguments.size() ? &kernel->arguments[index] : nullptr;
      const std::string type = argument == nullptr ? "" : argument->plain_type();
      const std::string difference =
          compare_results(type, std::strtod(launch.tolerance.c_str(), nullptr), results[at], reference_[at]);
      if (!difference.empty())
        return launch.kernel + ": " + (argument == nullptr ? std::to_string(index) : argument->name) + " " + difference;
      ++at;
    }
  }
  return {};
}

Trial ConfigurationRunner::run(const Module& module) {
  std::uint64_t nanoseconds = 0;
  Result<Results> results = launch_all(module, &nanoseconds);
  if (!results) return {module.name, Trial::Outcome::k_failed, 0, results.error().message};
  if (reference_.empty()) reference_ = *results;
  if (const std::string wrong = compare(module, *results); !wrong.empty())
    return {module.name, Trial::Outcome::k_wrong, 0, wrong};
  if (best_ns_ == 0 || nanoseconds < best_ns_) best_ns_ = nanoseconds;
  return {module.name, Trial::Outcome::k_timed, nanoseconds, {}};
}

Result<void> ConfigurationRunner::take_reference(const Module& module) {
  reference_ = CLC_TRY(launch_all(module, nullptr));
  return {};
}

}  // namespace clc::clrun
