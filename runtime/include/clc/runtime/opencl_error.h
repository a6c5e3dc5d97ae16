// OpenCL's error codes as text and as errors of this library.
#pragma once

#include <string>

#include <CL/cl.h>

#include "clc/base/result.h"

namespace clc {

// "CL_INVALID_BINARY (-42)"
std::string opencl_error_name(cl_int code);

// A failure of kind k_opencl: "WHAT: CL_INVALID_BINARY (-42)". `what` names the call that failed.
inline Failure fail_opencl(cl_int code, const std::string& what) {
  return fail(ErrorKind::k_opencl, what + ": " + opencl_error_name(code));
}

}  // namespace clc
