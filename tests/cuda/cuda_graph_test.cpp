// Command buffers as CUDA's graphs.
#include "catch_all.h"
#include "command_buffer_calls.h"
#include "cuda_driver.h"

namespace clc::cuda::testing {
namespace {

template <class F>
F function(const char* name) {
  return reinterpret_cast<F>(cl().clGetExtensionFunctionAddressForPlatform(platform(), name));
}

int calls_of(const char* name) {
  const std::lock_guard guard(fake().mutex);
  return fake().calls[name];
}

// Numbers after a command buffer of a fill, a copy of a box and three launches has run twice.
std::vector<cl_int> run_twice(const Scene& scene) {
  cl_int code = CL_SUCCESS;
  const cl_mem numbers = scene.buffer(1024), other = scene.buffer(1024);
  const cl_kernel kernel = scene.kernel(k_add, "add");
  const cl_command_buffer_khr buffer =
      function<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR")(1, &scene.queue, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  const cl_ulong pattern[] = {1, 2};
  CHECK(function<front::testing::RecordFill>("clCommandFillBufferKHR")(
            buffer, nullptr, nullptr, numbers, pattern, 16, 0, 1024, 0, nullptr, nullptr, nullptr) == CL_SUCCESS);
  cl().clSetKernelArg(kernel, 0, sizeof numbers, &numbers);
  for (const cl_int number : {10, 100, 1000}) {
    const std::size_t items = 64;
    cl().clSetKernelArg(kernel, 1, sizeof number, &number);
    CHECK(function<front::testing::RecordLaunch>("clCommandNDRangeKernelKHR")(buffer, nullptr, nullptr, kernel, 1,
                                                                              nullptr, &items, &items, 0, nullptr,
                                                                              nullptr, nullptr) == CL_SUCCESS);
  }
  const std::size_t from[] = {0, 0, 0}, to[] = {0, 0, 0}, region[] = {16, 4, 1};
  CHECK(function<front::testing::RecordRectangle>("clCommandCopyBufferRectKHR")(
            buffer, nullptr, nullptr, numbers, other, from, to, region, 32, 0, 16, 0, 0, nullptr, nullptr, nullptr) ==
        CL_SUCCESS);
  CHECK(function<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR")(buffer) == CL_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    CHECK(function<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR")(0, nullptr, buffer, 0, nullptr,
                                                                              nullptr) == CL_SUCCESS);
    CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
  }
  std::vector<cl_int> all(16);
  CHECK(cl().clEnqueueReadBuffer(scene.queue, other, CL_TRUE, 0, 64, all.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(function<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(buffer) == CL_SUCCESS);
  cl().clReleaseKernel(kernel);
  for (const cl_mem one : {numbers, other}) cl().clReleaseMemObject(one);
  return all;
}

}  // namespace

TEST_CASE("A command buffer is a graph, or its commands one by one where CUDA makes none") {
  const Scene scene;
  std::vector<cl_int> expected;
  for (int i = 0; i < 16; ++i) expected.push_back(i % 2 == 0 ? 1110 + 1 + i / 2 % 2 : 1110);
  const int launches = calls_of("cuGraphLaunch"), kernels = calls_of("cuLaunchKernel");
  CHECK(run_twice(scene) == expected);
  CHECK(calls_of("cuGraphLaunch") == launches + 2);
  CHECK(calls_of("cuLaunchKernel") == kernels + 3);
  for (const char* name : {"cuStreamBeginCapture_v2", "cuGraphInstantiateWithFlags"}) {
    INFO(name);
    set_failures({{name, 900}});
    CHECK(run_twice(scene) == expected);
    set_failures({});
    CHECK(calls_of("cuGraphLaunch") == launches + 2);
  }
  const std::lock_guard guard(fake().mutex);
  CHECK(fake().live_graphs == 0);
}

}  // namespace clc::cuda::testing
