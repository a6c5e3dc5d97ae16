// An algorithm of the set: its variants, each with a verification against a CPU reference and a benchmark, and for some
// algorithms a run on files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "common/session.h"

namespace clc::algorithms {

// Times on the device of one execution, each the sum over its commands.
struct Times {
  double write_ms = 0, kernel_ms = 0, read_ms = 0;
  int launches = 0;  // of kernels
};

// The kind of input that a benchmark gives to an algorithm whose speed depends on it.
enum class Input { k_random, k_constant, k_skewed };

// A problem to verify or to measure. `size` counts the algorithm's elements (docs/algorithms.md says what an element
// is).
struct Problem {
  std::uint64_t size = 0;
  std::uint64_t offset = 0;  // global work offset: elements before it must stay untouched
  std::uint64_t seed = 1;
  Input input = Input::k_random;  // of a benchmark
};

struct Verdict {
  std::uint64_t elements = 0;  // how many were really computed
  Times times;
  bool passed = false;
  std::string detail;        // the first wrong element, or the largest error; may be empty when passed
  std::string skipped = {};  // why the device cannot do it; empty when it can
};

// The least work that a step of a benchmark has to do, whatever the kernel.
struct Work {
  double bytes = 0;       // read from and written to global memory, each once
  double operations = 0;  // of float32 or float64; 0 where memory is what counts
  double keys = 0;        // that are sorted
  double bus_bytes = 0;   // between host and device: then the rate is by the time on the host
  std::string counts;     // which of them count: "4 B read and 4 B written a float"
};

// How long the runs of a step took.
struct Spread {
  double median = 0;
  double low = 0;   // a quarter of the runs were faster
  double high = 0;  // a quarter were slower
};

struct Measurement {
  std::uint64_t elements = 0;
  Spread kernel_ms;  // commands on the device
  Spread wall_ms;    // the step on the host: enqueueing, waiting, and reading what it reads
  int runs = 0;
  int launches = 0;  // of kernels in a step
  Work work;
  double rate = 0;           // in `unit`
  std::string unit;          // "GB/s", "GFLOP/s", "Mkeys/s"
  double cpu_ms = 0;         // the reference on one core of the CPU; 0 where none was measured
  double cpu_share = 1;      // how much of the problem the reference computed; cpu_ms is what all of it would take
  std::string skipped = {};  // why the device cannot do it; empty when it can
};

// A Verdict or Measurement of what the device cannot do.
template <class Outcome>
Outcome skipped(const std::string& lack) {
  Outcome outcome;
  outcome.skipped = lack;
  return outcome;
}

// The options of `clrun run`, as given: "input", "output", "angle" …
using Parameters = std::map<std::string, std::string>;

// An option that `clrun run` takes for one algorithm; its value is a Parameter.
struct RunOption {
  std::string name;   // without dashes
  std::string value;  // what its value is, in capitals: "FILE", "DEGREES"
  std::string help;   // one line, with the unit and the default
  bool is_required = false;
  std::vector<std::string> endings = {};  // what the name of a file that it writes may end with; empty: it writes none

  bool is_input() const { return value == "FILE" && endings.empty(); }
  bool is_output() const { return !endings.empty(); }
};

struct AlgorithmVariant {
  std::string name;         // "float4"
  std::string description;  // one line
  // Compares random input from problem.seed with a reference in float64 or an exact one.
  std::function<Result<Verdict>(Session&, const Problem&)> verify;
  std::function<Result<Measurement>(Session&, const Problem&)> bench;
  // "nearest" of "nearest_grey" and "nearest_rgba": a name for all variants of the method; may be empty.
  std::string short_name = {};
  // The name by which peers know what it computes, where the algorithm's variants compute different things. Empty: the
  // algorithm's name.
  std::string task = {};
  // The module of the package that holds the variant's kernels; empty: the algorithm's.
  std::string module = {};
};

// Sizes to verify where no tile makes others interesting, and `largest` where it is not 0.
inline std::vector<std::uint64_t> plain_sizes(std::uint64_t largest = 0) {
  std::vector<std::uint64_t> sizes{0, 1, 1009, (1 << 20) + 3};
  if (largest != 0) sizes.push_back(largest);
  return sizes;
}

struct Algorithm {
  std::string name;  // also of its module in the package; a variant may be in another
  std::string description;
  std::string element;  // what `size` counts: "pixels"
  bool needs_fp64 = false;
  // Sizes that `clrun verify` takes when none is given, for a CPU and for a GPU.
  std::vector<std::uint64_t> cpu_sizes = plain_sizes();
  std::vector<std::uint64_t> gpu_sizes = plain_sizes();
  // Sizes that `clrun bench` takes when none is given.
  std::uint64_t cpu_bench_size = std::uint64_t{1} << 22;
  std::uint64_t gpu_bench_size = std::uint64_t{1} << 26;
  // Inputs that `clrun bench` measures beside random ones.
  std::vector<Input> bench_inputs = {};
  std::vector<AlgorithmVariant> variants = {};  // the first is the default
  // Runs on files and returns the text to print; empty when the algorithm does not work on files.
  std::function<Result<std::string>(Session&, const std::string& variant, const Parameters&)> run = {};
  std::string run_help = {};                // what `run` does
  std::vector<RunOption> run_options = {};  // that `run` takes
  // Says what `run` gets without --variant: when true, an empty name, so that it chooses by the input; else the default
  // variant's.
  bool run_chooses_variant = false;
};

inline const std::string& module_of(const Algorithm& algorithm, const AlgorithmVariant& variant) {
  return variant.module.empty() ? algorithm.name : variant.module;
}

}  // namespace clc::algorithms
