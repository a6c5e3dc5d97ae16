// What an algorithm of the set offers: its variants, a verification against a CPU reference,
// a benchmark, and, where it makes sense, a run on real files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clc/package/package.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"

namespace clc::algorithms {

// A device, a package, and the programs loaded from it so far.
class Session {
 public:
  Session(Queue queue, Package package, std::string only_target);

  const Queue& queue() const { return queue_; }
  const DeviceFacts& facts() const { return queue_.device().facts; }
  const Package& package() const { return package_; }
  // Loads the module at the first call.
  Result<Kernel> kernel(const std::string& module, const std::string& kernel);
  // The target of the variant that the module was loaded from; empty before that.
  std::string loaded_target(const std::string& module) const;

  // Of all modules so far.
  struct Loading {
    std::uint64_t modules = 0;
    double ms = 0;
    std::string note;  // the first thing that a program's CacheUse had to say
  };
  const Loading& loading() const { return loading_; }

  // How often a benchmark repeats; the median counts.
  int repeats() const { return repeats_; }
  void set_repeats(int repeats) { repeats_ = repeats; }

 private:
  Queue queue_;
  Package package_;
  std::string only_target_;
  int repeats_ = 11;
  std::map<std::string, Program> programs_;
  Loading loading_;
};

// Device times of one execution, summed over its commands.
struct Times {
  double write_ms = 0;
  double kernel_ms = 0;
  double read_ms = 0;
};

// One thing to verify. `size` counts the algorithm's elements (docs/algorithms.md says what an element is).
struct Problem {
  std::uint64_t size = 0;
  std::uint64_t offset = 0;  // global work offset: elements before it must stay untouched
  std::uint64_t seed = 1;
};

struct Verdict {
  std::uint64_t elements = 0;  // what was really computed
  Times times;
  bool passed = false;
  std::string detail;  // the first wrong element, or the largest error; may be empty when passed
};

struct Measurement {
  std::uint64_t elements = 0;
  double kernel_ms = 0;  // median
  double rate = 0;       // in `unit`
  std::string unit;      // "GB/s", "GFLOP/s", "Mkeys/s"
};

// Parameters of `clrun run`: "input", "output", "angle", … as given.
using Parameters = std::map<std::string, std::string>;

struct AlgorithmVariant {
  std::string name;         // "float4"
  std::string description;  // one line
  // Fresh random input from problem.seed; reference in float64 or exact.
  std::function<Result<Verdict>(Session&, const Problem&)> verify;
  std::function<Result<Measurement>(Session&, std::uint64_t size)> bench;
};

struct Algorithm {
  std::string name;
  std::string description;
  std::string module;   // in the package
  std::string element;  // what `size` counts: "pixels"
  bool needs_fp64 = false;
  // Sizes that `clrun verify` takes when none is given, for a CPU and for a GPU.
  std::vector<std::uint64_t> cpu_sizes;
  std::vector<std::uint64_t> gpu_sizes;
  // Sizes that `clrun bench` takes when none is given.
  std::uint64_t cpu_bench_size = std::uint64_t{1} << 22;
  std::uint64_t gpu_bench_size = std::uint64_t{1} << 26;
  std::vector<AlgorithmVariant> variants;  // the first is the default
  // Works on files; empty when the algorithm has none. Returns what to print.
  std::function<Result<std::string>(Session&, const std::string& variant, const Parameters&)> run;
  std::string run_help;
  // Without --variant `run` gets an empty name and chooses by the input; otherwise it gets the default variant's.
  bool run_chooses_variant = false;
};

// All algorithms, in the order of docs/algorithms.md. Each folder of kernels/ defines one maker.
const std::vector<Algorithm>& all_algorithms();
const Algorithm* find_algorithm(const std::string& name);

Algorithm make_vecadd();
Algorithm make_reduce();
Algorithm make_reduce_double();
Algorithm make_histogram256();
Algorithm make_histogram256_rgba();
Algorithm make_transpose();
Algorithm make_matmul();
Algorithm make_image_rotate();
Algorithm make_nbody();
Algorithm make_bitonic_sort();
Algorithm make_copy_width();

}  // namespace clc::algorithms
