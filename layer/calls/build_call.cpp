// clBuildProgram.
#include <algorithm>

#include "calls/build_steps.h"
#include "calls/keep_later.h"
#include "clc/runtime/opencl_error.h"
#include "layer_state.h"
#include "program/option_reader.h"

namespace clc::layer {
namespace {

// Returns the layer's answers to queries about a program whose build it refused.
ServedDevice refusal(const std::string& options, const std::string& log) {
  auto kept = std::make_shared<KeptProgram>();
  kept->log = {CL_SUCCESS, Bytes(log.c_str(), log.size() + 1)};
  kept->reported_options = {CL_SUCCESS, Bytes(options.c_str(), options.size() + 1)};
  return ServedDevice{CL_BUILD_ERROR, options, std::move(kept)};
}

// Returns the devices that the stand-in serves now and that this build does not name.
std::map<cl_device_id, ServedDevice> other_devices(FollowedProgram& program, const std::vector<cl_device_id>& devices) {
  std::map<cl_device_id, ServedDevice> others;
  if (const auto stand_in = program.state.stand_in()) others = stand_in->devices;
  for (const cl_device_id device : devices) others.erase(device);
  return others;
}

// Drops the stand-in. The driver then builds for the other devices that the stand-in served.
BuildNumber leave_to_driver(FollowedProgram& program, const ServeRequest& request) {
  const BuildNumber build = program.state.begin_build(request.devices, request.options, request.others);
  for (const auto& [device, served] : request.others)
    next().clBuildProgram(program.handle, 1, &device, served.options.c_str(), nullptr, nullptr);
  return build;
}

// Restores the stand-in after the driver refused to begin a build, because a refused call leaves a program as it was.
// The stand-in gets the same call, so that the driver knows of the refusal there, too; where it answers otherwise, the
// stand-in is not restored.
void stay_after_refusal(FollowedProgram& program, const StandIn& before, const BuildArguments& arguments, cl_int code) {
  if (next().clRetainProgram(before.program) != CL_SUCCESS) return;
  auto stand_in = std::make_shared<StandIn>();
  stand_in->owned = ProgramHandle(before.program);
  stand_in->program = before.program;
  stand_in->devices = before.devices;
  const auto options_on = [&](cl_device_id device) {
    return build_info(before.program, device, CL_PROGRAM_BUILD_OPTIONS);
  };
  std::map<cl_device_id, Bytes> options;
  for (const auto& [device, served] : before.devices) options[device] = options_on(device).bytes;
  const cl_int again =
      next().clBuildProgram(before.program, arguments.count, arguments.list, arguments.options, nullptr, nullptr);
  if (again != code) return;
  for (auto& [device, served] : stand_in->devices) {
    auto kept = std::make_shared<KeptProgram>(*served.kept);
    QueryResult now = options_on(device);
    if (now.bytes != options[device]) kept->reported_options = std::move(now);
    kept->log = {CL_INVALID_VALUE, {}};
    served.kept = std::move(kept);
    served.was_refused = true;
  }
  program.state.keep_serving(std::move(stand_in));
}

cl_int build_by_driver(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments,
                       ServeRequest& request, ProgramIdentity& identity, BuildLock& turn) {
  // The compilation comes first: when a driver refuses a build, its answer depends on earlier compilations.
  compile_deferred(*program);
  BuildLogs earlier_logs = read_build_logs(program->handle, request.devices);
  program->state.note_first_constants();
  const BuildNumber build = leave_to_driver(*program, request);
  // The application's callback may build the program again, which would wait for this turn.
  if (arguments.notify != nullptr) turn.end();
  const RelayedNotify relayed(arguments, program->handle);
  const Stopwatch watch;
  const cl_int code = next().clBuildProgram(program->handle, arguments.count, arguments.list, arguments.options,
                                            relayed.notify(), relayed.data());
  if (relayed.is_done()) request.nanoseconds = watch.nanoseconds();
  if (code == CL_SUCCESS) {
    state().has_driver_compiled = true;
    // The program owns this function, so the function may hold a reference to the program.
    std::function<bool()> is_same = [&followed = *program, options = request.options, identity] {
      return is_same_now(followed, BuildStep::k_build, options, {}, identity);
    };
    if (relayed.is_done()) {
      if (!is_same()) forget_changed(identity);
      is_same = {};
    }
    keep_later(program, build, request, std::move(earlier_logs), std::move(is_same));
  }
  const bool is_refused = code != CL_SUCCESS && code != CL_BUILD_PROGRAM_FAILURE;
  if (is_refused && request.before) stay_after_refusal(*program, *request.before, arguments, code);
  return code;
}

// Lets the driver build a program that came from clLinkProgram. The driver then answers queries about log and options.
cl_int build_linked(FollowedProgram& program, const BuildArguments& arguments) {
  // The build replaces the linked program, so that one is never kept. It cannot be kept before the build either: that
  // needs its kernels, and PoCL crashes when it builds a program after that.
  keep_no_more(program);
  const cl_int code = next().clBuildProgram(program.handle, arguments.count, arguments.list, arguments.options,
                                            arguments.notify, arguments.data);
  const std::shared_ptr<const StandIn> before = program.state.stand_in();
  if (code != CL_SUCCESS || !before) return code;
  auto stand_in = std::make_shared<StandIn>();
  stand_in->program = program.handle;
  stand_in->devices = before->devices;
  for (auto& [device, served] : stand_in->devices) {
    auto kept = std::make_shared<KeptProgram>(*served.kept);
    kept->log = kept->reported_options = {CL_INVALID_VALUE, {}};
    served.options = text_of(arguments.options);
    served.kept = std::move(kept);
  }
  program.state.keep_serving(std::move(stand_in));
  return code;
}

// Passes a call on that only the driver can answer, mostly an invalid one.
cl_int build_as_given(FollowedProgram& program, const BuildArguments& arguments) {
  return call_as_given(program, arguments, [&](cl_program target, Notify notify, void* data) {
    return next().clBuildProgram(target, arguments.count, arguments.list, arguments.options, notify, data);
  });
}

// `taken` is the program's identity when the application called. Without it the call has not returned yet.
cl_int build_now(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments,
                 const std::vector<cl_device_id>& devices, const ProgramIdentity* taken = nullptr) {
  const Stopwatch watch;
  keep_before_build(*program);
  BuildLock turn(program->state);
  const std::string options = text_of(arguments.options);
  ProgramIdentity identity = taken != nullptr ? *taken : identify(*program, BuildStep::k_build, options, {});
  ServeRequest request{program->context, devices, options, identity, other_devices(*program, devices)};
  request.before = program->state.stand_in();
  const bool may_compile = state().settings.on_miss == OnMiss::k_compile;
  if (may_compile && program->kind == ProgramKind::k_source) {
    request.offline = OfflineJob{
        program->source, {}, options, [&] { return is_same_now(*program, BuildStep::k_build, options, {}, identity); }};
  }
  ServeResult served;
  if (program->state.is_built_for_others(devices)) {
    served.reason = "the driver built it for other devices";
  } else {
    served = serve(request);
  }
  const bool may_driver_build = !program->is_blank && state().settings.on_miss != OnMiss::k_cache;
  if (!served.stand_in && may_driver_build) acquire_build(request, served);
  cl_int code = CL_SUCCESS;
  if (served.stand_in) {
    program->state.serve(served.stand_in, devices);
  } else if (!may_driver_build) {
    served.by = ServedBy::k_refused;
    refuse(*program, request, served.reason);
    code = CL_BUILD_PROGRAM_FAILURE;
  } else {
    code = build_by_driver(program, arguments, request, identity, turn);
  }
  program->state.set_built_digest(identity.digest);
  const bool is_told = served.by == ServedBy::k_driver;
  record(request, served, {BuildStep::k_build, code, watch.nanoseconds(), program->actual(), program.get()});
  turn.end();
  release_build(program, request);
  if (!is_told) call_notify(arguments, program->handle);
  return code;
}

// A call whose build goes on in the background, with copies of what the application gave.
struct BackgroundBuild {
  BackgroundBuild(std::shared_ptr<FollowedProgram> of, const BuildArguments& arguments, std::vector<cl_device_id> all,
                  ProgramIdentity of_program)
      : program(std::move(of)),
        identity(std::move(of_program)),
        list(arguments.list, arguments.list + arguments.count),
        devices(std::move(all)),
        options(text_of(arguments.options)),
        given(arguments) {
    given.list = list.empty() ? nullptr : list.data();
    given.options = arguments.options == nullptr ? nullptr : options.c_str();
    given.notify = nullptr;
    given.data = nullptr;
    told = arguments;
  }
  BackgroundBuild(const BackgroundBuild&) = delete;
  BackgroundBuild& operator=(const BackgroundBuild&) = delete;

