#include "calls/entry_points.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "calls/build_calls.h"
#include "calls/capture_calls.h"
#include "calls/extension_calls.h"
#include "calls/keep_later.h"
#include "calls/launches.h"
#include "calls/queries.h"
#include "calls/time_calls.h"
#include "clc/base/digest.h"
#include "layer_state.h"
#include "quietly.h"

namespace clc::layer {
namespace {

// Keeps exceptions from the application: after an exception the driver alone handles the call.
template <class Work, class Otherwise>
auto guarded(const Work& work, const Otherwise& otherwise) noexcept -> decltype(work()) {
  try {
    return work();
  } catch (...) {
    return otherwise();
  }
}

// Answers a call about an object that the layer follows. The driver answers all others, and after an exception.
template <class Followed, class Answer, class Forward>
cl_int answered(const Followed& find, const Answer& answer, const Forward& forward) {
  return guarded(
      [&] {
        const std::shared_ptr<FollowedProgram> followed = find();
        return followed ? answer(followed) : forward();
      },
      forward);
}

void follow(std::shared_ptr<FollowedProgram> program) {
  program->devices = devices_of(program->handle);
  state().registry.add(std::move(program));
}

// Returns true when clCreateProgramWithSource accepts these strings.
bool are_strings(cl_uint count, const char** strings) {
  if (count == 0 || strings == nullptr) return false;
  for (cl_uint i = 0; i < count; ++i) {
    if (strings[i] == nullptr) return false;
  }
  return true;
}

std::string joined(cl_uint count, const char** strings, const std::size_t* lengths) {
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    const std::size_t length = lengths == nullptr || lengths[i] == 0 ? std::strlen(strings[i]) : lengths[i];
    source.append(strings[i], length);
  }
  return source;
}

cl_program CL_API_CALL create_with_source(cl_context context, cl_uint count, const char** strings,
                                          const std::size_t* lengths, cl_int* code) {
  const auto forward = [&] { return next().clCreateProgramWithSource(context, count, strings, lengths, code); };
  if (!are_strings(count, strings) || !state().is_at_work()) return forward();
  const bool is_blank = state().settings.refuses();
  const char* blank = " ";
  const cl_program handle = is_blank ? next().clCreateProgramWithSource(context, 1, &blank, nullptr, code) : forward();
  if (handle == nullptr) return nullptr;
  quietly([&] {
    auto program = std::make_shared<FollowedProgram>(handle, context, ProgramKind::k_source);
    program->source = joined(count, strings, lengths);
    program->is_blank = is_blank;
    follow(std::move(program));
  });
  return handle;
}

cl_program CL_API_CALL create_with_il(cl_context context, const void* il, std::size_t size, cl_int* code) {
  return follow_il(next().clCreateProgramWithIL(context, il, size, code), context, il, size);
}

constexpr const char* k_of_binary =
    "the program gave the driver a binary, from its own cache or from what it ships: empty its cache to record the "
    "source";

std::string digest_of(BytesView binary) {
  return FieldDigest("clc.layer.given.1").add("binary", binary).hex();
}

BytesView view_of(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

// The recording has the sources of binaries that the application got in this process.
void note_given(FollowedProgram& program, const unsigned char* const* binaries) {
  Recorder* recorder = state().recorder();
  if (recorder == nullptr) return;
  std::vector<std::size_t> sizes(program.devices.size());
  const QueryBuffer buffer{sizes.size() * sizeof(sizes[0]), sizes.data(), nullptr};
  if (program_info(program, CL_PROGRAM_BINARY_SIZES, buffer) != CL_SUCCESS) return;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (binaries[i] != nullptr && sizes[i] != 0) recorder->gave_binary(digest_of(view_of(binaries[i], sizes[i])));
}

bool has_given(Recorder& recorder, cl_uint count, const std::size_t* sizes, const unsigned char** binaries) {
  for (cl_uint i = 0; i < count; ++i)
    if (!recorder.has_given_binary(digest_of(view_of(binaries[i], sizes[i])))) return false;
  return true;
}

cl_program CL_API_CALL create_with_binary(cl_context context, cl_uint count, const cl_device_id* devices,
                                          const std::size_t* sizes, const unsigned char** binaries, cl_int* statuses,
                                          cl_int* code) {
  const cl_program handle = next().clCreateProgramWithBinary(context, count, devices, sizes, binaries, statuses, code);
  if (handle == nullptr || !state().is_at_work()) return handle;
  quietly([&] {
    auto program = std::make_shared<FollowedProgram>(handle, context, ProgramKind::k_binary);
    FieldDigest digest("clc.layer.binary.1");
    for (cl_uint i = 0; i < count; ++i) digest.add("binary", view_of(binaries[i], sizes[i]));
    program->identity = digest.hex();
    if (state().capture() != nullptr && count == 1)
      program->bytes.assign(reinterpret_cast<const char*>(binaries[0]), sizes[0]);
    follow(std::move(program));
    Recorder* recorder = state().recorder();
    if (recorder != nullptr && !has_given(*recorder, count, sizes, binaries)) recorder->not_recorded(k_of_binary);
  });
  return handle;
}

cl_int CL_API_CALL retain_program(cl_program program) {
  const cl_int code = next().clRetainProgram(program);
  if (code == CL_SUCCESS) quietly([&] { state().registry.retained(program); });
  return code;
}

cl_int CL_API_CALL release_program(cl_program program) {
  Registry::Release release;
  quietly([&] {
    release = state().registry.released(program);
    if (release.gone) keep_before_release(release.gone);
  });
  return release.is_forwarded ? next().clReleaseProgram(program) : CL_SUCCESS;
}

// Finds a program, and waits until a build in the background has ended.
std::shared_ptr<FollowedProgram> find_built(cl_program program) {
  auto followed = state().registry.find(program);
  if (followed) await_background(*followed);
  return followed;
}

cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                                 Notify notify, void* data) {
  return answered([&] { return find_built(program); },
                  [&](const auto& followed) { return build(followed, {count, devices, options, notify, data}); },
                  [&] { return next().clBuildProgram(program, count, devices, options, notify, data); });
}

cl_int CL_API_CALL compile_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                                   cl_uint header_count, const cl_program* headers, const char** names, Notify notify,
                                   void* data) {
  return answered([&] { return find_built(program); },
                  [&](const auto& followed) {
                    return compile(followed, {count, devices, options, notify, data}, header_count, headers, names);
                  },
                  [&] {
                    return next().clCompileProgram(program, count, devices, options, header_count, headers, names,
                                                   notify, data);
                  });
}

