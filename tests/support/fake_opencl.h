// A driver that tests can make misbehave. Linked into a test, it takes the place of the ICD loader's functions.
#pragma once

#include <atomic>
#include <string>

#include "clc/runtime/device.h"

namespace clc::test {

// It takes "IL …" and PTX, and its own binaries: "FINISHED by NAME: ", a zero, and what they were made from.
struct FakeDriver {
  std::string name = "one";    // its binaries are another's when this changes
  cl_uint devices = 1;         // of a program that was made from IL; ours is the last
  std::string gives;           // instead of its binary
  bool gives_nothing = false;  // binaries have no bytes
  bool refuses_binaries = false;
  bool dies_of_binaries = false;
  cl_int info_code = CL_SUCCESS;  // of clGetProgramInfo
  std::size_t claimed_size = 0;   // instead of the binary's
  cl_uint binary_type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;

  std::atomic<int> compiled{0};  // from IL and PTX
  std::atomic<int> loaded{0};    // its own binaries
  std::atomic<int> foreign{0};   // binaries that are none, or another's
  std::atomic<int> objects{0};   // programs and kernels that exist
};

FakeDriver& fake_driver();
// Everything as at the start.
void reset_fake_driver();
Device fake_device();

}  // namespace clc::test
