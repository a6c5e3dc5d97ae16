// Owners of OpenCL objects: each releases its object when it goes.
#pragma once

#include <memory>
#include <type_traits>

#include <CL/cl.h>

#include "clc/runtime/opencl_error.h"

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

}  // namespace clc
