#include "build_calls.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "driver_claims.h"
#include "layer_state.h"
#include "program_identity.h"
#include "serve.h"

namespace clc::layer {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t nanoseconds_since(Clock::time_point start) {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
}

template <class Query>
std::vector<cl_device_id> read_devices(const Query& query) {
  std::size_t size = 0;
  if (query(0, nullptr, &size) != CL_SUCCESS || size > k_most_devices * sizeof(cl_device_id)) return {};
  std::vector<cl_device_id> devices(size / sizeof(cl_device_id));
  if (query(size, devices.data(), nullptr) != CL_SUCCESS) return {};
  return devices;
}

std::string text_of(const char* options) {
  return options == nullptr ? "" : options;
}

// The devices that a call is about; empty when the call is wrong, and the driver is to say so.
std::vector<cl_device_id> wanted_devices(const BuildArguments& arguments, const std::vector<cl_device_id>& all) {
  if ((arguments.count == 0) != (arguments.list == nullptr)) return {};
  if (arguments.notify == nullptr && arguments.data != nullptr) return {};
  if (arguments.list == nullptr) return all;
  std::vector<cl_device_id> devices(arguments.list, arguments.list + arguments.count);
  for (const cl_device_id device : devices) {
    if (std::find(all.begin(), all.end(), device) == all.end()) return {};
    if (std::count(devices.begin(), devices.end(), device) > 1) return {};
  }
  return devices;
}

// Stands between a driver and the application's callback.
struct Relay {
  Notify notify = nullptr;
  void* data = nullptr;
  std::shared_ptr<std::atomic<bool>> is_done = std::make_shared<std::atomic<bool>>(false);

  static void CL_CALLBACK call(cl_program program, void* relay) {
    const std::unique_ptr<Relay> self(static_cast<Relay*>(relay));
    self->is_done->store(true);
    self->notify(program, self->data);
  }
};

// Hands a callback on, in a way that tells whether it has been called.
class RelayedNotify {
 public:
  explicit RelayedNotify(const BuildArguments& arguments) : is_wanted_(arguments.notify != nullptr) {
    if (!is_wanted_) return;
    // The driver owns it until it calls; a driver that fails and does not call keeps these few bytes.
    relay_ = new Relay{arguments.notify, arguments.data};
    is_done_ = relay_->is_done;
  }
  Notify notify() const { return is_wanted_ ? &Relay::call : nullptr; }
  void* data() const { return relay_; }
  bool is_done() const { return !is_wanted_ || is_done_->load(); }

