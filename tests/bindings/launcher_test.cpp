// Kernels launched through a generated header, from a package in this program, on PoCL.
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "catch_all.h"
#include "clc/package/publish.h"
#include "clc/runtime/handles.h"
#include "launch_tests.h"
#include "skip.h"

namespace {

using clc::buffer;
using clc::local;
using clc::range_1d;
using clc::range_2d;
using launch_tests::launchers::Kernels;
using launch_tests::launchers::load;

std::optional<clc::Queue> pocl_queue(const char* test) {
  const clc::Result<clc::Device> device = clc::select_device("pocl");
  if (!device) {
    clc::test::skip(test, "PoCL is not installed");
    return std::nullopt;
  }
  clc::Result<clc::Queue> queue = clc::Queue::create(*device);
  REQUIRE(queue);
  return *queue;
}

template <class T>
T checked(clc::Result<T> result) {
  INFO((result ? "" : result.error().message));
  REQUIRE(result);
  return *std::move(result);
}

template <class T>
clc::Buffer buffer_of(const clc::Queue& queue, const std::vector<T>& values) {
  clc::Buffer made = checked(queue.allocate(values.size() * sizeof(T)));
  checked(queue.write(made, values.data(), values.size() * sizeof(T)));
  return made;
}

template <class T>
std::vector<T> values_of(const clc::Queue& queue, const clc::Buffer& from) {
  std::vector<T> values(from.size() / sizeof(T));
  checked(queue.read_mapped(from, values.data(), from.size()));
  return values;
}

}  // namespace

TEST_CASE("A module is loaded from the program, from a package, and from a file") {
  const auto queue = pocl_queue("launchers: load");
  if (!queue) return;
  const clc::Buffer in = buffer_of<float>(*queue, {1, 2, 3, 4, 5});
  const clc::Package package = checked(clc::Package::open(CLC_TEST_PACKAGE));
  for (const Kernels& kernels :
       {checked(load(*queue)), checked(load(*queue, package)), checked(load(*queue, CLC_TEST_PACKAGE)),
        checked(load(*queue, package, {"driver:pocl"})), checked(load(*queue, clc::ModuleChoice{{}, "launchers"}))}) {
    CHECK(kernels.program.variant().target == "driver:pocl");
    const clc::Buffer out = buffer_of<float>(*queue, {-1, -1, -1, -1, -1});
    const clc::CommandTime time = checked(
        kernels.scale(*queue, range_1d(3).with_offset({1}), buffer<float>(in), buffer<float>(out), 2.0F, cl_uint{100}));
    CHECK(time.nanoseconds > 0);
    CHECK(values_of<float>(*queue, out) == std::vector<float>{-1, 4, 6, 8, -1});
  }
  const auto refused = load(*queue, package, {"nvptx"});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == clc::ErrorKind::k_unavailable);
  CHECK_FALSE(load(*queue, "nowhere.clcpack"));
}

TEST_CASE("The work-group size of a kernel is built in") {
  const auto queue = pocl_queue("launchers: work-groups");
  if (!queue) return;
  const Kernels kernels = checked(load(*queue));
  STATIC_REQUIRE(kernels.tiles.work_group_size() == std::array<std::size_t, 3>{16, 4, 1});
  const auto range = range_2d({30, 5}).rounded_up(kernels.tiles.work_group_size());
  CHECK(range.global == std::array<std::size_t, 2>{32, 8});
  const clc::Buffer out = checked(queue->allocate(32 * 8 * sizeof(cl_uint)));
  checked(kernels.tiles(*queue, range, buffer<cl_uint>(out), local<cl_uint>(64), 32U));
  const std::vector<cl_uint> values = values_of<cl_uint>(*queue, out);
  for (std::size_t y = 0; y < 8; ++y) {
    for (std::size_t x = 0; x < 32; ++x) CHECK(values[y * 32 + x] == 63 - (y % 4 * 16 + x % 16));
  }
  const auto odd = kernels.tiles(*queue, range_2d({30, 5}), buffer<cl_uint>(out), local<cl_uint>(64), 32U);
  REQUIRE_FALSE(odd);
  CHECK(odd.error().message.find("kernel 'tiles': the global size 30 is not a multiple of the local size 16") == 0);
  const auto huge = kernels.tiles(*queue, range, buffer<cl_uint>(out), local<cl_uint>(~std::size_t{0} / 2), 32U);
  REQUIRE_FALSE(huge);
  CHECK(huge.error().message.find("argument 1 'tile'") != std::string::npos);
}

