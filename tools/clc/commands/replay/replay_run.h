// Runs captured launches: compiles the program for a target, and lets clc-driver launch it.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "clc/base/bytes.h"
#include "confine/driver_rules.h"
#include "protocol/replay_protocol.h"
#include "recording/capture.h"
#include "support/sink.h"
#include "toolchain/helpers.h"
#include "toolchain/opencl_layer.h"

namespace clc {

// Where a launch is to be repeated. All may be empty: on the device that was recorded.
struct ReplayPlace {
  std::string target, device;
  std::string package = {};  // with another kernel of the same name and arguments
  std::string checks = {};   // that the kernel gets, as clc compile --sanitize takes them
};

// A program that was compiled for a place. Launches with the same program may differ in everything else.
class Replayer {
 public:
  static Result<Replayer> make(const Capture& capture, const ReplayPlace& place, std::chrono::seconds limit,
                               Sink& sink);

  // k_crash when the driver dies or takes longer than the limit, k_opencl when it refuses the launch.
  Result<ReplayedLaunch> run(const Capture& capture, std::uint64_t runs = 1);

  // Fills in the names and types of arguments that the driver did not tell, as the compiled kernel has them.
  void describe_arguments(Capture& capture) const;

 private:
  explicit Replayer(ScratchFolder folder) : folder_(std::move(folder)) {}
  Result<ReplayedLaunch> run_on(const Settings& settings, const std::string& capture, std::uint64_t runs) const;

  ScratchFolder folder_;
  Bytes package_;
  std::string chip_;                          // the emulated chip that runs the package where no device here takes it
  std::string device_ = "-";                  // the number of the device, or the first that takes the package
  std::optional<PathWithoutColon> emulator_;  // the library that `settings_` name
  DriverKind driver_ = DriverKind::k_any;
  bool has_checks_ = false;
  Settings settings_;
  std::chrono::seconds limit_{60};
};

}  // namespace clc
