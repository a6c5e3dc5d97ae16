// Command buffers, and properties of extensions that no device here has.
#include "catch_all.h"
#include "command_buffer_calls.h"
#include "fake_devices.h"

namespace clc::front::testing {
namespace {

template <class F>
F function(const char* name) {
  return reinterpret_cast<F>(cl.clGetExtensionFunctionAddressForPlatform(the_platform(), name));
}

// The functions of cl_khr_command_buffer.
struct Functions {
#define CLC_TESTED(name) name##_fn name = function<name##_fn>(#name)
  CLC_TESTED(clCreateCommandBufferKHR);
  CLC_TESTED(clRetainCommandBufferKHR);
  CLC_TESTED(clReleaseCommandBufferKHR);
  CLC_TESTED(clFinalizeCommandBufferKHR);
  CLC_TESTED(clEnqueueCommandBufferKHR);
  CLC_TESTED(clGetCommandBufferInfoKHR);
#undef CLC_TESTED
  RecordBarrier barrier = function<RecordBarrier>("clCommandBarrierWithWaitListKHR");
  RecordCopy copy = function<RecordCopy>("clCommandCopyBufferKHR");
  RecordRectangle copy_rectangle = function<RecordRectangle>("clCommandCopyBufferRectKHR");
  RecordFill fill = function<RecordFill>("clCommandFillBufferKHR");
  RecordLaunch launch = function<RecordLaunch>("clCommandNDRangeKernelKHR");
  RecordImageFill fill_image = function<RecordImageFill>("clCommandFillImageKHR");
};

const Functions& kh() {
  static const Functions all;
  return all;
}

// A command buffer for a queue, and a kernel that adds a number to a buffer of 16 numbers.
struct Recorded {
  explicit Recorded(const Scene& the_scene, cl_command_queue queue, cl_command_buffer_flags_khr flags = 0)
      : scene(the_scene), memory(scene.buffer(64)), kernel(scene.kernel("add")) {
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int code = CL_SUCCESS;
    buffer = kh().clCreateCommandBufferKHR(1, &queue, properties, &code);
    REQUIRE(code == CL_SUCCESS);
    set(1);
  }
  ~Recorded() {
    CHECK(kh().clReleaseCommandBufferKHR(buffer) == CL_SUCCESS);
    cl.clReleaseKernel(kernel);
    cl.clReleaseMemObject(memory);
  }
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  void set(cl_int number) const {
    CHECK(cl.clSetKernelArg(kernel, 0, sizeof memory, &memory) == CL_SUCCESS);
    CHECK(cl.clSetKernelArg(kernel, 1, sizeof number, &number) == CL_SUCCESS);
  }
  cl_int fill(cl_int number) const {
    return kh().fill(buffer, nullptr, nullptr, memory, &number, sizeof number, 0, 64, 0, nullptr, nullptr, nullptr);
  }
  cl_int add(std::vector<cl_sync_point_khr> waits = {}, cl_sync_point_khr* point = nullptr) const {
    const std::size_t items = 16;
    return kh().launch(buffer, nullptr, nullptr, kernel, 1, nullptr, &items, nullptr,
                       static_cast<cl_uint>(waits.size()), waits.empty() ? nullptr : waits.data(), point, nullptr);
  }
  cl_int enqueue(std::vector<cl_command_queue> queues = {}, cl_event wait = nullptr, cl_event* event = nullptr) const {
    return kh().clEnqueueCommandBufferKHR(static_cast<cl_uint>(queues.size()), queues.empty() ? nullptr : queues.data(),
                                          buffer, wait != nullptr ? 1 : 0, wait != nullptr ? &wait : nullptr, event);
  }
  template <class T>
  T info(cl_command_buffer_info_khr which) const {
    T value{};
    CHECK(kh().clGetCommandBufferInfoKHR(buffer, which, sizeof value, &value, nullptr) == CL_SUCCESS);
    return value;
  }
  cl_command_buffer_state_khr state() const { return info<cl_command_buffer_state_khr>(CL_COMMAND_BUFFER_STATE_KHR); }