 private:
  bool is_wanted_;
  Relay* relay_ = nullptr;
  std::shared_ptr<std::atomic<bool>> is_done_;
};

void tell(const BuildArguments& arguments, cl_program program) {
  if (arguments.notify != nullptr) arguments.notify(program, arguments.data);
}

struct Outcome {
  BuildStep step = BuildStep::k_build;
  cl_int code = CL_SUCCESS;
  std::uint64_t nanoseconds = 0;
};

void record(const Wanted& wanted, const Served& served, const Outcome& outcome) {
  LayerState& layer = state();
  if (!layer.summary.is_on() && !layer.log.is_on()) return;
  bool is_first = true;
  for (const cl_device_id id : wanted.devices) {
    const std::optional<Device> device = layer.device(id);
    BuildRecord entry;
    entry.digest = wanted.identity.digest;
    entry.step = outcome.step;
    entry.from = served.by;
    entry.package = served.package;
    entry.module = served.module;
    entry.target = served.target;
    entry.device = device ? device->facts.name : "";
    entry.nanoseconds = is_first ? outcome.nanoseconds : 0;
    entry.reason = served.reason;
    entry.has_failed = outcome.code != CL_SUCCESS;
    if (served.stand_in && !served.stand_in->devices.empty()) {
      const auto& kept = served.stand_in->devices.begin()->second.kept;
      if (kept && !kept->kernels.empty()) entry.name = kept->kernels.front();
    }
    layer.log.write("program " + entry.digest.substr(0, 12) + " " + entry.name + " for " + entry.device + ": " +
                    name_of(served.by) + (entry.package.empty() ? "" : " " + entry.package + " " + entry.target) +
                    (entry.reason.empty() ? "" : " (" + entry.reason + ")") +
                    (entry.has_failed ? ", failed with " + opencl_error_name(outcome.code) : ""));
    layer.summary.add(std::move(entry));
    is_first = false;
  }
  layer.summary.add_trouble(layer.packages.trouble());
}

// The answers to queries after a build that was refused.
ServedDevice refusal(const std::string& options, const std::string& reason) {
  auto kept = std::make_shared<KeptProgram>();
  const std::string log = "clc-layer: no source may reach a driver (CLC_LAYER_ON_MISS=fail), and " + reason;
  kept->log = {CL_SUCCESS, Bytes(log.c_str(), log.size() + 1)};
  kept->reported_options = {CL_SUCCESS, Bytes(options.c_str(), options.size() + 1)};
  return ServedDevice{CL_BUILD_ERROR, options, std::move(kept)};
}

void refuse(FollowedProgram& program, const Wanted& wanted, const std::string& reason) {
  const std::lock_guard lock(program.mutex);
  program.stand_in = nullptr;
  for (const cl_device_id device : wanted.devices) {
    program.refused[device] = refusal(wanted.options, reason.empty() ? "it cannot be served" : reason);
  }
}

// Devices that the stand-in serves and this call is not about.
std::map<cl_device_id, ServedDevice> other_devices(FollowedProgram& program, const std::vector<cl_device_id>& devices) {
  std::map<cl_device_id, ServedDevice> others;
  if (const auto stand_in = program.current()) others = stand_in->devices;
  for (const cl_device_id device : devices) others.erase(device);
  return others;
}

bool has_driver_builds(FollowedProgram& program, const std::vector<cl_device_id>& devices) {
  const std::lock_guard lock(program.mutex);
  return std::any_of(program.driver_builds.begin(), program.driver_builds.end(), [&](const auto& entry) {
    return std::find(devices.begin(), devices.end(), entry.first) == devices.end();
  });
}

// Takes the stand-in away, and lets the driver build for the devices that only it served.
void leave_to_driver(FollowedProgram& program, const Wanted& wanted) {
  {
    const std::lock_guard lock(program.mutex);
    program.stand_in = nullptr;
    program.refused.clear();
    program.compilation.reset();
    for (const cl_device_id device : wanted.devices) program.driver_builds[device] = wanted.options;
    for (const auto& [device, served] : wanted.others) program.driver_builds[device] = served.options;
  }
  for (const auto& [device, served] : wanted.others) {
    next().clBuildProgram(program.handle, 1, &device, served.options.c_str(), nullptr, nullptr);
  }
}

BytesView original_of(const FollowedProgram& program) {
  return program.bytes;
}

cl_int build_by_driver(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments,
                       const Wanted& wanted, std::unique_lock<std::mutex>& building) {
  leave_to_driver(*program, wanted);
  // The callback may do anything, also build the program again.
  if (arguments.notify != nullptr) building.unlock();
  const RelayedNotify relayed(arguments);
  const cl_int code = next().clBuildProgram(program->handle, arguments.count, arguments.list, arguments.options,
                                            relayed.notify(), relayed.data());
  if (code != CL_SUCCESS) return code;
  if (relayed.is_done()) {
    keep_what_driver_made(program->handle, wanted, original_of(*program));
  } else {
    const std::lock_guard lock(program->mutex);
    program->unkept = FollowedProgram::Unkept{wanted.devices, wanted.options};
  }
  return code;
}

}  // namespace

std::vector<cl_device_id> devices_of(cl_context context) {
  return read_devices([&](std::size_t room, void* to, std::size_t* size) {
    return next().clGetContextInfo(context, CL_CONTEXT_DEVICES, room, to, size);
  });
}

std::vector<cl_device_id> devices_of(cl_program program) {
  return read_devices([&](std::size_t room, void* to, std::size_t* size) {
    return next().clGetProgramInfo(program, CL_PROGRAM_DEVICES, room, to, size);
  });
}