cl_program CL_API_CALL link_program(cl_context context, cl_uint count, const cl_device_id* devices, const char* options,
                                    cl_uint input_count, const cl_program* inputs, Notify notify, void* data,
                                    cl_int* code) {
  return guarded(
      [&] { return link(context, {count, devices, options, notify, data}, input_count, inputs, code); },
      [&] { return next().clLinkProgram(context, count, devices, options, input_count, inputs, notify, data, code); });
}

cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info info, std::size_t size, void* value,
                                    std::size_t* size_ret) {
  return answered([&] { return state().registry.find(program); },
                  [&](const auto& followed) {
                    const cl_int code = program_info(*followed, info, {size, value, size_ret});
                    if (code == CL_SUCCESS && info == CL_PROGRAM_BINARIES && value != nullptr)
                      quietly([&] { note_given(*followed, static_cast<unsigned char* const*>(value)); });
                    return code;
                  },
                  [&] { return next().clGetProgramInfo(program, info, size, value, size_ret); });
}

cl_int CL_API_CALL get_program_build_info(cl_program program, cl_device_id device, cl_program_build_info info,
                                          std::size_t size, void* value, std::size_t* size_ret) {
  return answered(
      [&] { return state().registry.find(program); },
      [&](const auto& followed) { return program_build_info(*followed, device, info, {size, value, size_ret}); },
      [&] { return next().clGetProgramBuildInfo(program, device, info, size, value, size_ret); });
}

cl_int CL_API_CALL set_specialization_constant(cl_program program, cl_uint id, std::size_t size, const void* value) {
  quietly([&] {
    // A compilation that was put off must use the constants that were set before this call.
    const auto followed = find_built(program);
    if (followed && followed->kind == ProgramKind::k_il) compile_now(*followed);
  });
  const cl_int code = next().clSetProgramSpecializationConstant(program, id, size, value);
  if (code != CL_SUCCESS) return code;
  quietly([&] {
    const auto followed = state().registry.find(program);
    if (followed) followed->state.set_constant(id, Bytes(static_cast<const char*>(value), size));
  });
  return code;
}

