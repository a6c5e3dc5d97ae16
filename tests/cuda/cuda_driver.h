// libclc-cuda.so over the fake libcuda.so.1.
#pragma once

#include <map>
#include <string>
#include <vector>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>

#include "fake_cuda.h"

namespace clc::cuda::testing {

// The driver's table of functions; its platform is `platform()`.
const cl_icd_dispatch& cl();
cl_platform_id platform();
// clIcdGetPlatformIDsKHR's answer.
cl_int platform_code();
FakeCuda& fake();
// A function of the fake libcuda.so.1.
void* fake_function(const char* name);
template <class F>
F* fake_function(const char* name) {
  return reinterpret_cast<F*>(fake_function(name));
}

// Functions of the fake that fail from now on, with their errors.
void set_failures(std::map<std::string, int> failures);

// Facts about the fake's kernel add(buffer, int).
inline const std::string k_add = R"({"name":"add","attributes":"","arguments":[
  {"kind":"buffer","size":8,"name":"numbers","type_name":"int*","address":"global","qualifiers":["const","volatile"]},
  {"kind":"value","size":4,"name":"number","type_name":"int","address":"private"}]})";

// PTX for the fake, with facts about kernels as JSON.
std::string module_of(const std::string& kernels);

// A context with the first device, a queue on it, and what the context was told.
struct Scene {
  explicit Scene(cl_command_queue_properties properties = 0);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // Null where it cannot be built; `code` is then the error.
  cl_program program(const std::string& binary, cl_int& code) const;
  cl_kernel kernel(const std::string& facts, const char* name) const;
  cl_mem buffer(std::size_t size, cl_mem_flags flags = 0, void* host = nullptr) const;
  cl_int launch(cl_kernel kernel, std::size_t items, std::size_t group, std::size_t offset = 0,
                cl_event* event = nullptr) const;

  // Until the context has been told all that there is to tell.
  void wait_for_callbacks() const;

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::vector<std::string> reports;
};

}  // namespace clc::cuda::testing
