// A driver that tests can make misbehave. Linked into a test, it takes the place of the ICD loader's functions.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clc/runtime/device.h"

namespace clc::test {

// An action of one call instead of its work.
struct Misbehaviour {
  std::string call;           // "clCreateBuffer"
  long at = 0;                // which one since the driver was new; 1 is the first
  cl_int code = CL_SUCCESS;   // what it returns
  bool gives_object = false;  // together with the code, which OpenCL does not allow and drivers do
  bool claims_much = false;   // succeeds, and tells a size or number that no memory holds
};

// It takes "IL …" and PTX, and its own binaries: "FINISHED by NAME: ", a zero, and what they were made from.
struct FakeDriver {
  std::string name = "one";    // its binaries are another's when this changes
  cl_uint devices = 1;         // of a program that was made from IL; ours is the last
  std::string gives;           // instead of its binary
  bool gives_nothing = false;  // binaries have no bytes
  bool refuses_binaries = false;
  bool takes_all_binaries = false;  // also those of no kind that it knows
  std::size_t group_limit = 256;    // work-items of a group, whatever the kernel
  bool dies_of_binaries = false;
  std::string refused_option;     // clBuildProgram takes no options that contain it
  cl_int info_code = CL_SUCCESS;  // of clGetProgramInfo
  std::size_t claimed_size = 0;   // instead of the binary's
  cl_uint binary_type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  cl_int event_status = CL_COMPLETE;                     // of each command
  std::function<void(const char* message)> report = {};  // tells the last context of an error
  Misbehaviour misbehaviour;

  std::atomic<int> compiled{0};  // from IL and PTX
  std::atomic<int> loaded{0};    // its own binaries
  std::atomic<int> foreign{0};   // binaries that are none, or another's
  std::atomic<int> objects{0};   // programs and kernels that exist
  std::atomic<int> misuses{0};   // calls with an object that does not exist
};

FakeDriver& fake_driver();
// Everything as at the start. Objects that still exist go on existing.
void reset_fake_driver();
Device fake_device();

// How often each function was called since the driver was new.
std::map<std::string, long> fake_calls();
// The kind of every object that exists, sorted: "buffer", "context", "event", …
std::vector<std::string> fake_objects();

}  // namespace clc::test
