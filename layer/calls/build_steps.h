// The steps that builds, compilations and links have in common.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "calls/build_calls.h"
#include "serve/serve_program.h"

namespace clc::layer {

class Stopwatch {
 public:
  std::uint64_t nanoseconds() const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Returns an empty text for a null pointer.
std::string text_of(const char* options);

// Returns the devices that a call is about, or none when the call is invalid, so that the driver has to report the
// error.
std::vector<cl_device_id> selected_devices(const BuildArguments& arguments, const std::vector<cl_device_id>& all);
// Returns the device, or the device that it is a part of, because PoCL builds for whole devices and lists only these.
// Returns null when neither is in the list.
cl_device_id listed_device(cl_device_id device, const std::vector<cl_device_id>& all);

// Passes the application's callback on to the driver, and notes when the driver calls it.
class RelayedNotify {
 public:
  // The callback gets `program`, or the driver's program when `program` is null.
  RelayedNotify(const BuildArguments& arguments, cl_program program);
  Notify notify() const;
  void* data() const;
  // Returns true also when there is no callback.
  bool is_done() const { return is_done_ == nullptr || is_done_->load(); }

 private:
  struct Relay;
  static void CL_CALLBACK call(cl_program program, void* relay);
  Relay* relay_ = nullptr;
  void* data_ = nullptr;
  std::shared_ptr<std::atomic<bool>> is_done_;
};

using GivenCall = std::function<cl_int(cl_program program, Notify notify, void* data)>;
// Passes a call on that only the driver can answer: an invalid one, or one for a program with kernels. If these kernels
// belong to the stand-in, the stand-in gets the call first, because only there the driver knows of them.
cl_int call_as_given(FollowedProgram& program, const BuildArguments& arguments, const GivenCall& call);

// Returns true when a link with these options makes a library, which has no kernels and cannot run.
bool makes_library(const std::string& link_options);

// Calls the application's callback after a build that the layer did without the driver.
void call_notify(const BuildArguments& arguments, cl_program program);

struct Outcome {
  BuildStep step = BuildStep::k_build;
  cl_int code = CL_SUCCESS;
  std::uint64_t nanoseconds = 0;
  cl_program program = nullptr;               // the program that has the kernels
  const FollowedProgram* followed = nullptr;  // null for links
  std::vector<std::string> inputs = {};       // digests of the programs that are linked
};

// Makes the program's build or link for these devices fail, without a driver.
void refuse(FollowedProgram& program, const ServeRequest& request, const std::string& reason);

// Writes the result of a build, compilation or link into the log, the summary and the recording.
void record(const ServeRequest& request, const ServeResult& served, const Outcome& outcome);

}  // namespace clc::layer
