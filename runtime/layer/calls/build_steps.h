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
#include "serve/serve.h"

namespace clc::layer {

class Stopwatch {
 public:
  std::uint64_t nanoseconds() const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Empty for a null pointer.
std::string text_of(const char* options);

// The devices that a call is about; empty when the call is wrong, and the driver is to say so.
std::vector<cl_device_id> selected_devices(const BuildArguments& arguments, const std::vector<cl_device_id>& all);
// The device itself, or the one that it is a part of: PoCL builds for whole devices, and lists only those. Null:
// neither is in the list.
cl_device_id listed_device(cl_device_id device, const std::vector<cl_device_id>& all);

// Hands the application's callback on to the driver, in a way that tells whether it has been called.
class RelayedNotify {
 public:
  // The application is told of `program`, whichever the driver works on. Null: of the driver's.
  RelayedNotify(const BuildArguments& arguments, cl_program program);
  Notify notify() const;
  void* data() const;
  // Also true when there is no callback.
  bool is_done() const { return is_done_ == nullptr || is_done_->load(); }

 private:
  struct Relay;
  static void CL_CALLBACK call(cl_program program, void* relay);
  Relay* relay_ = nullptr;
  void* data_ = nullptr;
  std::shared_ptr<std::atomic<bool>> is_done_;
};

using GivenCall = std::function<cl_int(cl_program program, Notify notify, void* data)>;
// Makes a call that only the driver can answer, mostly a wrong one, or of a program with kernels. The driver knows of
// kernels where they are its own.
cl_int call_as_given(FollowedProgram& program, const BuildArguments& arguments, const GivenCall& call);

// True when a link with these options makes a library, which has no kernels and runs nowhere.
bool makes_library(const std::string& link_options);

// Calls the application's callback for what no driver did.
void call_notify(const BuildArguments& arguments, cl_program program);

struct Outcome {
  BuildStep step = BuildStep::k_build;
  cl_int code = CL_SUCCESS;
  std::uint64_t nanoseconds = 0;
  cl_program program = nullptr;               // the one that has the kernels
  const FollowedProgram* followed = nullptr;  // null for links
  std::vector<std::string> inputs = {};       // digests of the programs that a link was given
};

// Lets the program's build or link for these devices fail, without a driver.
void refuse(FollowedProgram& program, const ServeRequest& request, const std::string& reason);

// Says what became of it, in the log, the summary and the recording.
void record(const ServeRequest& request, const ServeResult& served, const Outcome& outcome);

}  // namespace clc::layer