TEST_CASE("Structs and values of every type arrive") {
  const auto queue = pocl_queue("launchers: values");
  if (!queue) return;
  const Kernels kernels = checked(load(*queue));
  Params one{};
  one.gain = 0.5F;
  one.steps[0] = 7;
  one.colour.s[0] = 3;
  one.last = 200;
  Params two{};
  two.gain = 100;
  two.steps[2] = 1000;
  two.colour.s[3] = 5;
  two.number = -11;
  const clc::Buffer table = buffer_of<Params>(*queue, {one, two});
  const clc::Buffer four = checked(queue->allocate(4 * sizeof(float)));
  checked(kernels.with_params(*queue, range_1d(1), buffer<const Params>(table), one, buffer<float>(four), cl_ulong{1}));
  CHECK(values_of<float>(*queue, four) == std::vector<float>{100.5F, 1007, 15, 189});

  const clc::Buffer sum = checked(queue->allocate(sizeof(double)));
  cl_uchar16 last{};
  last.s[15] = 100;
  checked(kernels.values(*queue, range_1d(1), buffer<double>(sum), cl_char{-1}, cl_uchar{255}, cl_short{-300},
                         cl_ushort{60000}, -70000, 4000000000U, cl_long{-1} << 40, cl_ulong{1} << 41, 0.5F,
                         cl_float2{{1, 0.25F}}, cl_int3{{1, 2, -3}}, last));
  CHECK(values_of<double>(*queue, sum)[0] ==
        -1 + 255 - 300 + 60000 - 70000 + 4000000000.0 - 0x1p40 + 0x1p41 + 0.5 + 0.25 - 3 + 100);
}

TEST_CASE("Objects of the Khronos C++ bindings are taken: context, queue, buffers, images, samplers, events") {
  const auto own = pocl_queue("launchers: bindings");
  if (!own) return;
  const cl::Device device(own->device().id, true);
  const cl::Context context(device);
  const cl::CommandQueue commands(context, device, CL_QUEUE_PROFILING_ENABLE);
  for (const clc::Queue& queue :
       {checked(clc::Queue::adopt(commands)), checked(clc::Queue::adopt(context, device, commands))}) {
    CHECK(queue.context() == context());
    CHECK(queue.device().id == device());
    const Kernels kernels = checked(load(queue));
    const std::vector<cl_uint> start{20};
    const cl::Buffer number(context, CL_MEM_READ_WRITE, sizeof(cl_ulong));
    cl::Event cleared;
    commands.enqueueFillBuffer(number, cl_ulong{0}, 0, sizeof(cl_ulong), nullptr, &cleared);
    const std::vector<cl::Event> after{cleared};
    const clc::Event first =
        checked(kernels.append.enqueue(queue, range_1d(1), clc::WaitList(after), buffer<cl_ulong>(number), 4U));
    const clc::Event second =
        checked(kernels.append.enqueue(queue, range_1d(1), {cleared, first}, buffer<cl_ulong>(number), 2U));
    checked(second.wait());
    cl_ulong value = 0;
    commands.enqueueReadBuffer(number, CL_TRUE, 0, sizeof(value), &value);
    CHECK(value == 42);

    std::array<cl_uchar4, 4> pixels{};
    for (cl_uchar i = 0; i < 4; ++i) pixels[i] = {{i, 0, 0, 255}};
    const cl::Image2D in(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, {CL_RGBA, CL_UNSIGNED_INT8}, 4, 1, 0,
                         pixels.data());
    const cl::Image2D out(context, CL_MEM_WRITE_ONLY, {CL_RGBA, CL_UNSIGNED_INT8}, 4, 1);
    const cl::Sampler sampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST);
    checked(kernels.flip(queue, range_2d({4, 1}), clc::image<clc::image2d_t>(in),
                         clc::write_only_image<clc::image2d_t>(out), sampler));
    commands.enqueueReadImage(out, CL_TRUE, {0, 0, 0}, {4, 1, 1}, 0, 0, pixels.data());
    for (cl_uchar i = 0; i < 4; ++i) CHECK(pixels[i].s[0] == 3 - i);
  }
}