cl_int build(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments) {
  const auto forward = [&] {
    return next().clBuildProgram(program->handle, arguments.count, arguments.list, arguments.options, arguments.notify,
                                 arguments.data);
  };
  const bool is_ours = program->kind == ProgramKind::k_source || program->kind == ProgramKind::k_il;
  const std::vector<cl_device_id> devices = wanted_devices(arguments, program->devices);
  if (!is_ours || devices.empty() || !state().is_at_work()) return forward();
  // A program with kernels cannot be built again. The driver knows only of kernels that are its own.
  if (state().registry.has_kernels(program->handle)) return program->current() ? CL_INVALID_OPERATION : forward();

  const Clock::time_point start = Clock::now();
  std::unique_lock building(program->building);
  const std::string options = text_of(arguments.options);
  const ProgramIdentity identity = identify(*program, BuildStep::k_build, options, {});
  const Wanted wanted{program->context, devices, options, identity, other_devices(*program, devices)};
  Served served;
  if (has_driver_builds(*program, devices)) {
    served.reason = "the driver built it for other devices";
  } else {
    served = serve(wanted);
  }
  cl_int code = CL_SUCCESS;
  if (served.stand_in) {
    const std::lock_guard lock(program->mutex);
    program->stand_in = served.stand_in;
    program->compilation.reset();
    program->driver_builds.clear();
    for (const cl_device_id device : devices) program->refused.erase(device);
  } else if (program->is_blank) {
    served.by = ServedBy::k_refused;
    refuse(*program, wanted, served.reason);
    code = CL_BUILD_PROGRAM_FAILURE;
  } else {
    code = build_by_driver(program, arguments, wanted, building);
  }
  const bool is_told = served.by == ServedBy::k_driver;
  record(wanted, served, {BuildStep::k_build, code, nanoseconds_since(start)});
  if (building.owns_lock()) building.unlock();
  if (!is_told) tell(arguments, program->handle);
  return code;
}

void keep_unkept(FollowedProgram& program) {
  std::optional<FollowedProgram::Unkept> unkept;
  {
    const std::lock_guard lock(program.mutex);
    unkept.swap(program.unkept);
  }
  if (!unkept || !state().is_at_work()) return;
  const std::lock_guard building(program.building);
  const ProgramIdentity identity = identify(program, BuildStep::k_build, unkept->options, {});
  const Wanted wanted{program.context, unkept->devices, unkept->options, identity};
  for (const cl_device_id device : wanted.devices) {
    cl_build_status status = CL_BUILD_NONE;
    next().clGetProgramBuildInfo(program.handle, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, nullptr);
    if (status != CL_BUILD_SUCCESS) return;
  }
  keep_what_driver_made(program.handle, wanted, original_of(program));
}

namespace {

// The texts of the programs that clCompileProgram is given as headers. Nothing where one of them is not followed.
std::optional<std::vector<ProgramHeader>> header_texts(cl_uint count, const cl_program* headers, const char** names) {
  std::vector<ProgramHeader> texts;
  for (cl_uint i = 0; i < count; ++i) {
    const std::shared_ptr<FollowedProgram> header = state().registry.find(headers[i]);
    if (!header || header->kind != ProgramKind::k_source || names[i] == nullptr) return std::nullopt;
    texts.push_back({names[i], header->source});
  }
  return texts;
}

// Whether the compilation can be put off until its result is linked, or somebody asks for it.
bool put_off(const FollowedProgram& program, const Wanted& wanted, Compilation& compilation, Served& served) {
  compilation.answers = find_compiled(wanted);
  if (!compilation.answers.empty()) {
    served.by = ServedBy::k_cache;
    return true;
  }
  const bool is_packaged = has_package(wanted);
  if (!is_packaged && !program.is_blank) return false;
  served.by = is_packaged ? ServedBy::k_package : ServedBy::k_refused;
  auto kept = std::make_shared<KeptProgram>();
  kept->log = {CL_SUCCESS, Bytes(1, '\0')};
  kept->reported_options = {CL_SUCCESS, Bytes(wanted.options.c_str(), wanted.options.size() + 1)};
  for (const cl_device_id device : wanted.devices) {
    compilation.answers[device] = ServedDevice{CL_BUILD_SUCCESS, wanted.options, kept};
  }
  return true;
}

}  // namespace

