// Writes down what OpenCL answers, in a form that is the same in each run: handles as "it" or "another", no addresses.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>

#include <iosfwd>
#include <string>
#include <vector>

namespace every_call {

struct World {
  cl_platform_id platform = nullptr;
  std::vector<cl_device_id> devices;  // of the platform
  cl_context context = nullptr;       // of all of them
  std::string folder;                 // a folder for files
  std::string il;                     // SPIR-V of `il_source`; empty: none was given
};

void say(const std::string& what);
// Sends there what this thread says from now on; without it, that goes to standard output.
void say_to(std::ostream& stream);
// "what: CL_SUCCESS", or the number of the error.
void say(const std::string& what, cl_int code);

cl_program from_source(const World& world, const std::string& source);

// All queries of a program, of its builds and of its kernels, with sizes that fit and sizes that do not.
void ask_program(const World& world, const std::string& what, cl_program program);
void ask_build(const World& world, const std::string& what, cl_program program);
void ask_kernel(const World& world, const std::string& what, cl_kernel kernel, cl_program program);
// ask_program, ask_build, and ask_kernel of all of its kernels.
void ask_all(const World& world, const std::string& what, cl_program program);
// Runs the kernel on every device, with one buffer of 8 ints as its first argument, and says what is in it then.
void run_kernel(const World& world, const std::string& what, cl_program program, const char* kernel);

}  // namespace every_call