  const Scene& scene;
  cl_mem memory;
  cl_kernel kernel;
  cl_command_buffer_khr buffer = nullptr;
};

}  // namespace

TEST_CASE("A command buffer runs its commands in their order, with the arguments of when they were recorded") {
  for (const cl_command_queue_properties properties : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    const Scene scene(properties);
    for (const cl_command_queue queue : scene.queues) {
      const Recorded recorded(scene, queue);
      const cl_mem other = scene.buffer(64);
      cl_sync_point_khr first = 0, second = 0;
      CHECK(recorded.fill(5) == CL_SUCCESS);
      CHECK(recorded.add({}, &first) == CL_SUCCESS);
      recorded.set(10);
      CHECK(recorded.add({first}, &second) == CL_SUCCESS);
      CHECK(second == first + 1);
      recorded.set(100);  // for nobody
      CHECK(kh().barrier(recorded.buffer, nullptr, nullptr, 0, nullptr, nullptr, nullptr) == CL_SUCCESS);
      CHECK(kh().copy(recorded.buffer, nullptr, nullptr, recorded.memory, other, 0, 32, 32, 1, &second, nullptr,
                      nullptr) == CL_SUCCESS);
      const std::size_t from[] = {0, 0, 0}, to[] = {4, 0, 0}, region[] = {8, 2, 1};
      CHECK(kh().copy_rectangle(recorded.buffer, nullptr, nullptr, recorded.memory, other, from, to, region, 8, 0, 16,
                                0, 0, nullptr, nullptr, nullptr) == CL_SUCCESS);
      CHECK(recorded.state() == CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
      CHECK(kh().clFinalizeCommandBufferKHR(recorded.buffer) == CL_SUCCESS);
      CHECK(recorded.state() == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
      for (int i = 0; i < 3; ++i) {
        const cl_int zero = 0;
        CHECK(cl.clEnqueueFillBuffer(queue, other, &zero, 4, 0, 64, 0, nullptr, nullptr) == CL_SUCCESS);
        CHECK(cl.clFinish(queue) == CL_SUCCESS);
        CHECK(recorded.enqueue() == CL_SUCCESS);
        CHECK(cl.clFinish(queue) == CL_SUCCESS);
        CHECK(scene.read(queue, recorded.memory, 16) == std::vector<cl_int>(16, 16));
        CHECK(scene.read(queue, other, 16) ==
              std::vector<cl_int>{0, 16, 16, 0, 0, 16, 16, 0, 16, 16, 16, 16, 16, 16, 16, 16});
      }
      cl.clReleaseMemObject(other);
    }
  }
}

TEST_CASE("A command buffer keeps what it needs, and its end is an event's") {
  const Scene scene;
  for (const cl_command_queue queue : scene.queues) {
    cl_int code = CL_SUCCESS;
    const cl_mem memory = scene.buffer(64, CL_MEM_COPY_HOST_PTR, std::vector<cl_int>(16).data());
    const cl_kernel kernel = scene.kernel("add");
    const cl_int number = 4;
    const std::size_t items = 16;
    const cl_command_buffer_khr buffer = kh().clCreateCommandBufferKHR(1, &queue, nullptr, &code);
    REQUIRE(code == CL_SUCCESS);
    cl.clSetKernelArg(kernel, 0, sizeof memory, &memory);
    cl.clSetKernelArg(kernel, 1, sizeof number, &number);
    CHECK(kh().launch(buffer, nullptr, nullptr, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr, nullptr) ==
          CL_SUCCESS);
    cl.clReleaseKernel(kernel);
    CHECK(kh().clFinalizeCommandBufferKHR(buffer) == CL_SUCCESS);
    cl_event event = nullptr;
    CHECK(kh().clEnqueueCommandBufferKHR(0, nullptr, buffer, 0, nullptr, &event) == CL_SUCCESS);
    CHECK(kh().clReleaseCommandBufferKHR(buffer) == CL_SUCCESS);
    CHECK(cl.clWaitForEvents(1, &event) == CL_SUCCESS);
    cl_command_type type = 0;
    CHECK(cl.clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr) == CL_SUCCESS);
    CHECK(type == CL_COMMAND_COMMAND_BUFFER_KHR);
    CHECK(scene.read(queue, memory, 16) == std::vector<cl_int>(16, 4));
    cl.clReleaseEvent(event);
    cl.clReleaseMemObject(memory);
    CHECK(kh().clReleaseCommandBufferKHR(buffer) == CL_INVALID_COMMAND_BUFFER_KHR);
  }
}

TEST_CASE("Only with simultaneous use may a command buffer be enqueued while it is pending") {
  const Scene scene;
  for (const cl_command_buffer_flags_khr flags : {0, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR}) {
    const Recorded recorded(scene, scene.queues[1], flags);
    cl_int code = CL_SUCCESS;
    const cl_event gate = cl.clCreateUserEvent(scene.context, &code);
    CHECK(recorded.enqueue() == CL_INVALID_OPERATION);
    CHECK(recorded.fill(0) == CL_SUCCESS);
    CHECK(recorded.add() == CL_SUCCESS);
    CHECK(kh().clFinalizeCommandBufferKHR(recorded.buffer) == CL_SUCCESS);
    CHECK(recorded.enqueue({}, gate) == CL_SUCCESS);
    CHECK(recorded.state() == CL_COMMAND_BUFFER_STATE_PENDING_KHR);
    CHECK(recorded.enqueue() == (flags != 0 ? CL_SUCCESS : CL_INVALID_OPERATION));
    CHECK(cl.clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
    CHECK(cl.clFinish(scene.queues[1]) == CL_SUCCESS);
    CHECK(recorded.state() == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
    CHECK(recorded.enqueue() == CL_SUCCESS);
    CHECK(cl.clFinish(scene.queues[1]) == CL_SUCCESS);
    CHECK(scene.read(scene.queues[1], recorded.memory, 16) == std::vector<cl_int>(16, 1));
    cl.clReleaseEvent(gate);
  }
}

TEST_CASE("Queries of command buffers and of devices") {
  const Scene scene;
  const Recorded recorded(scene, scene.queues[0], CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  CHECK(recorded.info<cl_uint>(CL_COMMAND_BUFFER_NUM_QUEUES_KHR) == 1);
  CHECK(recorded.info<cl_command_queue>(CL_COMMAND_BUFFER_QUEUES_KHR) == scene.queues[0]);
  CHECK(kh().clRetainCommandBufferKHR(recorded.buffer) == CL_SUCCESS);
  CHECK(recorded.info<cl_uint>(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR) == 2);
  CHECK(kh().clReleaseCommandBufferKHR(recorded.buffer) == CL_SUCCESS);
  using Properties = std::array<cl_command_buffer_properties_khr, 3>;
  CHECK(recorded.info<Properties>(CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR) ==
        Properties{CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0});
  int none = 0;
  CHECK(kh().clGetCommandBufferInfoKHR(recorded.buffer, 0, sizeof none, &none, nullptr) == CL_INVALID_VALUE);
  cl_bitfield capabilities = 0, required = 1;
  CHECK(cl.clGetDeviceInfo(scene.devices[0], CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof capabilities,
                           &capabilities, nullptr) == CL_SUCCESS);
  CHECK((capabilities & CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR) != 0);
  CHECK(cl.clGetDeviceInfo(scene.devices[0], CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR, sizeof required,
                           &required, nullptr) == CL_SUCCESS);
  CHECK(required == 0);
}

TEST_CASE("Command buffers that cannot be made or enqueued") {
  const Scene scene;
  cl_int code = CL_SUCCESS;
  const auto refused = [&](cl_uint count, const cl_command_queue* queues,
                           std::vector<cl_command_buffer_properties_khr> properties) {
    CHECK(kh().clCreateCommandBufferKHR(count, queues, properties.data(), &code) == nullptr);
    return code;
  };
  const cl_command_queue none = nullptr;
  CHECK(refused(0, scene.queues, {0}) == CL_INVALID_VALUE);
  CHECK(refused(1, nullptr, {0}) == CL_INVALID_VALUE);
  CHECK(refused(2, scene.queues, {0}) == CL_INVALID_VALUE);
  CHECK(refused(1, &none, {0}) == CL_INVALID_COMMAND_QUEUE);
  CHECK(refused(1, scene.queues, {7, 0, 0}) == CL_INVALID_VALUE);
  CHECK(refused(1, scene.queues, {CL_COMMAND_BUFFER_FLAGS_KHR, 2, 0}) == CL_INVALID_VALUE);
  CHECK(refused(1, scene.queues, {CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}) ==
        CL_INVALID_VALUE);
  const Recorded recorded(scene, scene.queues[0]);
  CHECK(kh().clFinalizeCommandBufferKHR(recorded.buffer) == CL_SUCCESS);
  CHECK(kh().clFinalizeCommandBufferKHR(recorded.buffer) == CL_INVALID_OPERATION);
  CHECK(recorded.add() == CL_INVALID_OPERATION);
  CHECK(recorded.enqueue({scene.queues[0], scene.queues[0]}) == CL_INVALID_VALUE);
  CHECK(recorded.enqueue({nullptr}) == CL_INVALID_COMMAND_QUEUE);
  CHECK(recorded.enqueue({scene.queues[1]}) == CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
  const Scene other, unordered(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  CHECK(recorded.enqueue({other.queues[0]}) == CL_INVALID_CONTEXT);
  const cl_command_queue profiled =
      cl.clCreateCommandQueue(scene.context, scene.devices[0], CL_QUEUE_PROFILING_ENABLE, &code);
  CHECK(recorded.enqueue({profiled}) == CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
  cl.clReleaseCommandQueue(profiled);
  CHECK(recorded.enqueue({scene.queues[0]}) == CL_SUCCESS);
  CHECK(cl.clFinish(scene.queues[0]) == CL_SUCCESS);
}

TEST_CASE("Commands that cannot be recorded") {
  const Scene scene, other;
  const Recorded recorded(scene, scene.queues[0]);
  const cl_command_queue queue = scene.queues[0];
  cl_mutable_command_khr handle = nullptr;
  cl_sync_point_khr point = 0;
  const auto barrier = [&](cl_command_queue in, cl_uint count, const cl_sync_point_khr* waits,
                           cl_mutable_command_khr* told) {
    return kh().barrier(recorded.buffer, in, nullptr, count, waits, &point, told);
  };
  CHECK(barrier(queue, 0, nullptr, nullptr) == CL_INVALID_COMMAND_QUEUE);
  CHECK(barrier(nullptr, 0, nullptr, &handle) == CL_INVALID_VALUE);
  CHECK(barrier(nullptr, 1, nullptr, nullptr) == CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  CHECK(barrier(nullptr, 0, &point, nullptr) == CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  const cl_sync_point_khr unknown[] = {0, 1};
  CHECK(barrier(nullptr, 1, unknown, nullptr) == CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  CHECK(barrier(nullptr, 1, unknown + 1, nullptr) == CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  CHECK(barrier(nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(barrier(nullptr, 1, &point, nullptr) == CL_SUCCESS);
  const cl_mem theirs = other.buffer(64);
  const auto copy = [&](cl_mem to, std::size_t at) {
    return kh().copy(recorded.buffer, nullptr, nullptr, recorded.memory, to, 0, at, 32, 0, nullptr, nullptr, nullptr);
  };
  CHECK(copy(theirs, 0) == CL_INVALID_CONTEXT);
  const cl_properties some[] = {1, 1, 0}, none[] = {0};
  CHECK(kh().barrier(recorded.buffer, nullptr, some, 0, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(kh().barrier(recorded.buffer, nullptr, none, 0, nullptr, nullptr, nullptr) == CL_SUCCESS);
  CHECK(copy(nullptr, 0) == CL_INVALID_MEM_OBJECT);
  CHECK(copy(recorded.memory, 16) == CL_MEM_COPY_OVERLAP);
  CHECK(copy(recorded.memory, 48) == CL_INVALID_VALUE);
  cl.clReleaseMemObject(theirs);
  const cl_properties properties[] = {1, 1, 0};
  const std::size_t items = 16, group = 5;
  const auto launch = [&](const cl_properties* given, cl_kernel kernel, const std::size_t* size) {
    return kh().launch(recorded.buffer, nullptr, given, kernel, 1, nullptr, &items, size, 0, nullptr, nullptr, nullptr);
  };
  CHECK(launch(properties, recorded.kernel, nullptr) == CL_INVALID_VALUE);
  CHECK(launch(nullptr, nullptr, nullptr) == CL_INVALID_KERNEL);
  CHECK(launch(nullptr, recorded.kernel, &group) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(kh().clFinalizeCommandBufferKHR(nullptr) == CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK(kh().fill_image(recorded.buffer, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, 0, nullptr, nullptr,
                        nullptr) == CL_INVALID_OPERATION);
}

TEST_CASE("A failure in a command buffer is its event's") {
  const Scene scene;
  for (const cl_command_queue queue : scene.queues) {
    const Recorded recorded(scene, queue);
    const cl_kernel fail = scene.kernel("fail");
    const std::size_t items = 1;
    CHECK(kh().launch(recorded.buffer, nullptr, nullptr, fail, 1, nullptr, &items, nullptr, 0, nullptr, nullptr,
                      nullptr) == CL_SUCCESS);
    cl.clReleaseKernel(fail);
    CHECK(kh().clFinalizeCommandBufferKHR(recorded.buffer) == CL_SUCCESS);
    cl_event event = nullptr;
    CHECK(recorded.enqueue({}, nullptr, &event) == CL_SUCCESS);
    CHECK(cl.clFinish(queue) == CL_OUT_OF_RESOURCES);
    CHECK(status_of(event) == CL_OUT_OF_RESOURCES);
    cl.clReleaseEvent(event);
  }
}

TEST_CASE("Properties of extensions that no device has are refused") {
  const Scene scene;
  cl_int code = CL_SUCCESS;
  constexpr cl_uint k_cuda_pointer = 0x434C4301, k_cuda_stream = 0x434C4302;  // of cl_clc_cuda
  const cl_mem_properties memory[] = {k_cuda_pointer, 4096, 0};
  CHECK(cl.clCreateBufferWithProperties(scene.context, memory, 0, 64, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_PROPERTY);
  const cl_queue_properties stream[] = {k_cuda_stream, 0, 0};
  CHECK(cl.clCreateCommandQueueWithProperties(scene.context, scene.devices[1], stream, &code) == nullptr);
  CHECK(code == CL_INVALID_VALUE);
  cl_ulong told = 0;
  CHECK(cl.clGetCommandQueueInfo(scene.queues[1], k_cuda_stream, sizeof told, &told, nullptr) == CL_INVALID_VALUE);
  const cl_mem buffer = scene.buffer(64);
  CHECK(cl.clGetMemObjectInfo(buffer, k_cuda_pointer, sizeof told, &told, nullptr) == CL_INVALID_VALUE);
  cl.clReleaseMemObject(buffer);
}

}  // namespace clc::front::testing
