#include "clc/runtime/handles.h"

#include "opencl_calls.h"

namespace clc::handle_detail {

void release_context(cl_context context) {
  opencl().clReleaseContext(context);
}
void release_queue(cl_command_queue queue) {
  opencl().clReleaseCommandQueue(queue);
}
void release_program(cl_program program) {
  opencl().clReleaseProgram(program);
}
void release_kernel(cl_kernel kernel) {
  opencl().clReleaseKernel(kernel);
}
void release_event(cl_event event) {
  opencl().clReleaseEvent(event);
}
void release_memory(cl_mem memory) {
  opencl().clReleaseMemObject(memory);
}

}  // namespace clc::handle_detail
