// Images and samplers: what OpenCL checks, asks and moves, on a device with images and on one without.
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include "catch_all.h"
#include "fake_devices.h"
#include "image_fuzz.h"

namespace clc::front::testing {
namespace {

constexpr cl_image_format k_rgba{CL_RGBA, CL_UNORM_INT8};
constexpr std::size_t k_zero[3] = {0, 0, 0};

// A context with one of the devices, with a queue.
struct Place {
  explicit Place(unsigned which) {
    cl.clGetDeviceIDs(nullptr, CL_DEVICE_TYPE_ALL, 2, devices, nullptr);
    context = cl.clCreateContext(nullptr, 1, &devices[which], nullptr, nullptr, nullptr);
    queue = cl.clCreateCommandQueue(context, devices[which], 0, nullptr);
    device = devices[which];
  }
  ~Place() {
    cl.clFinish(queue);
    cl.clReleaseCommandQueue(queue);
    cl.clReleaseContext(context);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  cl_device_id devices[2] = {}, device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};
constexpr unsigned k_without = 0, k_with = 1;

cl_image_desc description(cl_mem_object_type type, std::size_t w, std::size_t h = 0, std::size_t d = 0) {
  cl_image_desc wanted{};
  wanted.image_type = type;
  wanted.image_width = w;
  wanted.image_height = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 0 : h;
  wanted.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? d : 0;
  wanted.image_array_size = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? h : type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? d : 0;
  return wanted;
}

cl_mem make(const Place& place, const cl_image_desc& wanted, cl_mem_flags flags = 0, void* host = nullptr,
            const cl_image_format& format = k_rgba) {
  cl_int code = CL_SUCCESS;
  const cl_mem image = cl.clCreateImage(place.context, flags, &format, &wanted, host, &code);
  REQUIRE(code == CL_SUCCESS);
  return image;
}

cl_int code_of(const Place& place, const cl_image_desc& wanted, cl_mem_flags flags = 0, void* host = nullptr,
               const cl_image_format& format = k_rgba) {
  cl_int code = CL_SUCCESS;
  const cl_mem image = cl.clCreateImage(place.context, flags, &format, &wanted, host, &code);
  CHECK((image != nullptr) == (code == CL_SUCCESS));
  if (image != nullptr) cl.clReleaseMemObject(image);
  return code;
}

template <class T>
T answer(cl_mem image, cl_image_info info) {
  T value{};
  REQUIRE(cl.clGetImageInfo(image, info, sizeof value, &value, nullptr) == CL_SUCCESS);
  return value;
}

}  // namespace

TEST_CASE("A device without images says so, and its contexts have none") {
  const Place place(k_without);
  cl_bool has = CL_TRUE;
  cl_uint count = 7;
  CHECK(cl.clGetDeviceInfo(place.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has, &has, nullptr) == CL_SUCCESS);
  CHECK(has == CL_FALSE);
  CHECK(cl.clGetSupportedImageFormats(place.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count) == CL_SUCCESS);
  CHECK(count == 0);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE2D, 4, 4)) == CL_INVALID_OPERATION);
  cl_int code = CL_SUCCESS;
  CHECK(cl.clCreateSampler(place.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &code) == nullptr);
  CHECK(code == CL_INVALID_OPERATION);
  const Scene both;
  const cl_image_desc wanted = description(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const cl_mem image = cl.clCreateImage(both.context, 0, &k_rgba, &wanted, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  const std::size_t region[3] = {1, 1, 1};
  char texel[4];
  CHECK(cl.clEnqueueReadImage(both.queues[0], image, CL_TRUE, k_zero, region, 0, 0, texel, 0, nullptr, nullptr) ==
        CL_INVALID_OPERATION);
  cl.clReleaseMemObject(image);
}

TEST_CASE("Formats and limits are the device's") {
  const Place place(k_with);
  const auto count_of = [&](cl_mem_flags flags, cl_mem_object_type type) {
    cl_uint count = 77;
    CHECK(cl.clGetSupportedImageFormats(place.context, flags, type, 0, nullptr, &count) == CL_SUCCESS);
    return count;
  };
  CHECK(count_of(0, CL_MEM_OBJECT_IMAGE2D) == 10);
  CHECK(count_of(CL_MEM_KERNEL_READ_AND_WRITE, CL_MEM_OBJECT_IMAGE2D) == 0);
  CHECK(count_of(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE1D_BUFFER) == 10);
  CHECK(count_of(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE1D_BUFFER) == 10);
  cl_image_format two[2] = {};
  CHECK(cl.clGetSupportedImageFormats(place.context, 0, CL_MEM_OBJECT_IMAGE3D, 2, two, nullptr) == CL_SUCCESS);
  CHECK(two[1].image_channel_order == CL_R);
  CHECK(cl.clGetSupportedImageFormats(place.context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(cl.clGetSupportedImageFormats(place.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, two, nullptr) == CL_INVALID_VALUE);
  std::size_t layers = 0;
  CHECK(cl.clGetDeviceInfo(place.device, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, sizeof layers, &layers, nullptr) ==
        CL_SUCCESS);
  CHECK(layers == 16);
}

TEST_CASE("Descriptions of images are checked") {
  const Place place(k_with);
  std::uint8_t host[4096] = {};
  const auto image_2d = description(CL_MEM_OBJECT_IMAGE2D, 8, 4);
  CHECK(code_of(place, image_2d) == CL_SUCCESS);
  CHECK(code_of(place, image_2d, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY) == CL_INVALID_VALUE);
  CHECK(code_of(place, image_2d, CL_MEM_KERNEL_READ_AND_WRITE) == CL_INVALID_VALUE);
  CHECK(code_of(place, image_2d, CL_MEM_COPY_HOST_PTR) == CL_INVALID_HOST_PTR);
  CHECK(code_of(place, image_2d, 0, host) == CL_INVALID_HOST_PTR);
  CHECK(code_of(place, image_2d, 0, nullptr, {CL_RGBA, 5}) == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  CHECK(code_of(place, image_2d, 0, nullptr, {5, CL_FLOAT}) == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  CHECK(code_of(place, image_2d, 0, nullptr, {CL_BGRA, CL_FLOAT}) == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  CHECK(code_of(place, image_2d, 0, nullptr, {CL_RGB, CL_UNORM_SHORT_565}) == CL_IMAGE_FORMAT_NOT_SUPPORTED);
  CHECK(code_of(place, image_2d, 0, nullptr, {CL_BGRA, CL_UNORM_INT8}) == CL_IMAGE_FORMAT_NOT_SUPPORTED);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE2D, 65, 4)) == CL_INVALID_IMAGE_SIZE);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE2D, 4, 65)) == CL_INVALID_IMAGE_SIZE);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE3D, 4, 4, 33)) == CL_INVALID_IMAGE_SIZE);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE1D_ARRAY, 4, 17)) == CL_INVALID_IMAGE_SIZE);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 17)) == CL_INVALID_IMAGE_SIZE);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE2D, 4, 0)) == CL_INVALID_IMAGE_DESCRIPTOR);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 0)) == CL_INVALID_IMAGE_DESCRIPTOR);
  CHECK(code_of(place, description(CL_MEM_OBJECT_BUFFER, 4)) == CL_INVALID_IMAGE_DESCRIPTOR);
  CHECK(code_of(place, description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4)) == CL_INVALID_IMAGE_DESCRIPTOR);
  auto wanted = image_2d;
  wanted.num_mip_levels = 2;
  CHECK(code_of(place, wanted) == CL_INVALID_IMAGE_DESCRIPTOR);
  for (const auto& [row, code] : {std::pair<std::size_t, cl_int>{31, CL_INVALID_IMAGE_DESCRIPTOR},
                                  {33, CL_INVALID_IMAGE_DESCRIPTOR},
                                  {36, CL_SUCCESS}}) {
    wanted = image_2d;
    wanted.image_row_pitch = row;
    CHECK(code_of(place, wanted, CL_MEM_COPY_HOST_PTR, host) == code);
    CHECK(code_of(place, wanted) == CL_INVALID_IMAGE_DESCRIPTOR);
  }
  wanted = description(CL_MEM_OBJECT_IMAGE3D, 8, 4, 2);
  wanted.image_slice_pitch = 127;
  CHECK(code_of(place, wanted, CL_MEM_COPY_HOST_PTR, host) == CL_INVALID_IMAGE_DESCRIPTOR);
  cl_int code = CL_SUCCESS;
  CHECK(cl.clCreateImage(place.context, 0, &k_rgba, nullptr, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_CASE("The functions of OpenCL 1.1 make images of two and three dimensions") {
  const Place place(k_with);
  cl_int code = CL_SUCCESS;
  const cl_mem flat = cl.clCreateImage2D(place.context, 0, &k_rgba, 5, 7, 0, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  CHECK(answer<std::size_t>(flat, CL_IMAGE_HEIGHT) == 7);
  cl.clReleaseMemObject(flat);
  const cl_mem volume = cl.clCreateImage3D(place.context, 0, &k_rgba, 5, 7, 3, 0, 0, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  CHECK(answer<std::size_t>(volume, CL_IMAGE_DEPTH) == 3);
  cl.clReleaseMemObject(volume);
  CHECK(cl.clCreateImage2D(place.context, 0, &k_rgba, 0, 7, 0, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_IMAGE_SIZE);
  CHECK(cl.clCreateImage2D(place.context, 0, &k_rgba, 5, 7, 64, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_IMAGE_SIZE);
  CHECK(cl.clCreateImage3D(place.context, 0, &k_rgba, 5, 7, 1, 0, 0, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_IMAGE_SIZE);
}

TEST_CASE("Images answer what they are") {
  const Place place(k_with);
  struct Expected {
    cl_image_desc wanted;
    std::size_t width, height, depth, layers, slice, bytes;
  };
  for (const Expected& one : {Expected{description(CL_MEM_OBJECT_IMAGE1D, 5), 5, 0, 0, 0, 0, 20},
                              {description(CL_MEM_OBJECT_IMAGE2D, 5, 3), 5, 3, 0, 0, 0, 60},
                              {description(CL_MEM_OBJECT_IMAGE3D, 5, 3, 2), 5, 3, 2, 0, 60, 120},
                              {description(CL_MEM_OBJECT_IMAGE1D_ARRAY, 5, 3), 5, 0, 0, 3, 20, 60},
                              {description(CL_MEM_OBJECT_IMAGE2D_ARRAY, 5, 3, 2), 5, 3, 0, 2, 60, 120}}) {
    const cl_mem image = make(place, one.wanted, CL_MEM_READ_ONLY);
    CHECK(answer<cl_image_format>(image, CL_IMAGE_FORMAT).image_channel_order == CL_RGBA);
    CHECK(answer<std::size_t>(image, CL_IMAGE_ELEMENT_SIZE) == 4);
    CHECK(answer<std::size_t>(image, CL_IMAGE_ROW_PITCH) == 20);
    CHECK(answer<std::size_t>(image, CL_IMAGE_SLICE_PITCH) == one.slice);
    CHECK(answer<std::size_t>(image, CL_IMAGE_WIDTH) == one.width);
    CHECK(answer<std::size_t>(image, CL_IMAGE_HEIGHT) == one.height);
    CHECK(answer<std::size_t>(image, CL_IMAGE_DEPTH) == one.depth);
    CHECK(answer<std::size_t>(image, CL_IMAGE_ARRAY_SIZE) == one.layers);
    CHECK(answer<cl_mem>(image, CL_IMAGE_BUFFER) == nullptr);
    CHECK(answer<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS) == 0);
    std::size_t bytes = 0;
    cl_mem_object_type type = 0;
    CHECK(cl.clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr) == CL_SUCCESS);
    CHECK(cl.clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof type, &type, nullptr) == CL_SUCCESS);
    CHECK(bytes == one.bytes);
    CHECK(type == one.wanted.image_type);
    cl.clReleaseMemObject(image);
  }
  const Scene scene;
  const cl_mem buffer = scene.buffer(64);
  CHECK(cl.clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr) == CL_INVALID_MEM_OBJECT);
  cl.clReleaseMemObject(buffer);
}

TEST_CASE("Images of buffers have the buffers' texels") {
  const Place place(k_with);
  std::array<std::uint8_t, 256> bytes{};
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  const cl_mem buffer = cl.clCreateBuffer(place.context, CL_MEM_COPY_HOST_PTR, 256, bytes.data(), nullptr);
  const cl_buffer_region part_of_it{64, 128};
  const cl_mem part = cl.clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &part_of_it, nullptr);
  auto wanted = description(CL_MEM_OBJECT_IMAGE2D, 3, 4);
  wanted.mem_object = part;
  wanted.image_row_pitch = 24;
  CHECK(code_of(place, wanted) == CL_INVALID_IMAGE_DESCRIPTOR);  // no multiple of four texels
  wanted.image_row_pitch = 32;
  const cl_mem image = make(place, wanted);
  CHECK(answer<cl_mem>(image, CL_IMAGE_BUFFER) == part);
  const std::size_t origin[3] = {1, 2, 0}, region[3] = {1, 1, 1};
  cl_uint texel = 0;
  CHECK(cl.clEnqueueReadImage(place.queue, image, CL_TRUE, origin, region, 0, 0, &texel, 0, nullptr, nullptr) ==
        CL_SUCCESS);
  CHECK((texel & 0xffU) == 64 + 2 * 32 + 4);
  const cl_float colour[4] = {1, 0, 0, 1};
  const std::size_t two[3] = {2, 2, 1};
  CHECK(cl.clEnqueueFillImage(place.queue, image, colour, origin, two, 0, nullptr, nullptr) == CL_SUCCESS);
  std::array<std::uint8_t, 256> got{};
  CHECK(cl.clEnqueueReadBuffer(place.queue, buffer, CL_TRUE, 0, 256, got.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  for (const std::size_t at : {132U, 136U, 164U, 168U}) {
    bytes[at] = bytes[at + 3] = 255;
    bytes[at + 1] = bytes[at + 2] = 0;
  }
  CHECK(got == bytes);
  wanted = description(CL_MEM_OBJECT_IMAGE1D_BUFFER, 33);
  wanted.mem_object = part;
  CHECK(code_of(place, wanted) == CL_INVALID_IMAGE_SIZE);
  wanted.image_width = 32;
  CHECK(code_of(place, wanted) == CL_SUCCESS);
  CHECK(code_of(place, wanted, CL_MEM_READ_WRITE) == CL_SUCCESS);
  wanted.mem_object = image;
  CHECK(code_of(place, wanted) == CL_INVALID_IMAGE_DESCRIPTOR);
  wanted = description(CL_MEM_OBJECT_IMAGE3D, 2, 2, 2);
  wanted.mem_object = buffer;
  CHECK(code_of(place, wanted) == CL_INVALID_IMAGE_DESCRIPTOR);
  // The image keeps the buffer.
  cl.clReleaseMemObject(part);
  cl.clReleaseMemObject(buffer);
  CHECK(cl.clEnqueueReadImage(place.queue, image, CL_TRUE, origin, region, 0, 0, &texel, 0, nullptr, nullptr) ==
        CL_SUCCESS);
  CHECK(texel == 0xff0000ffU);
  cl.clReleaseMemObject(image);
}

TEST_CASE("Commands on images are checked") {
  const Place place(k_with);
  const cl_mem image = make(place, description(CL_MEM_OBJECT_IMAGE2D, 8, 4));
  const cl_mem volume = make(place, description(CL_MEM_OBJECT_IMAGE3D, 8, 4, 2), CL_MEM_HOST_NO_ACCESS);
  const cl_mem real =
      make(place, description(CL_MEM_OBJECT_IMAGE2D, 8, 4), 0, nullptr, cl_image_format{CL_RGBA, CL_FLOAT});
  const cl_mem buffer = cl.clCreateBuffer(place.context, 0, 64, nullptr, nullptr);
  std::uint8_t host[1024] = {};
  const auto read = [&](cl_mem from, std::array<std::size_t, 3> origin, std::array<std::size_t, 3> region,
                        std::size_t row, std::size_t slice, void* to) {
    return cl.clEnqueueReadImage(place.queue, from, CL_TRUE, origin.data(), region.data(), row, slice, to, 0, nullptr,
                                 nullptr);
  };
  CHECK(read(image, {0, 0, 0}, {8, 4, 1}, 0, 0, host) == CL_SUCCESS);
  CHECK(read(image, {0, 0, 0}, {8, 4, 1}, 40, 0, host) == CL_SUCCESS);
  CHECK(read(image, {0, 0, 0}, {8, 4, 1}, 31, 0, host) == CL_INVALID_VALUE);
  CHECK(read(image, {0, 0, 0}, {8, 4, 1}, 0, 128, host) == CL_INVALID_VALUE);
  CHECK(read(image, {0, 0, 0}, {8, 4, 1}, 0, 0, nullptr) == CL_INVALID_VALUE);
  CHECK(read(image, {1, 0, 0}, {8, 4, 1}, 0, 0, host) == CL_INVALID_VALUE);
  CHECK(read(image, {0, 0, 1}, {8, 4, 1}, 0, 0, host) == CL_INVALID_VALUE);
  CHECK(read(image, {0, 0, 0}, {8, 0, 1}, 0, 0, host) == CL_INVALID_VALUE);
  CHECK(read(image, {~std::size_t{0}, 0, 0}, {1, 1, 1}, 0, 0, host) == CL_INVALID_VALUE);
  CHECK(read(volume, {0, 0, 0}, {8, 4, 2}, 0, 0, host) == CL_INVALID_OPERATION);
  CHECK(read(buffer, {0, 0, 0}, {1, 1, 1}, 0, 0, host) == CL_INVALID_MEM_OBJECT);
  const std::size_t region[3] = {4, 2, 1}, near[3] = {3, 1, 0}, far[3] = {4, 1, 0};
  const auto copy = [&](cl_mem from, cl_mem to, const std::size_t* end) {
    return cl.clEnqueueCopyImage(place.queue, from, to, k_zero, end, region, 0, nullptr, nullptr);
  };
  CHECK(copy(image, image, near) == CL_MEM_COPY_OVERLAP);
  CHECK(copy(image, image, far) == CL_SUCCESS);
  CHECK(copy(image, real, k_zero) == CL_IMAGE_FORMAT_MISMATCH);
  const auto copy_to_buffer = [&](std::size_t offset) {
    return cl.clEnqueueCopyImageToBuffer(place.queue, image, buffer, k_zero, region, offset, 0, nullptr, nullptr);
  };
  CHECK(copy_to_buffer(32) == CL_SUCCESS);
  CHECK(copy_to_buffer(33) == CL_INVALID_VALUE);
  std::size_t row = 0;
  cl_int code = CL_SUCCESS;
  const auto map = [&](cl_mem one, cl_map_flags flags, std::size_t* row_pitch) {
    void* pointer = cl.clEnqueueMapImage(place.queue, one, CL_TRUE, flags, k_zero, region, row_pitch, nullptr, 0,
                                         nullptr, nullptr, &code);
    if (pointer != nullptr) cl.clEnqueueUnmapMemObject(place.queue, one, pointer, 0, nullptr, nullptr);
    return code;
  };
  CHECK(map(image, CL_MAP_READ, &row) == CL_SUCCESS);
  CHECK(map(image, CL_MAP_READ, nullptr) == CL_INVALID_VALUE);
  CHECK(map(volume, CL_MAP_READ, &row) == CL_INVALID_VALUE);  // no slice pitch
  CHECK(map(image, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, &row) == CL_INVALID_VALUE);
  // Images are no buffers.
  CHECK(cl.clEnqueueReadBuffer(place.queue, image, CL_TRUE, 0, 4, host, 0, nullptr, nullptr) == CL_INVALID_MEM_OBJECT);
  const cl_buffer_region part{0, 16};
  CHECK(cl.clCreateSubBuffer(image, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &code) == nullptr);
  CHECK(code == CL_INVALID_MEM_OBJECT);
  CHECK(cl.clEnqueueMigrateMemObjects(place.queue, 1, &image, 0, 0, nullptr, nullptr) == CL_SUCCESS);
  for (const cl_mem one : {image, volume, real, buffer}) cl.clReleaseMemObject(one);
}

TEST_CASE("Colours become texels of the image's format") {
  const Place place(k_with);
  const auto fill = [&](const cl_image_format& format, const void* colour, void* texel, std::size_t size) {
    const cl_mem image = make(place, description(CL_MEM_OBJECT_IMAGE2D, 2, 2), 0, nullptr, format);
    const std::size_t region[3] = {2, 2, 1}, last[3] = {1, 1, 0}, one[3] = {1, 1, 1};
    CHECK(cl.clEnqueueFillImage(place.queue, image, colour, k_zero, region, 0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(cl.clEnqueueReadImage(place.queue, image, CL_TRUE, last, one, 0, size, texel, 0, nullptr, nullptr) ==
          CL_INVALID_VALUE);
    CHECK(cl.clEnqueueReadImage(place.queue, image, CL_TRUE, last, one, 0, 0, texel, 0, nullptr, nullptr) ==
          CL_SUCCESS);
    cl.clReleaseMemObject(image);
  };
  const cl_float colour[4] = {0.5F, -1, 2, NAN};
  std::array<std::uint8_t, 4> bytes{};
  fill(k_rgba, colour, bytes.data(), sizeof bytes);
  CHECK(bytes == std::array<std::uint8_t, 4>{128, 0, 255, 0});
  std::array<cl_float, 4> reals{};
  const cl_float exact[4] = {0.5F, -1, 2, 3};
  fill({CL_RGBA, CL_FLOAT}, exact, reals.data(), sizeof reals);
  CHECK(reals == std::array<cl_float, 4>{0.5F, -1, 2, 3});
  const cl_float signs[4] = {-1, 0.5F, -7, 1};
  std::array<cl_char, 4> chars{};
  fill({CL_RGBA, CL_SNORM_INT8}, signs, chars.data(), sizeof chars);
  CHECK(chars == std::array<cl_char, 4>{-127, 64, -127, 127});
  struct Half {
    cl_float value;
    cl_ushort bits;
  };
  for (const Half& one : {Half{1, 0x3c00},
                          {-2, 0xc000},
                          {0, 0},
                          {-0.0F, 0x8000},
                          {65504, 0x7bff},
                          {65519, 0x7bff},
                          {65520, 0x7c00},
                          {-1e30F, 0xfc00},
                          {NAN, 0x7e00},
                          {0x1p-14F, 0x0400},
                          {0x1p-24F, 1},
                          {0x1p-25F, 0},
                          {0x1.8p-24F, 2},
                          {0x1.ff8p-15F, 0x03ff},
                          {0x1.ffcp-15F, 0x0400},
                          {0x1.002p+0F, 0x3c00},
                          {0x1.006p+0F, 0x3c02}}) {
    CAPTURE(one.value, one.bits);
    const cl_float same[4] = {one.value, one.value, one.value, one.value};
    std::array<cl_ushort, 4> halves{};
    fill({CL_RGBA, CL_HALF_FLOAT}, same, halves.data(), sizeof halves);
    CHECK(halves[3] == one.bits);
  }
  const cl_int whole[4] = {100000, -100000, 5, -6};
  std::array<cl_short, 4> shorts{};
  fill({CL_RGBA, CL_SIGNED_INT16}, whole, shorts.data(), sizeof shorts);
  CHECK(shorts == std::array<cl_short, 4>{32767, -32768, 5, -6});
  cl_short first = 0;
  fill({CL_R, CL_SIGNED_INT16}, whole, &first, sizeof first);
  CHECK(first == 32767);
}

TEST_CASE("Arguments that are images have the kind and the access that the kernel wants") {
  const Scene scene;
  const Place place(k_with);
  const auto image_in = [&](cl_context context, const cl_image_desc& wanted, cl_mem_flags flags) {
    return cl.clCreateImage(context, flags, &k_rgba, &wanted, nullptr, nullptr);
  };
  const auto flat = description(CL_MEM_OBJECT_IMAGE2D, 2, 2);
  const cl_mem from = image_in(scene.context, flat, CL_MEM_READ_ONLY);
  const cl_mem to = image_in(scene.context, flat, CL_MEM_WRITE_ONLY);
  const cl_mem volume = image_in(scene.context, description(CL_MEM_OBJECT_IMAGE3D, 2, 2, 2), 0);
  const cl_mem foreign = image_in(place.context, flat, 0);
  const cl_mem buffer = scene.buffer(64);
  const cl_sampler sampler = cl.clCreateSampler(scene.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
  const cl_kernel kernel = scene.kernel("copy"), add = scene.kernel("add");
  const auto set = [&](cl_uint index, const cl_mem& image) {
    return cl.clSetKernelArg(kernel, index, sizeof image, &image);
  };
  CHECK(set(0, to) == CL_INVALID_ARG_VALUE);
  CHECK(set(2, from) == CL_INVALID_ARG_VALUE);
  CHECK(set(0, volume) == CL_INVALID_ARG_VALUE);
  CHECK(set(0, buffer) == CL_INVALID_MEM_OBJECT);
  CHECK(set(0, foreign) == CL_INVALID_MEM_OBJECT);
  CHECK(set(0, nullptr) == CL_INVALID_MEM_OBJECT);
  CHECK(cl.clSetKernelArg(kernel, 0, sizeof from, nullptr) == CL_INVALID_ARG_VALUE);
  CHECK(cl.clSetKernelArg(kernel, 0, 4, &from) == CL_INVALID_ARG_SIZE);
  CHECK(cl.clSetKernelArg(kernel, 1, sizeof from, &from) == CL_INVALID_SAMPLER);
  CHECK(cl.clSetKernelArg(kernel, 1, sizeof from, nullptr) == CL_INVALID_SAMPLER);
  CHECK(cl.clSetKernelArg(add, 0, sizeof from, &from) == CL_INVALID_MEM_OBJECT);
  CHECK(set(0, from) == CL_SUCCESS);
  CHECK(set(2, to) == CL_SUCCESS);
  CHECK(cl.clSetKernelArg(kernel, 1, sizeof sampler, &sampler) == CL_SUCCESS);
  const std::array<cl_uint, 4> texels{1, 2, 3, 4};
  const std::size_t region[3] = {2, 2, 1}, one = 1;
  CHECK(cl.clEnqueueWriteImage(scene.queues[1], from, CL_FALSE, k_zero, region, 0, 0, texels.data(), 0, nullptr,
                               nullptr) == CL_SUCCESS);
  CHECK(cl.clEnqueueNDRangeKernel(scene.queues[1], kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) ==
        CL_SUCCESS);
  // The launch keeps the images.
  cl.clReleaseMemObject(from);
  std::array<cl_uint, 4> got{};
  CHECK(cl.clEnqueueReadImage(scene.queues[1], to, CL_TRUE, k_zero, region, 0, 0, got.data(), 0, nullptr, nullptr) ==
        CL_SUCCESS);
  CHECK(got == texels);
  CHECK(cl.clEnqueueNDRangeKernel(scene.queues[1], kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr) ==
        CL_INVALID_KERNEL_ARGS);
  for (const cl_mem memory : {to, volume, foreign, buffer}) cl.clReleaseMemObject(memory);
  cl.clReleaseSampler(sampler);
  cl.clReleaseKernel(kernel);
  cl.clReleaseKernel(add);
}

TEST_CASE("Samplers are what they were made to be") {
  const Place place(k_with);
  cl_int code = CL_SUCCESS;
  const auto make_with = [&](std::vector<cl_sampler_properties> list) {
    const cl_sampler sampler = cl.clCreateSamplerWithProperties(place.context, list.data(), &code);
    if (sampler != nullptr) cl.clReleaseSampler(sampler);
    return code;
  };
  CHECK(make_with({0}) == CL_SUCCESS);
  CHECK(make_with({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0}) == CL_SUCCESS);
  CHECK(make_with({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0}) ==
        CL_INVALID_VALUE);
  CHECK(make_with({CL_SAMPLER_FILTER_MODE, 3, 0}) == CL_INVALID_VALUE);
  CHECK(make_with({CL_SAMPLER_ADDRESSING_MODE, 3, 0}) == CL_INVALID_VALUE);
  CHECK(make_with({77, 3, 0}) == CL_INVALID_VALUE);
  CHECK(cl.clCreateSampler(place.context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &code) == nullptr);
  CHECK(code == CL_INVALID_VALUE);
  const cl_sampler_properties list[] = {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0};
  const cl_sampler sampler = cl.clCreateSamplerWithProperties(place.context, list, &code);
  REQUIRE(code == CL_SUCCESS);
  const auto ask = [&](cl_sampler_info info, auto value) {
    CHECK(cl.clGetSamplerInfo(sampler, info, sizeof value, &value, nullptr) == CL_SUCCESS);
    return value;
  };
  CHECK(ask(CL_SAMPLER_ADDRESSING_MODE, cl_addressing_mode{}) == CL_ADDRESS_REPEAT);
  CHECK(ask(CL_SAMPLER_FILTER_MODE, cl_filter_mode{}) == CL_FILTER_NEAREST);
  CHECK(ask(CL_SAMPLER_NORMALIZED_COORDS, cl_bool{}) == CL_TRUE);
  CHECK(ask(CL_SAMPLER_CONTEXT, cl_context{}) == place.context);
  CHECK(ask(CL_SAMPLER_PROPERTIES, std::array<cl_sampler_properties, 3>{})[1] == CL_ADDRESS_REPEAT);
  CHECK(cl.clRetainSampler(sampler) == CL_SUCCESS);
  CHECK(ask(CL_SAMPLER_REFERENCE_COUNT, cl_uint{}) == 2);
  CHECK(cl.clReleaseSampler(sampler) == CL_SUCCESS);
  CHECK(cl.clReleaseSampler(sampler) == CL_SUCCESS);
  CHECK(cl.clReleaseSampler(sampler) == CL_INVALID_SAMPLER);
}

TEST_CASE("Images hold what random commands move") {
  const Place place(k_with);
  fuzz_images(cl, place.context, place.queue, 1, 300);
}

}  // namespace clc::front::testing
