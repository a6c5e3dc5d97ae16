// Puts off what the cache needs of a program that a driver built: asked for its binary, PoCL finishes every kernel of
// the program, for every size of groups, which must not stand between a build and the first launch. So a program is
// kept
//  - when the application has waited for the device after a launch of one of its kernels,
//  - before it is built again, and
//  - before its last reference goes.
// and never while one of its kernels runs: PoCL up to 5.0 may then mistake what it finishes for what runs, and aborts.
// A program that is released so early is held until the application has waited.
// A process that ends without any of these leaves a miss. Nothing is kept while a process ends, because parts of a
// driver may be gone then, nor in a thread that neither builds nor waits, because a driver's callback may do no more
// than that.
#pragma once

#include <memory>
#include <shared_mutex>

#include "serve/serve.h"

namespace clc::layer {

// The driver built the program, or is about to. `earlier_logs`: its logs before that build.
void keep_later(const std::shared_ptr<FollowedProgram>& program, const Wanted& wanted, BuildLogs earlier_logs);
// The same, before the application builds or compiles the program again.
void keep_before_build(FollowedProgram& program);
// The same, before the driver releases the program for the last time.
void keep_before_release(const std::shared_ptr<FollowedProgram>& program);
// It is not kept, if it is not yet.
void keep_no_more(FollowedProgram& program);

// A kernel was launched, in any way.
void kernel_launched(cl_kernel kernel);

// Made before a launch, and gone after it. The launch of a program that is still to be kept waits while one is kept.
class LaunchWatch {
 public:
  explicit LaunchWatch(cl_kernel kernel) noexcept;
  // Where to put the launch's event; the application's own place, or null where nobody needs it.
  cl_event* place(cl_event* of_application) noexcept;
  // The launch succeeded.
  void launched(const cl_event* of_application) noexcept;

 private:
  std::shared_ptr<FollowedProgram> program_;  // null: nothing is to be watched
  std::shared_lock<std::shared_mutex> lock_;
  cl_event own_ = nullptr;
};
// The application has waited for a device.
void device_awaited();

}  // namespace clc::layer