cl_int compile(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments, cl_uint header_count,
               const cl_program* headers, const char** names) {
  const auto forward = [&](Notify notify, void* data) {
    return next().clCompileProgram(program->handle, arguments.count, arguments.list, arguments.options, header_count,
                                   headers, names, notify, data);
  };
  const std::vector<cl_device_id> devices = wanted_devices(arguments, program->devices);
  const bool has_lists = (header_count == 0) == (headers == nullptr) && (headers == nullptr) == (names == nullptr);
  const bool is_ours = program->kind == ProgramKind::k_source || program->kind == ProgramKind::k_il;
  if (!is_ours || devices.empty() || !has_lists || !state().is_at_work()) {
    return forward(arguments.notify, arguments.data);
  }
  if (state().registry.has_kernels(program->handle)) {
    return program->current() ? CL_INVALID_OPERATION : forward(arguments.notify, arguments.data);
  }
  const auto texts = header_texts(header_count, headers, names);
  if (!texts) return forward(arguments.notify, arguments.data);

  const Clock::time_point start = Clock::now();
  std::unique_lock building(program->building);
  Compilation compilation{devices, text_of(arguments.options), *texts, {}, {}, false, {}};
  const ProgramIdentity identity = identify(*program, BuildStep::k_compile, compilation.options, *texts);
  compilation.identity = identity.exact;
  compilation.digest = identity.digest;
  const Wanted wanted{program->context, devices, compilation.options, identity};
  Served served;
  compilation.is_deferred = put_off(*program, wanted, compilation, served);
  {
    const std::lock_guard lock(program->mutex);
    program->stand_in = nullptr;
    program->refused.clear();
    program->driver_builds.clear();
    program->unkept.reset();
    program->compilation = compilation;
  }
  cl_int code = CL_SUCCESS;
  if (compilation.is_deferred) {
    building.unlock();
    record(wanted, served, {BuildStep::k_compile, code, nanoseconds_since(start)});
    tell(arguments, program->handle);
    return code;
  }
  if (arguments.notify != nullptr) building.unlock();
  const RelayedNotify relayed(arguments);
  code = forward(relayed.notify(), relayed.data());
  if (code == CL_SUCCESS && relayed.is_done()) keep_compiled(program->handle, wanted);
  record(wanted, served, {BuildStep::k_compile, code, nanoseconds_since(start)});
  return code;
}

bool compile_now(FollowedProgram& program) {
  const std::lock_guard building(program.building);
  std::optional<Compilation> compilation;
  {
    const std::lock_guard lock(program.mutex);
    compilation = program.compilation;
  }
  if (!compilation || !compilation->is_deferred) return true;
  if (program.is_blank) return false;
  std::vector<ProgramHandle> owners;
  std::vector<cl_program> headers;
  std::vector<const char*> names;
  for (const ProgramHeader& header : compilation->headers) {
    const char* text = header.content.data();
    const std::size_t size = header.content.size();
    cl_int code = CL_SUCCESS;
    owners.emplace_back(next().clCreateProgramWithSource(program.context, 1, &text, &size, &code));
    if (code != CL_SUCCESS) return false;
    headers.push_back(owners.back().get());
    names.push_back(header.name.c_str());
  }
  const cl_int code = next().clCompileProgram(
      program.handle, static_cast<cl_uint>(compilation->devices.size()), compilation->devices.data(),
      compilation->options.c_str(), static_cast<cl_uint>(headers.size()), headers.empty() ? nullptr : headers.data(),
      names.empty() ? nullptr : names.data(), nullptr, nullptr);
  const std::lock_guard lock(program.mutex);
  if (program.compilation) program.compilation->is_deferred = false;
  return code == CL_SUCCESS;
}