// PoCL crashes on memory of another kind, and on an image that is not there.
TEST_CASE("Memory of another kind is refused before the driver sees it") {
  const auto queue = pocl_queue("launchers: kinds of memory");
  if (!queue) return;
  const Kernels kernels = checked(load(*queue));
  clc::Buffer memory = checked(queue->allocate(256));
  clc::Image flat = checked(queue->allocate_image(clc::image_2d(4, 4), {CL_RGBA, CL_UNSIGNED_INT8}));
  const clc::Image deep = checked(queue->allocate_image(clc::image_3d(4, 4, 4), {CL_RGBA, CL_UNSIGNED_INT8}));
  const clc::Sampler sampler = checked(queue->create_sampler());
  const auto flip = [&](const auto& in) {
    const auto time = kernels.flip.kernel().launch(*queue, range_2d({4, 4}), in, flat, sampler);
    REQUIRE_FALSE(time);
    CHECK(time.error().kind == clc::ErrorKind::k_usage);
    INFO(time.error().message);
    CHECK(time.error().message.find("kernel 'flip', argument 0 'in' of type 'image2d_t': ") == 0);
    return time.error().message;
  };
  const auto says = [](const std::string& message, const char* part) {
    INFO(message);
    CHECK(message.find(part) != std::string::npos);
  };
  says(flip(memory), "it is an image, but a buffer was given");
  says(flip(memory.handle()), "it is a 2D image, but a buffer was given");
  says(flip(buffer<cl_uchar4>(memory)), "it is an image, but a buffer was given");
  says(flip(clc::image<clc::image2d_t>(memory.handle())), "it is a 2D image, but a buffer was given");
  says(flip(deep), "it is a 2D image, but a 3D image was given");
  says(flip(deep.handle()), "it is a 2D image, but a 3D image was given");
  says(flip(clc::read_only_image<clc::image2d_t>(deep)), "it is a 2D image, but a 3D image was given");
  says(flip(clc::Image()), "an empty object was given");

  const auto append = [&](const auto& number) {
    const auto time = kernels.append.kernel().launch(*queue, range_1d(1), number, 1U);
    REQUIRE_FALSE(time);
    CHECK(time.error().kind == clc::ErrorKind::k_usage);
    return time.error().message;
  };
  says(append(flat), "it is a buffer, but an image was given");
  says(append(flat.handle()), "it is a buffer, but a 2D image was given");
  says(append(buffer<cl_ulong>(flat.handle())), "it is a buffer, but a 2D image was given");
  const clc::Buffer moved = std::move(memory);
  says(append(memory), "an empty object was given");
  says(append(buffer<cl_ulong>(memory)), "an empty object was given");
  checked(kernels.append.kernel().launch(*queue, range_1d(1), moved.handle(), 1U));
  checked(kernels.flip.kernel().launch(*queue, range_2d({4, 4}), flat.handle(), flat, sampler));
}

