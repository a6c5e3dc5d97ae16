// A driver with a compiler, for tests of the layer: the table of functions that a loader would give to it. Its source
// has kernels wherever "kernel void NAME(" stands, and does not compile where it says ERROR.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "next_layer.h"

namespace clc::test {

struct FakeCompiler {
  std::string platform = "Fake";
  std::string name = "one";  // its binaries are another's when this changes
  bool refuses_binaries = false;
  bool refuses_compilations = false;  // and leaves the program as it was
  bool dies_of_binaries = false;
  bool dies_of_questions = false;       // for its binaries
  std::string gives;                    // instead of its binary
  bool binaries_lose_arguments = true;  // clGetKernelArgInfo of a program from a binary: not available
  bool logs_add_up = false;             // each build's log begins with those of earlier builds of the program
  std::string log;                      // of every build that works; empty: one that names its options
  bool calls_back_later = false;        // by call_back(), as a driver does that compiles in a thread
  bool builds_with_kernels = false;     // builds a program that has kernels, as NVIDIA's driver does
  std::string il = "SPIR-V_1.2";
  std::string extensions;  // of OpenCL
  std::vector<const char*> spirv_extensions;
  std::vector<cl_uint> spirv_capabilities;
  int kernels_fail_at = 0;  // which clCreateKernel fails, from 1; 0: none

  std::function<void()> while_compiling;  // called in the middle of each build and compilation
  std::function<void()> while_asked;      // for binaries

  std::atomic<int> sources{0};   // programs made of source that is not blank
  std::atomic<int> compiled{0};  // builds and compilations from source and IL
  std::atomic<int> linked{0};
  std::atomic<int> loaded{0};   // builds of its own binaries
  std::atomic<int> foreign{0};  // binaries that are not its own
  std::atomic<int> misuses{0};  // calls with an object that does not exist
  std::atomic<int> kernels_made{0};
  std::atomic<int> asked{0};  // for binaries

  std::mutex mutex;
  std::vector<std::string> texts;  // all that was compiled
};

FakeCompiler& fake();
void reset_fake();
// Programs and kernels that exist.
int fake_objects();
void call_back();

const layer::Dispatch& fake_table();
cl_context fake_context();
// Two devices, with different names.
cl_device_id fake_device_at(int index);

}  // namespace clc::test
