// clLinkProgram.
#include <algorithm>

#include "calls/build_steps.h"
#include "calls/keep_later.h"
#include "layer_state.h"

namespace clc::layer {
namespace {

ProgramIdentity identity_of_input(FollowedProgram& input) {
  is_compiled_of_same(input);
  ProgramIdentity identity;
  if (const std::optional<Compilation> compilation = input.state.compilation()) {
    identity.exact = compilation->identity;
    identity.digest = compilation->digest;
  } else {
    identity.exact = input.identity;
    identity.digest = input.digest;
  }
  if (identity.exact.empty()) identity.unknown = "the layer does not know all linked programs";
  return identity;
}

// Returns those of the programs that the layer follows.
std::vector<std::shared_ptr<FollowedProgram>> programs_among(cl_uint count, const cl_program* inputs) {
  std::vector<std::shared_ptr<FollowedProgram>> followed;
  for (cl_uint i = 0; inputs != nullptr && i < count; ++i) {
    auto input = state().registry.find(inputs[i]);
    if (!input) continue;
    await_background(*input);
    followed.push_back(std::move(input));
  }
  return followed;
}

using Inputs = std::vector<std::shared_ptr<FollowedProgram>>;

// Adds the compilation of a source, or what led to a linked program. False: clc cannot do all of it.
bool add_past(FollowedProgram& input, std::vector<PastBuild>& past) {
  if (input.kind == ProgramKind::k_linked) {
    past.insert(past.end(), input.past.begin(), input.past.end());
    return !input.past.empty();
  }
  const std::optional<Compilation> compilation = input.state.compilation();
  if (input.kind != ProgramKind::k_source || !compilation) return false;
  ProgramIdentity now = identify(input, BuildStep::k_compile, compilation->options, compilation->headers);
  if (now.digest.empty() || now.digest != compilation->digest) return false;
  PastBuild& compiled = past.emplace_back();
  compiled.build.step = BuildStep::k_compile;
  compiled.build.digest = now.digest;
  compiled.build.served = "driver";
  compiled.text = {input.source, std::move(now.headers), std::move(now.options)};
  return true;
}

// False when a file that one of the sources includes has changed since it was compiled.
bool are_same_now(const Inputs& inputs) {
  return std::ranges::all_of(inputs, [](const auto& input) {
    const std::optional<Compilation> compilation = input->state.compilation();
    return input->kind != ProgramKind::k_source || !compilation || is_same_compilation(*input, *compilation);
  });
}

// Returns the job by which clc does the whole link. A single source is a program like one that is built.
std::optional<OfflineJob> offline_job(const Inputs& inputs, const std::vector<ProgramIdentity>& identities,
                                      const ProgramIdentity& identity) {
  if (state().settings.on_miss != OnMiss::k_compile || identity.digest.empty()) return std::nullopt;
  OfflineJob job;
  job.is_linked = true;
  job.is_same_now = [inputs] { return are_same_now(inputs); };
  for (const auto& input : inputs) {
    if (!add_past(*input, job.past)) return std::nullopt;
  }
  PastBuild& link = job.past.emplace_back();
  link.build.step = BuildStep::k_link;
  link.build.digest = identity.digest;
  link.build.served = "driver";
  link.build.link_options = identity.options;
  for (const ProgramIdentity& input : identities) link.build.inputs.push_back(input.digest);
  if (inputs.size() != 1 || inputs.front()->kind != ProgramKind::k_source) return job;
  const std::optional<Compilation> compilation = inputs.front()->state.compilation();
  if (!compilation) return std::nullopt;
  job.is_linked = false;
  job.source = inputs.front()->source;
  job.headers = compilation->headers;
  job.options = compilation->options + (identity.options.empty() ? "" : " " + identity.options);
  return job;
}

std::shared_ptr<FollowedProgram> follow_linked(cl_program handle, const ServeRequest& request,
                                               std::shared_ptr<const StandIn> stand_in) {
  auto program = std::make_shared<FollowedProgram>(handle, request.context, std::move(stand_in));
  program->identity = request.identity.exact;
  program->digest = request.identity.digest;
  program->devices = devices_of(handle);
  if (request.offline) program->past = request.offline->past;
  state().registry.add(program);
  return program;
}

// Gives the stand-in itself to the application as the linked program.
cl_program hand_over(const ServeRequest& request, ServeResult& served) {
  StandIn& stand_in = *served.stand_in;
  const cl_program handle = stand_in.owned.release();
  follow_linked(handle, request, served.stand_in);
  return handle;
}

// Does the compilations that were put off, because the driver is about to see these programs. When one fails, the
// driver reports that as an error of the link.
void compile_all_now(const std::vector<std::shared_ptr<FollowedProgram>>& programs) {
  for (const auto& program : programs) compile_now(*program);
}

// Creates a program without code. Null when the driver does not.
std::shared_ptr<FollowedProgram> blank_program(const ServeRequest& request) {
  const char* blank = " ";
  cl_int code = CL_SUCCESS;
  const cl_program handle = next().clCreateProgramWithSource(request.context, 1, &blank, nullptr, &code);
  if (handle == nullptr) return nullptr;
  auto program = std::make_shared<FollowedProgram>(handle, request.context, ProgramKind::k_linked);
  program->is_blank = true;
  program->devices = devices_of(handle);
  return program;
}

// Holds the log of a refused link, as drivers create a program for the linker's log.
cl_program refused_program(const ServeRequest& request, const std::string& reason) {
  auto program = blank_program(request);
  if (program == nullptr) return nullptr;
  const cl_program handle = program->handle;
  refuse(*program, request, reason);
  state().registry.add(std::move(program));
  return handle;
}

// Stands for a library of programs without source. What is linked with it comes from a package, or is refused.
cl_program blank_library(const ServeRequest& request) {
  auto program = blank_program(request);
  if (program == nullptr) return nullptr;
  const cl_program handle = program->handle;
  Compilation library;
  library.devices = request.devices;
  library.options = request.options;
  library.identity = request.identity.exact;
  library.digest = request.identity.digest;
  library.step = CompilationStep::k_deferred;
  auto kept = std::make_shared<KeptProgram>();
  kept->log = {CL_SUCCESS, Bytes(1, '\0')};
  kept->reported_options = {CL_SUCCESS, Bytes(request.options.c_str(), request.options.size() + 1)};
  for (const cl_device_id device : request.devices)
    library.answers[device] = ServedDevice{CL_BUILD_SUCCESS, request.options, kept};
  program->state.compile(std::move(library));
  state().registry.add(std::move(program));
  return handle;
}

cl_program link_by_driver(const BuildArguments& arguments, cl_uint input_count, const cl_program* inputs,
                          const std::vector<std::shared_ptr<FollowedProgram>>& followed, const ServeRequest& request,
                          cl_int* code) {
  compile_all_now(followed);
  const Stopwatch watch;
  const RelayedNotify relayed(arguments, nullptr);  // the program exists only after the call
  const cl_program handle = next().clLinkProgram(request.context, arguments.count, arguments.list, arguments.options,
                                                 input_count, inputs, relayed.notify(), relayed.data(), code);
  if (handle == nullptr) return nullptr;
  const std::shared_ptr<FollowedProgram> program = follow_linked(handle, request, nullptr);
  // The driver may have compiled another text than the identity stands for.
  const bool is_known = std::ranges::none_of(followed, [](const auto& input) {
    const std::optional<Compilation> compilation = input->state.compilation();
    return compilation && compilation->identity.empty();
  });
  if (*code == CL_SUCCESS && is_known && !makes_library(request.options)) {
    ServeRequest built = request;
    if (relayed.is_done()) built.nanoseconds = watch.nanoseconds();
    keep_later(program, program->state.build_number(), built, {});
  }
  return handle;
}

}  // namespace

cl_program link(cl_context context, const BuildArguments& arguments, cl_uint input_count, const cl_program* inputs,
                cl_int* code) {
  const auto followed = programs_among(input_count, inputs);
  const std::vector<cl_device_id> devices = selected_devices(arguments, devices_of(context));
  if (followed.empty() || followed.size() != input_count || devices.empty() || !state().is_at_work()) {
    compile_all_now(followed);
    return next().clLinkProgram(context, arguments.count, arguments.list, arguments.options, input_count, inputs,
                                arguments.notify, arguments.data, code);
  }
  const Stopwatch watch;
  std::vector<ProgramIdentity> identities;
  for (const auto& input : followed) identities.push_back(identity_of_input(*input));
  const std::string options = text_of(arguments.options);
  const ProgramIdentity identity = identify_link(identities, options);
  ServeRequest request{context, devices, options, identity, {}, offline_job(followed, identities, identity)};
  ServeResult served;
  if (!makes_library(options)) served = serve(request);
  cl_int result = CL_SUCCESS;
  cl_program handle = nullptr;
  const bool is_blank = std::ranges::any_of(followed, [](const auto& input) { return input->is_blank; });
  if (!served.stand_in && !is_blank && !makes_library(options)) acquire_build(request, served);
  if (served.stand_in) {
    handle = hand_over(request, served);
  } else if (is_blank && makes_library(options)) {
    served.by = ServedBy::k_package;
    handle = blank_library(request);
  } else if (is_blank) {
    served.by = ServedBy::k_refused;
    handle = refused_program(request, served.reason);
    result = CL_LINK_PROGRAM_FAILURE;
  } else {
    handle = link_by_driver(arguments, input_count, inputs, followed, request, &result);
    if (handle != nullptr) release_build(state().registry.find(handle), request);
  }
  Outcome outcome{BuildStep::k_link, result, watch.nanoseconds(), handle};
  for (const ProgramIdentity& input : identities) outcome.inputs.push_back(input.digest);
  record(request, served, outcome);
  // With a callback the call itself succeeds, and the program's build status says that the link failed.
  if (served.by == ServedBy::k_refused && handle != nullptr && arguments.notify != nullptr) result = CL_SUCCESS;
  if (code != nullptr) *code = result;
  if (served.by != ServedBy::k_driver && handle != nullptr) call_notify(arguments, handle);
  return handle;
}

}  // namespace clc::layer
