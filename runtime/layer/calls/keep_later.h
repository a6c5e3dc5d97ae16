// Puts off what the cache needs of a program that a driver built: asked for its binary, PoCL finishes every kernel of
// the program, for every size of groups, which must not stand between a build and the first launch. So a program is
// kept
//  - when the application has waited for the device after a launch of one of its kernels,
//  - before it is built again, and
//  - before its last reference goes, unless one of its kernels may still run.
// Asked while one runs, PoCL up to 5.0 can take the kernel that it finishes for the one that runs, and aborts.
// A process that ends without any of these leaves a miss. Nothing is kept while a process ends, because parts of a
// driver may be gone then, nor in a thread that neither builds nor waits, because a driver's callback may do no more
// than that.
#pragma once

#include <memory>

#include "serve/serve.h"

namespace clc::layer {

// The driver built the program, or is about to. Nothing is kept if `build` is no longer its last build. `earlier_logs`:
// the driver's logs before that build. `is_same_now`: asked when
// the build has ended, where it is not known yet whether the driver read the files that the identity is of.
void keep_later(const std::shared_ptr<FollowedProgram>& program, BuildNumber build, const ServeRequest& request,
                BuildLogs earlier_logs, std::function<bool()> is_same_now = {});
// The same, before the application builds or compiles the program again.
void keep_before_build(FollowedProgram& program);
// The same, before the driver releases the program for the last time.
void keep_before_release(FollowedProgram& program);
// It is not kept, if it is not yet.
void keep_no_more(FollowedProgram& program);

// A kernel was launched.
void kernel_launched(cl_kernel kernel);
// The application has waited for a device.
void device_awaited();

}  // namespace clc::layer
