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

namespace handle_detail {
void release_context(cl_context context);
void release_queue(cl_command_queue queue);
void release_program(cl_program program);
void release_kernel(cl_kernel kernel);
void release_event(cl_event event);
void release_memory(cl_mem memory);
}  // namespace handle_detail

using ContextHandle = Handle<cl_context, handle_detail::release_context>;
using QueueHandle = Handle<cl_command_queue, handle_detail::release_queue>;
using ProgramHandle = Handle<cl_program, handle_detail::release_program>;
using KernelHandle = Handle<cl_kernel, handle_detail::release_kernel>;
using EventHandle = Handle<cl_event, handle_detail::release_event>;
using MemoryHandle = Handle<cl_mem, handle_detail::release_memory>;

}  // namespace clc
