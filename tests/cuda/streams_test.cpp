// Which calls a launch makes, and how the commands of a queue out of order lie in CUDA's streams.
#include <chrono>
#include <cstring>
#include <random>
#include <set>

#include "catch_all.h"
#include "clc_cuda.h"
#include "cuda_driver.h"

namespace clc::cuda::testing {
namespace {

// A scene with launches of `add`, which their second argument distinguishes.
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

constexpr cl_command_queue_properties k_unordered = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

}  // namespace

TEST_CASE("A launch that no event is wanted of is one call of CUDA's, by the thread that enqueues it") {
  Launches launches(GENERATE(cl_command_queue_properties{0}, cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE}));
  const std::size_t items = 16;
  const cl_int number = 0;
  CHECK(cl().clSetKernelArg(launches.kernel, 1, sizeof number, &number) == CL_SUCCESS);
  const auto push = fake_function<int(std::uintptr_t)>("cuCtxPushCurrent_v2");
  const auto pop = fake_function<int(std::uintptr_t*)>("cuCtxPopCurrent_v2");
  CHECK(launches.scene.launch(launches.kernel, items, items) == CL_SUCCESS);
  CHECK(cl().clFinish(launches.scene.queue) == CL_SUCCESS);
  // An earlier test's queue may give its stream back late, on its own thread.
  const auto live_streams = [] {
    const std::lock_guard guard(fake().mutex);
    return fake().live_streams;
  };
  while (live_streams() != 1) std::this_thread::yield();
  std::uintptr_t context = fake().streams.begin()->second;
  CHECK(push(context) == 0);
  Launches::forget();
  constexpr int k_launches = 300;
  for (int i = 0; i < k_launches; ++i) CHECK(launches.scene.launch(launches.kernel, items, items) == CL_SUCCESS);
  {
    const std::lock_guard guard(fake().mutex);
    auto calls = fake().calls;
    CHECK(calls["cuLaunchKernel"] == k_launches);
    // The queue's thread makes the context its own before it waits for their end, and may be between the two.
    CHECK(calls["cuCtxPushCurrent_v2"] <= calls["cuStreamSynchronize"] + 1);
    CHECK(calls["cuStreamSynchronize"] < k_launches / 2);
    for (const char* const name :
         {"cuLaunchKernel", "cuCtxGetCurrent", "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2", "cuStreamSynchronize"}) {
      calls.erase(name);
    }
    std::string others;
    for (const auto& [name, count] : calls) others += name + " ";
    CHECK(others == "");
    for (const FakeLaunch& one : fake().launches) CHECK(one.thread == std::this_thread::get_id());
  }
  CHECK(pop(&context) == 0);
}

TEST_CASE("Launches that no event is wanted of have the arguments and ranges that they were enqueued with") {
  for (const cl_command_queue_properties properties : {cl_command_queue_properties{0}, k_unordered}) {
    const Launches launches(properties);
    cl_kernel other = launches.scene.kernel(k_add, "add");
    const cl_mem buffer = launches.scene.buffer(64);
    CHECK(cl().clSetKernelArg(other, 0, sizeof buffer, &buffer) == CL_SUCCESS);
    struct Wanted {
      cl_kernel kernel;
      cl_int number;
      std::size_t items, group;
    };
    std::vector<Wanted> all;
    std::mt19937 random(1);
    std::map<cl_kernel, cl_int> numbers;
    for (int i = 0; i < 200; ++i) {
      const cl_kernel kernel = random() % 2 == 0 || i == 100 ? launches.kernel : other;
      if (random() % 4 == 0 || !numbers.contains(kernel)) {
        numbers[kernel] = i;
        CHECK(cl().clSetKernelArg(kernel, 1, sizeof i, &i) == CL_SUCCESS);
      }
      const std::size_t group = 1U << random() % 3;
      all.push_back({kernel, numbers[kernel], 8 + 8 * (random() % 2), group});
      CHECK(launches.scene.launch(kernel, all.back().items, group) == CL_SUCCESS);
      if (random() % 16 == 0) CHECK(cl().clFinish(launches.scene.queue) == CL_SUCCESS);
    }
    CHECK(cl().clReleaseMemObject(buffer) == CL_SUCCESS);
    CHECK(cl().clReleaseKernel(other) == CL_SUCCESS);
    CHECK(cl().clFinish(launches.scene.queue) == CL_SUCCESS);
    const std::lock_guard guard(fake().mutex);
    REQUIRE(fake().launches.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const FakeLaunch& one = fake().launches[i];
      cl_int number = 0;
      std::memcpy(&number, one.arguments[1].data(), sizeof number);
      CHECK(number == all[i].number);
      CHECK(one.items[0] == all[i].group);
      CHECK(one.groups[0] == all[i].items / all[i].group);
    }
  }
}

TEST_CASE("A launch that no event is wanted of and that fails is told by clFinish, once") {
  const Launches launches(0);
  const cl_int number = 0;
  CHECK(cl().clSetKernelArg(launches.kernel, 1, sizeof number, &number) == CL_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    CHECK(launches.scene.launch(launches.kernel, 16, 16) == CL_SUCCESS);
    set_failures({{"cuLaunchKernel", 701}});
    CHECK(launches.scene.launch(launches.kernel, 16, 16) == CL_SUCCESS);
    set_failures({});
    CHECK(cl().clFinish(launches.scene.queue) == CL_OUT_OF_RESOURCES);
    CHECK(cl().clFinish(launches.scene.queue) == CL_SUCCESS);
  }
}

