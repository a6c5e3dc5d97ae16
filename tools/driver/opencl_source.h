// Gives source to a driver; nothing else in the project does.
#pragma once

#include <string>
#include <vector>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/runtime/handles.h"
#include "protocol/protocol.h"

namespace clc {

struct SourceBuild {
  ContextHandle context;
  ProgramHandle program;
  std::string step;          // the function that gave the code
  cl_int code = CL_SUCCESS;  // of clBuildProgram, or of clCompileProgram and clLinkProgram
  std::string log;           // warnings too
};

// Builds one source, compiles and links several, libraries, and what becomes a library. An error only if the driver
// does not accept a source at all; `code` tells whether the build failed.
Result<SourceBuild> build_sources(cl_device_id device, const DriverRequest& request);

}  // namespace clc
