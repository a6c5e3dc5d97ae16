// Which calls a launch makes.
#include <cstring>

#include "catch_all.h"
#include "cuda_driver.h"

namespace clc::cuda::testing {
namespace {

// A scene with launches of `add`, which their second argument tells apart.
struct Launches {
  explicit Launches(cl_command_queue_properties properties) : scene(properties), kernel(scene.kernel(k_add, "add")) {
    const cl_mem one = scene.buffer(64);
    buffer = one;
    cl().clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    forget();
  }
  ~Launches() {
    for (const cl_event event : events) cl().clReleaseEvent(event);
    cl().clReleaseMemObject(buffer);
    cl().clReleaseKernel(kernel);
  }
  Launches(const Launches&) = delete;
  Launches& operator=(const Launches&) = delete;

  static void forget() {
    const std::lock_guard guard(fake().mutex);
    fake().launches.clear();
    fake().calls.clear();
  }
  // Returns the launch's index in `events`.
  std::size_t launch(const std::vector<cl_event>& waits = {}) {
    const auto number = static_cast<cl_int>(events.size());
    const std::size_t items = 16;
    CHECK(cl().clSetKernelArg(kernel, 1, sizeof number, &number) == CL_SUCCESS);
    CHECK(cl().clEnqueueNDRangeKernel(scene.queue, kernel, 1, nullptr, &items, nullptr,
                                      static_cast<cl_uint>(waits.size()), waits.empty() ? nullptr : waits.data(),
                                      &events.emplace_back()) == CL_SUCCESS);
    return events.size() - 1;
  }
  std::map<std::size_t, FakeLaunch> finished() const {
    CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
    const std::lock_guard guard(fake().mutex);
    std::map<std::size_t, FakeLaunch> all;
    for (const FakeLaunch& one : fake().launches) {
      cl_int number = 0;
      std::memcpy(&number, one.arguments[1].data(), sizeof number);
      all[static_cast<std::size_t>(number)] = one;
    }
    return all;
  }

  Scene scene;
  cl_kernel kernel;
  cl_mem buffer = nullptr;
  std::vector<cl_event> events;
};

}  // namespace

TEST_CASE("A launch that no event is wanted of is one call of CUDA's, by the thread that enqueues it") {
  Launches launches(0);
  const std::size_t items = 16;
  const cl_int number = 0;
  CHECK(cl().clSetKernelArg(launches.kernel, 1, sizeof number, &number) == CL_SUCCESS);
  const auto push = fake_function<int(std::uintptr_t)>("cuCtxPushCurrent_v2");
  const auto pop = fake_function<int(std::uintptr_t*)>("cuCtxPopCurrent_v2");
  CHECK(launches.scene.launch(launches.kernel, items, items) == CL_SUCCESS);
  CHECK(cl().clFinish(launches.scene.queue) == CL_SUCCESS);
  std::uintptr_t context = fake().streams.begin()->second;
  CHECK(push(context) == 0);
  Launches::forget();
  constexpr int k_launches = 300;
  for (int i = 0; i < k_launches; ++i) CHECK(launches.scene.launch(launches.kernel, items, items) == CL_SUCCESS);
  {
    const std::lock_guard guard(fake().mutex);
    auto calls = fake().calls;
    CHECK(calls["cuLaunchKernel"] == k_launches);
    // The queue's thread may have begun to wait for their end.
    CHECK(calls["cuCtxPushCurrent_v2"] <= calls["cuStreamSynchronize"]);
    CHECK(calls["cuStreamSynchronize"] < k_launches / 2);
    for (const char* const name :
         {"cuLaunchKernel", "cuCtxGetCurrent", "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2", "cuStreamSynchronize"}) {
      calls.erase(name);
    }
    CHECK(calls.empty());
    for (const FakeLaunch& one : fake().launches) CHECK(one.thread == std::this_thread::get_id());
  }
  CHECK(pop(&context) == 0);
}

}  // namespace clc::cuda::testing