TEST_CASE("A command ends while launches that no event is wanted of follow it") {
  Launches launches(0);
  launches.launch();
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  cl_int status = CL_QUEUED;
  while (status != CL_COMPLETE && std::chrono::steady_clock::now() < limit) {
    REQUIRE(launches.scene.launch(launches.kernel, 16, 16) == CL_SUCCESS);
    cl().clGetEventInfo(launches.events[0], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  }
  CHECK(status == CL_COMPLETE);
}

TEST_CASE("Commands out of order lie in several streams, which wait for each other where they have to") {
  Launches launches(k_unordered);
  const auto first = launches.launch(), second = launches.launch();
  const auto behind = launches.launch({launches.events[first], launches.events[second]});
  const auto free = launches.launch();
  CHECK(cl().clEnqueueBarrierWithWaitList(launches.scene.queue, 0, nullptr, nullptr) == CL_SUCCESS);
  const auto third = launches.launch(), fourth = launches.launch();
  auto all = launches.finished();
  REQUIRE(all.size() == 6);
  CHECK(!all[second].is_kept_behind(all[first]));
  CHECK(all[behind].comes_after(all[first]));
  CHECK(all[behind].comes_after(all[second]));
  CHECK(!all[free].is_kept_behind(all[behind]));
  CHECK(!all[fourth].is_kept_behind(all[third]));
  for (const auto before : {first, second, behind, free}) {
    CHECK(all[third].comes_after(all[before]));
    CHECK(all[fourth].comes_after(all[before]));
  }
  const std::lock_guard guard(fake().mutex);
  // A barrier in one stream, and the others wait for it.
  CHECK(fake().calls["cuEventRecord"] <= 5);
}

TEST_CASE("A command runs when what it waits for is over, whichever stream has it") {
  for (const cl_command_queue_properties properties : {cl_command_queue_properties{0}, k_unordered}) {
    Launches launches(properties);
    const auto status_of = [&](std::size_t which) {
      cl_int status = CL_QUEUED;
      CHECK(cl().clGetEventInfo(launches.events[which], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                nullptr) == CL_SUCCESS);
      return status;
    };
    for (int i = 0; i < 20; ++i) {
      const auto first = launches.launch(), second = launches.launch({launches.events[first]});
      const cl_int status = status_of(second);
      CHECK((status != CL_RUNNING || status_of(first) == CL_COMPLETE));
    }
    CHECK(cl().clFinish(launches.scene.queue) == CL_SUCCESS);
    for (std::size_t i = 0; i < launches.events.size(); ++i) CHECK(status_of(i) == CL_COMPLETE);
  }
}

TEST_CASE("Who asks for the stream of a queue out of order has all later commands there") {
  Launches launches(k_unordered);
  for (int i = 0; i < 5; ++i) launches.launch();
  std::uint64_t stream = 0;
  CHECK(cl().clGetCommandQueueInfo(launches.scene.queue, CL_QUEUE_CUDA_STREAM_CLC, sizeof stream, &stream, nullptr) ==
        CL_SUCCESS);
  const auto last = launches.launch(), next = launches.launch();
  auto all = launches.finished();
  CHECK(all[last].stream == stream);
  CHECK(all[next].stream == stream);
  for (std::size_t i = 0; i < last; ++i) CHECK(all[last].comes_after(all[i]));
}

TEST_CASE("Random commands out of order come after all that they wait for") {
  const auto seed = GENERATE(1U, 2U, 3U, 4U, 5U, 6U);
  std::mt19937 random(seed);
  Launches launches(k_unordered);
  std::vector<std::set<std::size_t>> before;  // launches that come before each event's command, itself among them
  std::set<std::size_t> known, barrier;
  for (int i = 0; i < 200; ++i) {
    const unsigned kind = random() % 10;
    const bool has_list = kind > 2 || random() % 2 != 0;
    std::set<std::size_t> mine = has_list ? barrier : known;
    std::vector<cl_event> waits;
    for (std::size_t n = has_list ? random() % 4 : 0; n != 0 && !before.empty(); --n) {
      const std::size_t one = random() % before.size();
      waits.push_back(launches.events[one]);
      mine.insert(before[one].begin(), before[one].end());
    }
    if (kind <= 2 && waits.empty()) mine = known;
    if (kind > 2) {
      const std::size_t made = launches.launch(waits);
      mine.insert(made);
      known.insert(made);
    } else {
      const auto enqueue = kind == 0 ? cl().clEnqueueBarrierWithWaitList : cl().clEnqueueMarkerWithWaitList;
      CHECK(enqueue(launches.scene.queue, static_cast<cl_uint>(waits.size()), waits.empty() ? nullptr : waits.data(),
                    &launches.events.emplace_back()) == CL_SUCCESS);
      if (kind == 0) barrier = mine;
    }
    before.push_back(std::move(mine));
  }
  auto all = launches.finished();
  CHECK(all.size() == known.size());
  std::size_t wrong = 0;
  for (const std::size_t one : known) {
    for (const std::size_t other : before[one]) wrong += all[one].comes_after(all[other]) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

}  // namespace clc::cuda::testing