void follow_kernel(cl_kernel kernel, const std::shared_ptr<FollowedProgram>& program) {
  state().registry.add(kernel, program);
  if (LaunchRecording* launches = state().launches()) launches->created(kernel, program->kernels_digest());
  if (CheckedKernels* checks = state().checks()) checks->created(kernel, *program);
  if (LaunchCapture* capture = state().capture()) capture->created(kernel);
}

// Returns the program in which kernels are created. The driver does a compilation that was put off first, because
// drivers differ in their errors for kernels of a program that is only compiled.
cl_program kernels_program(const std::shared_ptr<FollowedProgram>& followed, cl_program program) {
  if (!followed) return program;
  quietly([&] { compile_now(*followed); });
  return followed->actual();
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* code) {
  const auto followed = find_built(program);
  const cl_kernel kernel = next().clCreateKernel(kernels_program(followed, program), name, code);
  if (kernel != nullptr && followed) quietly([&] { follow_kernel(kernel, followed); });
  return kernel;
}

cl_int CL_API_CALL create_kernels(cl_program program, cl_uint num_kernels, cl_kernel* kernels,
                                  cl_uint* num_kernels_ret) {
  const auto followed = find_built(program);
  cl_uint count = 0;
  // The driver gets the application's own pointer where there is one: some drivers write the number although they fail.
  if (num_kernels_ret == nullptr && kernels != nullptr) num_kernels_ret = &count;
  const cl_int code =
      next().clCreateKernelsInProgram(kernels_program(followed, program), num_kernels, kernels, num_kernels_ret);
  if (code != CL_SUCCESS) return code;
  count = num_kernels_ret == nullptr ? 0 : *num_kernels_ret;
  for (cl_uint i = 0; followed && kernels != nullptr && i < count && i < num_kernels; ++i)
    quietly([&] { follow_kernel(kernels[i], followed); });
  return code;
}

cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int* code) {
  const cl_kernel kernel = next().clCloneKernel(source, code);
  if (kernel == nullptr) return kernel;
  quietly([&] {
    if (auto followed = state().registry.find(source)) state().registry.add(kernel, std::move(followed));
    if (LaunchRecording* launches = state().launches()) launches->cloned(source, kernel);
    if (CheckedKernels* checks = state().checks()) checks->cloned(source, kernel);
    if (LaunchCapture* capture = state().capture()) capture->cloned(source, kernel);
  });
  return kernel;
}

cl_int CL_API_CALL retain_kernel(cl_kernel kernel) {
  const cl_int code = next().clRetainKernel(kernel);
  if (code == CL_SUCCESS) quietly([&] { state().registry.retained(kernel); });
  return code;
}

cl_int CL_API_CALL release_kernel(cl_kernel kernel) {
  Registry::Release release;
  quietly([&] {
    release = state().registry.released(kernel);
    LaunchRecording* launches = state().launches();
    if (launches != nullptr && release.is_last) launches->gone(kernel);
    if (CheckedKernels* checks = state().checks(); checks != nullptr && release.is_last) checks->gone(kernel);
    if (release.gone) keep_before_release(release.gone);
  });
  const cl_int code = next().clReleaseKernel(kernel);
  if (release.parked != nullptr) next().clReleaseProgram(release.parked);
  return code;
}

cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info info, std::size_t size, void* value,
                                   std::size_t* size_ret) {
  return answered([&] { return state().registry.find(kernel); },
                  [&](const auto& followed) { return kernel_info(*followed, kernel, info, {size, value, size_ret}); },
                  [&] { return next().clGetKernelInfo(kernel, info, size, value, size_ret); });
}

cl_int CL_API_CALL get_kernel_argument_info(cl_kernel kernel, cl_uint argument, cl_kernel_arg_info info,
                                            std::size_t size, void* value, std::size_t* size_ret) {
  return answered([&] { return state().registry.find(kernel); },
                  [&](const auto& followed) {
                    return kernel_argument_info(*followed, kernel, argument, info, {size, value, size_ret});
                  },
                  [&] { return next().clGetKernelArgInfo(kernel, argument, info, size, value, size_ret); });
}

