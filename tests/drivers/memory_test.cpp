// Buffers, maps and copies, on memory that the host reaches and on memory that it does not.
#include <numeric>
#include <set>

#include "catch_all.h"
#include "fake_devices.h"

namespace clc::front::testing {
namespace {

std::vector<cl_int> counted(std::size_t count) {
  std::vector<cl_int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

cl_uint map_count(cl_mem buffer) {
  cl_uint count = 0;
  REQUIRE(cl.clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr) == CL_SUCCESS);
  return count;
}

// The bytes of a box.
std::set<std::size_t> bytes_of_box(std::size_t begin, const std::size_t* region, std::size_t row, std::size_t slice) {
  std::set<std::size_t> bytes;
  for (std::size_t z = 0; z < region[2]; ++z) {
    for (std::size_t y = 0; y < region[1]; ++y) {
      for (std::size_t x = 0; x < region[0]; ++x) bytes.insert(begin + z * slice + y * row + x);
    }
  }
  return bytes;
}

// Contexts of one device each, so that memory is that device's.
struct OneDevice {
  explicit OneDevice(cl_device_id device) {
    context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = cl.clCreateCommandQueue(context, device, 0, nullptr);
  }
  ~OneDevice() {
    cl.clFinish(queue);
    cl.clReleaseCommandQueue(queue);
    cl.clReleaseContext(context);
  }
  OneDevice(const OneDevice&) = delete;
  OneDevice& operator=(const OneDevice&) = delete;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

std::vector<cl_int> read_all(cl_command_queue queue, cl_mem buffer, std::size_t count) {
  std::vector<cl_int> numbers(count);
  REQUIRE(cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(cl_int), numbers.data(), 0, nullptr,
                                 nullptr) == CL_SUCCESS);
  return numbers;
}

}  // namespace

TEST_CASE("What is written through overlapping maps arrives") {
  const Scene scene;
  for (const cl_device_id device : scene.devices) {
    const OneDevice one(device);
    for (const cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
      auto numbers = counted(16);
      cl_int code = CL_SUCCESS;
      const cl_mem buffer = cl.clCreateBuffer(one.context, flags, 64, numbers.data(), &code);
      REQUIRE(code == CL_SUCCESS);
      const auto map = [&](cl_map_flags how, std::size_t offset, std::size_t size) {
        void* pointer =
            cl.clEnqueueMapBuffer(one.queue, buffer, CL_TRUE, how, offset, size, 0, nullptr, nullptr, &code);
        REQUIRE(code == CL_SUCCESS);
        return static_cast<cl_int*>(pointer);
      };
      cl_int* first = map(CL_MAP_READ | CL_MAP_WRITE, 0, 32);
      cl_int* second = map(CL_MAP_READ, 16, 48);
      CHECK(second == first + 4);
      CHECK((flags == CL_MEM_USE_HOST_PTR) == (first == numbers.data()));
      CHECK(map_count(buffer) == 2);
      first[5] = 100;
      CHECK(second[1] == 100);
      for (cl_int* pointer : {second, first}) {
        CHECK(cl.clEnqueueUnmapMemObject(one.queue, buffer, pointer, 0, nullptr, nullptr) == CL_SUCCESS);
      }
      CHECK(cl.clEnqueueUnmapMemObject(one.queue, buffer, first, 0, nullptr, nullptr) == CL_INVALID_VALUE);
      auto wanted = counted(16);
      wanted[5] = 100;
      CHECK(read_all(one.queue, buffer, 16) == wanted);
      CHECK(map_count(buffer) == 0);
      cl.clReleaseMemObject(buffer);
    }
  }
}

TEST_CASE("Flags of buffers and sub-buffers are checked") {
  const Scene scene;
  char host[64] = {};
  const auto code_of_buffer = [&](cl_mem_flags flags, std::size_t size, void* pointer) {
    cl_int code = CL_SUCCESS;
    const cl_mem buffer = cl.clCreateBuffer(scene.context, flags, size, pointer, &code);
    if (buffer != nullptr) cl.clReleaseMemObject(buffer);
    return code;
  };
  CHECK(code_of_buffer(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, nullptr) == CL_INVALID_VALUE);
  CHECK(code_of_buffer(cl_mem_flags{1} << 40U, 64, nullptr) == CL_INVALID_VALUE);
  CHECK(code_of_buffer(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, host) == CL_INVALID_VALUE);
  CHECK(code_of_buffer(CL_MEM_USE_HOST_PTR, 64, nullptr) == CL_INVALID_HOST_PTR);
  CHECK(code_of_buffer(0, 64, host) == CL_INVALID_HOST_PTR);
  CHECK(code_of_buffer(0, 0, nullptr) == CL_INVALID_BUFFER_SIZE);
  CHECK(code_of_buffer(0, 2U << 20U, nullptr) == CL_INVALID_BUFFER_SIZE);
  const cl_mem buffer = scene.buffer(64, CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
  const auto code_of_part = [&](cl_mem_flags flags, std::size_t origin, std::size_t size) {
    cl_int code = CL_SUCCESS;
    const cl_buffer_region region{origin, size};
    const cl_mem part = cl.clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    if (part != nullptr) cl.clReleaseMemObject(part);
    return code;
  };
  CHECK(code_of_part(0, 16, 48) == CL_SUCCESS);
  CHECK(code_of_part(CL_MEM_WRITE_ONLY, 16, 16) == CL_INVALID_VALUE);
  CHECK(code_of_part(CL_MEM_HOST_READ_ONLY, 16, 16) == CL_INVALID_VALUE);
  CHECK(code_of_part(0, 16, 64) == CL_INVALID_VALUE);
  CHECK(code_of_part(0, 8, 16) == CL_MISALIGNED_SUB_BUFFER_OFFSET);
  CHECK(code_of_part(0, 16, 0) == CL_INVALID_BUFFER_SIZE);
  CHECK(cl.clEnqueueReadBuffer(scene.queues[0], buffer, CL_TRUE, 0, 64, host, 0, nullptr, nullptr) ==
        CL_INVALID_OPERATION);
  CHECK(cl.clEnqueueWriteBuffer(scene.queues[0], buffer, CL_TRUE, 0, 65, host, 0, nullptr, nullptr) ==
        CL_INVALID_VALUE);
  CHECK(cl.clEnqueueWriteBuffer(scene.queues[0], buffer, CL_TRUE, 0, 64, host, 0, nullptr, nullptr) == CL_SUCCESS);
  cl.clReleaseMemObject(buffer);
}

TEST_CASE("Copies of boxes in one buffer are refused exactly where they overlap") {
  const Scene scene;
  const cl_mem buffer = scene.buffer(512);
  const std::size_t region[3] = {2, 2, 2}, row = 4, slice = 12;
  unsigned refused = 0, taken = 0;
  for (std::size_t from = 0; from < 40; ++from) {
    for (std::size_t to = 0; to < 40; ++to) {
      CAPTURE(from, to);
      const std::size_t from_origin[3] = {from, 0, 0}, to_origin[3] = {to, 0, 0};
      const cl_int code = cl.clEnqueueCopyBufferRect(scene.queues[0], buffer, buffer, from_origin, to_origin, region,
                                                     row, slice, row, slice, 0, nullptr, nullptr);
      const auto source = bytes_of_box(from, region, row, slice);
      bool is_shared = false;
      for (const std::size_t byte : bytes_of_box(to, region, row, slice)) is_shared = is_shared || source.count(byte);
      REQUIRE(code == (is_shared ? CL_MEM_COPY_OVERLAP : CL_SUCCESS));
      ++(is_shared ? refused : taken);
    }
  }
  CHECK((refused > 0 && taken > 0));
  CHECK(cl.clFinish(scene.queues[0]) == CL_SUCCESS);
  cl.clReleaseMemObject(buffer);
}

TEST_CASE("Boxes that end beyond 2^64 are outside of every buffer") {
  const Scene scene;
  const cl_mem buffer = scene.buffer(256), other = scene.buffer(256);
  constexpr std::size_t k_large = std::size_t{1} << 60U;
  struct Case {
    std::size_t origin[3], region[3], row, slice;
  };
  char host[256] = {};
  for (const Case& one :
       {Case{{0, 0, 0}, {16, k_large, 1}, 16, 0}, Case{{0, 0, 0}, {16, 1, k_large}, 16, 16},
        Case{{0, k_large, 0}, {16, 1, 1}, 16, 0}, Case{{0, 0, k_large}, {16, 1, 1}, 16, 16},
        Case{{0, 0, 0}, {~std::size_t{0}, 2, 1}, 0, 0}, Case{{~std::size_t{0} - 7, 0, 0}, {16, 1, 1}, 0, 0}}) {
    CAPTURE(one.origin[1], one.region[0], one.region[1]);
    const std::size_t none[3] = {};
    CHECK(cl.clEnqueueReadBufferRect(scene.queues[0], buffer, CL_TRUE, one.origin, none, one.region, one.row, one.slice,
                                     0, 0, host, 0, nullptr, nullptr) == CL_INVALID_VALUE);
    CHECK(cl.clEnqueueCopyBufferRect(scene.queues[0], buffer, other, one.origin, none, one.region, one.row, one.slice,
                                     one.row, one.slice, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  }
  // The distance to the next row or slice does not matter where there is but one.
  const std::size_t none[3] = {}, behind[3] = {16, 0, 0}, region[3] = {16, 1, 1}, half = std::size_t{1} << 63U;
  CHECK(cl.clEnqueueCopyBufferRect(scene.queues[0], buffer, buffer, none, behind, region, 16, half, 16, half, 0,
                                   nullptr, nullptr) == CL_SUCCESS);
  CHECK(cl.clEnqueueCopyBufferRect(scene.queues[0], buffer, buffer, none, none, region, half, half, half, half, 0,
                                   nullptr, nullptr) == CL_MEM_COPY_OVERLAP);
  CHECK(cl.clFinish(scene.queues[0]) == CL_SUCCESS);
  cl.clReleaseMemObject(buffer);
  cl.clReleaseMemObject(other);
}

TEST_CASE("Boxes, fills and copies move the right bytes") {
  const Scene scene;
  for (const cl_device_id device : scene.devices) {
    const OneDevice one(device);
    auto numbers = counted(64);
    cl_int code = CL_SUCCESS;
    const cl_mem buffer = cl.clCreateBuffer(one.context, CL_MEM_COPY_HOST_PTR, 256, numbers.data(), &code);
    const std::size_t origin[3] = {4, 1, 0}, none[3] = {}, region[3] = {8, 2, 2};
    cl_int box[8] = {};
    REQUIRE(cl.clEnqueueReadBufferRect(one.queue, buffer, CL_TRUE, origin, none, region, 32, 128, 0, 0, box, 0, nullptr,
                                       nullptr) == CL_SUCCESS);
    CHECK(std::vector<cl_int>(box, box + 8) == std::vector<cl_int>{9, 10, 17, 18, 41, 42, 49, 50});
    for (cl_int& number : box) number = -number;
    REQUIRE(cl.clEnqueueWriteBufferRect(one.queue, buffer, CL_FALSE, origin, none, region, 32, 128, 0, 0, box, 0,
                                        nullptr, nullptr) == CL_SUCCESS);
    const cl_int pattern = 7;
    REQUIRE(cl.clEnqueueFillBuffer(one.queue, buffer, &pattern, sizeof pattern, 0, 12, 0, nullptr, nullptr) ==
            CL_SUCCESS);
    CHECK(cl.clEnqueueFillBuffer(one.queue, buffer, &pattern, 3, 0, 12, 0, nullptr, nullptr) == CL_INVALID_VALUE);
    REQUIRE(cl.clEnqueueCopyBuffer(one.queue, buffer, buffer, 0, 240, 12, 0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(cl.clEnqueueCopyBuffer(one.queue, buffer, buffer, 0, 8, 12, 0, nullptr, nullptr) == CL_MEM_COPY_OVERLAP);
    for (const int at : {9, 10, 17, 18, 41, 42, 49, 50}) numbers[static_cast<std::size_t>(at)] = -at;
    for (const std::size_t at : {0, 1, 2, 60, 61, 62}) numbers[at] = pattern;
    CHECK(read_all(one.queue, buffer, 64) == numbers);
    cl.clReleaseMemObject(buffer);
  }
}

}  // namespace clc::front::testing
