#include "calls/keep_later.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "layer_state.h"

namespace clc::layer {
namespace {

// exit() ends the main thread's objects before it calls anything that was registered with atexit.
struct MainThreadWatch {
  MainThreadWatch() = default;
  MainThreadWatch(const MainThreadWatch&) = delete;
  MainThreadWatch& operator=(const MainThreadWatch&) = delete;
  ~MainThreadWatch() {
    if (::getpid() == ::gettid()) state().end_keeping();
  }
};

constexpr std::size_t k_launches_between_looks = 64;  // at which of them have ended

thread_local bool is_applications = false;

// Notes that this thread is one of the application's, in which drivers can be asked for anything.
void note_thread() {
  thread_local const MainThreadWatch watch;
  static_cast<void>(watch);
  is_applications = true;
  // What is registered last is called first: before the ends of what the driver has made since it was loaded.
  static std::once_flag is_registered;
  std::call_once(is_registered, [] { std::atexit([] { state().end_keeping(); }); });
}

enum class BuildEnd { k_succeeded, k_failed, k_still_to_come };

BuildEnd end_of_build(const FollowedProgram& program, const std::vector<cl_device_id>& devices) {
  for (const cl_device_id device : devices) {
    cl_build_status status = CL_BUILD_NONE;
    next().clGetProgramBuildInfo(program.handle, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, nullptr);
    if (status == CL_BUILD_IN_PROGRESS) return BuildEnd::k_still_to_come;
    if (status != CL_BUILD_SUCCESS) return BuildEnd::k_failed;
  }
  return BuildEnd::k_succeeded;
}

// The program is kept, or never will be.
void forget(FollowedProgram& program) {
  std::optional<FollowedProgram::Unkept> unkept;
  {
    const std::lock_guard lock(program.mutex);
    unkept.swap(program.unkept);
  }
  state().unkept.remove(program);
  if (!unkept) return;
  for (const cl_event launch : unkept->launches) next().clReleaseEvent(launch);
  if (unkept->is_held) next().clReleaseProgram(program.handle);
}

struct Forgetting {
  explicit Forgetting(FollowedProgram& which) : program(which) {}
  Forgetting(const Forgetting&) = delete;
  Forgetting& operator=(const Forgetting&) = delete;
  ~Forgetting() { forget(program); }

  FollowedProgram& program;
};

// Keeps the program, if it is to be kept and its build has ended. False: not as long as a kernel runs.
bool keep_now(FollowedProgram& program) {
  if (state().unkept.is_empty() || !is_applications) return true;
  const std::lock_guard building(program.building);
  const KeepingHold hold;
  if (!hold.is_held()) return true;
  std::optional<FollowedProgram::Unkept> unkept;
  {
    const std::lock_guard lock(program.mutex);
    unkept = program.unkept;
  }
  if (!unkept) return true;
  const BuildEnd end = end_of_build(program, unkept->devices);
  if (end == BuildEnd::k_still_to_come) return true;
  std::optional<Forgetting> forgetting;  // after the lock: to let a program go may call the application
  const std::unique_lock launching(state().unkept.launching(), std::try_to_lock);
  if (!launching.owns_lock() || state().unkept.is_running(unkept->identity)) return false;
  forgetting.emplace(program);
  if (end == BuildEnd::k_failed) return true;
  ProgramIdentity identity;
  identity.exact = unkept->identity;
  const Wanted wanted{program.context, unkept->devices, unkept->options, identity};
  keep_what_driver_made(program.handle, wanted, program.bytes, unkept->earlier_logs);
  return true;
}

// Lets a program that is being released live until its kernels have ended.
bool hold(const std::shared_ptr<FollowedProgram>& program) {
  if (!state().unkept.hold(program)) return false;
  const std::lock_guard lock(program->mutex);
  if (!program->unkept || next().clRetainProgram(program->handle) != CL_SUCCESS) return false;
  program->unkept->is_held = true;
  return true;
}

}  // namespace

void keep_later(const std::shared_ptr<FollowedProgram>& program, const Wanted& wanted, BuildLogs earlier_logs) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || wanted.identity.exact.empty()) return;
  cache->count_miss();
  note_thread();
  // The identity is that of the files that the build read. They may be others by the time it is kept.
  FollowedProgram::Unkept unkept;
  unkept.devices = wanted.devices;
  unkept.options = wanted.options;
  unkept.identity = wanted.identity.exact;
  unkept.earlier_logs = std::move(earlier_logs);
  if (!state().registry.set_unkept(program, std::move(unkept))) return;
  state().unkept.add(program);
}

void keep_before_build(FollowedProgram& program) {
  note_thread();
  static_cast<void>(keep_now(program));
}

void keep_no_more(FollowedProgram& program) {
  // Another thread may be keeping it.
  const std::lock_guard building(program.building);
  if (!state().unkept.is_empty()) forget(program);
}

void keep_before_release(const std::shared_ptr<FollowedProgram>& program) {
  // In a forked child another thread of the parent may hold the locks for ever.
  if (!state().is_at_work()) return;
  if (!keep_now(*program) && hold(program)) return;
  keep_no_more(*program);
}

void kernel_launched(cl_kernel kernel) {
  if (state().unkept.is_empty() || !state().is_at_work()) return;
  const std::shared_ptr<FollowedProgram> program = state().registry.find(kernel);
  if (!program) return;
  const std::lock_guard lock(program->mutex);
  if (program->unkept) program->unkept->is_launched = true;
}

LaunchWatch::LaunchWatch(cl_kernel kernel) noexcept {
  try {
    if (state().unkept.is_empty() || !state().is_at_work()) return;
    std::shared_ptr<FollowedProgram> program = state().registry.find(kernel);
    if (!program || !program->is_unkept()) return;
    lock_ = std::shared_lock(state().unkept.launching());
    program_ = std::move(program);
  } catch (...) {
    program_ = nullptr;
  }
}

cl_event* LaunchWatch::place(cl_event* of_application) noexcept {
  return program_ && of_application == nullptr ? &own_ : of_application;
}

void LaunchWatch::launched(const cl_event* of_application) noexcept {
  if (!program_) return;
  const cl_event launch = of_application == nullptr ? own_ : *of_application;
  if (launch == nullptr) return;
  if (of_application != nullptr && next().clRetainEvent(launch) != CL_SUCCESS) return;
  try {
    const std::lock_guard lock(program_->mutex);
    if (program_->unkept) {
      std::vector<cl_event>& launches = program_->unkept->launches;
      if ((launches.size() + 1) % k_launches_between_looks == 0) remove_ended(launches);
      launches.push_back(launch);
      return;
    }
  } catch (...) {
    forget(*program_);  // without its event the program would be kept while this kernel runs
  }
  next().clReleaseEvent(launch);
}

void device_awaited() {
  if (state().unkept.is_empty() || !state().may_keep()) return;
  note_thread();
  for (const std::shared_ptr<FollowedProgram>& program : state().unkept.due()) static_cast<void>(keep_now(*program));
}

}  // namespace clc::layer
