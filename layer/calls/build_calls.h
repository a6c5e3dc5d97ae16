// clBuildProgram, clCompileProgram and clLinkProgram of followed programs.
#pragma once

#include <memory>

#include "program/followed_program.h"

namespace clc::layer {

using Notify = void(CL_CALLBACK*)(cl_program, void*);

// The arguments as the application gave them.
struct BuildArguments {
  cl_uint count = 0;
  const cl_device_id* list = nullptr;
  const char* options = nullptr;
  Notify notify = nullptr;
  void* data = nullptr;
};

// With a callback, a program that reads no files, and options that no driver refuses, the build goes on in the
// background when this returns.
cl_int build(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments);

// Waits for a build in the background. All calls that concern the program begin so, but those that ask for its status.
void await_background(FollowedProgram& program);

cl_int compile(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments, cl_uint header_count,
               const cl_program* headers, const char** names);

cl_program link(cl_context context, const BuildArguments& arguments, cl_uint input_count, const cl_program* inputs,
                cl_int* code);

// Lets the driver do a compilation that was put off. Returns false when the compilation fails.
bool compile_now(FollowedProgram& program);
// Does the same for a caller that has the program's turn (BuildLock).
bool compile_deferred(FollowedProgram& program);

// Returns true when nobody has written the files that the compilation reads since it was called.
bool is_same_compilation(FollowedProgram& program, const Compilation& compilation);
// Checks whether the driver read the files that the compilation's identity stands for, once for each compilation. A
// compilation whose files have changed loses its identity.
bool is_compiled_of_same(FollowedProgram& program);

// Returns the devices of a context or program, or none when the driver answers with an error.
std::vector<cl_device_id> devices_of(cl_context context);
std::vector<cl_device_id> devices_of(cl_program program);

}  // namespace clc::layer
