// Delays the writing of cache entries. An entry needs the program's binary, and when PoCL has to give that, it finishes
// every kernel of the program for every size of groups. This must not delay the first launch. So a program is due
//  - when the application has waited for the device after a launch of one of its kernels,
//  - before it is built again, and
//  - before its last reference goes, unless one of its kernels may still run: in that case PoCL up to 5.0 can take the
//    kernel that it finishes for the one that runs, and aborts. The layer then holds the program until the application
//    has waited, except when it asked to be told of objects that are gone.
// Programs that are due are kept at once or, with PoCL where the user wants it, when the process ends, by a process
// that stays behind: the first start of an application takes no longer than without the layer. A process that ends
// without any of these leaves a miss. No program is kept while a process ends, because parts of a driver may be gone
// then. Nor is one kept in a thread that neither builds nor waits: it may be in a driver's callback, where few calls
// are safe.
#pragma once

#include <memory>

#include "serve/serve_program.h"

namespace clc::layer {

// Notes that this is a thread of the application, in which any call to a driver is safe. When the main thread ends, the
// process waits from then on until no driver has to give a binary and nothing is built in the background.
void note_thread();
// Has exit() wait for the same, whichever thread calls it. It calls handlers in reverse order of their registration,
// and compilers register destructors when they first need an object: so this is called before each such use of a
// driver.
bool await_at_exit();

// Notes a build by the driver, which may still run, for the cache. Nothing is kept when the program has been built
// again after `build`. `earlier_logs` are the driver's logs before the build. `is_same_now` is called after the build,
// and returns true when the driver read the files that the identity stands for; without the function that is known
// already.
void keep_later(const std::shared_ptr<FollowedProgram>& program, BuildNumber build, const ServeRequest& request,
                BuildLogs earlier_logs, std::function<bool()> is_same_now = {});
// Keeps the program before the application builds or compiles it again.
void keep_before_build(FollowedProgram& program);
// Ends the turn of this process to build the program: see acquire_build(). When another process waits for it, the
// program is kept before.
void release_build(const std::shared_ptr<FollowedProgram>& program, const ServeRequest& request);
// Keeps the program before the driver releases it for the last time, or holds it until that is possible.
void keep_before_release(const std::shared_ptr<FollowedProgram>& program);
// Removes the program from those that are kept later.
void keep_no_more(FollowedProgram& program);

// Notes a launch of the kernel.
void kernel_launched(cl_kernel kernel);
// Keeps programs after the application has waited for a device.
void device_awaited();

}  // namespace clc::layer