// True for the argument of which the application does not know.
bool is_hidden(cl_kernel kernel, cl_uint index) {
  CheckedKernels* checks = state().checks();
  return checks != nullptr && checks->arguments_of(kernel).value_or(index + 1) <= index;
}

cl_int CL_API_CALL set_kernel_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
  if (is_hidden(kernel, index)) return CL_INVALID_ARG_INDEX;
  const cl_int code = next().clSetKernelArg(kernel, index, size, value);
  LaunchRecording* launches = state().launches();
  if (code == CL_SUCCESS && launches != nullptr) launches->set_argument(kernel, index, size, value);
  CheckedKernels* checks = state().checks();
  if (code == CL_SUCCESS && checks != nullptr) quietly([&] { checks->set_argument(kernel, index, size, value); });
  LaunchCapture* capture = state().capture();
  if (code == CL_SUCCESS && capture != nullptr) quietly([&] { capture->set_argument(kernel, index, size, value); });
  return code;
}

cl_int CL_API_CALL set_kernel_pointer(cl_kernel kernel, cl_uint index, const void* value) {
  if (is_hidden(kernel, index)) return CL_INVALID_ARG_INDEX;
  const cl_int code = next().clSetKernelArgSVMPointer(kernel, index, value);
  LaunchRecording* launches = state().launches();
  if (code == CL_SUCCESS && launches != nullptr) launches->set_pointer(kernel, index);
  CheckedKernels* checks = state().checks();
  if (code == CL_SUCCESS && checks != nullptr) quietly([&] { checks->set_pointer(kernel, index, value); });
  LaunchCapture* capture = state().capture();
  if (code == CL_SUCCESS && capture != nullptr) quietly([&] { capture->set_pointer(kernel, index, value); });
  return code;
}

void* CL_API_CALL allocate_shared(cl_context context, cl_svm_mem_flags flags, std::size_t size, cl_uint alignment) {
  void* memory = next().clSVMAlloc(context, flags, size, alignment);
  quietly([&] { state().shared_memory.allocated(memory, size); });
  return memory;
}

// Memory that no later command may use: of clSVMFree, and of clEnqueueSVMFree at once.
void shared_freed(const void* memory) {
  state().shared_memory.freed(memory);
  if (CheckedKernels* checks = state().checks()) checks->freed(memory);
}

void CL_API_CALL free_shared(cl_context context, void* memory) {
  quietly([&] { shared_freed(memory); });
  next().clSVMFree(context, memory);
}

cl_int CL_API_CALL enqueue_free(cl_command_queue queue, cl_uint number, void** pointers,
                                void(CL_CALLBACK* notify)(cl_command_queue, cl_uint, void**, void*), void* data,
                                cl_uint count, const cl_event* events, cl_event* event) {
  std::vector<void*> freed;
  quietly([&] {
    if (pointers != nullptr) freed.assign(pointers, pointers + number);
  });
  const cl_int code = next().clEnqueueSVMFree(queue, number, pointers, notify, data, count, events, event);
  if (code != CL_SUCCESS) return code;
  quietly([&] { std::ranges::for_each(freed, shared_freed); });
  return code;
}

cl_int CL_API_CALL release_memory(cl_mem memory) {
  cl_uint references = 0;
  const cl_int asked =
      next().clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof(references), &references, nullptr);
  const cl_int code = next().clReleaseMemObject(memory);
  CheckedKernels* checks = state().checks();
  if (checks != nullptr && asked == CL_SUCCESS && code == CL_SUCCESS && references == 1)
    quietly([&] { checks->released(memory); });
  return code;
}

// Launches a kernel; one with checks is over then.
cl_int launch_checked(const KernelLaunch& launch) {
  const auto forward = [&] {
    return next().clEnqueueNDRangeKernel(launch.queue, launch.kernel, launch.dimensions, launch.offset, launch.global,
                                         launch.local, launch.event_count, launch.events, launch.event);
  };
  CheckedKernels* checks = state().checks();
  if (checks == nullptr) return forward();
  std::optional<cl_int> code;
  quietly([&] { code = checks->launch(launch); });
  return code ? *code : forward();
}

