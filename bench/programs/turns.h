// Parts of benchmarks that run kernels of several compilers in turns in one process.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "clc/base/result.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/queue.h"

namespace clc::bench {

// The median, and 0 of no values.
double median(std::vector<double> values);

// The program that the driver's own compiler makes of a file.
Result<ProgramHandle> build_source(const Queue& queue, const std::string& path, const std::string& options);

// Launches once and waits. Returns the kernel's milliseconds by the device's clock; of a CPU the processor time of this
// process, which other work on the machine hardly changes.
Result<double> launch(const Queue& queue, cl_kernel kernel, const std::vector<std::size_t>& global,
                      const std::vector<std::size_t>& local);

// Prints a line of JSON.
void print_row(const nlohmann::json& row);

// Takes launches for about `ms` milliseconds. Returns the quickest, because on a busy machine the others tell of what
// else runs.
template <class Launch>
Result<double> take_turn(double ms, const Launch& launch_once) {
  double best = 0;
  double sum = 0;
  do {
    const Result<double> time = launch_once();
    if (!time) return time;
    best = best == 0 || *time < best ? *time : best;
    sum += *time > ms / 1000 ? *time : ms / 1000;
  } while (sum < ms);
  return best;
}

}  // namespace clc::bench
