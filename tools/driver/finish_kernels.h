// PoCL's binary, with the kernels finished that are asked for and no others.
#pragma once

#include <string>
#include <vector>

#include <CL/cl.h>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "protocol/protocol.h"

namespace clc {

// `launches` as in DriverRequest. Forms that PoCL dies of are left out.
Result<Bytes> finished_binary(cl_program program, Finish finish, const std::vector<std::string>& launches);

// The binary as the driver gives it.
Result<Bytes> read_binary(cl_program program);

// Notes what is done: see k_stage_file.
void note_stage(const std::string& stage);

}  // namespace clc
