// Ownership of OpenCL objects, and errors that name the failed call.
#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include <CL/cl.h>

#include "clc/package/result.h"
#include "clc/runtime/program.h"

namespace clc {

template <auto release>
struct ReleaseWith {
  template <class T>
  void operator()(T* object) const {
    release(object);
  }
};

template <class T, auto release>
using Handle = std::unique_ptr<std::remove_pointer_t<T>, ReleaseWith<release>>;

using ContextHandle = Handle<cl_context, clReleaseContext>;
using QueueHandle = Handle<cl_command_queue, clReleaseCommandQueue>;
using ProgramHandle = Handle<cl_program, clReleaseProgram>;
using KernelHandle = Handle<cl_kernel, clReleaseKernel>;
using EventHandle = Handle<cl_event, clReleaseEvent>;
using MemoryHandle = Handle<cl_mem, clReleaseMemObject>;

inline Failure fail_opencl(cl_int code, const std::string& what) {
  return fail(ErrorKind::k_opencl, what + ": " + opencl_error_name(code));
}

// What a driver said while it built a program; empty where it does not tell.
std::string read_build_log(cl_program program, cl_device_id device);

}  // namespace clc
