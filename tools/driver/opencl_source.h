// Gives source to a driver; nothing else in the project does.
#pragma once

#include <string>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/runtime/handles.h"

namespace clc {

struct SourceBuild {
  ContextHandle context;
  ProgramHandle program;
  cl_int code = CL_SUCCESS;  // of clBuildProgram
  std::string log;           // warnings too
};

// An error only if the driver does not accept the source at all; `code` tells whether the build failed.
Result<SourceBuild> build_source(cl_device_id device, const std::string& source, const std::string& options);

}  // namespace clc