cl_int launch_kernel(KernelLaunch launch) {
  LaunchCapture* const capture = state().capture();
  LaunchTimes* const times = state().times();
  const bool is_timed = times != nullptr && times->takes(launch.queue);
  cl_event own = nullptr;
  if (is_timed && launch.event == nullptr) launch.event = &own;
  const cl_int code = capture == nullptr ? launch_checked(launch) : capture->launch(launch, launch_checked);
  if (code != CL_SUCCESS) return code;
  const RecordedLaunch recorded =
      note_launch(launch.kernel, launch.dimensions, launch.offset, launch.global, launch.local);
  const bool has_event = is_timed && (own != nullptr || next().clRetainEvent(*launch.event) == CL_SUCCESS);
  if (has_event) times->launched(launch.queue, *launch.event, recorded);
  return code;
}

cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const std::size_t* offset, const std::size_t* global, const std::size_t* local,
                                  cl_uint count, const cl_event* events, cl_event* event) {
  return launch_kernel({queue, kernel, dimensions, offset, global, local, count, events, event});
}

cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* events,
                                cl_event* event) {
  const std::size_t one = 1;
  return launch_kernel({queue, kernel, 1, nullptr, &one, &one, count, events, event});
}

// Wraps a call that waits for a device. `blocking` is the index of the argument that decides whether the call waits.
constexpr int k_always = -1;
template <auto Call, int blocking>
struct Waiting;
template <class Result, class... Arguments, Result (CL_API_CALL* Dispatch::*Call)(Arguments...), int blocking>
struct Waiting<Call, blocking> {
  static Result CL_API_CALL call(Arguments... arguments) {
    const Result result = (next().*Call)(arguments...);
    if constexpr (std::is_pointer_v<Result>) {
      if (result == nullptr) return result;
    } else {
      if (result != CL_SUCCESS) return result;
    }
    if constexpr (blocking != k_always) {
      if (std::get<static_cast<std::size_t>(blocking)>(std::tie(arguments...)) == CL_FALSE) return result;
    }
    quietly([] { device_awaited(); });
    if (LaunchTimes* const times = state().times()) times->collect(true);
    return result;
  }
};

// An application that asks until a command is complete has waited, too.
cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info info, std::size_t size, void* value,
                                  std::size_t* size_ret) {
  const cl_int code = next().clGetEventInfo(event, info, size, value, size_ret);
  cl_int status = CL_QUEUED;
  if (code != CL_SUCCESS || info != CL_EVENT_COMMAND_EXECUTION_STATUS || value == nullptr) return code;
  std::memcpy(&status, value, sizeof(status));
  if (status == CL_COMPLETE) quietly([] { device_awaited(); });
  return code;
}

// These callbacks tell the application that an object is gone, so the layer may not hold it longer.
cl_int CL_API_CALL set_program_release_callback(cl_program program, void(CL_CALLBACK* notify)(cl_program, void*),
                                                void* data) {
  state().unkept.hold_no_more();
  return next().clSetProgramReleaseCallback(program, notify, data);
}
cl_int CL_API_CALL set_context_destructor_callback(cl_context context, void(CL_CALLBACK* notify)(cl_context, void*),
                                                   void* data) {
  state().unkept.hold_no_more();
  return next().clSetContextDestructorCallback(context, notify, data);
}

void* CL_API_CALL get_extension_address(cl_platform_id platform, const char* name) {
  return extension_function(name, next().clGetExtensionFunctionAddressForPlatform(platform, name));
}

void* CL_API_CALL get_any_extension_address(const char* name) {
  return extension_function(name, next().clGetExtensionFunctionAddress(name));
}

// Returns null for a function that the next layer lacks.
template <class Function>
Function over(Function next_function, Function ours) {
  return next_function == nullptr ? nullptr : ours;
}

void add_waiting_calls(Dispatch& table) {
  const Dispatch& below = next();
#define CLC_WAITS(name, blocking) table.name = over(below.name, &Waiting<&Dispatch::name, blocking>::call)
  CLC_WAITS(clFinish, k_always);
  CLC_WAITS(clWaitForEvents, k_always);
  CLC_WAITS(clEnqueueReadBuffer, 2);
  CLC_WAITS(clEnqueueReadBufferRect, 2);
  CLC_WAITS(clEnqueueReadImage, 2);
  CLC_WAITS(clEnqueueMapBuffer, 2);
  CLC_WAITS(clEnqueueMapImage, 2);
  CLC_WAITS(clEnqueueSVMMap, 1);
  CLC_WAITS(clEnqueueSVMMemcpy, 1);
#undef CLC_WAITS
  table.clGetEventInfo = over(below.clGetEventInfo, &get_event_info);
  table.clSetProgramReleaseCallback = over(below.clSetProgramReleaseCallback, &set_program_release_callback);
  table.clSetContextDestructorCallback = over(below.clSetContextDestructorCallback, &set_context_destructor_callback);
}

