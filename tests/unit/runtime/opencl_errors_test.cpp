// Every call that the runtime makes of OpenCL, failing with every error that the specification allows it: what fails is
// reported, and nothing is left behind.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "build_program.h"
#include "catch_all.h"
#include "clc/package/publish.h"
#include "clc/runtime/program.h"
#include "clc/runtime/sub_devices.h"
#include "fake_opencl.h"
#include "made_package.h"
#include "run_process.h"
#include "temporary_folder.h"

namespace clc {
namespace {

using namespace test;
using Catch::Matchers::ContainsSubstring;

// The use of a call, which says what an error of it means for the program.
enum class Use {
  k_needed,    // the program cannot go on: the error is reported
  k_optional,  // it goes on with less
};

struct Call {
  const char* name;
  Use use;
  cl_int errors[20];  // up to the first 0
};

constexpr cl_int k_no_platform = -1001;  // CL_PLATFORM_NOT_FOUND_KHR

// OpenCL 3.0.17, the lists of errors of each function; CL_OUT_OF_RESOURCES and CL_OUT_OF_HOST_MEMORY, which every
// function may return, and codes of no specification are added below.
constexpr Call k_calls[] = {
    {"clGetPlatformIDs", Use::k_needed, {CL_INVALID_VALUE}},
    {"clGetPlatformInfo", Use::k_needed, {CL_INVALID_PLATFORM, CL_INVALID_VALUE}},
    {"clGetDeviceIDs",
     Use::k_optional,
     {CL_INVALID_PLATFORM, CL_INVALID_DEVICE_TYPE, CL_INVALID_VALUE, CL_DEVICE_NOT_FOUND}},
    {"clGetDeviceInfo", Use::k_optional, {CL_INVALID_DEVICE, CL_INVALID_VALUE}},
    {"clGetExtensionFunctionAddressForPlatform", Use::k_optional, {}},
    {"clCreateSubDevices",
     Use::k_needed,
     {CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_DEVICE_PARTITION_FAILED, CL_INVALID_DEVICE_PARTITION_COUNT}},
    {"clReleaseDevice", Use::k_optional, {CL_INVALID_DEVICE}},
    {"clCreateContext",
     Use::k_needed,
     {CL_INVALID_PLATFORM, CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_DEVICE_NOT_AVAILABLE}},
    {"clRetainContext", Use::k_needed, {CL_INVALID_CONTEXT}},
    {"clReleaseContext", Use::k_optional, {CL_INVALID_CONTEXT}},
    {"clCreateCommandQueue",
     Use::k_needed,
     {CL_INVALID_CONTEXT, CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_INVALID_QUEUE_PROPERTIES}},
    {"clRetainCommandQueue", Use::k_needed, {CL_INVALID_COMMAND_QUEUE}},
    {"clReleaseCommandQueue", Use::k_optional, {CL_INVALID_COMMAND_QUEUE}},
    {"clGetCommandQueueInfo", Use::k_needed, {CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE}},
    {"clCreateBuffer",
     Use::k_needed,
     {CL_INVALID_CONTEXT, CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_BUFFER_SIZE, CL_INVALID_HOST_PTR,
      CL_MEM_OBJECT_ALLOCATION_FAILURE}},
    {"clGetMemObjectInfo", Use::k_needed, {CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT}},
    {"clReleaseMemObject", Use::k_optional, {CL_INVALID_MEM_OBJECT}},
    {"clEnqueueWriteBuffer",
     Use::k_needed,
     {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_EVENT_WAIT_LIST,
      CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, CL_MEM_OBJECT_ALLOCATION_FAILURE,
      CL_INVALID_OPERATION}},
    {"clEnqueueReadBuffer",
     Use::k_needed,
     {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_EVENT_WAIT_LIST,
      CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, CL_MEM_OBJECT_ALLOCATION_FAILURE,
      CL_INVALID_OPERATION}},
    {"clGetSupportedImageFormats", Use::k_needed, {CL_INVALID_CONTEXT, CL_INVALID_VALUE}},
    {"clCreateImage",
     Use::k_needed,
     {CL_INVALID_CONTEXT, CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
      CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_IMAGE_SIZE, CL_INVALID_HOST_PTR, CL_IMAGE_FORMAT_NOT_SUPPORTED,
      CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_INVALID_OPERATION}},
    {"clGetImageInfo", Use::k_needed, {CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT}},
    {"clEnqueueWriteImage",
     Use::k_needed,
     {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_EVENT_WAIT_LIST,
      CL_INVALID_IMAGE_SIZE, CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_INVALID_OPERATION,
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST}},
    {"clEnqueueReadImage",
     Use::k_needed,
     {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_EVENT_WAIT_LIST,
      CL_INVALID_IMAGE_SIZE, CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_INVALID_OPERATION,
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST}},
    {"clCreateSampler", Use::k_needed, {CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_OPERATION}},
    {"clReleaseSampler", Use::k_optional, {CL_INVALID_SAMPLER}},
    {"clEnqueueFillBuffer",
     Use::k_needed,
     {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_MISALIGNED_SUB_BUFFER_OFFSET,
      CL_INVALID_VALUE, CL_INVALID_EVENT_WAIT_LIST, CL_MEM_OBJECT_ALLOCATION_FAILURE}},
    {"clEnqueueMapBuffer",
     Use::k_needed,
     {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_EVENT_WAIT_LIST,
      CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_MAP_FAILURE, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
      CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_INVALID_OPERATION}},
    {"clEnqueueUnmapMemObject",
     Use::k_needed,
     {CL_INVALID_COMMAND_QUEUE, CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_INVALID_EVENT_WAIT_LIST,
      CL_INVALID_CONTEXT}},
    {"clFinish", Use::k_needed, {CL_INVALID_COMMAND_QUEUE}},
    {"clFlush", Use::k_needed, {CL_INVALID_COMMAND_QUEUE}},
    {"clWaitForEvents",
     Use::k_needed,
     {CL_INVALID_VALUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST}},
    {"clGetEventInfo", Use::k_optional, {CL_INVALID_VALUE, CL_INVALID_EVENT}},
    {"clGetEventProfilingInfo", Use::k_optional, {CL_PROFILING_INFO_NOT_AVAILABLE, CL_INVALID_VALUE, CL_INVALID_EVENT}},
    {"clSetEventCallback", Use::k_needed, {CL_INVALID_EVENT, CL_INVALID_VALUE}},
    {"clReleaseEvent", Use::k_optional, {CL_INVALID_EVENT}},
    // Where a variant fails, another may do.
    {"clCreateProgramWithIL", Use::k_needed, {CL_INVALID_CONTEXT, CL_INVALID_OPERATION, CL_INVALID_VALUE}},
    {"clCreateProgramWithBinary",
     Use::k_optional,
     {CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_BINARY}},
    {"clReleaseProgram", Use::k_optional, {CL_INVALID_PROGRAM}},
    {"clBuildProgram",
     Use::k_optional,
     {CL_INVALID_PROGRAM, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_BINARY, CL_INVALID_BUILD_OPTIONS,
      CL_COMPILER_NOT_AVAILABLE, CL_BUILD_PROGRAM_FAILURE, CL_INVALID_OPERATION, CL_MAX_SIZE_RESTRICTION_EXCEEDED}},
    {"clGetProgramBuildInfo", Use::k_optional, {CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_INVALID_PROGRAM}},
    {"clGetProgramInfo", Use::k_optional, {CL_INVALID_VALUE, CL_INVALID_PROGRAM, CL_INVALID_PROGRAM_EXECUTABLE}},
    {"clCreateKernel",
     Use::k_optional,
     {CL_INVALID_PROGRAM, CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION,
      CL_INVALID_VALUE}},
    {"clReleaseKernel", Use::k_optional, {CL_INVALID_KERNEL}},
    {"clSetKernelArg",
     Use::k_needed,
     {CL_INVALID_KERNEL, CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE, CL_INVALID_MEM_OBJECT, CL_INVALID_SAMPLER,
      CL_INVALID_DEVICE_QUEUE, CL_INVALID_ARG_SIZE, CL_MAX_SIZE_RESTRICTION_EXCEEDED}},
    {"clGetKernelWorkGroupInfo", Use::k_needed, {CL_INVALID_DEVICE, CL_INVALID_VALUE, CL_INVALID_KERNEL}},
    {"clEnqueueNDRangeKernel",
     Use::k_needed,
     {CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_COMMAND_QUEUE, CL_INVALID_KERNEL, CL_INVALID_CONTEXT,
      CL_INVALID_KERNEL_ARGS, CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_WORK_SIZE, CL_INVALID_GLOBAL_OFFSET,
      CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE, CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_INVALID_IMAGE_SIZE,
      CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_INVALID_EVENT_WAIT_LIST,
      CL_INVALID_OPERATION}},
    {"clEnqueueMarkerWithWaitList",
     Use::k_needed,
     {CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST}},
};

std::vector<cl_int> errors_of(const Call& call) {
  std::vector<cl_int> errors(call.errors, std::find(std::begin(call.errors), std::end(call.errors), CL_SUCCESS));
  // The last two are in no specification: drivers have such codes, too.
  errors.insert(errors.end(), {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, -9999, -77});
  return errors;
}

Package sample_package() {
  const TemporaryFolder folder;
  // Two variants, of which the driver takes the second.
  const SampleBinary ptx{"nvptx:sm_50", "ptx", "//PTX of a sample", {}};
  REQUIRE(publish(folder / "p.clcpack", sample_contents({{"spirv64:1.2", "spirv", "IL of a sample", {}}, ptx})));
  Result<Package> package = Package::open(folder / "p.clcpack");
  REQUIRE(package);
  return *package;
}

// Everything that the runtime does with OpenCL. The first problem ends it.
Result<void> use_buffers(const Queue& queue) {
  Result<Buffer> buffer = queue.allocate(64);
  if (!buffer) return fail(buffer);
  char bytes[64] = {};
  if (auto done = queue.write(*buffer, bytes, sizeof bytes); !done) return fail(done);
  if (auto done = queue.fill(*buffer, 7, sizeof bytes); !done) return fail(done);
  if (auto done = queue.read(*buffer, bytes, sizeof bytes); !done) return fail(done);
  if (auto done = queue.write_mapped(*buffer, bytes, 32); !done) return fail(done);
  if (auto done = queue.read_mapped(*buffer, bytes, sizeof bytes); !done) return fail(done);
  return {};
}

// Transfers that do not wait, mapped pointers, and memory of the program.
Result<void> use_transfers(const Queue& queue) {
  const Result<Buffer> buffer = queue.allocate(64, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR);
  if (!buffer) return fail(buffer);
  char bytes[64] = {};
  const Result<Event> wrote = queue.enqueue_write(*buffer, bytes, sizeof bytes);
  if (!wrote) return fail(wrote);
  const Result<Event> nothing = queue.enqueue_write(*buffer, bytes, 0, 0, {*wrote});
  if (!nothing) return fail(nothing);
  const Result<Event> read = queue.enqueue_read(*buffer, bytes, sizeof bytes, 0, {*nothing});
  if (!read) return fail(read);
  if (auto flushed = queue.flush(); !flushed) return flushed;
  if (auto set = read->on_end([](bool) {}); !set) return set;
  if (auto ended = read->has_ended(); !ended) return fail(ended);
  if (auto time = read->wait(); !time) return fail(time);
  Result<Mapping> mapping = queue.map(*buffer);
  if (!mapping) return fail(mapping);
  if (auto time = mapping->unmap(); !time) return fail(time);
  char own[64] = {};
  const Result<Buffer> over = queue.allocate_over(own, sizeof own);
  if (!over) return fail(over);
  return {};
}

Result<void> use_parts(const Device& device) {
  const Result<std::vector<Device>> parts = divide_by_counts(device, {1, 2});
  if (!parts) return fail(parts);
  const Result<std::vector<Device>> near = divide_by_affinity(parts->front(), SharedBy::k_next);
  if (!near) return fail(near);
  const Result<Queue> queue = Queue::create(near->back(), {true});
  if (!queue) return fail(queue);
  return use_transfers(*queue);
}

Result<void> use_images(const Queue& queue) {
  const Result<Image> image = queue.allocate_image(image_2d(4, 4), {CL_RGBA, CL_UNORM_INT8});
  if (!image) return fail(image);
  char texels[64] = {};
  if (auto done = queue.write(*image, texels); !done) return fail(done);
  if (auto done = queue.read(*image, texels); !done) return fail(done);
  if (const Result<Sampler> sampler = queue.create_sampler(); !sampler) return fail(sampler);
  return {};
}

Result<void> launch(const Queue& queue, const Program& program) {
  const Result<Kernel> scale = program.kernel("scale");
  if (!scale) return fail(scale);
  const Result<Kernel> reverse = program.kernel("reverse");
  if (!reverse) return fail(reverse);
  const Result<Buffer> buffer = queue.allocate(64);
  if (!buffer) return fail(buffer);
  const Result<Event> first = scale->enqueue(queue, range_1d(16), *buffer, *buffer, 2.0F, cl_uint{16});
  if (!first) return fail(first);
  const Result<Event> second =
      reverse->enqueue(queue, range_1d(8, 8), WaitList{*first}, buffer->handle(), LocalMemory{32}, cl_int4{});
  if (!second) return fail(second);
  const Result<Event> nothing =
      scale->enqueue(queue, range_1d(0), WaitList{*second}, *buffer, *buffer, 2.0F, cl_uint{16});
  if (!nothing) return fail(nothing);
  if (auto time = second->wait(); !time) return fail(time);
  if (auto time = nothing->wait(); !time) return fail(time);
  if (auto limit = scale->max_work_group_size(queue); !limit) return fail(limit);
  return queue.finish();
}

Result<void> whole_life(const Package& package, const std::string& cache) {
  const Result<Device> device = select_device("");
  if (!device) return fail(device);
  Result<Queue> queue = Queue::create(*device);
  if (!queue) return fail(queue);
  if (auto used = use_buffers(*queue); !used) return used;
  if (auto used = use_transfers(*queue); !used) return used;
  if (auto used = use_parts(*device); !used) return used;
  if (auto used = use_images(*queue); !used) return used;
  Result<Queue> adopted = Queue::adopt(queue->handle());
  if (!adopted) return fail(adopted);
  // Once compiled and kept, and once more from what was kept.
  adopted->keep_binaries(BinaryCache(cache));
  for (int times = 0; times < 2; ++times) {
    const Result<Program> program = Program::load(*adopted, package, "sample");
    if (!program) return fail(program);
    if (auto launched = launch(*adopted, *program); !launched) return launched;
  }
  return {};
}

struct Lived {
  Result<void> result;
  std::map<std::string, long> calls;
  std::vector<std::string> left;  // objects that were not released
  int misuses = 0;
};

Lived live(const Package& package, const Misbehaviour& misbehaviour) {
  const TemporaryFolder folder;
  reset_fake_driver();
  fake_driver().misbehaviour = misbehaviour;
  Result<void> result = whole_life(package, folder / "cache");
  std::map<std::string, long> calls = fake_calls();
  for (const Call& call : k_calls) calls.try_emplace(call.name, 0);
  return {std::move(result), std::move(calls), fake_objects(), fake_driver().misuses};
}

// The names of functions that begin like OpenCL's, which a library calls and does not define.
std::set<std::string> opencl_calls_of(const std::string& library) {
  const Ran nm = run_process({CLC_NM, "-u", library}, "", "/");
  REQUIRE(nm.exit_code == 0);
  std::set<std::string> names;
  std::istringstream words(nm.output);
  for (std::string word; words >> word;) {
    if (word.size() > 3 && word.compare(0, 2, "cl") == 0 && word[2] >= 'A' && word[2] <= 'Z') names.insert(word);
  }
  return names;
}

}  // namespace

TEST_CASE("the table of OpenCL's errors has every function that the runtime calls, and the test calls each") {
  std::set<std::string> listed;
  for (const Call& call : k_calls) listed.insert(call.name);
  CHECK(opencl_calls_of(CLC_RUNTIME_LIBRARY) == listed);
  const Lived lived = live(sample_package(), {});
  INFO((lived.result ? "" : lived.result.error().message));
  REQUIRE(lived.result);
  std::set<std::string> called;
  for (const auto& [name, count] : lived.calls) {
    if (count != 0) called.insert(name);
  }
  // The library of a driver is looked up once in a process, which may have been before.
  called.insert("clGetExtensionFunctionAddressForPlatform");
  CHECK(called == listed);
  CHECK(lived.left.empty());
  CHECK(lived.misuses == 0);
}

TEST_CASE("each OpenCL call may fail with each of its errors: it is reported, and nothing is left behind") {
  const Package package = sample_package();
  const std::map<std::string, long> usual = live(package, {}).calls;
  int lives = 0;
  for (const Call& call : k_calls) {
    for (const cl_int code : errors_of(call)) {
      for (long at = 1; at <= usual.at(call.name); ++at) {
        for (const bool gives_object : {false, true}) {
          const Lived lived = live(package, {call.name, at, code, gives_object, false});
          ++lives;
          INFO(call.name << " number " << at << ", " << code << ", with an object: " << gives_object << ": "
                         << (lived.result ? "went on" : lived.result.error().message));
          REQUIRE(lived.left == std::vector<std::string>());
          REQUIRE(lived.misuses == 0);
          if (call.use == Use::k_needed) REQUIRE_FALSE(lived.result.has_value());
          if (!lived.result) {
            CHECK(lived.result.error().kind != ErrorKind::k_usage);
            CHECK(lived.result.error().message.size() > 10);
          }
        }
      }
    }
  }
  CHECK(lives > 1000);
}

TEST_CASE("an error of OpenCL is named in the message, with the call") {
  const Package package = sample_package();
  for (const Call& call : k_calls) {
    // For these calls the caller learns something else: which device or variant is not used.
    const bool is_summed_up = std::string(call.name) == "clGetPlatformInfo";
    if (call.use != Use::k_needed || is_summed_up) continue;
    const Lived lived = live(package, {call.name, 1, CL_OUT_OF_HOST_MEMORY, false, false});
    INFO(call.name);
    REQUIRE_FALSE(lived.result.has_value());
    CHECK_THAT(lived.result.error().message, ContainsSubstring("CL_OUT_OF_HOST_MEMORY"));
  }
}

TEST_CASE("a machine without a platform has no device, and a loader that fails is not such a machine") {
  const Package package = sample_package();
  const Lived none = live(package, {"clGetPlatformIDs", 1, k_no_platform, false, false});
  REQUIRE_FALSE(none.result.has_value());
  CHECK(none.result.error().kind == ErrorKind::k_unavailable);
  const Lived failing = live(package, {"clGetPlatformIDs", 1, CL_OUT_OF_HOST_MEMORY, false, false});
  REQUIRE_FALSE(failing.result.has_value());
  CHECK(failing.result.error().kind == ErrorKind::k_opencl);
}

TEST_CASE("a driver that takes no version of OpenCL C for IL gets the other options alone") {
  reset_fake_driver();
  const Device device = fake_device();
  const Result<Queue> queue = Queue::create(device);
  REQUIRE(queue);
  const auto build = [&](const std::string& options) {
    return build_program({queue->context(), device}, ProgramForm::k_il, "IL of a sample", options, {});
  };
  fake_driver().refused_option = "-cl-std=";
  CHECK(build("-cl-mad-enable -cl-std=CL2.0"));
  CHECK(fake_calls()["clBuildProgram"] == 2);
  fake_driver().refused_option = "-cl-mad-enable";
  const Result<BuiltProgram> refused = build("-cl-mad-enable -cl-std=CL2.0");
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, ContainsSubstring("CL_INVALID_BUILD_OPTIONS"));
  CHECK_FALSE(build("-cl-mad-enable"));
  CHECK(fake_calls()["clBuildProgram"] == 5);
}