// The queue takes commands in any order, and the first waits for the host: only wait lists keep them in line.
TEST_CASE("Wait lists order what is enqueued") {
  const auto own = pocl_queue("launchers: wait lists");
  if (!own) return;
  cl_int code = CL_SUCCESS;
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
  const clc::QueueHandle commands(
      clCreateCommandQueueWithProperties(own->context(), own->device().id, properties, &code));
  REQUIRE(code == CL_SUCCESS);
  const clc::Queue queue = checked(clc::Queue::adopt(commands.get()));
  const Kernels kernels = checked(load(queue));
  const clc::Buffer number = buffer_of<cl_ulong>(queue, {0});
  const clc::EventHandle start(clCreateUserEvent(queue.context(), &code));
  REQUIRE(code == CL_SUCCESS);

  std::vector<clc::Event> events;
  events.push_back(checked(kernels.append.enqueue(queue, range_1d(1), {start.get()}, buffer<cl_ulong>(number), 1U)));
  for (cl_uint digit = 2; digit < 10; ++digit) {
    events.push_back(
        checked(kernels.append.enqueue(queue, range_1d(1), clc::WaitList(events), buffer<cl_ulong>(number), digit)));
  }
  // Nothing to launch, but something to wait for.
  const clc::Event nothing =
      checked(kernels.append.enqueue(queue, range_1d(0), {events.back()}, buffer<cl_ulong>(number), 0U));
  cl_int status = CL_COMPLETE;
  REQUIRE(clGetEventInfo(nothing.handle(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr) ==
          CL_SUCCESS);
  CHECK(status != CL_COMPLETE);
  REQUIRE(clSetUserEventStatus(start.get(), CL_COMPLETE) == CL_SUCCESS);
  checked(nothing.wait());
  CHECK(values_of<cl_ulong>(queue, number)[0] == 123456789);

  // Neither: done before it begins, and no reason for others to wait.
  const clc::Event none = checked(kernels.append.enqueue(queue, range_1d(0), buffer<cl_ulong>(number), 0U));
  CHECK(none.handle() == nullptr);
  CHECK(checked(none.wait()).nanoseconds == 0);
  checked(checked(kernels.append.enqueue(queue, range_1d(1), {none}, buffer<cl_ulong>(number), 0U)).wait());
  CHECK(values_of<cl_ulong>(queue, number)[0] == 1234567890);
}

TEST_CASE("Threads share function objects") {
  const auto queue = pocl_queue("launchers: threads");
  if (!queue) return;
  const Kernels kernels = checked(load(*queue));
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const clc::Result<clc::Buffer> out = queue->allocate(4 * sizeof(cl_int));
      for (int round = 0; round < 50; ++round) {
        const cl_int value = t * 1000 + round;
        std::array<cl_int, 4> got{};
        const bool ran = out && kernels.new_(*queue, range_1d(4, 4), buffer<cl_int>(*out), value) &&
                         queue->read_mapped(*out, got.data(), sizeof(got));
        if (!ran || got != std::array<cl_int, 4>{value, value, value, value}) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("A package that the header was not generated from is refused, with what differs") {
  const auto queue = pocl_queue("launchers: other packages");
  if (!queue) return;
  clc::PackageContents contents = checked(checked(clc::Package::open(CLC_TEST_PACKAGE)).read_all());
  const auto message = [&] {
    const clc::Bytes bytes = checked(clc::encode_package(contents));
    const auto loaded = load(*queue, checked(clc::Package::from_memory(bytes)));
    return loaded ? std::string() : loaded.error().message;
  };
  CHECK(message().empty());
  for (clc::Interface& interface : contents.manifest.modules[0].interfaces) {
    for (clc::KernelInterface& kernel : interface.kernels) {
      if (kernel.name == "scale") kernel.arguments[0].name = "renamed";  // callers do not care
    }
  }
  CHECK(message().empty());
  for (clc::Interface& interface : contents.manifest.modules[0].interfaces) {
    for (clc::KernelInterface& kernel : interface.kernels) {
      if (kernel.name == "scale") kernel.arguments[3].type = "int";
    }
  }
  CHECK(message().find(
            "module 'launchers': kernel 'scale' is not the one that the header was generated from: it takes "
            "(global const float*, global float*, float, int), but the header's takes (global const float*, global "
            "float*, float, uint); generate the header again") == 0);
}