Dispatch make_table() {
  const Dispatch& below = next();
  Dispatch table{};
  table.clCreateProgramWithSource = over(below.clCreateProgramWithSource, &create_with_source);
  table.clCreateProgramWithIL = over(below.clCreateProgramWithIL, &create_with_il);
  table.clCreateProgramWithBinary = over(below.clCreateProgramWithBinary, &create_with_binary);
  table.clRetainProgram = over(below.clRetainProgram, &retain_program);
  table.clReleaseProgram = over(below.clReleaseProgram, &release_program);
  table.clBuildProgram = over(below.clBuildProgram, &build_program);
  table.clCompileProgram = over(below.clCompileProgram, &compile_program);
  table.clLinkProgram = over(below.clLinkProgram, &link_program);
  table.clGetProgramInfo = over(below.clGetProgramInfo, &get_program_info);
  table.clGetProgramBuildInfo = over(below.clGetProgramBuildInfo, &get_program_build_info);
  table.clSetProgramSpecializationConstant =
      over(below.clSetProgramSpecializationConstant, &set_specialization_constant);
  table.clCreateKernel = over(below.clCreateKernel, &create_kernel);
  table.clCreateKernelsInProgram = over(below.clCreateKernelsInProgram, &create_kernels);
  table.clCloneKernel = over(below.clCloneKernel, &clone_kernel);
  table.clRetainKernel = over(below.clRetainKernel, &retain_kernel);
  table.clReleaseKernel = over(below.clReleaseKernel, &release_kernel);
  table.clGetKernelInfo = over(below.clGetKernelInfo, &get_kernel_info);
  table.clGetKernelArgInfo = over(below.clGetKernelArgInfo, &get_kernel_argument_info);
  table.clGetExtensionFunctionAddressForPlatform =
      over(below.clGetExtensionFunctionAddressForPlatform, &get_extension_address);
  table.clGetExtensionFunctionAddress = over(below.clGetExtensionFunctionAddress, &get_any_extension_address);
  // Programs make many launches and waits, so these pass through the layer only where it needs them.
  const bool is_keeping = state().settings.uses_cache;
  const bool has_checks = state().checks() != nullptr;
  if (is_keeping || has_checks || state().launches() != nullptr || state().summary.is_on()) {
    table.clEnqueueNDRangeKernel = over(below.clEnqueueNDRangeKernel, &enqueue_kernel);
    table.clEnqueueTask = over(below.clEnqueueTask, &enqueue_task);
  }
  if (is_keeping || state().times() != nullptr) add_waiting_calls(table);
  if (state().times() != nullptr) add_timing_calls(table);
  if (has_checks || state().capture() != nullptr) {
    table.clSVMAlloc = over(below.clSVMAlloc, &allocate_shared);
    table.clSVMFree = over(below.clSVMFree, &free_shared);
    table.clEnqueueSVMFree = over(below.clEnqueueSVMFree, &enqueue_free);
  }
  if (has_checks) {
    table.clReleaseMemObject = over(below.clReleaseMemObject, &release_memory);
  }
  if (has_checks || state().launches() != nullptr) {
    table.clSetKernelArg = over(below.clSetKernelArg, &set_kernel_argument);
    table.clSetKernelArgSVMPointer = over(below.clSetKernelArgSVMPointer, &set_kernel_pointer);
  }
  if (state().capture() != nullptr) add_capturing_calls(table);
  return table;
}

}  // namespace

cl_program follow_il(cl_program handle, cl_context context, const void* il, std::size_t size) {
  if (handle == nullptr || il == nullptr || !state().is_at_work()) return handle;
  quietly([&] {
    auto program = std::make_shared<FollowedProgram>(handle, context, ProgramKind::k_il);
    program->bytes.assign(static_cast<const char*>(il), size);
    follow(std::move(program));
  });
  return handle;
}

const Dispatch& entry_points() {
  static const Dispatch table = make_table();
  return table;
}

}  // namespace clc::layer
