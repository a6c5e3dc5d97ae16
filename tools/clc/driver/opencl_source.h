// The only place of the project that gives source to a driver.
#pragma once

#include <string>

#include <CL/cl.h>

#include "clc/package/result.h"
#include "clc/runtime/handles.h"

namespace clc {

struct SourceBuild {
  ContextHandle context;
  ProgramHandle program;
  cl_int code = CL_SUCCESS;  // of clBuildProgram
  std::string log;           // warnings too
};

// An error only where the driver does not even take the source; a failed build is in `code`.
Result<SourceBuild> build_source(cl_device_id device, const std::string& source, const std::string& options);

}  // namespace clc
