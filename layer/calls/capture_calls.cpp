#include "calls/capture_calls.h"

#include "capture/launch_capture.h"
#include "layer_state.h"

namespace clc::layer {
namespace {

Dispatch inner;  // the layer's other functions, or the next layer's

template <class Work>
void tell_capture(const Work& work) noexcept {
  LaunchCapture* const capture = state().capture();
  if (capture == nullptr) return;
  try {
    work(*capture);
  } catch (...) {
    // The capture then lacks the object, and says so.
  }
}

// Wraps a call that returns a new object.
template <auto Call>
struct Creating;
template <class Object, class... Arguments, Object (CL_API_CALL* Dispatch::*Call)(Arguments...)>
struct Creating<Call> {
  static Object CL_API_CALL call(Arguments... arguments) {
    const Object object = (inner.*Call)(arguments...);
    if (object != nullptr) tell_capture([&](LaunchCapture& capture) { capture.created(object); });
    return object;
  }
};

cl_int CL_API_CALL create_captured_kernels(cl_program program, cl_uint room, cl_kernel* kernels, cl_uint* told) {
  cl_uint count = 0;
  const cl_int code = inner.clCreateKernelsInProgram(program, room, kernels, told == nullptr ? &count : told);
  if (told != nullptr) count = *told;
  for (cl_uint i = 0; code == CL_SUCCESS && kernels != nullptr && i < count && i < room; ++i)
    tell_capture([&](LaunchCapture& capture) { capture.created(kernels[i]); });
  return code;
}

cl_kernel CL_API_CALL clone_captured_kernel(cl_kernel from, cl_int* code) {
  const cl_kernel kernel = inner.clCloneKernel(from, code);
  if (kernel != nullptr) tell_capture([&](LaunchCapture& capture) { capture.cloned(from, kernel); });
  return kernel;
}

void* CL_API_CALL allocate(cl_context context, cl_svm_mem_flags flags, std::size_t size, cl_uint alignment) {
  void* const pointer = inner.clSVMAlloc(context, flags, size, alignment);
  if (pointer != nullptr) tell_capture([&](LaunchCapture& capture) { capture.allocated(pointer, size); });
  return pointer;
}

cl_int CL_API_CALL set_captured_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
  const cl_int code = inner.clSetKernelArg(kernel, index, size, value);
  if (code == CL_SUCCESS)
    tell_capture([&](LaunchCapture& capture) { capture.set_argument(kernel, index, size, value); });
  return code;
}

cl_int CL_API_CALL set_captured_pointer(cl_kernel kernel, cl_uint index, const void* value) {
  const cl_int code = inner.clSetKernelArgSVMPointer(kernel, index, value);
  if (code == CL_SUCCESS) tell_capture([&](LaunchCapture& capture) { capture.set_pointer(kernel, index, value); });
  return code;
}

cl_int CL_API_CALL set_execution(cl_kernel kernel, cl_kernel_exec_info name, std::size_t size, const void* value) {
  const cl_int code = inner.clSetKernelExecInfo(kernel, name, size, value);
  if (code == CL_SUCCESS) tell_capture([&](LaunchCapture& capture) { capture.set_indirect(kernel); });
  return code;
}

template <class Enqueue>
cl_int captured(const Launch& launch, cl_event* event, const Enqueue& enqueue) {
  LaunchCapture* const capture = state().capture();
  return capture == nullptr ? enqueue(event) : capture->launch(launch, event, enqueue);
}

cl_int CL_API_CALL enqueue_captured_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                           const std::size_t* offset, const std::size_t* global,
                                           const std::size_t* local, cl_uint count, const cl_event* events,
                                           cl_event* event) {
  return captured({queue, kernel, dimensions, offset, global, local, count, events}, event, [&](cl_event* done) {
    return inner.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, events, done);
  });
}

cl_int CL_API_CALL enqueue_captured_task(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                                         const cl_event* events, cl_event* event) {
  const std::size_t one = 1;
  return captured({queue, kernel, 1, nullptr, &one, &one, count, events}, event,
                  [&](cl_event* done) { return inner.clEnqueueTask(queue, kernel, count, events, done); });
}

}  // namespace

void add_capturing_calls(Dispatch& table) {
  const Dispatch& below = next();
#define CLC_CALL(name) inner.name = table.name == nullptr ? below.name : table.name
#define CLC_OVER(name, function) \
  CLC_CALL(name);                \
  table.name = inner.name == nullptr ? nullptr : (function)
#define CLC_CREATES(name) CLC_OVER(name, (&Creating<&Dispatch::name>::call))
  CLC_CREATES(clCreateBuffer);
  CLC_CREATES(clCreateBufferWithProperties);
  CLC_CREATES(clCreateSubBuffer);
  CLC_CREATES(clCreateImage);
  CLC_CREATES(clCreateImageWithProperties);
  CLC_CREATES(clCreateImage2D);
  CLC_CREATES(clCreateImage3D);
  CLC_CREATES(clCreateSampler);
  CLC_CREATES(clCreateSamplerWithProperties);
  CLC_CREATES(clCreateKernel);
  CLC_OVER(clCreateKernelsInProgram, &create_captured_kernels);
  CLC_OVER(clCloneKernel, &clone_captured_kernel);
  CLC_OVER(clSVMAlloc, &allocate);
  CLC_OVER(clSetKernelArg, &set_captured_argument);
  CLC_OVER(clSetKernelArgSVMPointer, &set_captured_pointer);
  CLC_OVER(clSetKernelExecInfo, &set_execution);
  CLC_OVER(clEnqueueNDRangeKernel, &enqueue_captured_kernel);
  CLC_OVER(clEnqueueTask, &enqueue_captured_task);
#undef CLC_CREATES
#undef CLC_OVER
#undef CLC_CALL
}

}  // namespace clc::layer
