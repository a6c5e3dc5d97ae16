// Preloaded, as a driver after a fault: a buffer of one byte is not filled, but hangs with CLC_TEST_FILL_HANGS, and
// what comes after that with CLC_TEST_END_HANGS.
#include <CL/cl.h>
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

namespace {
bool g_has_ended = false;

void hang_if(const char* variable) {
  while (std::getenv(variable) != nullptr) pause();
}
}  // namespace

extern "C" cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                                      size_t offset, size_t size, cl_uint count, const cl_event* events,
                                      cl_event* event) {
  if (size == 1) {
    g_has_ended = true;
    hang_if("CLC_TEST_FILL_HANGS");
    return CL_OUT_OF_RESOURCES;
  }
  static const auto next = reinterpret_cast<decltype(&clEnqueueFillBuffer)>(dlsym(RTLD_NEXT, "clEnqueueFillBuffer"));
  return next(queue, buffer, pattern, pattern_size, offset, size, count, events, event);
}

extern "C" cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                         const size_t* offset, const size_t* global, const size_t* local, cl_uint count,
                                         const cl_event* events, cl_event* event) {
  if (global[0] < 60000) return CL_OUT_OF_RESOURCES;
  static const auto next =
      reinterpret_cast<decltype(&clEnqueueNDRangeKernel)>(dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel"));
  return next(queue, kernel, dimensions, offset, global, local, count, events, event);
}

extern "C" cl_int clReleaseContext(cl_context context) {
  if (g_has_ended) hang_if("CLC_TEST_END_HANGS");
  static const auto next = reinterpret_cast<decltype(&clReleaseContext)>(dlsym(RTLD_NEXT, "clReleaseContext"));
  return next(context);
}
