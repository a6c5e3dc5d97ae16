#include "launch_check.h"

#include <string>
#include <utility>
#include <vector>

#include "catch_all.h"
#include "clc/runtime/typed.h"

namespace clc {
namespace {

Argument argument(const std::string& name, ArgumentKind kind, const std::string& type, std::uint64_t size) {
  Argument made;
  made.name = name;
  made.kind = kind;
  made.type = type;
  made.size = size;
  return made;
}

KernelInterface blend() {
  KernelInterface kernel;
  kernel.name = "blend";
  kernel.arguments = {
      argument("out", ArgumentKind::k_buffer, "float*", 8),
      argument("picture", ArgumentKind::k_image, "image2d_t", 8),
      argument("sampler", ArgumentKind::k_sampler, "sampler_t", 8),
      argument("tile", ArgumentKind::k_local, "float*", 8),
      argument("weights", ArgumentKind::k_value, "float3", 16),
  };
  return kernel;
}

// Something that is not null; nothing looks at it.
template <class Handle>
Handle some() {
  static char object;
  return reinterpret_cast<Handle>(&object);
}

struct Values {
  cl_mem memory = some<cl_mem>();
  cl_sampler sampler = some<cl_sampler>();
  cl_float3 weights{};
  std::vector<KernelArgument> list{to_argument(memory), to_argument(memory), to_argument(sampler),
                                   to_argument(LocalMemory{1024}), to_argument(weights)};
};

std::string complaint(const KernelInterface& kernel, const std::vector<KernelArgument>& list,
                      std::uint64_t local_memory = 4096) {
  DeviceFacts device;
  device.local_memory = local_memory;
  const Result<void> checked = check_arguments(kernel, list.data(), list.size(), device);
  if (checked) return "";
  CHECK(checked.error().kind == ErrorKind::k_usage);
  return checked.error().message;
}

std::string complaint(const KernelInterface& kernel, const NDRange& range) {
  const Result<LaunchPlan> plan = plan_launch(kernel, range);
  return plan ? "" : plan.error().message;
}

bool contains(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Arguments that fit the interface pass") {
  const Values values;
  CHECK(complaint(blend(), values.list).empty());
}

TEST_CASE("A wrong argument is named by kernel, index and name") {
  Values values;
  std::vector<KernelArgument> list = values.list;
  list.pop_back();
  CHECK(complaint(blend(), list) ==
        "kernel 'blend' takes 5 arguments (out, picture, sampler, tile, weights), but 4 were given");

  list = values.list;
  list[0] = to_argument(1.0F);
  CHECK(complaint(blend(), list) ==
        "kernel 'blend', argument 0 'out' of type 'float*': it is a buffer, but a value was given");

  list = values.list;
  list[2] = to_argument(values.memory);
  CHECK(contains(complaint(blend(), list), "argument 2 'sampler' of type 'sampler_t': it is a sampler, but a buffer"));

  list = values.list;
  list[3] = to_argument(values.memory);
  CHECK(contains(complaint(blend(), list), "argument 3 'tile' of type 'float*': it is local memory, but a buffer"));

  list = values.list;
  list[3] = to_argument(LocalMemory{0});
  CHECK(contains(complaint(blend(), list), "argument 3 'tile' of type 'float*': local memory of 0 bytes"));

  list = values.list;
  const float three_floats[3] = {};
  list[4] = {ArgumentKind::k_value, sizeof(three_floats), three_floats};
  CHECK(contains(complaint(blend(), list), "argument 4 'weights' of type 'float3': it takes 16 bytes, but 12 were"));

  list = values.list;
  list[4].value = nullptr;
  CHECK(contains(complaint(blend(), list), "argument 4 'weights' of type 'float3': no value was given"));
}

TEST_CASE("Memory is held against the argument by what it is, not by the words that it is given in") {
  const Values values;
  const auto with = [&](std::size_t index, const KernelArgument& given) {
    std::vector<KernelArgument> list = values.list;
    list[index] = given;
    return complaint(blend(), list);
  };
  const auto of = [&](cl_mem_object_type type) {
    return KernelArgument{ArgumentKind::k_image, sizeof(cl_mem), &values.memory, type};
  };
  const KernelArgument buffer_object{ArgumentKind::k_buffer, sizeof(cl_mem), &values.memory, CL_MEM_OBJECT_BUFFER};
  CHECK(with(0, buffer_object).empty());
  CHECK(with(1, of(CL_MEM_OBJECT_IMAGE2D)).empty());
  CHECK(with(1, buffer_object) ==
        "kernel 'blend', argument 1 'picture' of type 'image2d_t': it is an image, but a buffer was given");
  CHECK(with(1, of(CL_MEM_OBJECT_IMAGE3D)) ==
        "kernel 'blend', argument 1 'picture' of type 'image2d_t': it is a 2D image, but a 3D image was given");
  CHECK(contains(with(1, of(CL_MEM_OBJECT_BUFFER)), "it is a 2D image, but a buffer was given"));
  const KernelArgument image_as_buffer{ArgumentKind::k_buffer, sizeof(cl_mem), &values.memory, CL_MEM_OBJECT_IMAGE2D};
  CHECK(contains(with(0, image_as_buffer), "it is a buffer, but a 2D image was given"));
}

TEST_CASE("Each type of image takes one kind of memory") {
  const std::vector<std::pair<const char*, cl_mem_object_type>> types = {
      {"image1d_t", CL_MEM_OBJECT_IMAGE1D},
      {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY},
      {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER},
      {"image2d_t", CL_MEM_OBJECT_IMAGE2D},
      {"image2d_msaa_depth_t", CL_MEM_OBJECT_IMAGE2D},
      {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
      {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
      {"image3d_t", CL_MEM_OBJECT_IMAGE3D},
  };
  KernelInterface kernel;
  for (const auto& [name, wanted] : types) {
    kernel.arguments = {argument("picture", ArgumentKind::k_image, "picture_t", 8)};
    kernel.arguments[0].resolved_type = name;
    for (const auto& [other, given] : types) {
      INFO(name << " is given what is for " << other);
      CHECK(check_memory_type(kernel, 0, given).has_value() == (given == wanted));
    }
    CHECK_FALSE(check_memory_type(kernel, 0, CL_MEM_OBJECT_BUFFER));
  }
  kernel.arguments = {argument("words", ArgumentKind::k_pipe, "pipe int", 8)};
  CHECK(check_memory_type(kernel, 0, CL_MEM_OBJECT_PIPE));
  CHECK_FALSE(check_memory_type(kernel, 0, CL_MEM_OBJECT_BUFFER));
}

TEST_CASE("An empty object is refused, and a null pointer for a buffer is none") {
  const Values values;
  const Buffer empty;
  const Image no_image;
  const Sampler no_sampler;
  const cl_mem null = nullptr;
  const auto with = [&](std::size_t index, const KernelArgument& given) {
    std::vector<KernelArgument> list = values.list;
    list[index] = given;
    return complaint(blend(), list);
  };
  CHECK(with(0, to_argument(empty)) ==
        "kernel 'blend', argument 0 'out' of type 'float*': an empty object was given, one that was never made or is "
        "moved from; clc::buffer<T>() is a null pointer");
  const buffer<float> view(empty);
  CHECK(contains(with(0, to_argument(view)), "an empty object was given"));
  CHECK(contains(with(1, to_argument(no_image)), "an empty object was given"));
  const image<image2d_t> image_view(no_image);
  CHECK(contains(with(1, to_argument(image_view)), "an empty object was given"));
  CHECK(contains(with(1, to_argument(null)), "an empty object was given"));
  CHECK(contains(with(2, to_argument(no_sampler)), "an empty object was given"));
  const buffer<float> null_pointer;
  CHECK(with(0, to_argument(null_pointer)).empty());
  CHECK(with(0, to_argument(null)).empty());
}

TEST_CASE("Local memory that the device does not have is refused") {
  Values values;
  CHECK(complaint(blend(), values.list, 1024).empty());
  CHECK(contains(complaint(blend(), values.list, 1023), "argument 3 'tile': 1024 bytes of local memory"));
  KernelInterface two = blend();
  two.arguments.push_back(argument("more", ArgumentKind::k_local, "int*", 8));
  std::vector<KernelArgument> list = values.list;
  list.push_back(to_argument(LocalMemory{static_cast<std::size_t>(-1)}));
  CHECK(contains(complaint(two, list), "argument 5 'more'"));
}

TEST_CASE("Sizes of a launch are checked") {
  KernelInterface kernel = blend();
  CHECK(complaint(kernel, range_1d(100)).empty());
  CHECK(complaint(kernel, range_1d(100, 64)).empty());  // the driver decides
  NDRange range = range_1d(1);
  range.dimensions = 0;
  CHECK(contains(complaint(kernel, range), "1, 2 or 3 dimensions, not 0"));
  range.dimensions = 4;
  CHECK(contains(complaint(kernel, range), "not 4"));
  CHECK(contains(complaint(kernel, range_2d({64, 64}, {8, 0})), "local size 8 x 0 is 0 in some dimensions"));
  CHECK(plan_launch(kernel, range_1d(0))->is_empty);
  CHECK(plan_launch(kernel, range_2d({16, 0}))->is_empty);
  CHECK_FALSE(plan_launch(kernel, range_1d(7))->is_empty);
}

TEST_CASE("A range with a work-group size is rounded up to whole groups of it") {
  constexpr NDRange range = range_2d({100, 30}, {16, 8}, {1, 2}).rounded_up();
  STATIC_REQUIRE(range.global[0] == 112);
  STATIC_REQUIRE(range.global[1] == 32);
  STATIC_REQUIRE(range.global[2] == 1);
  STATIC_REQUIRE(range.local[0] == 16);
  STATIC_REQUIRE(range.local[1] == 8);
  STATIC_REQUIRE(range.offset[1] == 2);
  STATIC_REQUIRE(range_1d(64, 64).rounded_up().global[0] == 64);
  STATIC_REQUIRE(range_1d(0, 64).rounded_up().global[0] == 0);
  STATIC_REQUIRE(range_3d({1, 1, 5}, {1, 1, 4}).rounded_up().global[2] == 8);
  STATIC_REQUIRE(NDRange{}.rounded_up().global[0] == 1);
}

TEST_CASE("A required work-group size is filled in and insisted on") {
  KernelInterface kernel = blend();
  kernel.required_work_group_size = {16, 4, 1};
  const Result<LaunchPlan> plan = plan_launch(kernel, range_2d({32, 8}));
  REQUIRE(plan);
  CHECK(plan->has_local_size);
  CHECK(plan->local_size == std::array<std::size_t, 3>{16, 4, 1});
  CHECK(complaint(kernel, range_2d({32, 8}, {16, 4})).empty());
  CHECK(contains(complaint(kernel, range_2d({32, 8}, {8, 8})), "requires the local size 16 x 4 x 1, but 8 x 8 was"));
  CHECK(contains(complaint(kernel, range_2d({33, 8})),
                 "the global size 33 is not a multiple of the local size 16 in dimension 0"));
  CHECK(contains(complaint(kernel, range_1d(32)), "has only 1 dimension"));
  CHECK(plan_launch(kernel, range_2d({0, 8}))->is_empty);
}

TEST_CASE("A work-group beyond the limit is refused") {
  const KernelInterface kernel = blend();
  const auto fits = [&](const NDRange& range, std::size_t limit) {
    return check_group_size(kernel, *plan_launch(kernel, range), limit).has_value();
  };
  CHECK(fits(range_1d(1024, 256), 256));
  CHECK_FALSE(fits(range_1d(1024, 257), 256));
  CHECK(fits(range_2d({64, 64}, {16, 16}), 256));
  CHECK_FALSE(fits(range_2d({64, 64}, {16, 17}), 256));
  const std::size_t huge = std::size_t{1} << 40;
  CHECK_FALSE(fits(range_2d({huge, huge}, {huge, huge}), 256));  // the product overflows
}

TEST_CASE("A launch holds every number of the manifest against what there is") {
  Values values;
  // The size of a value: none, another, the largest.
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{15}, std::uint64_t{1} << 32U}) {
    KernelInterface kernel = blend();
    kernel.arguments[4].size = size;
    CHECK(contains(complaint(kernel, values.list), std::to_string(size) + " bytes"));
  }
  KernelInterface empty = blend();
  empty.arguments[4].size = 0;
  values.list[4].size = 0;
  CHECK(contains(complaint(empty, values.list), "no such value can be given"));
  // The required work-group: as many work-items as the device takes, and one more.
  const auto fits = [](std::uint64_t size) {
    KernelInterface kernel = blend();
    kernel.required_work_group_size = {size, 1, 1};
    const Result<LaunchPlan> plan = plan_launch(kernel, range_1d(size * 2));
    REQUIRE(plan);
    const Result<void> checked = check_group_size(kernel, *plan, 256);
    return checked ? "" : checked.error().message;
  };
  CHECK(fits(256).empty());
  CHECK(contains(fits(257), "a work-group of 257 x 1 x 1 is more than the 256 work-items"));
  CHECK(contains(fits(std::uint64_t{1} << 32U), "more than the 256"));
}

TEST_CASE("A refused work-group size is explained") {
  const NDRange range = range_2d({64, 100}, {8, 64});
  const Result<LaunchPlan> plan = plan_launch(blend(), range);
  REQUIRE(plan);
  CHECK(describe_range(range, *plan) == "global size 64 x 100, local size 8 x 64");
  CHECK(contains(explain_size(range, *plan, CL_INVALID_WORK_GROUP_SIZE), "in dimension 1"));
  CHECK(explain_size(range, *plan, CL_OUT_OF_RESOURCES).empty());
}

TEST_CASE("A work-group that the kernel requires is possible, whatever the driver says, as far as the device goes") {
  KernelInterface kernel;
  DeviceFacts device;
  device.max_work_group_size = 1024;
  CHECK(group_limit(kernel, 256, device) == 256);
  kernel.required_work_group_size = {1024, 1, 1};
  CHECK(group_limit(kernel, 256, device) == 1024);
  kernel.required_work_group_size = {16, 8, 1};
  CHECK(group_limit(kernel, 256, device) == 256);
  for (const std::uint64_t size : {std::uint64_t{1025}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    kernel.required_work_group_size = {size, 1, 1};
    CHECK(group_limit(kernel, 256, device) == 256);
    kernel.required_work_group_size = {2, 2, size};
    CHECK(group_limit(kernel, 256, device) == 256);
  }
}

}  // namespace clc
