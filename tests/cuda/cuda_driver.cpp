#include "cuda_driver.h"

#include <atomic>
#include <thread>

#include "base/environment_variable.h"
#include "base/platform/libraries.h"
#include "catch_all.h"

namespace clc::cuda::testing {
namespace {

// Every object of OpenCL begins with a pointer to the table.
struct WithTable {
  const cl_icd_dispatch* table;
};

void* library_of(const std::string& name) {
  std::string why;
  void* const library = clc::platform::open_library(name, why);
  INFO(why);
  REQUIRE(library != nullptr);
  return library;
}

cl_int ask_for_platform(cl_platform_id* found) {
  static void* const library = library_of(environment_variable("CLC_TESTED_DRIVER"));
  const auto ask = reinterpret_cast<cl_int(CL_API_CALL*)(cl_uint, cl_platform_id*, cl_uint*)>(
      clc::platform::find_function(library, "clIcdGetPlatformIDsKHR"));
  REQUIRE(ask != nullptr);
  return ask(1, found, nullptr);
}

void CL_CALLBACK take_report(const char* text, const void*, std::size_t, void* data) {
  static_cast<Scene*>(data)->reports.emplace_back(text);
}

}  // namespace

cl_int platform_code() {
  cl_platform_id found = nullptr;
  return ask_for_platform(&found);
}

cl_platform_id platform() {
  static const cl_platform_id one = [] {
    cl_platform_id found = nullptr;
    REQUIRE(ask_for_platform(&found) == CL_SUCCESS);
    return found;
  }();
  return one;
}

const cl_icd_dispatch& cl() {
  return *reinterpret_cast<const WithTable*>(platform())->table;
}

FakeCuda& fake() {
  static FakeCuda* const one = [] {
    platform();
    return fake_function<FakeCuda*()>(k_fake_cuda)();
  }();
  return *one;
}

void* fake_function(const char* name) {
  static void* const library = library_of(clc::platform::k_cuda_driver);
  void* const found = clc::platform::find_function(library, name);
  REQUIRE(found != nullptr);
  return found;
}

std::string module_of(const std::string& kernels) {
  return ".version 7.8\n.target sm_90\n// clc_kernels:{\"version\":1,\"kernels\":[" + kernels + "]}";
}

Scene::Scene(cl_command_queue_properties properties) {
  REQUIRE(cl().clGetDeviceIDs(platform(), CL_DEVICE_TYPE_GPU, 1, &device, nullptr) == CL_SUCCESS);
  cl_int code = CL_SUCCESS;
  context = cl().clCreateContext(nullptr, 1, &device, take_report, this, &code);
  REQUIRE(code == CL_SUCCESS);
  queue = cl().clCreateCommandQueue(context, device, properties, &code);
  REQUIRE(code == CL_SUCCESS);
}

Scene::~Scene() {
  cl().clFinish(queue);
  wait_for_callbacks();
  cl().clReleaseCommandQueue(queue);
  cl().clReleaseContext(context);
}

// Callbacks follow each other: when this one was called, the others were.
void Scene::wait_for_callbacks() const {
  const cl_event last = cl().clCreateUserEvent(context, nullptr);
  CHECK(cl().clSetUserEventStatus(last, CL_COMPLETE) == CL_SUCCESS);
  std::atomic<bool> is_called{false};
  cl().clSetEventCallback(
      last, CL_COMPLETE, [](cl_event, cl_int, void* data) { *static_cast<std::atomic<bool>*>(data) = true; },
      &is_called);
  while (!is_called) std::this_thread::yield();
  cl().clReleaseEvent(last);
}

cl_program Scene::program(const std::string& binary, cl_int& code) const {
  const std::size_t size = binary.size();
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  const cl_program made = cl().clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &code);
  if (made == nullptr) return nullptr;
  code = cl().clBuildProgram(made, 0, nullptr, nullptr, nullptr, nullptr);
  return made;
}

cl_kernel Scene::kernel(const std::string& facts, const char* name) const {
  cl_int code = CL_SUCCESS;
  const cl_program made = program(module_of(facts), code);
  REQUIRE(code == CL_SUCCESS);
  const cl_kernel found = cl().clCreateKernel(made, name, &code);
  REQUIRE(code == CL_SUCCESS);
  cl().clReleaseProgram(made);
  return found;
}

cl_mem Scene::buffer(std::size_t size, cl_mem_flags flags, void* host) const {
  cl_int code = CL_SUCCESS;
  const cl_mem made = cl().clCreateBuffer(context, flags, size, host, &code);
  REQUIRE(code == CL_SUCCESS);
  return made;
}

void set_failures(std::map<std::string, int> failures) {
  const std::lock_guard guard(fake().mutex);
  fake().failures = std::move(failures);
}

cl_int Scene::launch(cl_kernel kernel, std::size_t items, std::size_t group, std::size_t offset,
                     cl_event* event) const {
  return cl().clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &items, group != 0 ? &group : nullptr, 0, nullptr,
                                     event);
}

}  // namespace clc::cuda::testing
