#include "calls/capture_calls.h"

#include "layer_state.h"

namespace clc::layer {
namespace {

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
    const Object object = (next().*Call)(arguments...);
    if (object != nullptr) tell_capture([&](LaunchCapture& capture) { capture.created(object); });
    return object;
  }
};

cl_int CL_API_CALL set_execution(cl_kernel kernel, cl_kernel_exec_info name, std::size_t size, const void* value) {
  const cl_int code = next().clSetKernelExecInfo(kernel, name, size, value);
  if (code == CL_SUCCESS) tell_capture([&](LaunchCapture& capture) { capture.set_indirect(kernel); });
  return code;
}

}  // namespace

void add_capturing_calls(Dispatch& table) {
  const Dispatch& below = next();
#define CLC_OVER(name, function) table.name = below.name == nullptr ? nullptr : (function)
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
  CLC_OVER(clSetKernelExecInfo, &set_execution);
#undef CLC_CREATES
#undef CLC_OVER
}

}  // namespace clc::layer
