// Errors of OpenCL as exceptions. They end in the functions of icd.cpp, which return their codes.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_icd.h>

#include <stdexcept>
#include <string>

namespace clc::front {

struct Failure : std::runtime_error {
  explicit Failure(cl_int error, const std::string& text = {}) : std::runtime_error(text), code(error) {}
  cl_int code;
};

inline void require(bool condition, cl_int code) {
  if (!condition) throw Failure(code);
}

}  // namespace clc::front
