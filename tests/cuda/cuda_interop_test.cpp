// cl_clc_cuda: memory and streams of another user of CUDA in the same process.
#include <algorithm>
#include <bit>
#include <cstring>
#include <future>

#include "catch_all.h"
#include "clc_cuda.h"
#include "cuda_driver.h"

namespace clc::cuda::testing {
namespace {

using Address = std::uint64_t;

// Another user of CUDA, in the primary context of a device of the fake.
class Other {
 public:
  explicit Other(int device = 0) : device_(device) { enter(); }
  ~Other() {
    for (const auto& [free, address] : memory_) CHECK(fake_function<int(Address)>(free)(address) == 0);
    for (const Address stream : streams_) CHECK(fake_function<int(Address)>("cuStreamDestroy_v2")(stream) == 0);
    Address context = 0;
    fake_function<int(Address*)>("cuCtxPopCurrent_v2")(&context);
  }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;

  Address allocate(std::size_t size) {
    return kept("cuMemFree_v2",
                [&](Address* to) { return fake_function<int(Address*, std::size_t)>("cuMemAlloc_v2")(to, size); });
  }
  Address allocate_managed(std::size_t size) {
    return kept("cuMemFree_v2", [&](Address* to) {
      return fake_function<int(Address*, std::size_t, unsigned)>("cuMemAllocManaged")(to, size, 1);
    });
  }
  Address pin(std::size_t size) {
    return kept("cuMemFreeHost", [&](Address* to) {
      return fake_function<int(Address*, std::size_t, unsigned)>("cuMemHostAlloc")(to, size, 1);
    });
  }
  Address stream() {
    Address made = 0;
    CHECK(fake_function<int(Address*, unsigned)>("cuStreamCreate")(&made, 1) == 0);
    streams_.push_back(made);
    return made;
  }

 private:
  void enter() const {
    Address context = 0;
    REQUIRE(fake_function<int(Address*, int)>("cuDevicePrimaryCtxRetain")(&context, device_) == 0);
    REQUIRE(fake_function<int(Address)>("cuCtxPushCurrent_v2")(context) == 0);
  }
  template <class F>
  Address kept(const char* free, const F& make) {
    Address address = 0;
    CHECK(make(&address) == 0);
    memory_.emplace_back(free, address);
    return address;
  }

