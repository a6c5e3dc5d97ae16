// The counts of a program that was compiled with --coverage. Kernels count in a buffer of each launch, their last
// argument, which the interface does not name.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "clc/internal/coverage.h"
#include "clc/package/manifest.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/range.h"

namespace clc {

// The sizes of a launch as counts tell them.
struct LaunchSizes {
  std::string global, local;
};
LaunchSizes launch_sizes(const NDRange& range);

class Coverage {
 public:
  // Null for other programs. With CLC_COVERAGE_DIR, the folder is made.
  static Result<std::unique_ptr<Coverage>> make(const Variant& variant, cl_context context, const std::string& device);
  ~Coverage();  // writes the counts to CLC_COVERAGE_DIR

  // Gives the kernel a new buffer before a launch in `queue`. The caller keeps others from setting arguments till then.
  Result<void> begin(const std::string& kernel, cl_kernel handle, cl_command_queue queue, const LaunchSizes& sizes);
  // Waits for all launches. The counts of one that never ran are 0.
  Result<ProgramCounts> counts();

 private:
  struct Launch {
    QueueHandle queue;
    MemoryHandle buffer;
    std::size_t index;  // of its counts
  };

  Coverage(CoverageTable table, ProgramCounts counts, cl_context context)
      : table_(std::move(table)), context_(context), counts_(std::move(counts)) {}
  Result<void> collect();
  Result<void> add(const Launch& launch);
  std::size_t index_of(const CoveredKernel& kernel, const LaunchSizes& sizes);

  const CoverageTable table_;
  const cl_context context_;
  std::mutex mutex_;  // guards the members below
  ProgramCounts counts_;
  std::vector<Launch> launches_;  // whose counts were not read
};

}  // namespace clc
