// The order of commands, and their events.
#include <algorithm>

#include "catch_all.h"
#include "fake_devices.h"

namespace clc::front::testing {
namespace {

cl_event user_event(const Scene& scene) {
  cl_int code = CL_SUCCESS;
  const cl_event event = cl.clCreateUserEvent(scene.context, &code);
  REQUIRE(code == CL_SUCCESS);
  return event;
}

void release_all(std::initializer_list<cl_event> events) {
  for (const cl_event event : events) CHECK(cl.clReleaseEvent(event) == CL_SUCCESS);
}

cl_int launch_alone(const Scene& scene, cl_command_queue queue, const char* name, cl_event* event) {
  const cl_kernel kernel = scene.kernel(name);
  const cl_int code = cl.clEnqueueTask(queue, kernel, 0, nullptr, event);
  cl.clReleaseKernel(kernel);
  return code;
}

}  // namespace

TEST_CASE("Commands wait for user events, in and across queues") {
  const Scene scene;
  const cl_mem buffer = scene.buffer(64, CL_MEM_COPY_HOST_PTR, std::vector<cl_int>(16).data());
  const cl_event gate = user_event(scene);
  cl_event first = nullptr, second = nullptr;
  REQUIRE(scene.add(scene.queues[1], buffer, 16, 1, {gate}, &first) == CL_SUCCESS);
  REQUIRE(scene.add(scene.queues[0], buffer, 16, 10, {first}, &second) == CL_SUCCESS);
  CHECK(status_of(first) > CL_COMPLETE);
  CHECK(status_of(second) > CL_COMPLETE);
  CHECK(cl.clSetUserEventStatus(gate, CL_RUNNING) == CL_INVALID_VALUE);
  CHECK(cl.clSetUserEventStatus(first, CL_COMPLETE) == CL_INVALID_EVENT);
  CHECK(cl.clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(cl.clSetUserEventStatus(gate, CL_COMPLETE) == CL_INVALID_OPERATION);
  CHECK(cl.clWaitForEvents(1, &second) == CL_SUCCESS);
  CHECK(scene.read(scene.queues[0], buffer, 16) == std::vector<cl_int>(16, 11));
  release_all({gate, first, second});
  cl.clReleaseMemObject(buffer);
}

TEST_CASE("A failure passes on to all that wait for it") {
  const Scene scene;
  const cl_mem buffer = scene.buffer(64);
  const cl_event gate = user_event(scene);
  cl_event first = nullptr, second = nullptr;
  REQUIRE(scene.add(scene.queues[1], buffer, 16, 1, {gate}, &first) == CL_SUCCESS);
  REQUIRE(scene.add(scene.queues[0], buffer, 16, 1, {first}, &second) == CL_SUCCESS);
  CHECK(cl.clSetUserEventStatus(gate, -5) == CL_SUCCESS);
  CHECK(cl.clWaitForEvents(1, &second) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(status_of(gate) == -5);
  CHECK(status_of(first) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(status_of(second) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  cl_int number = 0;
  CHECK(cl.clEnqueueReadBuffer(scene.queues[0], buffer, CL_TRUE, 0, 4, &number, 1, &second, nullptr) ==
        CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(cl.clFinish(scene.queues[0]) == CL_SUCCESS);
  release_all({gate, first, second});
  cl.clReleaseMemObject(buffer);
}

TEST_CASE("A kernel that fails is told by its event, by clFinish once, and to the context") {
  Scene scene;
  for (const cl_command_queue queue : scene.queues) {
    cl_event event = nullptr;
    REQUIRE(launch_alone(scene, queue, "fail", &event) == CL_SUCCESS);
    CHECK(cl.clFinish(queue) == CL_OUT_OF_RESOURCES);
    CHECK(cl.clFinish(queue) == CL_SUCCESS);
    CHECK(status_of(event) == CL_OUT_OF_RESOURCES);
    release_all({event});
  }
  // Callbacks follow each other: when this one was called, the reports were.
  const cl_event last = user_event(scene);
  std::atomic<bool> is_called = false;
  const auto note = [](cl_event, cl_int, void* data) { *static_cast<std::atomic<bool>*>(data) = true; };
  REQUIRE(cl.clSetEventCallback(last, CL_COMPLETE, note, &is_called) == CL_SUCCESS);
  REQUIRE(cl.clSetUserEventStatus(last, CL_COMPLETE) == CL_SUCCESS);
  while (!is_called) std::this_thread::yield();
  CHECK(scene.reports == std::vector<std::string>(2, "the kernel fails"));
  release_all({last});
}

TEST_CASE("A blocking command tells that an earlier one failed, by a code that nobody takes for a lack of memory") {
  const Scene scene;
  const cl_mem buffer = scene.buffer(64);
  for (const cl_command_queue queue : scene.queues) {
    cl_event event = nullptr;
    REQUIRE(launch_alone(scene, queue, "fail", &event) == CL_SUCCESS);
    cl_int number = 0;
    const auto read = [&] {
      return cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 0, nullptr, nullptr);
    };
    CHECK(read() == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CHECK(read() == CL_SUCCESS);
    CHECK(cl.clFinish(queue) == CL_SUCCESS);
    CHECK(status_of(event) == CL_OUT_OF_RESOURCES);
    release_all({event});
  }
  cl.clReleaseMemObject(buffer);
}

TEST_CASE("Out of order, only barriers and wait lists hold commands back") {
  const Scene scene(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (const cl_command_queue queue : scene.queues) {
    const cl_mem buffer = scene.buffer(64), other = scene.buffer(64);
    const cl_event gate = user_event(scene);
    cl_event held = nullptr, free = nullptr, marker = nullptr, listed = nullptr, barrier = nullptr, behind = nullptr;
    REQUIRE(scene.add(queue, buffer, 16, 1, {gate}, &held) == CL_SUCCESS);
    REQUIRE(scene.add(queue, other, 16, 1, {}, &free) == CL_SUCCESS);
    CHECK(cl.clWaitForEvents(1, &free) == CL_SUCCESS);
    REQUIRE(cl.clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker) == CL_SUCCESS);
    REQUIRE(cl.clEnqueueMarkerWithWaitList(queue, 1, &free, &listed) == CL_SUCCESS);
    CHECK(cl.clWaitForEvents(1, &listed) == CL_SUCCESS);
    REQUIRE(cl.clEnqueueBarrierWithWaitList(queue, 0, nullptr, &barrier) == CL_SUCCESS);
    REQUIRE(scene.add(queue, other, 16, 1, {}, &behind) == CL_SUCCESS);
    for (const cl_event event : {held, marker, barrier, behind}) CHECK(status_of(event) > CL_COMPLETE);
    REQUIRE(cl.clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
    CHECK(cl.clFinish(queue) == CL_SUCCESS);
    for (const cl_event event : {held, marker, barrier, behind}) CHECK(status_of(event) == CL_COMPLETE);
    release_all({gate, held, free, marker, listed, barrier, behind});
    cl.clReleaseMemObject(buffer);
    cl.clReleaseMemObject(other);
  }
}

TEST_CASE("Callbacks of an event come in order, and may call OpenCL") {
  const Scene scene;
  struct Notes {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<cl_int> seen;
    bool is_right = true;
    cl_context context = nullptr;
  } notes;
  notes.context = scene.context;
  const auto note = [](cl_event event, cl_int status, void* data) {
    auto& all = *static_cast<Notes*>(data);
    cl_int now = CL_QUEUED;
    const bool is_right =
        cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof now, &now, nullptr) == CL_SUCCESS &&
        now <= status && cl.clRetainContext(all.context) == CL_SUCCESS &&
        cl.clReleaseContext(all.context) == CL_SUCCESS;
    const std::lock_guard guard(all.mutex);
    all.is_right = all.is_right && is_right;  // Catch's checks belong to one thread
    all.seen.push_back(status);
    all.changed.notify_all();
  };
  const cl_event gate = user_event(scene);
  const cl_mem buffer = scene.buffer(64);
  cl_event event = nullptr;
  REQUIRE(scene.add(scene.queues[1], buffer, 16, 1, {gate}, &event) == CL_SUCCESS);
  for (const cl_int status : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED}) {
    REQUIRE(cl.clSetEventCallback(event, status, note, &notes) == CL_SUCCESS);
  }
  CHECK(cl.clSetEventCallback(event, CL_QUEUED, note, &notes) == CL_INVALID_VALUE);
  {
    // The thread of callbacks waits for this lock, and the queue does not.
    std::unique_lock lock(notes.mutex);
    REQUIRE(cl.clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
    CHECK(cl.clFinish(scene.queues[1]) == CL_SUCCESS);
    notes.changed.wait(lock, [&] { return notes.seen.size() == 3; });
  }
  CHECK(notes.seen == std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE});
  CHECK(notes.is_right);
  release_all({gate, event});
  cl.clReleaseMemObject(buffer);
}

TEST_CASE("Times of profiling are in order, and for queues that were asked for them") {
  const Scene plain, profiled(CL_QUEUE_PROFILING_ENABLE);
  for (const Scene* scene : {&plain, &profiled}) {
    const cl_mem buffer = scene->buffer(64);
    cl_event event = nullptr;
    REQUIRE(scene->add(scene->queues[1], buffer, 16, 1, {}, &event) == CL_SUCCESS);
    REQUIRE(cl.clWaitForEvents(1, &event) == CL_SUCCESS);
    std::vector<cl_ulong> times;
    for (const cl_profiling_info info : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                         CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END}) {
      cl_ulong time = 0;
      const cl_int code = cl.clGetEventProfilingInfo(event, info, sizeof time, &time, nullptr);
      CHECK(code == (scene == &plain ? CL_PROFILING_INFO_NOT_AVAILABLE : CL_SUCCESS));
      times.push_back(time);
    }
    CHECK(std::is_sorted(times.begin(), times.end()));
    release_all({event});
    cl.clReleaseMemObject(buffer);
  }
}

TEST_CASE("A queue may be released while its commands run") {
  const Scene scene;
  close_gate();
  cl_int code = CL_SUCCESS;
  const cl_command_queue queue = cl.clCreateCommandQueue(scene.context, scene.devices[0], 0, &code);
  cl_event event = nullptr;
  REQUIRE(launch_alone(scene, queue, "wait", &event) == CL_SUCCESS);
  CHECK(cl.clReleaseCommandQueue(queue) == CL_SUCCESS);
  CHECK(status_of(event) > CL_COMPLETE);
  open_gate();
  CHECK(cl.clWaitForEvents(1, &event) == CL_SUCCESS);
  release_all({event});
}

}  // namespace clc::front::testing
