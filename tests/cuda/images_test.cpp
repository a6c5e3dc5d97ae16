// Images over CUDA's arrays, textures and surfaces.
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <tuple>

#include "base/cuda_image.h"
#include "catch_all.h"
#include "cuda/cuda_api.h"
#include "cuda_driver.h"
#include "image_fuzz.h"

namespace clc::cuda::testing {
namespace {

constexpr std::size_t k_zero[3] = {0, 0, 0};

std::string texels_kernel(const char* type, const char* target) {
  const std::string image = std::string(R"("kind":"image","address":"global","type_name":")") + type + "\"";
  const std::string to = std::strcmp(target, "image") == 0 ? image + R"(,"access":"write_only")" : R"("kind":"buffer")";
  return R"({"name":"texels","attributes":"","arguments":[{)" + image +
         R"(,"access":"read_only"},{"kind":"sampler"},{)" + to + "}]}";
}

struct Kind {
  cl_mem_object_type type;
  const char* name;
  std::array<std::size_t, 3> size;
};
const Kind k_kinds[] = {{CL_MEM_OBJECT_IMAGE1D, "image1d_t", {7, 1, 1}},
                        {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", {7, 3, 1}},
                        {CL_MEM_OBJECT_IMAGE2D, "image2d_t", {7, 5, 1}},
                        {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", {7, 5, 3}},
                        {CL_MEM_OBJECT_IMAGE3D, "image3d_t", {7, 5, 3}}};

cl_mem make(const Scene& scene, const Kind& kind, const cl_image_format& format, cl_mem buffer = nullptr) {
  cl_image_desc wanted{};
  wanted.image_type = kind.type;
  wanted.image_width = kind.size[0];
  wanted.image_height = kind.size[1];
  wanted.image_depth = kind.size[2];
  wanted.image_array_size = kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? kind.size[1] : kind.size[2];
  wanted.mem_object = buffer;
  cl_int code = CL_SUCCESS;
  const cl_mem image = cl().clCreateImage(scene.context, 0, &format, &wanted, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  return image;
}

cl_sampler sampler_of(const Scene& scene, cl_bool is_normalized, cl_addressing_mode addressing, cl_filter_mode filter) {
  cl_int code = CL_SUCCESS;
  const cl_sampler sampler = cl().clCreateSampler(scene.context, is_normalized, addressing, filter, &code);
  REQUIRE(code == CL_SUCCESS);
  return sampler;
}

template <class T>
void set(cl_kernel kernel, cl_uint index, T handle) {
  REQUIRE(cl().clSetKernelArg(kernel, index, sizeof handle, &handle) == CL_SUCCESS);
}

// Copies through the sampler; the addressing, filter and flags of the texture.
std::array<unsigned, 3> sample(const Scene& scene, cl_kernel kernel, cl_mem from, cl_sampler sampler, cl_mem to) {
  set(kernel, 0, from);
  set(kernel, 1, sampler);
  set(kernel, 2, to);
  CHECK(scene.launch(kernel, 1, 1) == CL_SUCCESS);
  CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
  const std::lock_guard guard(fake().mutex);
  return {fake().sampled[0], fake().sampled[1], fake().sampled[2]};
}

std::vector<cl_image_format> formats(const Scene& scene) {
  cl_uint count = 0;
  cl().clGetSupportedImageFormats(scene.context, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  std::vector<cl_image_format> all(count);
  cl().clGetSupportedImageFormats(scene.context, 0, CL_MEM_OBJECT_IMAGE2D, count, all.data(), nullptr);
  return all;
}

}  // namespace

TEST_CASE("Kernels read and write images of every kind and format") {
  const Scene scene;
  const auto all = formats(scene);
  CHECK(all.size() == 3 * 12 + 4);
  const cl_sampler sampler = sampler_of(scene, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
  for (const Kind& kind : k_kinds) {
    const cl_kernel kernel = scene.kernel(texels_kernel(kind.name, "image"), "texels");
    for (const cl_image_format& format : all) {
      CAPTURE(kind.name, format.image_channel_order, format.image_channel_data_type);
      const cl_mem from = make(scene, kind, format), to = make(scene, kind, format);
      std::size_t texel = 0;
      cl().clGetImageInfo(from, CL_IMAGE_ELEMENT_SIZE, sizeof texel, &texel, nullptr);
      std::vector<std::uint8_t> bytes(kind.size[0] * kind.size[1] * kind.size[2] * texel), got(bytes.size());
      std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
      CHECK(cl().clEnqueueWriteImage(scene.queue, from, CL_TRUE, k_zero, kind.size.data(), 0, 0, bytes.data(), 0,
                                     nullptr, nullptr) == CL_SUCCESS);
      const auto sampled = sample(scene, kernel, from, sampler, to);
      const bool is_integer =
          format.image_channel_data_type >= CL_SIGNED_INT8 && format.image_channel_data_type <= CL_UNSIGNED_INT32;
      CHECK(sampled == std::array<unsigned, 3>{k_clamp_to_edge, 0, is_integer ? k_read_as_integer : 0});
      CHECK(cl().clEnqueueReadImage(scene.queue, to, CL_TRUE, k_zero, kind.size.data(), 0, 0, got.data(), 0, nullptr,
                                    nullptr) == CL_SUCCESS);
      CHECK(got == bytes);
      cl().clReleaseMemObject(from);
      cl().clReleaseMemObject(to);
    }
    cl().clReleaseKernel(kernel);
  }
  cl().clReleaseSampler(sampler);
}

TEST_CASE("A sampler chooses its texture, and of integers one that CUDA has") {
  const Scene scene;
  const Kind& kind = k_kinds[2];
  const cl_kernel kernel = scene.kernel(texels_kernel(kind.name, "image"), "texels");
  const cl_mem real = make(scene, kind, {CL_RGBA, CL_FLOAT}), whole = make(scene, kind, {CL_R, CL_UNSIGNED_INT32});
  const auto sampled = [&](cl_mem image, cl_bool is_normalized, cl_addressing_mode addressing, cl_filter_mode filter) {
    const cl_sampler sampler = sampler_of(scene, is_normalized, addressing, filter);
    const auto result = sample(scene, kernel, image, sampler, image == real ? real : whole);
    cl().clReleaseSampler(sampler);
    return result;
  };
  using Three = std::array<unsigned, 3>;
  const std::tuple<cl_addressing_mode, unsigned> modes[] = {{CL_ADDRESS_NONE, k_clamp_to_edge},
                                                            {CL_ADDRESS_CLAMP_TO_EDGE, k_clamp_to_edge},
                                                            {CL_ADDRESS_CLAMP, k_border},
                                                            {CL_ADDRESS_REPEAT, k_wrap},
                                                            {CL_ADDRESS_MIRRORED_REPEAT, k_mirror}};
  for (const auto& [mode, expected] : modes) {
    CAPTURE(mode);
    CHECK(sampled(real, CL_TRUE, mode, CL_FILTER_NEAREST) == Three{expected, 0, k_normalized_coordinates});
    CHECK(sampled(real, CL_TRUE, mode, CL_FILTER_LINEAR) == Three{expected, 1, k_normalized_coordinates});
    CHECK(sampled(whole, CL_TRUE, mode, CL_FILTER_LINEAR) ==
          Three{expected, 0, k_normalized_coordinates | k_read_as_integer});
    if (mode >= CL_ADDRESS_REPEAT) continue;
    CHECK(sampled(real, CL_FALSE, mode, CL_FILTER_LINEAR) == Three{expected, 1, 0});
  }
  cl().clReleaseMemObject(real);
  cl().clReleaseMemObject(whole);
  cl().clReleaseKernel(kernel);
}

TEST_CASE("Textures are made when a kernel reads an image, and its surface when one writes it") {
  const Scene scene;
  const Kind& kind = k_kinds[2];
  const auto live = [] {
    const std::lock_guard guard(fake().mutex);
    return std::pair{fake().live_textures, fake().live_surfaces};
  };
  const cl_mem from = make(scene, kind, {CL_BGRA, CL_UNORM_INT8}), to = make(scene, kind, {CL_BGRA, CL_UNORM_INT8});
  CHECK(live() == std::pair{0, 0});
  const cl_sampler sampler = sampler_of(scene, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
  const cl_kernel kernel = scene.kernel(texels_kernel(kind.name, "image"), "texels");
  sample(scene, kernel, from, sampler, to);
  CHECK(live() == std::pair{12, 1});  // without the four that repeat by texels
  sample(scene, kernel, from, sampler, to);
  CHECK(live() == std::pair{12, 1});
  sample(scene, kernel, to, sampler, from);
  CHECK(live() == std::pair{24, 2});
  const std::vector<std::uint8_t> argument = [] {
    const std::lock_guard guard(fake().mutex);
    return fake().launches.back().arguments[0];
  }();
  const CudaImage* described = nullptr;
  std::memcpy(&described, argument.data(), sizeof described);
  CHECK(described->width == 7);
  CHECK(described->height == 5);
  CHECK(described->depth == 1);
  CHECK(described->array_size == 1);
  CHECK(described->channel_order == CL_BGRA);
  CHECK(described->channel_type == CL_UNORM_INT8);
  cl().clReleaseMemObject(from);
  cl().clReleaseMemObject(to);
  cl().clReleaseSampler(sampler);
  cl().clReleaseKernel(kernel);
  CHECK(live() == std::pair{0, 0});
}

TEST_CASE("An image of a buffer is a linear texture, or its address for kernels that write") {
  const Scene scene;
  std::vector<std::uint8_t> bytes(1024);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  const cl_mem buffer = scene.buffer(1024, CL_MEM_COPY_HOST_PTR, bytes.data()), to = scene.buffer(64);
  const cl_buffer_region region{512, 64};
  const cl_mem part = cl().clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  REQUIRE(part != nullptr);
  const Kind kind{CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t", {16, 1, 1}};
  const cl_sampler sampler = sampler_of(scene, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
  const cl_kernel kernel = scene.kernel(texels_kernel(kind.name, "buffer"), "texels");
  for (const cl_channel_type type : {CL_UNORM_INT8, CL_SIGNED_INT8}) {
    const cl_mem image = make(scene, kind, {CL_RGBA, type}, part);
    const auto sampled = sample(scene, kernel, image, sampler, to);
    CHECK(sampled[2] == (type == CL_UNORM_INT8 ? 0 : k_read_as_integer));
    std::vector<std::uint8_t> got(64);
    CHECK(cl().clEnqueueReadBuffer(scene.queue, to, CL_TRUE, 0, 64, got.data(), 0, nullptr, nullptr) == CL_SUCCESS);
    CHECK(std::equal(got.begin(), got.end(), bytes.begin() + 512));
    cl().clReleaseMemObject(image);
  }
  const cl_kernel writer = scene.kernel(
      R"({"name":"write","attributes":"","arguments":[{"kind":"image","address":"global","type_name":"image1d_buffer_t",)"
      R"("access":"write_only"}]})",
      "write");
  const cl_mem image = make(scene, kind, {CL_RGBA, CL_SIGNED_INT8}, part);
  set(writer, 0, image);
  CHECK(scene.launch(writer, 1, 1) == CL_SUCCESS);
  CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
  const CudaImage* described = nullptr;
  {
    const std::lock_guard guard(fake().mutex);
    std::memcpy(&described, fake().launches.back().arguments[0].data(), sizeof described);
    CHECK(fake().live_surfaces == 0);
  }
  CHECK(std::memcmp(std::bit_cast<const void*>(described->surface), bytes.data() + 512, 64) == 0);
  CHECK(described->width == 16);
  CHECK(described->channel_type == CL_SIGNED_INT8);
  for (const cl_mem one : {image, part, buffer, to}) cl().clReleaseMemObject(one);
  cl().clReleaseKernel(kernel);
  cl().clReleaseKernel(writer);
  cl().clReleaseSampler(sampler);
}

TEST_CASE("Images are filled in parts") {
  const Scene scene;
  // More than what is filled at once.
  const Kind kind{CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", {300, 500, 2}};
  const cl_mem image = make(scene, kind, {CL_RGBA, CL_FLOAT});
  const std::size_t origin[3] = {1, 2, 0}, region[3] = {299, 497, 2};
  const cl_float zero[4] = {}, colour[4] = {1, 2, 3, 4};
  CHECK(cl().clEnqueueFillImage(scene.queue, image, zero, k_zero, kind.size.data(), 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(cl().clEnqueueFillImage(scene.queue, image, colour, origin, region, 0, nullptr, nullptr) == CL_SUCCESS);
  std::vector<std::array<cl_float, 4>> got(300 * 500 * 2);
  CHECK(cl().clEnqueueReadImage(scene.queue, image, CL_TRUE, k_zero, kind.size.data(), 0, 0, got.data(), 0, nullptr,
                                nullptr) == CL_SUCCESS);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::size_t x = i % 300, y = i / 300 % 500;
    const bool is_filled = x >= 1 && y >= 2 && y < 499;
    wrong += got[i] != (is_filled ? std::array<cl_float, 4>{1, 2, 3, 4} : std::array<cl_float, 4>{});
  }
  CHECK(wrong == 0);
  cl().clReleaseMemObject(image);
}

TEST_CASE("Calls of CUDA's for images that fail are errors of OpenCL's") {
  const Scene scene;
  const Kind& kind = k_kinds[2];
  const auto fail = [](const char* function) {
    const std::lock_guard guard(fake().mutex);
    fake().failures.clear();
    if (function != nullptr) fake().failures[function] = k_out_of_memory;
  };
  const cl_image_format format{CL_RGBA, CL_FLOAT};
  cl_image_desc wanted{};
  wanted.image_type = CL_MEM_OBJECT_IMAGE2D;
  wanted.image_width = wanted.image_height = 4;
  cl_int code = CL_SUCCESS;
  fail("cuArray3DCreate_v2");
  CHECK(cl().clCreateImage(scene.context, 0, &format, &wanted, nullptr, &code) == nullptr);
  CHECK(code == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  fail(nullptr);
  const cl_mem image = make(scene, kind, format);
  const cl_sampler sampler = sampler_of(scene, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
  const cl_kernel kernel = scene.kernel(texels_kernel(kind.name, "image"), "texels");
  set(kernel, 1, sampler);
  for (const char* function : {"cuTexObjectCreate", "cuSurfObjectCreate", "cuMemAlloc_v2", "cuStreamCreate"}) {
    CAPTURE(function);
    const cl_mem fresh = make(scene, kind, format);
    set(kernel, 0, fresh);
    set(kernel, 2, fresh);
    for (const bool fails : {true, false}) {
      fail(fails ? function : nullptr);
      CHECK(scene.launch(kernel, 1, 1) == CL_SUCCESS);
      CHECK((cl().clFinish(scene.queue) != CL_SUCCESS) == fails);
    }
    cl().clReleaseMemObject(fresh);
  }
  cl_float texel[4] = {};
  const std::size_t one[3] = {1, 1, 1};
  fail("cuMemcpy3DAsync_v2");
  CHECK(cl().clEnqueueReadImage(scene.queue, image, CL_TRUE, k_zero, one, 0, 0, texel, 0, nullptr, nullptr) ==
        CL_OUT_OF_RESOURCES);
  fail(nullptr);
  cl().clReleaseMemObject(image);
  cl().clReleaseSampler(sampler);
  cl().clReleaseKernel(kernel);
}

TEST_CASE("Images belong to one GPU of their context") {
  cl_device_id devices[2] = {};
  REQUIRE(cl().clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 2, devices, nullptr) == CL_SUCCESS);
  const cl_context context = cl().clCreateContext(nullptr, 2, devices, nullptr, nullptr, nullptr);
  const cl_command_queue second = cl().clCreateCommandQueue(context, devices[1], 0, nullptr);
  const cl_image_format format{CL_RGBA, CL_FLOAT};
  cl_image_desc wanted{};
  wanted.image_type = CL_MEM_OBJECT_IMAGE1D;
  wanted.image_width = 1;
  const cl_mem image = cl().clCreateImage(context, 0, &format, &wanted, nullptr, nullptr);
  REQUIRE(image != nullptr);
  cl_float texel[4] = {};
  const std::size_t one[3] = {1, 1, 1};
  CHECK(cl().clEnqueueReadImage(second, image, CL_TRUE, k_zero, one, 0, 0, texel, 0, nullptr, nullptr) ==
        CL_INVALID_OPERATION);
  cl().clReleaseMemObject(image);
  cl().clReleaseCommandQueue(second);
  cl().clReleaseContext(context);
}

TEST_CASE("Images of CUDA's hold what random commands move") {
  const Scene scene;
  front::testing::fuzz_images(cl(), scene.context, scene.queue, 1000, 300);
}

}  // namespace clc::cuda::testing
