// Answers queries about followed programs and kernels.
#pragma once

#include <memory>

#include "program/followed_program.h"

namespace clc::layer {

// The arguments of a query that receive its result.
struct QueryBuffer {
  std::size_t size = 0;
  void* value = nullptr;
  std::size_t* size_ret = nullptr;
};

cl_int program_info(FollowedProgram& program, cl_program_info info, const QueryBuffer& buffer);
cl_int program_build_info(FollowedProgram& program, cl_device_id device, cl_program_build_info info,
                          const QueryBuffer& buffer);
cl_int kernel_info(FollowedProgram& program, cl_kernel kernel, cl_kernel_info info, const QueryBuffer& buffer);
cl_int kernel_argument_info(FollowedProgram& program, cl_kernel kernel, cl_uint argument, cl_kernel_arg_info info,
                            const QueryBuffer& buffer);

}  // namespace clc::layer