namespace {

ProgramIdentity identity_of_input(FollowedProgram& input) {
  ProgramIdentity identity;
  const std::lock_guard lock(input.mutex);
  if (input.compilation) {
    identity.exact = input.compilation->identity;
    identity.digest = input.compilation->digest;
  } else {
    identity.exact = input.identity;
    identity.digest = input.digest;
  }
  if (identity.exact.empty()) identity.unknown = "it cannot be told what is linked";
  return identity;
}

// The programs that are linked, if all of them are followed.
std::vector<std::shared_ptr<FollowedProgram>> followed_inputs(cl_uint count, const cl_program* inputs) {
  std::vector<std::shared_ptr<FollowedProgram>> followed;
  for (cl_uint i = 0; inputs != nullptr && i < count; ++i) {
    std::shared_ptr<FollowedProgram> input = state().registry.find(inputs[i]);
    if (!input) return {};
    followed.push_back(std::move(input));
  }
  return followed;
}

void follow_linked(cl_program handle, const Wanted& wanted, std::shared_ptr<const StandIn> stand_in) {
  auto program = std::make_shared<FollowedProgram>(handle, wanted.context, ProgramKind::k_linked);
  program->identity = wanted.identity.exact;
  program->digest = wanted.identity.digest;
  program->devices = devices_of(handle);
  program->stand_in = std::move(stand_in);
  state().registry.add(std::move(program));
}

// The application gets the stand-in itself.
cl_program hand_over(const Wanted& wanted, Served& served) {
  StandIn& stand_in = *served.stand_in;
  const cl_program handle = stand_in.owned.release();
  follow_linked(handle, wanted, served.stand_in);
  return handle;
}

cl_program link_by_driver(const BuildArguments& arguments, cl_uint input_count, const cl_program* inputs,
                          const std::vector<std::shared_ptr<FollowedProgram>>& followed, const Wanted& wanted,
                          cl_int* code) {
  for (const auto& input : followed) {
    if (compile_now(*input)) continue;
    *code = CL_LINK_PROGRAM_FAILURE;
    return nullptr;
  }
  const RelayedNotify relayed(arguments);
  const cl_program handle = next().clLinkProgram(wanted.context, arguments.count, arguments.list, arguments.options,
                                                 input_count, inputs, relayed.notify(), relayed.data(), code);
  if (handle == nullptr) return nullptr;
  follow_linked(handle, wanted, nullptr);
  if (*code == CL_SUCCESS && relayed.is_done()) keep_what_driver_made(handle, wanted, {});
  return handle;
}

}  // namespace

cl_program link(cl_context context, const BuildArguments& arguments, cl_uint input_count, const cl_program* inputs,
                cl_int* code) {
  const auto followed = followed_inputs(input_count, inputs);
  const std::vector<cl_device_id> devices = wanted_devices(arguments, devices_of(context));
  if (followed.empty() || devices.empty() || !state().is_at_work()) {
    return next().clLinkProgram(context, arguments.count, arguments.list, arguments.options, input_count, inputs,
                                arguments.notify, arguments.data, code);
  }
  const Clock::time_point start = Clock::now();
  std::vector<ProgramIdentity> identities;
  for (const auto& input : followed) identities.push_back(identity_of_input(*input));
  const std::string options = text_of(arguments.options);
  const ProgramIdentity identity = identify_link(identities, options);
  const Wanted wanted{context, devices, options, identity};
  Served served;
  const bool makes_library = options.find("-create-library") != std::string::npos;
  if (!makes_library) served = serve(wanted);
  cl_int result = CL_SUCCESS;
  cl_program handle = nullptr;
  const bool is_blank =
      std::any_of(followed.begin(), followed.end(), [](const auto& input) { return input->is_blank; });
  if (served.stand_in) {
    handle = hand_over(wanted, served);
  } else if (is_blank) {
    served.by = ServedBy::k_refused;
    result = CL_LINK_PROGRAM_FAILURE;
  } else {
    handle = link_by_driver(arguments, input_count, inputs, followed, wanted, &result);
  }
  record(wanted, served, {BuildStep::k_link, result, nanoseconds_since(start)});
  if (code != nullptr) *code = result;
  if (served.by != ServedBy::k_driver && handle != nullptr) tell(arguments, handle);
  return handle;
}

}  // namespace clc::layer