  int device_;
  std::vector<std::pair<const char*, Address>> memory_;
  std::vector<Address> streams_;
};

cl_mem buffer_at(const Scene& scene, Address address, std::size_t size, cl_int& code, cl_mem_flags flags = 0) {
  const cl_mem_properties properties[] = {CL_MEM_CUDA_POINTER_CLC, address, 0};
  return cl().clCreateBufferWithProperties(scene.context, properties, flags, size, nullptr, &code);
}

cl_command_queue queue_on(const Scene& scene, Address stream, cl_int& code, cl_command_queue_properties flags = 0) {
  const cl_queue_properties properties[] = {CL_QUEUE_CUDA_STREAM_CLC, stream, CL_QUEUE_PROPERTIES, flags, 0};
  return cl().clCreateCommandQueueWithProperties(scene.context, scene.device, properties, &code);
}

Address stream_of(cl_command_queue queue) {
  Address stream = ~Address{0};
  CHECK(cl().clGetCommandQueueInfo(queue, CL_QUEUE_CUDA_STREAM_CLC, sizeof stream, &stream, nullptr) == CL_SUCCESS);
  return stream;
}

Address address_of(cl_mem buffer) {
  Address address = 0;
  CHECK(cl().clGetMemObjectInfo(buffer, CL_MEM_CUDA_POINTER_CLC, sizeof address, &address, nullptr) == CL_SUCCESS);
  return address;
}

cl_kernel adding_kernel(const Scene& scene, cl_mem buffer, cl_int number) {
  const cl_kernel kernel = scene.kernel(k_add, "add");
  CHECK(cl().clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS);
  CHECK(cl().clSetKernelArg(kernel, 1, sizeof number, &number) == CL_SUCCESS);
  return kernel;
}

cl_int launch_on(cl_command_queue queue, cl_kernel kernel, std::size_t items, cl_event wait = nullptr) {
  return cl().clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, wait != nullptr ? 1 : 0,
                                     wait != nullptr ? &wait : nullptr, nullptr);
}

std::size_t launches_in(Address stream) {
  const std::lock_guard guard(fake().mutex);
  return static_cast<std::size_t>(std::count_if(fake().launches.begin(), fake().launches.end(),
                                                [&](const FakeLaunch& one) { return one.stream == stream; }));
}

bool is_reported(Scene& scene, const std::string& text) {
  scene.wait_for_callbacks();
  return std::any_of(scene.reports.begin(), scene.reports.end(),
                     [&](const std::string& one) { return one.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("The platform has the extension cl_clc_cuda") {
  char text[256] = {};
  CHECK(cl().clGetPlatformInfo(platform(), CL_PLATFORM_EXTENSIONS, sizeof text, text, nullptr) == CL_SUCCESS);
  CHECK(std::string(text).find("cl_khr_icd ") == 0);
  CHECK(std::string(text).find(" cl_clc_cuda") != std::string::npos);
}

TEST_CASE("A buffer over CUDA's memory is that memory, and does not free it") {
  Scene scene;
  Other other;
  const Address address = other.allocate(1024), managed = other.allocate_managed(64);
  auto* const numbers = std::bit_cast<cl_int*>(address);
  std::fill(numbers, numbers + 64, 5);
  cl_int code = CL_SUCCESS;
  // From its second number on.
  const cl_mem buffer = buffer_at(scene, address + 4, 1020, code);
  REQUIRE(code == CL_SUCCESS);
  CHECK(address_of(buffer) == address + 4);
  const cl_buffer_region region{512, 64};
  const cl_mem part = cl().clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  REQUIRE(code == CL_SUCCESS);
  CHECK(address_of(part) == address + 516);
  const cl_kernel kernel = adding_kernel(scene, buffer, 3);
  CHECK(scene.launch(kernel, 32, 32) == CL_SUCCESS);
  CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
  CHECK(std::vector<cl_int>{numbers[0], numbers[1], numbers[32], numbers[33]} == std::vector<cl_int>{5, 8, 8, 5});
  cl_mem_properties told[3] = {};
  CHECK(cl().clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, sizeof told, told, nullptr) == CL_SUCCESS);
  CHECK(told[1] == address + 4);
  for (const cl_mem one : {buffer, part}) cl().clReleaseMemObject(one);
  const cl_mem shared = buffer_at(scene, managed, 64, code, CL_MEM_READ_ONLY);
  CHECK(code == CL_SUCCESS);
  cl().clReleaseMemObject(shared);
  cl().clReleaseKernel(kernel);
  const cl_mem own = scene.buffer(64);
  CHECK(address_of(own) != 0);
  cl().clReleaseMemObject(own);
}

TEST_CASE("Addresses that are no memory of the device are refused with a sentence") {
  Scene scene;
  Other other, neighbour(1);
  const Address theirs = neighbour.allocate(64);
  const Other here;
  const Address address = other.allocate(64), pinned = other.pin(64);
  int local = 0;
  const auto refused = [&](Address at, std::size_t size, const char* text, cl_int expected) {
    cl_int code = CL_SUCCESS;
    INFO(text);
    CHECK(buffer_at(scene, at, size, code) == nullptr);
    CHECK(code == expected);
    CHECK(is_reported(scene, text));
  };
  refused(reinterpret_cast<Address>(&local), 4, "is no memory of CUDA's", CL_INVALID_PROPERTY);
  refused(0, 4, "0x0 is no memory of CUDA's", CL_INVALID_PROPERTY);
  refused(pinned, 64, "is memory of the host", CL_INVALID_PROPERTY);
  refused(theirs, 64, "is memory of another GPU", CL_INVALID_PROPERTY);
  refused(address + 60, 8, "has 4 bytes to the end of its allocation, and the buffer wants 8", CL_INVALID_BUFFER_SIZE);
  cl_int code = CL_SUCCESS;
  CHECK(buffer_at(scene, address, 64, code, CL_MEM_ALLOC_HOST_PTR) == nullptr);
  CHECK(code == CL_INVALID_VALUE);
  const cl_mem_properties unknown[] = {CL_MEM_CUDA_POINTER_CLC + 7, address, 0};
  CHECK(cl().clCreateBufferWithProperties(scene.context, unknown, 0, 64, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_PROPERTY);
}

TEST_CASE("A buffer may lie in several mappings that follow each other") {
  Scene scene;
  Other other;
  const Address address = other.allocate(256);
  const auto map = [&](int second_device) {
    const std::lock_guard guard(fake().mutex);
    fake().allocations[address] = {128, 2, false, 0, true};
    fake().allocations[address + 128] = {128, 2, false, second_device, true};
  };
  cl_int code = CL_SUCCESS;
  map(0);
  const cl_mem buffer = buffer_at(scene, address, 256, code);
  CHECK(code == CL_SUCCESS);
  cl().clReleaseMemObject(buffer);
  CHECK(buffer_at(scene, address, 257, code) == nullptr);
  CHECK(code == CL_INVALID_BUFFER_SIZE);
  map(1);
  CHECK(buffer_at(scene, address, 256, code) == nullptr);
  CHECK(code == CL_INVALID_PROPERTY);
  const std::lock_guard guard(fake().mutex);
  fake().allocations.erase(address + 128);
}

TEST_CASE("In a context with several GPUs, a buffer is that one's which has the memory") {
  cl_device_id devices[2] = {};
  REQUIRE(cl().clGetDeviceIDs(platform(), CL_DEVICE_TYPE_GPU, 2, devices, nullptr) == CL_SUCCESS);
  cl_int code = CL_SUCCESS;
  const cl_context context = cl().clCreateContext(nullptr, 2, devices, nullptr, nullptr, &code);
  Other second(1);
  const Address address = second.allocate(64);
  const cl_mem_properties properties[] = {CL_MEM_CUDA_POINTER_CLC, address, 0};
  const cl_mem buffer = cl().clCreateBufferWithProperties(context, properties, 0, 64, nullptr, &code);
  CHECK(code == CL_SUCCESS);
  cl().clReleaseMemObject(buffer);
  cl().clReleaseContext(context);
}

TEST_CASE("A queue on a stream gives it all commands until clFlush returns") {
  const Scene scene;
  Other other;
  cl_int code = CL_SUCCESS;
  for (const Address stream : {other.stream(), Address{0}, Address{1}, Address{2}}) {
    const std::size_t before = launches_in(stream), count = 300;
    const cl_command_queue queue = queue_on(scene, stream, code);
    REQUIRE(code == CL_SUCCESS);
    CHECK(stream_of(queue) == stream);
    const cl_mem buffer = scene.buffer(128);
    const cl_kernel kernel = adding_kernel(scene, buffer, 1);
    const cl_event gate = cl().clCreateUserEvent(scene.context, &code);
    for (std::size_t i = 0; i < count; ++i) CHECK(launch_on(queue, kernel, 32) == CL_SUCCESS);
    CHECK(cl().clFlush(queue) == CL_SUCCESS);
    CHECK(launches_in(stream) == before + count);
    // It does not wait for what others hold back.
    CHECK(launch_on(queue, kernel, 32, gate) == CL_SUCCESS);
    CHECK(cl().clFlush(queue) == CL_SUCCESS);
    CHECK(launches_in(stream) == before + count);
    cl().clSetUserEventStatus(gate, CL_COMPLETE);
    CHECK(cl().clFlush(queue) == CL_SUCCESS);
    CHECK(launches_in(stream) == before + count + 1);
    CHECK(cl().clFinish(queue) == CL_SUCCESS);
    cl().clReleaseEvent(gate);
    cl().clReleaseKernel(kernel);
    cl().clReleaseMemObject(buffer);
    cl().clReleaseCommandQueue(queue);
  }
}

TEST_CASE("Only the thread of a per-thread stream gives commands to it") {
  const Scene scene;
  constexpr Address k_thread_stream = 2;
  cl_int code = CL_SUCCESS;
  const cl_command_queue queue = queue_on(scene, k_thread_stream, code);
  REQUIRE(code == CL_SUCCESS);
  const cl_mem buffer = scene.buffer(128);
  const cl_kernel kernel = adding_kernel(scene, buffer, 1);
  for (int i = 0; i < 300; ++i) CHECK(launch_on(queue, kernel, 32) == CL_SUCCESS);
  const auto finished = std::async(std::launch::async, [&] { return cl().clFinish(queue); });
  CHECK(cl().clFlush(queue) == CL_SUCCESS);
  finished.wait();
  {
    const std::lock_guard guard(fake().mutex);
    const auto is_of_other = [](const FakeLaunch& one) {
      return one.stream == k_thread_stream && one.thread != std::this_thread::get_id();
    };
    CHECK(std::none_of(fake().launches.begin(), fake().launches.end(), is_of_other));
    CHECK(fake().calls["cuEventSynchronize"] != 0);
  }
  cl().clReleaseKernel(kernel);
  cl().clReleaseMemObject(buffer);
  cl().clReleaseCommandQueue(queue);
}

TEST_CASE("Streams of queues, and streams that are refused") {
  Scene scene;
  Other other;
  cl_int code = CL_SUCCESS;
  const Address stream = stream_of(scene.queue), free_stream = other.stream();
  CHECK(stream > 2);
  CHECK(stream_of(scene.queue) == stream);
  CHECK(queue_on(scene, stream, code, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == nullptr);
  CHECK(code == CL_INVALID_QUEUE_PROPERTIES);
  Other again(1);
  CHECK(queue_on(scene, again.stream(), code) == nullptr);
  CHECK(code == CL_INVALID_VALUE);
  CHECK(is_reported(scene, "is no stream of the primary context of Fake GPU 0"));
  const cl_queue_properties twice[] = {CL_QUEUE_CUDA_STREAM_CLC, stream, CL_QUEUE_CUDA_STREAM_CLC, stream, 0};
  CHECK(cl().clCreateCommandQueueWithProperties(scene.context, scene.device, twice, &code) == nullptr);
  CHECK(code == CL_INVALID_VALUE);
  const cl_command_queue profiled = queue_on(scene, free_stream, code, CL_QUEUE_PROFILING_ENABLE);
  CHECK(code == CL_SUCCESS);
  cl().clReleaseCommandQueue(profiled);
}

}  // namespace clc::cuda::testing
