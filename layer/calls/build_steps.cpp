#include "calls/build_steps.h"

#include <algorithm>
#include <optional>

#include "clc/runtime/build_log.h"
#include "driver_claims.h"
#include "layer_state.h"
#include "program/movable_folders.h"
#include "program/option_reader.h"

namespace clc::layer {
namespace {

template <class Query>
std::vector<cl_device_id> read_devices(const Query& query) {
  std::size_t size = 0;
  if (query(0, nullptr, &size) != CL_SUCCESS || size > k_most_devices * sizeof(cl_device_id)) return {};
  std::vector<cl_device_id> devices(size / sizeof(cl_device_id));
  if (query(size, devices.data(), nullptr) != CL_SUCCESS) return {};
  return devices;
}

}  // namespace

std::uint64_t Stopwatch::nanoseconds() const {
  const auto time = std::chrono::steady_clock::now() - start_;
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

std::string text_of(const char* options) {
  return options == nullptr ? "" : options;
}

std::vector<cl_device_id> selected_devices(const BuildArguments& arguments, const std::vector<cl_device_id>& all) {
  if ((arguments.count == 0) != (arguments.list == nullptr)) return {};
  if (arguments.notify == nullptr && arguments.data != nullptr) return {};
  if (arguments.list == nullptr) return all;
  std::vector<cl_device_id> devices;
  const cl_device_id* const end = arguments.list + arguments.count;
  for (const cl_device_id* given = arguments.list; given != end; ++given) {
    const cl_device_id device = listed_device(*given, all);
    if (device == nullptr || std::count(arguments.list, end, *given) > 1) return {};
    if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
  }
  return devices;
}

cl_device_id listed_device(cl_device_id device, const std::vector<cl_device_id>& all) {
  while (device != nullptr && std::ranges::find(all, device) == all.end()) {
    cl_device_id whole = nullptr;
    const cl_int code = next().clGetDeviceInfo(device, CL_DEVICE_PARENT_DEVICE, sizeof(whole), &whole, nullptr);
    device = code == CL_SUCCESS ? whole : nullptr;
  }
  return device;
}

bool makes_library(const std::string& link_options) {
  const std::vector<std::string> words = option_words(link_options);
  return std::ranges::find(words, "-create-library") != words.end();
}

struct RelayedNotify::Relay {
  Notify notify = nullptr;
  void* data = nullptr;
  cl_program program = nullptr;
  std::shared_ptr<std::atomic<bool>> is_done;
};

RelayedNotify::RelayedNotify(const BuildArguments& arguments, cl_program program) {
  data_ = arguments.data;  // data without a callback is an error, which the driver reports
  if (arguments.notify == nullptr) return;
  is_done_ = std::make_shared<std::atomic<bool>>(false);
  // The callback frees it. When the driver fails and never calls back, these few bytes stay.
  relay_ = new Relay{arguments.notify, arguments.data, program, is_done_};
}

Notify RelayedNotify::notify() const {
  return relay_ == nullptr ? nullptr : &RelayedNotify::call;
}

void* RelayedNotify::data() const {
  return relay_ == nullptr ? data_ : relay_;
}

void CL_CALLBACK RelayedNotify::call(cl_program program, void* relay) {
  const std::unique_ptr<Relay> self(static_cast<Relay*>(relay));
  self->is_done->store(true);
  self->notify(self->program == nullptr ? program : self->program, self->data);
}

cl_int call_as_given(FollowedProgram& program, const BuildArguments& arguments, const GivenCall& call) {
  const RelayedNotify relayed(arguments, program.handle);
  const cl_program with_kernels = program.actual();
  if (with_kernels != program.handle && state().registry.has_kernels(program.handle)) {
    const cl_int code = call(with_kernels, nullptr, arguments.notify == nullptr ? arguments.data : nullptr);
    if (code != CL_SUCCESS)
      return relayed.notify() == nullptr ? code : call(with_kernels, relayed.notify(), relayed.data());
    // The call succeeds with NVIDIA's driver, which builds programs that have kernels. A blank program has no source.
    if (program.is_blank) return CL_INVALID_OPERATION;
  }
  // No thread may keep the earlier build while the driver replaces it. The turn is not taken where there is a callback,
  // which may build the program again.
  std::optional<BuildLock> turn;
  if (arguments.notify == nullptr && program.state.is_unkept() && state().is_at_work()) turn.emplace(program.state);
  const cl_int code = call(program.handle, relayed.notify(), relayed.data());
  if (code == CL_SUCCESS) program.state.leave();
  return code;
}

void call_notify(const BuildArguments& arguments, cl_program program) {
  if (arguments.notify != nullptr) arguments.notify(program, arguments.data);
}

namespace {

// Returns the kernels of a program, or none when the driver answers with an error.
std::vector<RecordedKernel> kernels_in(cl_program program) {
  cl_uint count = 0;
  if (next().clCreateKernelsInProgram(program, 0, nullptr, &count) != CL_SUCCESS || count > k_most_devices) return {};
  std::vector<cl_kernel> kernels(count);
  if (next().clCreateKernelsInProgram(program, count, kernels.data(), nullptr) != CL_SUCCESS) return {};
  std::vector<RecordedKernel> described;
  for (const cl_kernel kernel : kernels) {
    const KernelHandle owner(kernel);
    described.push_back(describe_kernel(kernel));
  }
  return described;
}

void write_recording(const ServeRequest& request, const ServeResult& served, const Outcome& outcome) {
  Recorder* recorder = state().recorder();
  if (recorder == nullptr) return;
  if (request.identity.digest.empty()) {
    recorder->not_recorded(request.identity.unknown);
    return;
  }
  RecordedBuild build;
  build.step = outcome.step;
  build.digest = request.identity.digest;
  build.inputs = outcome.inputs;
  if (outcome.step == BuildStep::k_link) build.link_options = request.options;
  for (const cl_device_id id : request.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) continue;
    const DeviceFacts& facts = device->facts;
    build.devices.push_back({facts.name, facts.platform_name, facts.driver_version, facts.version});
    if (outcome.program != nullptr) build.log += read_build_log(outcome.program, id);
  }
  build.served = name_of(served.by);
  build.status = outcome.code;
  build.nanoseconds = outcome.nanoseconds;
  // A driver may crash when it has to list the kernels of a program without any.
  const bool is_library = outcome.step == BuildStep::k_link && makes_library(request.options);
  const bool has_kernels = outcome.code == CL_SUCCESS && outcome.step != BuildStep::k_compile && !is_library;
  if (has_kernels && outcome.program != nullptr) build.kernels = kernels_in(outcome.program);
  if (outcome.step == BuildStep::k_link || outcome.followed == nullptr) {
    recorder->built(build, nullptr);
    return;
  }
  const bool is_il = outcome.followed->kind == ProgramKind::k_il;
  const ProgramText text{is_il ? outcome.followed->bytes : outcome.followed->source, request.identity.headers,
                         request.identity.options};
  recorder->built(build, &text, is_il, MovableFolders(request.options).recorded_options());
}

void count_use(const ServeResult& served, const Outcome& outcome) {
  if (state().settings.user_folder.empty()) return;
  Uses& uses = state().uses;
  if (served.by == ServedBy::k_driver || served.by == ServedBy::k_compiled) ++uses.misses;
  if (served.by != ServedBy::k_cache) return;
  ++uses.hits;
  std::uint64_t once = 0;
  if (served.stand_in) {
    for (const auto& [device, program] : served.stand_in->devices) {
      if (program.kept) once = std::max(once, program.kept->nanoseconds);
    }
  }
  if (once > outcome.nanoseconds) uses.nanoseconds_saved += once - outcome.nanoseconds;
}

}  // namespace

void record(const ServeRequest& request, const ServeResult& served, const Outcome& outcome) {
  write_recording(request, served, outcome);
  LayerState& layer = state();
  count_use(served, outcome);
  if (!layer.summary.is_on() && !layer.log.is_on()) return;
  bool is_first = true;
  for (const cl_device_id id : request.devices) {
    const std::shared_ptr<const KnownDevice> device = layer.device(id);
    BuildRecord entry;
    entry.digest = request.identity.digest;
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
  layer.report_trouble(layer.packages.trouble());
}

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

}  // namespace clc::layer