TEST_CASE("what a driver reports of a context reaches the program while it has the queue") {
  reset_fake_driver();
  std::vector<std::string> heard;
  std::optional<Buffer> buffer;
  {
    const auto hear = [&](const std::string& message) { heard.push_back(message); };
    const Result<Queue> queue = Queue::create(fake_device(), {false, hear});
    REQUIRE(queue);
    fake_driver().report("lost");
    fake_driver().report(nullptr);
    buffer.emplace(*queue->allocate(4));  // drivers keep the context while it lives
  }
  fake_driver().report("too late");
  CHECK(heard == std::vector<std::string>{"lost", ""});
  REQUIRE(Queue::create(fake_device()));
  fake_driver().report("to nobody");
  CHECK(heard.size() == 2);
  fake_driver().report = {};
}

TEST_CASE("a command that failed on the device is told to who polls and to who is called") {
  reset_fake_driver();
  const Result<Queue> queue = Queue::create(fake_device());
  REQUIRE(queue);
  const Result<Buffer> buffer = queue->allocate(4);
  REQUIRE(buffer);
  int number = 0;
  std::vector<bool> ends;
  const auto note = [&](bool succeeded) { ends.push_back(succeeded); };
  for (const cl_int status : {CL_COMPLETE, CL_RUNNING, CL_OUT_OF_RESOURCES}) {
    fake_driver().event_status = status;
    const Result<Event> event = queue->enqueue_write(*buffer, &number, sizeof number);
    REQUIRE(event);
    const Result<bool> ended = event->has_ended();
    if (status < 0) {
      REQUIRE_FALSE(ended);
      CHECK_THAT(ended.error().message, ContainsSubstring("clEnqueueWriteBuffer failed on the device"));
    } else {
      REQUIRE(ended);
      CHECK(*ended == (status == CL_COMPLETE));
    }
    if (status != CL_RUNNING) CHECK(event->on_end(note));
  }
  CHECK(ends == std::vector<bool>{true, false});
  CHECK(*Event().has_ended());
  CHECK(Event().on_end(note));
  CHECK(ends.size() == 3);
  fake_driver().event_status = CL_COMPLETE;
}

TEST_CASE("a size that a driver tells is not believed before memory is taken") {
  const Package package = sample_package();
  const std::map<std::string, long> usual = live(package, {}).calls;
  for (const Call& call : k_calls) {
    for (long at = 1; at <= usual.at(call.name); ++at) {
      INFO(call.name << " number " << at);
      Lived lived{Result<void>(), {}, {}, 0};
      REQUIRE_NOTHROW(lived = live(package, {call.name, at, CL_SUCCESS, false, true}));
      CHECK(lived.left == std::vector<std::string>());
    }
  }
}

}  // namespace clc
