// Launches kernels on one device, in a process that may crash or hang.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "commands/test/conversation.h"
#include "commands/test/test_arguments.h"
#include "commands/test/test_devices.h"

namespace clc {

class Launcher {
 public:
  // `package`: its one-file form.
  static Result<std::unique_ptr<Launcher>> make(const TestDevice& device, const Bytes& package,
                                                std::chrono::seconds limit);

  struct Left {
    std::vector<Bytes> results;  // of the arguments that are results, in order
    std::string target;
  };
  // k_gate: the kernel is wrong, and the message says how: it wrote behind a buffer, or the emulator found a fault.
  // k_crash, k_opencl: the driver did not run it. k_unavailable: the package has nothing for the device.
  Result<Left> run(const std::string& module, const TestCase& one);

  // Lets the driver's process end, which writes what CLC_COVERAGE_DIR and CLC_EMULATOR_COUNTERS ask for.
  void finish() { driver_->finish(limit_); }

 private:
  Launcher(const TestDevice& device, ScratchFolder folder, std::chrono::seconds limit)
      : device_(device), folder_(std::move(folder)), limit_(limit) {}

  // The faults that the emulator told since the last call.
  Result<std::string> new_findings() const;

  const TestDevice& device_;
  ScratchFolder folder_;
  std::chrono::seconds limit_;
  std::unique_ptr<Conversation> driver_;
};

}  // namespace clc
