// One launch of a kernel with checks: the buffer that its hidden argument takes, and what it found. The layer uses
// this, too.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/internal/check_table.h"
#include "clc/internal/launch_groups.h"
#include "clc/runtime/check_report.h"
#include "clc/runtime/handles.h"

namespace clc {

// The memory that an argument gets.
struct CheckedMemory {
  std::uint64_t bytes = 0;
  bool is_local = false;
  const void* object = nullptr;  // the buffer that it is or is a part of; null: none
  std::uint64_t offset = 0;      // in that buffer
  std::uint64_t address = 0;     // on the device; 0: not known, and the kernel tells it of its arguments
};

// Describes a buffer for a launch; a null pointer has no bytes.
Result<CheckedMemory> checked_memory(cl_mem buffer);

// The same for findings of the same kind at one place of the source.
std::string place_key(const CheckReport& report);

// The findings of all launches of a program, each place once.
class CheckLog {
 public:
  void add(CheckResults found);
  CheckResults take();

  std::atomic<bool> stops = false;  // launches end at faults, and fail

 private:
  std::mutex mutex_;
  CheckResults results_;
  std::map<std::string, std::size_t> places_;  // of results_.reports
};

// Sizes of a launch, and how it goes on behind a fault.
struct CheckedRange {
  std::uint64_t groups = 0;
  std::uint64_t items = 0;  // of a group, at most
  bool stops = false;       // items end at their first fault, where no barrier waits for them
};
// The groups of a launch that leaves them to the driver: as the kernel requires, else the usual ones. Checks count by
// group.
Result<WorkSizes> chosen_groups(cl_kernel kernel, cl_device_id device, const WorkSizes& global);
CheckedRange checked_range(const WorkSizes& global, const WorkSizes& group, bool stops);

// The buffer as it is before a launch.
struct CheckLayout {
  std::vector<std::uint32_t> head;  // all words up to the slots
  std::uint64_t words = 0;          // of the whole buffer; those behind the head are 0
  std::vector<std::string> not_checked;
};

// `memory`: of the arguments that the table lists as pointers, and behind them other memory that the kernel may use,
// whose addresses are known. `most_bytes`: for the whole buffer; shadows that do not fit are left out. k_unavailable
// when not even the slots fit.
Result<CheckLayout> plan_checks(const CheckedKernel& kernel, const std::vector<CheckedMemory>& memory,
                                const CheckedRange& range, std::uint64_t most_bytes);

// Reads what the buffer, up to the end of its slots, holds after a launch.
CheckResults read_slots(const CheckedKernel& kernel, const std::vector<std::uint32_t>& words);

class CheckedLaunch {
 public:
  // Makes the buffer and gives it to the kernel, whose other arguments are set.
  static Result<CheckedLaunch> prepare(cl_command_queue queue, cl_kernel handle, const CheckedKernel& kernel,
                                       const std::vector<CheckedMemory>& memory, const CheckedRange& range);
  // Waits for the kernel's event, and returns what it found.
  Result<CheckResults> finish(cl_event event) const;

 private:
  CheckedLaunch() = default;

  cl_command_queue queue_ = nullptr;
  const CheckedKernel* kernel_ = nullptr;
  CheckLayout layout_;
  MemoryHandle memory_;
};

}  // namespace clc