  const std::shared_ptr<FollowedProgram> program;
  const ProgramIdentity identity;
  const std::vector<cl_device_id> list;
  const std::vector<cl_device_id> devices;
  const std::string options;
  BuildArguments given;  // for the build, which calls nobody back
  BuildArguments told;   // with the callback
};

void run_in_background(const BackgroundBuild& build) {
  cl_int code = CL_SUCCESS;
  try {
    code = build_now(build.program, build.given, build.devices, &build.identity);
  } catch (...) {
    code = next().clBuildProgram(build.program->handle, build.given.count, build.given.list, build.given.options,
                                 nullptr, nullptr);
  }
  if (code == CL_SUCCESS || code == CL_BUILD_PROGRAM_FAILURE) return;
  // The call has returned already, so the application hears of this from the build's status.
  const std::string log = "clc-layer: the driver did not begin the build: " + opencl_error_name(code);
  std::map<cl_device_id, ServedDevice> refusals;
  for (const cl_device_id device : build.devices) refusals[device] = refusal(build.options, log);
  build.program->state.refuse(std::move(refusals));
}

// Ends what Registry::begin_build began.
void finish_build(cl_program program) {
  note_thread();
  const Registry::Release release = state().registry.end_build(program);
  if (release.gone) keep_before_release(release.gone);
  if (release.parked != nullptr) next().clReleaseProgram(release.parked);
}

// Returns false when the build is to be done at once.
bool begin_in_background(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments,
                         const std::vector<cl_device_id>& devices) {
  // A call with other options has to return the driver's refusal. Without compilers no build takes long.
  if (arguments.notify == nullptr || program->is_blank || !are_standard_options(text_of(arguments.options)))
    return false;
  // Files may change as soon as the call has returned.
  ProgramIdentity identity = identify(*program, BuildStep::k_build, text_of(arguments.options), {});
  if (identity.exact.empty() || identity.reads_files) return false;
  const auto build = std::make_shared<const BackgroundBuild>(program, arguments, devices, std::move(identity));
  const BackgroundWork::Job job{[build](bool is_late) {
                                  if (!is_late) run_in_background(*build);
                                  build->program->state.end_background();
                                },
                                [build] { call_notify(build->told, build->program->handle); },
                                [build] { finish_build(build->program->handle); }};
  note_thread();
  // exit() would destroy what a compiler makes when it is first used, and then wait for the builds that use it.
  std::unique_lock first(state().first_compilation, std::defer_lock);
  if (state().settings.on_miss == OnMiss::k_driver && !state().has_driver_compiled) first.lock();
  state().registry.begin_build(program->handle);
  program->state.begin_background(devices);
  const bool has_begun = await_at_exit() && state().background.begin(job);
  if (has_begun && first.owns_lock()) await_background(*program);
  if (has_begun) return true;
  program->state.end_background();
  finish_build(program->handle);
  return false;
}

}  // namespace

void refuse(FollowedProgram& program, const ServeRequest& request, const std::string& reason) {
  const std::string log = "clc-layer: no source may reach a driver (CLC_LAYER_ON_MISS), and " +
                          (reason.empty() ? "it cannot be served" : reason);
  std::map<cl_device_id, ServedDevice> refusals;
  for (const cl_device_id device : request.devices) refusals[device] = refusal(request.options, log);
  program.state.refuse(std::move(refusals));
}

cl_int build(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments) {
  const auto forward = [&] { return build_as_given(*program, arguments); };
  // A program whose link failed cannot be built.
  if (program->kind == ProgramKind::k_linked && program->is_blank) return CL_INVALID_OPERATION;
  if (program->kind == ProgramKind::k_linked) return build_linked(*program, arguments);
  const bool is_ours = program->kind == ProgramKind::k_source || program->kind == ProgramKind::k_il;
  const std::vector<cl_device_id> devices = selected_devices(arguments, program->devices);
  if (!is_ours || devices.empty() || !state().is_at_work()) return forward();
  // Most drivers refuse to build a program that has kernels.
  if (state().registry.has_kernels(program->handle)) return forward();

  return begin_in_background(program, arguments, devices) ? CL_SUCCESS : build_now(program, arguments, devices);
}

void await_background(FollowedProgram& program) {
  // A forked child has none of the threads that build.
  if (state().is_at_work()) program.state.await_background();
}

}  // namespace clc::layer
