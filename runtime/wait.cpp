#include "wait.h"

#include "clc/runtime/opencl_error.h"
#include "opencl_calls.h"

namespace clc {

Result<CommandTime> wait_for(cl_event event, const std::string& what) {
  const cl_int waited = opencl().clWaitForEvents(1, &event);
  cl_int status = CL_COMPLETE;
  opencl().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
  if (status < 0) return fail_opencl(status, what + " failed on the device");
  if (waited != CL_SUCCESS) return fail_opencl(waited, what + ": clWaitForEvents");

  cl_ulong start = 0;
  cl_ulong end = 0;
  const cl_int start_code =
      opencl().clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, nullptr);
  const cl_int end_code = opencl().clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr);
  if (start_code != CL_SUCCESS || end_code != CL_SUCCESS || end < start) return CommandTime{};
  return CommandTime{end - start, start};
}

}  // namespace clc
