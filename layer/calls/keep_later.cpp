#include "calls/keep_later.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/platform/process.h"
#include "forks.h"
#include "kept/program_key.h"
#include "layer_state.h"
#include "serve/program_share.h"

namespace clc::layer {
namespace {

void end_keeping();

// exit() destroys the main thread's objects before it calls the functions that were registered with atexit.
struct MainThreadWatch {
  MainThreadWatch() = default;
  MainThreadWatch(const MainThreadWatch&) = delete;
  MainThreadWatch& operator=(const MainThreadWatch&) = delete;
  ~MainThreadWatch() {
    if (!platform::is_main_thread()) return;
    if (LaunchTimes* const times = state().times(); times != nullptr && platform::has_threads_at_exit())
      times->collect(true);
    end_keeping();
  }
};

thread_local bool is_applications = false;

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

// Keeps the program if its last build was noted for that and has ended.
void keep_now(FollowedProgram& program) {
  if (state().unkept.is_empty() || !is_applications) return;
  const BuildLock turn(program.state);
  const KeepingHold hold;
  if (!hold.is_held()) return;
  const std::optional<UnkeptBuild> unkept = program.state.unkept();
  if (!unkept || !await_at_exit()) return;
  const BuildEnd end = end_of_build(program, unkept->devices);
  if (end == BuildEnd::k_still_to_come) return;
  const AloneWith alone(unkept->share.get());
  if (!alone.is_alone()) return;
  program.state.clear_unkept();
  state().unkept.remove(program);
  if (end == BuildEnd::k_failed) return;
  if (unkept->is_same_now && !unkept->is_same_now()) return;
  // A driver may finish a binary only when it has to give it.
  if (unkept->environment != read_driver_environment()) return;
  ProgramIdentity identity;
  identity.exact = unkept->identity;
  identity.placed = unkept->placed;
  ServeRequest request{program.context, unkept->devices, unkept->options, identity};
  request.nanoseconds = unkept->nanoseconds;
  keep_driver_binaries(program.handle, request, program.bytes, unkept->earlier_logs);
  if (state().settings.keeps_behind && unkept->share) unkept->share->forget_behind();
}

// Leaves a program whose binary is dear to the process that stays behind this one. Returns false when it has to be kept
// here.
bool leave_for_end(const std::shared_ptr<FollowedProgram>& program) {
  const std::optional<UnkeptBuild> unkept = program->state.unkept();
  if (!unkept || unkept->share == nullptr || !unkept->share->is_binary_dear()) return false;
  if (!state().settings.keeps_behind || state().cache()->has_servers() || !await_at_exit()) return false;
  if (!unkept->share->was_lost_behind()) return state().unkept.leave(program);
  state().log.write("a process that stayed behind did not keep a program: it is kept at once");
  return false;
}

using LeftPrograms = std::vector<std::pair<std::shared_ptr<FollowedProgram>, std::shared_ptr<ProgramShare>>>;

LeftPrograms programs_left() {
  LeftPrograms programs;
  for (std::shared_ptr<FollowedProgram>& program : state().unkept.left()) {
    const std::optional<UnkeptBuild> unkept = program->state.unkept();
    if (unkept && unkept->share) programs.emplace_back(std::move(program), unkept->share);
  }
  return programs;
}

platform::ProcessBehind begin_to_keep(const LeftPrograms& programs) {
  for (const auto& [program, share] : programs) {
    if (!share->note_behind()) return platform::ProcessBehind::k_none;
  }
  state().has_process_behind = true;
  const platform::ProcessBehind process = begin_process_behind(programs.front().second->file());
  if (process == platform::ProcessBehind::k_none) state().has_process_behind = false;
  return process;
}

// Keeps what was left for the end in a process of its own, which makes the programs from now on, and has each alone
// when its turn comes: another process that wants that one waits for it.
void keep_behind() {
  if (!state().may_keep() || LayerState::is_in_driver()) return;
  const LeftPrograms programs = programs_left();
  if (programs.empty()) return;
  const std::uint64_t bytes_before = state().cache()->kept_bytes();
  // A start that follows at once does not come before it.
  ProgramShare& first = *programs.front().second;
  bool is_alone = first.begin_alone();
  const platform::ProcessBehind process = begin_to_keep(programs);
  if (process == platform::ProcessBehind::k_begun) return;
  is_applications = true;
  for (const auto& [program, share] : programs) {
    keep_now(*program);
    share->forget_behind();
    if (std::exchange(is_alone, false)) first.end_alone();
  }
  if (process == platform::ProcessBehind::k_none) return;
  state().add_bytes_behind(bytes_before);
  platform::end_at_once();
}

void end_keeping() {
  keep_behind();
  state().end_keeping();
}

}  // namespace

void note_thread() {
  thread_local const MainThreadWatch watch;
  static_cast<void>(watch);
  is_applications = true;
}

bool await_at_exit() {
  return std::atexit([] { end_keeping(); }) == 0;
}

void keep_later(const std::shared_ptr<FollowedProgram>& program, BuildNumber build, const ServeRequest& request,
                BuildLogs earlier_logs, std::function<bool()> is_same_now) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || request.identity.exact.empty()) return;
  cache->count_miss();
  note_thread();
  // The entry belongs to the files that the build read; these may change before the entry is written.
  UnkeptBuild unkept{request.devices,
                     request.options,
                     request.identity.exact,
                     request.identity.placed,
                     request.identity.environment,
                     request.nanoseconds,
                     std::move(earlier_logs),
                     request.share,
                     std::move(is_same_now)};
  if (!state().registry.set_unkept(program, build, std::move(unkept))) return;
  state().unkept.add(program);
}

void keep_before_build(FollowedProgram& program) {
  note_thread();
  keep_now(program);
}

void release_build(const std::shared_ptr<FollowedProgram>& program, const ServeRequest& request) {
  if (request.share == nullptr) return;
  if (program && request.share->is_awaited()) keep_now(*program);
  request.share->release_build();
}

void keep_no_more(FollowedProgram& program) {
  if (!state().is_at_work()) return;
  // Another thread may be keeping the program now.
  const BuildLock turn(program.state);
  program.state.clear_unkept();
  if (!state().unkept.is_empty()) state().unkept.remove(program);
}

void keep_before_release(const std::shared_ptr<FollowedProgram>& program) {
  // In a forked child, a lock may be held for ever by a thread that only the parent has.
  if (!state().is_at_work()) return;
  if (leave_for_end(program) && state().unkept.hold(program)) return;
  if (program->state.is_launched()) {
    if (state().may_keep() && state().unkept.hold(program)) return;
  } else {
    keep_now(*program);
  }
  keep_no_more(*program);
}

void kernel_launched(cl_kernel kernel) {
  if (!state().unkept.has_due() || !state().is_at_work()) return;
  const std::shared_ptr<FollowedProgram> program = state().registry.find(kernel);
  if (program) program->state.launched();
}

void device_awaited() {
  if (!state().unkept.has_due() || !state().may_keep()) return;
  note_thread();
  for (const std::shared_ptr<FollowedProgram>& program : state().unkept.due()) {
    if (!leave_for_end(program)) keep_now(*program);
  }
}

}  // namespace clc::layer
