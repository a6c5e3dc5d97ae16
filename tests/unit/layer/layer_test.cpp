// The layer before a driver that can be made to misbehave.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "base/file_io.h"
#include "cache_samples.h"
#include "calls/entry_points.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/cache/turn.h"
#include "clc/package/publish.h"
#include "environment.h"
#include "fake_driver.h"
#include "fake_objects.h"
#include "forks.h"
#include "in_child.h"
#include "layer_state.h"
#include "made_package.h"
#include "program/program_identity.h"
#include "serve/offline_compiler.h"
#include "serve/package_set.h"
#include "serve/program_share.h"
#include "serve/serve_program.h"
#include "skip.h"
#include "temporary_folder.h"

namespace clc::layer {
namespace {

using namespace test;

// The layer as a new process would have it, over a driver as new.
class Place {
 public:
  explicit Place(const std::string& folder = {})
      : cache_dir_("CLC_CACHE_DIR", folder.empty() ? own_ / "cache" : folder), no_remote_("CLC_REMOTE", std::nullopt) {
    reset_fake();
    begin();
  }
  // Begins as a new process does. Its driver has compiled something, so that builds go on in the background.
  void begin(LayerSettings settings = {}) {
    REQUIRE(set_next(fake_table(), k_dispatch_entries));
    make_state(std::move(settings));
    state().has_driver_compiled = true;
  }
  std::string cache() const { return own_ / "cache"; }
  std::vector<std::string> entries() const { return program_entries(cache()); }

 private:
  TemporaryFolder own_;
  Environment cache_dir_;
  Environment no_remote_;
};

const Dispatch& cl() {
  return entry_points();
}

cl_program from_source(const char* source) {
  cl_int code = CL_SUCCESS;
  const cl_program program = cl().clCreateProgramWithSource(fake_context(), 1, &source, nullptr, &code);
  if (code != CL_SUCCESS) REQUIRE(code == CL_SUCCESS);  // not always: several threads call this at once
  return program;
}

cl_int build(cl_program program, const char* options = "", int device = 0) {
  const cl_device_id id = fake_device_at(device);
  return cl().clBuildProgram(program, 1, &id, options, nullptr, nullptr);
}

std::string text(cl_program program, cl_program_info info) {
  char room[4096] = {};
  std::size_t size = 0;
  if (cl().clGetProgramInfo(program, info, sizeof(room), room, &size) != CL_SUCCESS) return "no answer";
  return std::string(room, size == 0 ? 0 : size - 1);
}
std::string build_text(cl_program program, cl_program_build_info info, int device = 0) {
  char room[4096] = {};
  if (cl().clGetProgramBuildInfo(program, fake_device_at(device), info, sizeof(room), room, nullptr) != CL_SUCCESS) {
    return "no answer";
  }
  return room;
}
cl_build_status status(cl_program program, int device = 0) {
  cl_build_status value = -99;
  cl().clGetProgramBuildInfo(program, fake_device_at(device), CL_PROGRAM_BUILD_STATUS, sizeof(value), &value, nullptr);
  return value;
}
cl_uint references(cl_program program) {
  cl_uint count = 0;
  cl().clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count, nullptr);
  return count;
}
std::vector<std::string> binaries(cl_program program) {
  std::size_t sizes[2] = {};
  REQUIRE(cl().clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, nullptr) == CL_SUCCESS);
  std::vector<std::string> all{std::string(sizes[0], '\0'), std::string(sizes[1], '\0')};
  unsigned char* pointers[] = {reinterpret_cast<unsigned char*>(all[0].data()),
                               reinterpret_cast<unsigned char*>(all[1].data())};
  REQUIRE(cl().clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(pointers), pointers, nullptr) == CL_SUCCESS);
  return all;
}

// All that an application can ask of a built program and of its kernel `a`.
std::vector<std::string> everything(cl_program program) {
  std::vector<std::string> all;
  for (const cl_program_info info : {CL_PROGRAM_SOURCE, CL_PROGRAM_KERNEL_NAMES}) all.push_back(text(program, info));
  for (const cl_program_build_info info : {CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG}) {
    all.push_back(build_text(program, info));
  }
  all.push_back(std::to_string(status(program)) + " " + std::to_string(status(program, 1)));
  all.push_back(std::to_string(references(program)));
  for (const std::string& binary : binaries(program)) all.push_back(binary);
  cl_program_binary_type type = 0;
  cl().clGetProgramBuildInfo(program, fake_device_at(0), CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, nullptr);
  all.push_back(std::to_string(type));
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = cl().clCreateKernel(program, "a", &code);
  REQUIRE(code == CL_SUCCESS);
  all.push_back(std::to_string(references(program)));
  char room[256] = {};
  cl().clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof(room), room, nullptr);
  all.emplace_back(room);
  for (const cl_uint index : {0U, 1U}) {
    const cl_int answered =
        cl().clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof(room), room, nullptr);
    all.push_back(std::to_string(answered) + room);
  }
  cl_program of = nullptr;
  cl().clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(of), &of, nullptr);
  all.emplace_back(of == program ? "its own" : "another's");
  all.push_back(std::to_string(build(program, "-DOTHER")));  // with a kernel
  cl().clReleaseKernel(kernel);
  return all;
}

const char* const k_source = "kernel void a(global float* x) {} kernel void b(global float* x) {}";

}  // namespace

TEST_CASE("A binary that the application got in this process is no source that a recording lacks") {
  Place place;
  const TemporaryFolder folder;
  LayerSettings settings;
  settings.record_folder = folder / "recorded";
  place.begin(settings);
  const cl_program program = from_source(k_source);
  REQUIRE(build(program) == CL_SUCCESS);
  std::string own = binaries(program)[0], foreign = own + "more";
  const auto noted = [&](std::string& binary) {
    const cl_device_id device = fake_device_at(0);
    const std::size_t size = binary.size();
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    const cl_program made = cl().clCreateProgramWithBinary(fake_context(), 1, &device, &size, &bytes, nullptr, nullptr);
    REQUIRE(made != nullptr);
    cl().clReleaseProgram(made);
    state().recorder()->finish();
    const Result<Recording> recording = read_recording(settings.record_folder);
    REQUIRE(recording);
    return recording->runs.at(0).not_recorded.size();
  };
  CHECK(noted(own) == 0);
  CHECK(noted(foreign) == 1);
  cl().clReleaseProgram(program);
  CHECK(fake_objects() == 0);
}

TEST_CASE("What a driver compiled once is loaded by the next process, which is told the same of it") {
  Place place;
  cl_program program = from_source(k_source);
  REQUIRE(build(program, "-DK=1") == CL_SUCCESS);
  const std::vector<std::string> before = everything(program);
  CHECK(cl().clReleaseProgram(program) == CL_SUCCESS);
  CHECK(fake().compiled == 1);
  CHECK(place.entries().size() == 1);

  place.begin();
  program = from_source(k_source);
  REQUIRE(build(program, "-DK=1") == CL_SUCCESS);
  CHECK(fake().compiled == 1);
  CHECK(everything(program) == before);
  cl().clReleaseProgram(program);
  CHECK(fake_objects() == 0);
  CHECK(fake().misuses == 0);
}

TEST_CASE("Other options, another source and another device are other programs") {
  Place place;
  for (const char* options : {"-DK=1", "-DK=2", "-DK=1"}) {
    const cl_program program = from_source(k_source);
    CHECK(build(program, options) == CL_SUCCESS);
    cl().clReleaseProgram(program);
  }
  CHECK(fake().compiled == 2);
  const cl_program second = from_source(k_source);
  CHECK(build(second, "-DK=1", 1) == CL_SUCCESS);
  cl().clReleaseProgram(second);
  CHECK(fake().compiled == 3);
  const cl_program other = from_source("kernel void a() {}");
  CHECK(build(other, "-DK=1") == CL_SUCCESS);
  cl().clReleaseProgram(other);
  CHECK(fake().compiled == 4);
  CHECK(fake_objects() == 0);
}

TEST_CASE("A variable that drivers read and that changes while the process runs makes another program") {
  const Place place;
  const auto build_one = [] {
    const cl_program program = from_source(k_source);
    CHECK(build(program) == CL_SUCCESS);
    cl().clReleaseProgram(program);
    return fake().compiled.load();
  };
  CHECK(build_one() == 1);
  const Environment setting("POCL_WORK_GROUP_METHOD", "loopvec");
  CHECK(build_one() == 2);
  CHECK(build_one() == 2);
}

TEST_CASE("A program is not kept when a variable that drivers read has changed since it was built") {
  const Place place;
  const auto build_one = [](const char* later) {
    const cl_program program = from_source(k_source);
    CHECK(build(program) == CL_SUCCESS);
    const Environment setting("POCL_WORK_GROUP_METHOD", later);
    cl().clReleaseProgram(program);
    return fake().compiled.load();
  };
  CHECK(build_one("loopvec") == 1);
  CHECK(place.entries().empty());
  const Environment setting("POCL_WORK_GROUP_METHOD", "loopvec");
  CHECK(build_one("loopvec") == 2);
  CHECK(build_one("loopvec") == 2);
}

TEST_CASE("A build for some devices, and then for others") {
  Place place;
  for (int round = 0; round < 3; ++round) {
    if (round == 2) {  // only one of the two is kept
      for (const std::string& entry : place.entries()) std::filesystem::remove(entry);
      const cl_program first = from_source(k_source);
      CHECK(build(first) == CL_SUCCESS);
      cl().clReleaseProgram(first);
    }
    const cl_program program = from_source(k_source);
    CHECK(build(program, "", 0) == CL_SUCCESS);
    CHECK(status(program, 0) == CL_BUILD_SUCCESS);
    CHECK(status(program, 1) == CL_BUILD_NONE);
    CHECK(binaries(program)[1].empty());
    CHECK(build(program, "", 1) == CL_SUCCESS);
    CHECK(status(program, 0) == CL_BUILD_SUCCESS);
    CHECK(status(program, 1) == CL_BUILD_SUCCESS);
    CHECK_FALSE(binaries(program)[0].empty());
    CHECK_FALSE(binaries(program)[1].empty());
    cl().clReleaseProgram(program);
    CHECK(fake_objects() == 0);
  }
}

TEST_CASE("A program that is built again with other options is what was built last") {
  Place place;
  for (int round = 0; round < 2; ++round) {
    const cl_program program = from_source(k_source);
    CHECK(build(program, "-DK=1") == CL_SUCCESS);
    CHECK(build(program, "-DK=2") == CL_SUCCESS);
    CHECK(build_text(program, CL_PROGRAM_BUILD_OPTIONS) == "-DK=2");
    CHECK(binaries(program)[0].find("-DK=2") != std::string::npos);
    cl().clReleaseProgram(program);
    CHECK(fake_objects() == 0);
  }
  CHECK(fake().compiled == 2);
}

TEST_CASE("A failure is the driver's own, each time") {
  Place place;
  for (int round = 0; round < 2; ++round) {
    const cl_program program = from_source("kernel void a() { ERROR }");
    CHECK(build(program) == CL_BUILD_PROGRAM_FAILURE);
    CHECK(status(program) == CL_BUILD_ERROR);
    CHECK(build_text(program, CL_PROGRAM_BUILD_LOG) == "error: it says so");
    cl().clReleaseProgram(program);
  }
  CHECK(fake().compiled == 2);
  CHECK(place.entries().empty());
  // Also after a build from the cache.
  cl_program program = from_source(k_source);
  CHECK(build(program) == CL_SUCCESS);
  cl().clReleaseProgram(program);
  CHECK(cl().clBuildProgram(nullptr, 0, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_PROGRAM);
  program = from_source(k_source);
  CHECK(cl().clBuildProgram(program, 1, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(cl().clBuildProgram(program, 0, nullptr, nullptr, nullptr, program) == CL_INVALID_VALUE);
  cl_int code = CL_SUCCESS;
  CHECK(cl().clCreateKernel(program, "a", &code) == nullptr);
  CHECK(code == CL_INVALID_PROGRAM_EXECUTABLE);
  CHECK(text(program, CL_PROGRAM_KERNEL_NAMES) == "no answer");
  cl().clReleaseProgram(program);
}

TEST_CASE("Handles live as long as the application refers to them, by programs or kernels") {
  Place place;
  for (int round = 0; round < 2; ++round) {
    const cl_program program = from_source(k_source);
    CHECK(build(program) == CL_SUCCESS);
    CHECK(cl().clRetainProgram(program) == CL_SUCCESS);
    CHECK(references(program) == 2);
    CHECK(cl().clReleaseProgram(program) == CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    const cl_kernel kernel = cl().clCreateKernel(program, "a", &code);
    const cl_kernel clone = cl().clCloneKernel(kernel, &code);
    cl_kernel both[2] = {};
    CHECK(cl().clCreateKernelsInProgram(program, 2, both, nullptr) == CL_SUCCESS);
    CHECK(cl().clRetainKernel(kernel) == CL_SUCCESS);
    CHECK(cl().clReleaseProgram(program) == CL_SUCCESS);  // kernels still have it
    CHECK(text(program, CL_PROGRAM_SOURCE) == k_source);
    CHECK(cl().clRetainProgram(program) == CL_SUCCESS);
    CHECK(cl().clReleaseKernel(kernel) == CL_SUCCESS);
    CHECK(cl().clReleaseProgram(program) == CL_SUCCESS);
    for (const cl_kernel last : {both[0], both[1], clone}) CHECK(cl().clReleaseKernel(last) == CL_SUCCESS);
    cl_program of = nullptr;
    CHECK(cl().clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(of), &of, nullptr) == CL_SUCCESS);
    CHECK(of == program);
    CHECK(text(program, CL_PROGRAM_SOURCE) == k_source);
    CHECK(cl().clReleaseKernel(kernel) == CL_SUCCESS);
    CHECK(fake_objects() == 0);
    CHECK(fake().misuses == 0);
    CHECK(cl().clReleaseProgram(program) == CL_INVALID_PROGRAM);
    fake().misuses = 0;
  }
}

namespace {

struct Called {
  std::atomic<int> times{0};
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
};
void CL_CALLBACK count_call(cl_program program, void* data) {
  auto* called = static_cast<Called*>(data);
  called->program = program;
  cl_int code = CL_SUCCESS;
  called->kernel = cl().clCreateKernel(program, "a", &code);
  ++called->times;
}

// Waits for what a thread of the layer does.
template <class Condition>
bool comes_true(const Condition& condition) {
  for (int i = 0; i < 2000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return condition();
}

}  // namespace

TEST_CASE("A callback is called once, whoever serves the program") {
  Place place;
  // With options that the standard has the layer calls back, and with others the driver does.
  const char* const unusual = "-cl-opt-level=1";
  for (int round = 0; round < 4; ++round) {
    fake().calls_back_later = round >= 2;
    if (round == 2) {
      for (const std::string& entry : place.entries()) std::filesystem::remove(entry);
    }
    Called called;
    const cl_program program = from_source(k_source);
    CHECK(cl().clBuildProgram(program, 0, nullptr, round < 2 ? "" : unusual, count_call, &called) == CL_SUCCESS);
    if (round >= 2) call_back();
    CHECK(comes_true([&] { return called.times > 0; }));
    CHECK(called.program == program);
    CHECK(called.kernel != nullptr);
    cl().clReleaseKernel(called.kernel);
    cl().clReleaseProgram(program);
    CHECK(comes_true([] { return fake_objects() == 0; }));
    CHECK(called.times == 1);
    // With a callback that has a kernel of the program, nothing can be kept before that kernel is gone.
    CHECK(place.entries().size() == 2);
  }
  CHECK(fake().compiled == 4);
}

TEST_CASE("Programs that are compiled with headers and linked are kept as what was linked") {
  Place place;
  std::vector<std::string> first;
  for (int round = 0; round < 3; ++round) {
    if (round == 2) {  // the link is gone, so what was put off is done now
      REQUIRE(place.entries().size() == 4);
      fake().compiled = 0;
    }
    place.begin();
    const cl_program header = from_source("#define H 1");
    const cl_program source = from_source(k_source);
    const char* name = "h.h";
    CHECK(cl().clCompileProgram(source, 0, nullptr, "-DA", 1, &header, &name, nullptr, nullptr) == CL_SUCCESS);
    CHECK(status(source) == CL_BUILD_SUCCESS);
    CHECK(build_text(source, CL_PROGRAM_BUILD_LOG) == "warning: compiled with -DA");
    CHECK(cl().clReleaseProgram(header) == CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    const char* options = round == 2 ? "-cl-fast-relaxed-math" : "";
    const cl_program linked =
        cl().clLinkProgram(fake_context(), 0, nullptr, options, 1, &source, nullptr, nullptr, &code);
    CHECK(code == CL_SUCCESS);
    CHECK(status(linked) == CL_BUILD_SUCCESS);
    if (round == 0) first = binaries(linked);
    if (round == 1) CHECK(binaries(linked) == first);
    CHECK(build_text(linked, CL_PROGRAM_BUILD_LOG) == "linked");
    const cl_kernel kernel = cl().clCreateKernel(linked, "a", &code);
    CHECK(code == CL_SUCCESS);
    cl().clReleaseProgram(linked);
    cl().clReleaseKernel(kernel);
    cl().clReleaseProgram(source);
    CHECK(fake_objects() == 0);
    CHECK(fake().compiled == 2);
    CHECK(fake().linked == (round == 2 ? 2 : 1));
  }
  CHECK(fake().misuses == 0);
}

namespace {

cl_kernel kernel_of(cl_program program) {
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = cl().clCreateKernel(program, "a", &code);
  REQUIRE(code == CL_SUCCESS);
  return kernel;
}
cl_int launch(cl_kernel kernel) {
  const std::size_t one = 1;
  return cl().clEnqueueNDRangeKernel(nullptr, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
}
void read(cl_bool is_blocking) {
  char room = 0;
  cl().clEnqueueReadBuffer(nullptr, nullptr, is_blocking, 0, 1, &room, 0, nullptr, nullptr);
}
// True when the next process finds it in the cache.
bool is_hit(Place& place, const char* source, const char* options = "") {
  place.begin();
  const int before = fake().compiled;
  const cl_program program = from_source(source);
  CHECK(build(program, options) == CL_SUCCESS);
  const bool is_hit = fake().compiled == before;
  state().end_keeping();
  cl().clReleaseProgram(program);
  return is_hit;
}

}  // namespace

TEST_CASE("A driver is asked for its binary when a kernel has run and the application waited") {
  for (const bool reads : {false, true}) {
    Place place;
    const auto wait = [&] { reads ? read(CL_TRUE) : static_cast<void>(cl().clFinish(nullptr)); };
    const cl_program program = from_source(k_source);
    CHECK(build(program) == CL_SUCCESS);
    const int kernels_made = fake().kernels_made;
    CHECK(kernels_made == 0);
    const cl_kernel kernel = kernel_of(program);
    wait();
    CHECK(launch(kernel) == CL_SUCCESS);
    read(CL_FALSE);
    CHECK(fake().asked == 0);
    CHECK(place.entries().empty());
    wait();
    CHECK(fake().asked == 1);
    CHECK(place.entries().size() == 1);
    wait();
    cl().clReleaseKernel(kernel);
    cl().clReleaseProgram(program);
    CHECK(fake().asked == 1);
    CHECK(is_hit(place, k_source));
    CHECK(fake_objects() == 0);
    CHECK(fake().misuses == 0);
  }
}

TEST_CASE("What is not launched is kept before its last reference goes, be it a kernel's") {
  Place place;
  const cl_program program = from_source(k_source);
  CHECK(build(program) == CL_SUCCESS);
  const cl_kernel kernel = kernel_of(program);
  CHECK(references(program) == 2);
  CHECK(cl().clReleaseProgram(program) == CL_SUCCESS);
  CHECK(references(program) == 1);
  CHECK(fake().asked == 0);
  CHECK(cl().clReleaseKernel(kernel) == CL_SUCCESS);
  CHECK(fake().asked == 1);
  CHECK(fake_objects() == 0);
  CHECK(is_hit(place, k_source));
  CHECK(fake().misuses == 0);
}

TEST_CASE("Each wait after a launch keeps all programs that were launched, and one other") {
  Place place;
  std::vector<cl_program> programs;
  for (const char* options : {"-D0", "-D1", "-D2", "-D3", "-D4"}) {
    programs.push_back(from_source(k_source));
    CHECK(build(programs.back(), options) == CL_SUCCESS);
  }
  const cl_kernel kernels[] = {kernel_of(programs[1]), kernel_of(programs[3])};
  for (const cl_kernel kernel : kernels) CHECK(launch(kernel) == CL_SUCCESS);
  cl().clFinish(nullptr);
  CHECK(place.entries().size() == 3);
  cl().clFinish(nullptr);
  CHECK(place.entries().size() == 3);  // nothing was launched since
  for (const cl_kernel kernel : kernels) cl().clReleaseKernel(kernel);
  for (const cl_program program : programs) cl().clReleaseProgram(program);
  CHECK(place.entries().size() == 5);
  CHECK(fake_objects() == 0);
}

TEST_CASE("What is built again was kept before") {
  Place place;
  const cl_program program = from_source(k_source);
  CHECK(build(program, "-D1") == CL_SUCCESS);
  CHECK(fake().asked == 0);
  CHECK(build(program, "-D2") == CL_SUCCESS);
  CHECK(fake().asked == 1);
  cl().clReleaseProgram(program);
  CHECK(is_hit(place, k_source, "-D1"));
  CHECK(is_hit(place, k_source, "-D2"));
}

TEST_CASE("A kept log is what the driver said of that build, also where it repeats what it said before") {
  Place place;
  fake().logs_add_up = true;
  cl_program program = from_source(k_source);
  CHECK(build(program, "-D1") == CL_SUCCESS);
  CHECK(build(program, "-D2") == CL_SUCCESS);
  CHECK(build_text(program, CL_PROGRAM_BUILD_LOG) == "warning: compiled with -D1warning: compiled with -D2");
  cl().clReleaseProgram(program);
  place.begin();
  for (const std::string options : {"-D1", "-D2"}) {
    program = from_source(k_source);
    CHECK(build(program, options.c_str()) == CL_SUCCESS);
    CHECK(build_text(program, CL_PROGRAM_BUILD_LOG) == "warning: compiled with " + options);
    cl().clReleaseProgram(program);
  }
  CHECK(fake().compiled == 2);
}

TEST_CASE("A kept log is the whole one where a driver says the same of two builds, as NVIDIA's does") {
  Place place;
  fake().log = "warning: a kernel is inlined";
  cl_program program = from_source(k_source);
  CHECK(build(program, "-D1") == CL_SUCCESS);
  CHECK(build(program, "-D2") == CL_SUCCESS);
  CHECK(build_text(program, CL_PROGRAM_BUILD_LOG) == fake().log);
  cl().clReleaseProgram(program);
  const std::string said = fake().log;
  place.begin();
  for (const char* options : {"-D1", "-D2"}) {
    program = from_source(k_source);
    CHECK(build(program, options) == CL_SUCCESS);
    CHECK(build_text(program, CL_PROGRAM_BUILD_LOG) == said);
    cl().clReleaseProgram(program);
  }
  CHECK(fake().compiled == 2);
}

TEST_CASE("Nothing is kept when the process ends, nor in threads that neither build nor wait") {
  Place place;
  for (const bool is_ending : {true, false}) {
    const cl_program program = from_source(k_source);
    CHECK(build(program) == CL_SUCCESS);
    if (is_ending) {
      state().end_keeping();
      const cl_kernel kernel = kernel_of(program);
      CHECK(launch(kernel) == CL_SUCCESS);
      cl().clFinish(nullptr);
      cl().clReleaseKernel(kernel);
      cl().clReleaseProgram(program);
      place.begin();
    } else {
      std::thread([&] { cl().clReleaseProgram(program); }).join();
    }
    CHECK(fake().asked == 0);
    CHECK(place.entries().empty());
  }
  CHECK(fake().misuses == 0);
}

TEST_CASE("A header that changes before the program is kept is not taken for the one that was compiled") {
  Place place;
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "h.h", "one"));
  const std::string options = "-I " + folder.path();
  const char* source = "#include \"h.h\"\nkernel void a(";
  const cl_program program = from_source(source);
  CHECK(build(program, options.c_str()) == CL_SUCCESS);
  REQUIRE(write_file_atomically(folder / "h.h", "two"));
  cl().clReleaseProgram(program);
  CHECK_FALSE(is_hit(place, source, options.c_str()));
  REQUIRE(write_file_atomically(folder / "h.h", "one"));
  CHECK(is_hit(place, source, options.c_str()));
}

TEST_CASE("A program is served wherever its headers lie, but for a binary that names their folder") {
  const char* source = "#include \"h.h\"\nkernel void a(";
  for (const bool is_named : {false, true}) {
    Place place;
    const TemporaryFolder one;
    const TemporaryFolder two;
    REQUIRE(write_file_atomically(one / "h.h", "one"));
    REQUIRE(write_file_atomically(two / "h.h", "one"));
    const std::string named = is_named ? one / "h.h" : "no file";
    fake().gives = "a binary of " + named + ", with kernel void a(";
    const cl_program program = from_source(source);
    CHECK(build(program, ("-I" + one.path()).c_str()) == CL_SUCCESS);
    cl().clReleaseProgram(program);
    CHECK(is_hit(place, source, ("-I" + one.path()).c_str()));
    CHECK(is_hit(place, source, ("-I" + two.path()).c_str()) != is_named);
    REQUIRE(write_file_atomically(two / "h.h", "two"));
    CHECK_FALSE(is_hit(place, source, ("-I" + two.path()).c_str()));
  }
}

TEST_CASE("A program whose header changes while it is compiled is not kept, whenever its driver has read it") {
  // It may change back, as when an editor undoes: then the contents are what they were before.
  for (const auto& [is_later, changes_back] : {std::pair(false, false), {true, false}, {false, true}, {true, true}}) {
    Place place;
    const TemporaryFolder folder;
    REQUIRE(write_file_atomically(folder / "h.h", "one"));
    const std::string options = "-I " + folder.path();
    const char* source = "#include \"h.h\"\nkernel void a(";
    fake().calls_back_later = is_later;
    fake().while_compiling = [&, changes_back = changes_back] {
      REQUIRE(write_file_atomically(folder / "h.h", "two"));
      if (!changes_back) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // times of files go on in steps
      REQUIRE(write_file_atomically(folder / "h.h", "one"));
    };
    const cl_program program = from_source(source);
    const cl_device_id id = fake_device_at(0);
    const auto notify = [](cl_program, void*) {};
    const std::string all = options + (is_later ? " -cl-opt-level=1" : "");
    CHECK(cl().clBuildProgram(program, 1, &id, all.c_str(), is_later ? +notify : nullptr, nullptr) == CL_SUCCESS);
    call_back();
    fake().while_compiling = {};
    cl().clReleaseProgram(program);
    CHECK(place.entries().empty());
    REQUIRE(write_file_atomically(folder / "h.h", "one"));
    CHECK_FALSE(is_hit(place, source, all.c_str()));
  }
}

TEST_CASE("A link of what a program was before a failed compilation is not kept as a link of what it should be") {
  Place place;
  std::vector<std::string> found;
  for (const bool is_refused : {true, false}) {
    place.begin();
    const cl_program program = from_source(k_source);
    CHECK(cl().clCompileProgram(program, 0, nullptr, "-DA", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    fake().refuses_compilations = is_refused;
    const cl_int code = cl().clCompileProgram(program, 0, nullptr, "-DB", 0, nullptr, nullptr, nullptr, nullptr);
    CHECK(code == (is_refused ? CL_COMPILE_PROGRAM_FAILURE : CL_SUCCESS));
    const cl_program linked =
        cl().clLinkProgram(fake_context(), 0, nullptr, "", 1, &program, nullptr, nullptr, nullptr);
    REQUIRE(linked != nullptr);
    found.push_back(binaries(linked)[0]);
    cl().clReleaseProgram(linked);
    cl().clReleaseProgram(program);
  }
  CHECK(found[0] != found[1]);
}

TEST_CASE("What includes files is compiled when a link needs it, and a link keeps to what was compiled") {
  Place place;
  const TemporaryFolder folder;
  const std::string options = "-I " + folder.path();
  const char* text = "#include \"h.h\"\nkernel void a(";
  const auto compile = [&](const std::string& more = "") {
    const cl_program program = from_source(text);
    CHECK(cl().clCompileProgram(program, 0, nullptr, (options + more).c_str(), 0, nullptr, nullptr, nullptr, nullptr) ==
          CL_SUCCESS);
    return program;
  };
  const auto link = [](cl_program program, const char* link_options = "") {
    cl_int code = CL_SUCCESS;
    const cl_program linked =
        cl().clLinkProgram(fake_context(), 0, nullptr, link_options, 1, &program, nullptr, nullptr, &code);
    CHECK(code == CL_SUCCESS);
    cl().clReleaseProgram(linked);
    cl().clReleaseProgram(program);
  };
  const auto write = [&](const char* header) { REQUIRE(write_file_atomically(folder / "h.h", header)); };
  write("one");
  const int before = fake().compiled;
  link(compile());
  const int linked = fake().linked;
  const int compiled = fake().compiled;
  const int devices = compiled - before;
  place.begin();
  cl_program program = compile();
  write("two");
  link(program);  // of what was compiled, which is in the cache
  CHECK(fake().compiled == compiled);
  CHECK(fake().linked == linked);
  // A link that is not in the cache needs the header as it was.
  write("one");
  program = compile();
  write("two");
  link(program, "-cl-no-signed-zeros");
  CHECK(fake().compiled == compiled + devices);
  CHECK(fake().linked == linked + 1);
  // A header that is saved while it is compiled: nobody knows which one the driver has read.
  for (int turn = 1; turn <= 2; ++turn) {
    write("one");
    fake().while_compiling = [&] { write("two"); };
    link(compile(" -cl-mad-enable"));
    fake().while_compiling = {};
    CHECK(fake().linked == linked + 1 + turn);
  }
}

TEST_CASE("Threads launch, wait and release programs that are still to be kept") {
  Place place;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 40; ++round) {
        const bool launches = round % 3 != 0, waits = round % 5 != 0;
        cl_int code = CL_SUCCESS;
        const char* source = k_source;
        const cl_program program = cl().clCreateProgramWithSource(fake_context(), 1, &source, nullptr, &code);
        const std::string options = "-DK=" + std::to_string(i * 40 + round);
        if (cl().clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr) != CL_SUCCESS) ++wrong;
        const cl_kernel kernel = cl().clCreateKernel(program, "a", &code);
        if (round % 2 == 0) cl().clReleaseProgram(program);
        if (launches && launch(kernel) != CL_SUCCESS) ++wrong;
        if (waits) cl().clFinish(nullptr);
        if (cl().clReleaseKernel(kernel) != CL_SUCCESS) ++wrong;
        if (round % 2 != 0) cl().clReleaseProgram(program);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  cl().clFinish(nullptr);
  CHECK(place.entries().size() == 480);
  CHECK(fake_objects() == 0);
  CHECK(fake().misuses == 0);
}

TEST_CASE("A program that may run when it is released is kept when the application has waited") {
  for (const bool is_kernel_first : {false, true}) {
    Place place;
    const auto wait = [&] {
      cl_int status = CL_QUEUED;
      if (is_kernel_first) return cl().clFinish(nullptr);
      return cl().clGetEventInfo(nullptr, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
    };
    const cl_program program = from_source(k_source);
    CHECK(build(program) == CL_SUCCESS);
    const cl_kernel kernel = kernel_of(program);
    CHECK(launch(kernel) == CL_SUCCESS);
    if (is_kernel_first) cl().clReleaseKernel(kernel);
    cl().clReleaseProgram(program);
    if (!is_kernel_first) cl().clReleaseKernel(kernel);
    CHECK(place.entries().empty());
    CHECK(fake().asked == 0);
    CHECK(fake_objects() == 1);
    CHECK(wait() == CL_SUCCESS);
    CHECK_FALSE(place.entries().empty());
    CHECK(fake_objects() == 0);
    CHECK(fake().misuses == 0);
  }
}

TEST_CASE("A program that may run is not held for an application that wants to hear when it is gone") {
  Place place;
  const cl_program program = from_source(k_source);
  CHECK(build(program) == CL_SUCCESS);
  cl().clSetProgramReleaseCallback(program, [](cl_program, void*) {}, nullptr);
  const cl_kernel kernel = kernel_of(program);
  CHECK(launch(kernel) == CL_SUCCESS);
  cl().clReleaseKernel(kernel);
  cl().clReleaseProgram(program);
  CHECK(fake_objects() == 0);
  cl().clFinish(nullptr);
  CHECK(place.entries().empty());
}

namespace {

// True when a new process that builds with these options gets what a compiler made of them.
bool gets_its_own(Place& place, const std::string& options) {
  place.begin();
  const cl_program program = from_source(k_source);
  CHECK(build(program, options.c_str()) == CL_SUCCESS);
  const bool is_own = binaries(program)[0].find(options) != std::string::npos;
  state().end_keeping();
  cl().clReleaseProgram(program);
  return is_own;
}

}  // namespace

TEST_CASE("A program that a driver builds again although it has kernels is not kept as what it was before") {
  Place place;
  fake().builds_with_kernels = true;
  const cl_program program = from_source(k_source);
  CHECK(build(program, "-D1") == CL_SUCCESS);
  const cl_kernel kernel = kernel_of(program);
  CHECK(build(program, "-D2") == CL_SUCCESS);
  cl().clReleaseKernel(kernel);
  cl().clReleaseProgram(program);
  CHECK(gets_its_own(place, "-D1"));
  CHECK(fake_objects() == 0);
}

TEST_CASE("A program that a callback builds again is kept as what was built last") {
  Place place;
  for (const std::string& more : {std::string(), std::string(" -cl-opt-level=1")}) {
    place.begin();
    static std::atomic<bool> is_done{false};
    is_done = false;
    static std::string again;
    again = "-D2" + more;
    const auto build_again = [](cl_program program, void*) {
      const auto note = [](cl_program, void*) { is_done = true; };
      cl().clBuildProgram(program, 0, nullptr, again.c_str(), note, nullptr);
    };
    const cl_program program = from_source(k_source);
    CHECK(cl().clBuildProgram(program, 0, nullptr, ("-D1" + more).c_str(), build_again, nullptr) == CL_SUCCESS);
    CHECK(comes_true([] { return is_done.load(); }));
    CHECK(build_text(program, CL_PROGRAM_BUILD_OPTIONS) == again);
    cl().clReleaseProgram(program);
    CHECK(comes_true([] { return fake_objects() == 0; }));
    CHECK(gets_its_own(place, ("-D1" + more).c_str()));
    CHECK(is_hit(place, k_source, again.c_str()));
  }
}

TEST_CASE("IL with other constants is another program") {
  Place place;
  for (const int constant : {1, 2, 1}) {
    const std::string il = "IL kernel void a(";
    cl_int code = CL_SUCCESS;
    const cl_program program = cl().clCreateProgramWithIL(fake_context(), il.data(), il.size(), &code);
    CHECK(cl().clSetProgramSpecializationConstant(program, 7, sizeof(constant), &constant) == CL_SUCCESS);
    CHECK(build(program) == CL_SUCCESS);
    cl().clReleaseProgram(program);
  }
  CHECK(fake().compiled == 2);
  CHECK(fake_objects() == 0);
}

TEST_CASE("The digest by which packages know IL has the values of its constants") {
  const Place place;
  const std::string il = "IL kernel void a(";
  std::set<std::string> digests;
  for (const int constant : {0, 1, 2}) {  // 0: it is not set
    FollowedProgram program(nullptr, fake_context(), ProgramKind::k_il);
    program.bytes = il;
    if (constant != 0) program.state.set_constant(7, {static_cast<char>(constant), '\0', '\0', '\0'});
    const ProgramIdentity identity = identify(program, BuildStep::k_build, "-w", {});
    digests.insert(identity.digest);
    CHECK(identity.options == (constant == 0 ? "-w" : "-w --specialize=7=0x" + std::to_string(constant)));
    CHECK(identity.digest == program_digest(il, {}, identity.options));
  }
  CHECK(digests.size() == 3);
}

TEST_CASE(
    "IL that a driver builds again with other constants is not kept, because drivers may keep to the first ones") {
  const Place place;
  const auto from_il = [] {
    const std::string il = "IL kernel void a(";
    cl_int code = CL_SUCCESS;
    return cl().clCreateProgramWithIL(fake_context(), il.data(), il.size(), &code);
  };
  const int one = 1;
  const int two = 2;
  const cl_program program = from_il();
  for (const int& constant : {one, two}) {
    CHECK(cl().clSetProgramSpecializationConstant(program, 7, sizeof(constant), &constant) == CL_SUCCESS);
    CHECK(build(program) == CL_SUCCESS);
  }
  const cl_device_id device = fake_device_at(0);
  CHECK(cl().clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  cl().clReleaseProgram(program);
  CHECK(fake().compiled == 3);
  CHECK(place.entries().size() == 1);
  const cl_program fresh = from_il();
  CHECK(cl().clSetProgramSpecializationConstant(fresh, 7, sizeof(two), &two) == CL_SUCCESS);
  CHECK(build(fresh) == CL_SUCCESS);
  CHECK(fake().compiled == 4);
  cl().clReleaseProgram(fresh);
  CHECK(fake_objects() == 0);
}

TEST_CASE("Programs are followed that are made by a function of an extension, which was got by address") {
  Place place;
  for (int round = 0; round < 2; ++round) {
    using Create = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);
    const auto create =
        reinterpret_cast<Create>(cl().clGetExtensionFunctionAddressForPlatform(nullptr, "clCreateProgramWithILKHR"));
    REQUIRE(create != nullptr);
    CHECK(cl().clGetExtensionFunctionAddressForPlatform(nullptr, "clNotThere") == nullptr);
    const std::string il = "IL kernel void a(";
    cl_int code = CL_SUCCESS;
    const cl_program program = create(fake_context(), il.data(), il.size(), &code);
    CHECK(build(program) == CL_SUCCESS);
    cl().clReleaseProgram(program);
  }
  CHECK(fake().compiled == 1);
  CHECK(fake_objects() == 0);
}

TEST_CASE("A program that a package has for the first of two devices alone is not served, and named no target") {
  Place place;
  TemporaryFolder folder;
  const DeviceFacts facts = state().device(fake_device_at(0))->facts;
  PackageContents contents =
      sample_contents({{"driver:fake",
                        "driver",
                        "binary",
                        {facts.platform_version, facts.driver_version, facts.version, facts.name, "", ""}}});
  contents.manifest.modules[0].variants[0].programs = {program_digest(k_source, {}, "")};
  REQUIRE(publish(folder / "p", contents));
  LayerSettings settings;
  settings.packages = {folder / "p"};
  place.begin(settings);
  FollowedProgram program(nullptr, fake_context(), ProgramKind::k_source);
  program.source = k_source;
  const ProgramIdentity identity = identify(program, BuildStep::k_build, "", {});
  ServeRequest request{fake_context(), {fake_device_at(0), fake_device_at(1)}, "", identity};
  const ServeResult served = serve(request);
  CHECK(served.stand_in == nullptr);
  CHECK(served.reason == "module 'sample' has nothing for one of the devices");
  CHECK(served.target.empty());
}

TEST_CASE("With --on-miss fail no source reaches a driver") {
  Place place;
  LayerSettings settings;
  settings.on_miss = OnMiss::k_fail;
  place.begin(settings);
  const cl_program program = from_source(k_source);
  CHECK(build(program, "-DK") == CL_BUILD_PROGRAM_FAILURE);
  CHECK(status(program) == CL_BUILD_ERROR);
  CHECK(build_text(program, CL_PROGRAM_BUILD_LOG).find("no source may reach a driver") != std::string::npos);
  CHECK(build_text(program, CL_PROGRAM_BUILD_OPTIONS) == "-DK");
  CHECK(text(program, CL_PROGRAM_SOURCE) == k_source);
  CHECK(cl().clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  cl_int code = CL_SUCCESS;
  // A failed link gives a program, too, that says why. A callback is called for it.
  const cl_program linked = cl().clLinkProgram(fake_context(), 0, nullptr, "-DL", 1, &program, nullptr, nullptr, &code);
  CHECK(code == CL_LINK_PROGRAM_FAILURE);
  REQUIRE(linked != nullptr);
  CHECK(status(linked) == CL_BUILD_ERROR);
  CHECK(build_text(linked, CL_PROGRAM_BUILD_LOG).find("no source may reach a driver") != std::string::npos);
  CHECK(build_text(linked, CL_PROGRAM_BUILD_OPTIONS) == "-DL");
  CHECK(text(linked, CL_PROGRAM_SOURCE).empty());
  CHECK(build(linked) == CL_INVALID_OPERATION);
  CHECK(cl().clCreateKernel(linked, "a", &code) == nullptr);
  CHECK(code == CL_INVALID_PROGRAM_EXECUTABLE);
  Called called;
  const cl_program told = cl().clLinkProgram(fake_context(), 0, nullptr, "", 1, &program, count_call, &called, &code);
  CHECK(code == CL_SUCCESS);
  CHECK(called.times == 1);
  CHECK(called.program == told);
  CHECK(status(told) == CL_BUILD_ERROR);
  for (const cl_program one : {program, linked, told}) CHECK(cl().clReleaseProgram(one) == CL_SUCCESS);
  CHECK(fake().sources == 0);
  CHECK(fake().compiled == 0);
  CHECK(fake_objects() == 0);
}

TEST_CASE("Without the cache everything is the driver's, and nothing is written") {
  Place place;
  LayerSettings settings;
  settings.uses_cache = false;
  place.begin(settings);
  for (int round = 0; round < 2; ++round) {
    const cl_program program = from_source(k_source);
    CHECK(build(program) == CL_SUCCESS);
    cl().clReleaseProgram(program);
  }
  CHECK(fake().compiled == 2);
  CHECK_FALSE(std::filesystem::exists(place.cache()));
}

// Trouble with the driver or the cache is a miss.

namespace {

// One program, built as a new process does it.
void build_once(Place& place) {
  place.begin();
  const cl_program program = from_source(k_source);
  CHECK(build(program) == CL_SUCCESS);
  CHECK(binaries(program)[0].find("kernel void a") != std::string::npos);
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = cl().clCreateKernel(program, "a", &code);
  CHECK(code == CL_SUCCESS);
  cl().clReleaseKernel(kernel);
  cl().clReleaseProgram(program);
  CHECK(fake_objects() == 0);
}

}  // namespace

TEST_CASE("A driver that refuses its own binary is asked twice, and not again") {
  Place place;
  fake().refuses_binaries = true;
  for (int round = 0; round < 4; ++round) build_once(place);
  CHECK(fake().compiled == 4);
  fake().refuses_binaries = false;
  build_once(place);
  CHECK(fake().loaded == 0);
}

TEST_CASE("A kept binary that the driver refuses later is made again") {
  Place place;
  build_once(place);
  fake().name = "two";
  build_once(place);
  CHECK(fake().foreign == 1);
  CHECK(fake().compiled == 2);
  build_once(place);
  CHECK(fake().compiled == 2);
}

TEST_CASE("A driver that dies of its own binary takes two processes with it, and no third") {
  Place place;
  const auto process = [&] {
    return in_child([&] {
      fake().dies_of_binaries = true;
      build_once(place);
      return 0;
    });
  };
  CHECK(process() == 66);
  CHECK(process() == 66);
  CHECK(process() == 0);
  CHECK(process() == 0);
}

TEST_CASE("PTX that a driver made of source is kept, for that saves its front end") {
  Place place;
  fake().gives = "//PTX\n.version 8.0\n.target sm_90\n.address_size 64\n" + std::string(k_source);
  for (int round = 0; round < 4; ++round) build_once(place);
  CHECK(fake().compiled == 1);
  CHECK(fake().foreign == 0);
}

TEST_CASE("A driver that dies of being asked for its binary takes two processes with it, and no third") {
  Place place;
  const auto process = [&] {
    return in_child([&] {
      fake().dies_of_questions = true;
      place.begin();
      const cl_program program = from_source(k_source);
      if (build(program) != CL_SUCCESS) return 1;
      cl().clReleaseProgram(program);
      return 0;
    });
  };
  CHECK(process() == 67);
  CHECK(process() == 67);
  CHECK(process() == 0);
}

TEST_CASE("An entry that was cut or flipped anywhere is a miss, and made again") {
  Place place;
  build_once(place);
  const std::string entry = place.entries().at(0);
  const Bytes good = *read_file(entry);
  int compiled = 1;
  const std::size_t step = std::max<std::size_t>(1, good.size() / 40);
  for (std::size_t at = 0; at < good.size(); at += step) {
    for (const bool is_cut : {true, false}) {
      Bytes bad = is_cut ? good.substr(0, at) : good;
      if (!is_cut) bad[at] = static_cast<char>(bad[at] ^ 0x40);
      REQUIRE(write_file_atomically(entry, bad));
      std::filesystem::permissions(entry, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
      build_once(place);
      CHECK(fake().compiled == ++compiled);
    }
  }
  build_once(place);
  CHECK(fake().compiled == compiled);
}

TEST_CASE("A decoder takes no byte of an entry on trust") {
  KeptProgram program;
  program.binary = "binary";
  program.kernels = {"a", "b"};
  program.facts.push_back(
      {"a", {CL_SUCCESS, "attribute"}, {{{CL_SUCCESS, "1"}, {CL_INVALID_VALUE, ""}}}, {{CL_INVALID_ARG_INDEX, ""}}});
  const Bytes good = encode_kept_program(program);
  const auto same = decode_kept_program(good);
  REQUIRE(same);
  CHECK(encode_kept_program(*same) == good);
  for (std::size_t size = 0; size < good.size(); ++size) CHECK_FALSE(decode_kept_program(good.substr(0, size)));
  for (std::size_t at = 0; at < good.size(); ++at) {
    Bytes bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x80);
    static_cast<void>(decode_kept_program(bad));
  }
  CHECK_FALSE(decode_kept_program(good + "x"));
}

TEST_CASE("A cache that cannot be used is no cache") {
  Place place;
  REQUIRE(write_file_atomically(place.cache(), "a file"));
  build_once(place);
  build_once(place);
  CHECK(fake().compiled == 2);
}

namespace {

// As a new process; false where something is not as it should be. For children, in which no test can fail.
bool builds(Place& place, const std::string& source, int compiled) {
  place.begin();
  const cl_program program = from_source(source.c_str());
  const bool is_built = build(program) == CL_SUCCESS;
  cl().clReleaseProgram(program);
  return is_built && fake().compiled == compiled && fake_objects() == 0;
}

void set_mode_of_version(const Place& place, mode_t mode) {
  const std::string version = place.cache() + "/v1";
  if (mode == 0700) ::chmod(version.c_str(), mode);
  for (const auto& entry : std::filesystem::directory_iterator(version)) {
    if (entry.is_directory()) ::chmod(entry.path().c_str(), mode);
  }
  ::chmod(version.c_str(), mode);
}

}  // namespace

TEST_CASE("A full disk is not taken for a binary that the driver refused") {
  Place place;
  constexpr std::size_t k_large = 20000;
  const std::string source = k_source + std::string(k_large, ' ');
  const int result = in_child([&] {
    const struct rlimit small = {10000, 10000};  // enough for a mark
    if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return 1;
    for (int i = 1; i <= 4; ++i) {
      if (!builds(place, source, i)) return 2;
    }
    return 0;
  });
  CHECK(result == 0);
  CHECK(builds(place, source, 1));
  CHECK(builds(place, source, 1));
}

TEST_CASE("A read-only cache gives what it has to the layer") {
  Place place;
  const int result = in_child([&] {
    if (::geteuid() == 0) {
      const std::string above = std::filesystem::path(place.cache()).parent_path();
      if (::chmod(above.c_str(), 0777) != 0 || !becomes(20001, 20001)) return 77;
    }
    if (!builds(place, k_source, 1)) return 1;
    set_mode_of_version(place, 0500);
    const bool is_hit = builds(place, k_source, 1);
    const bool is_missed = builds(place, "kernel void a() {}", 2);
    const bool is_missed_again = builds(place, "kernel void a() {}", 3);
    set_mode_of_version(place, 0700);
    return is_hit ? (is_missed && is_missed_again ? 0 : 3) : 2;
  });
  if (result == 77) return skip("a read-only cache", "this process may not become another user");
  CHECK(result == 0);
}

TEST_CASE("Nothing of another user is believed by the layer") {
  if (::geteuid() != 0) return skip("a cache of another user", "only root can change owners");
  Place place;
  build_once(place);
  REQUIRE(::chown(place.cache().c_str(), 20001, 20001) == 0);
  build_once(place);
  CHECK(fake().compiled == 2);
}

// Two that die before another has kept the binary would be the driver's two trials.
TEST_CASE("Eight processes at once, one of which dies, leave a cache that is right") {
  Place place;
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      fake().dies_of_binaries = i == 3;
      for (int round = 0; round < 20; ++round) build_once(place);
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int ended = 0;
    ::waitpid(child, &ended, 0);
    CHECK(WIFEXITED(ended));
  }
  build_once(place);
  build_once(place);
  CHECK(fake().compiled <= 1);
}

namespace {

// The memory that the processes of one test share.
struct Together {
  std::atomic<int> arrived{0};
  std::atomic<int> making{0};
  std::atomic<int> compiled{0};
  std::atomic<int> asked_meanwhile{0};
  std::atomic<bool> may_end{false};
};

// Processes that begin with an empty cache on a driver that makes its programs in a folder for all, as PoCL does.
class Processes {
 public:
  explicit Processes(Place& place) : place_(place), folder_("POCL_CACHE_DIR", own_.path()) {
    void* const room = ::mmap(nullptr, sizeof(Together), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(room != MAP_FAILED);
    together = ::new (room) Together;
  }
  ~Processes() { ::munmap(together, sizeof(Together)); }
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  void start(const std::function<int()>& work) {
    const pid_t child = ::fork();
    if (child != 0) return children_.push_back(child);
    constexpr unsigned k_limit_seconds = cache::k_longest_wait_for_turn_seconds;  // waits for nobody as long as that
    ::alarm(k_limit_seconds);
    fake().platform = "Portable Computing Language";
    fake().while_compiling = [this] {
      ++together->making;
      ++together->compiled;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      --together->making;
    };
    fake().while_asked = [this] {
      if (together->making > 0) ++together->asked_meanwhile;
    };
    place_.begin();
    ::_exit(work());
  }
  // Returns true when the one that was started last ended well.
  bool last_ends_well() {
    int status = 0;
    ::waitpid(children_.back(), &status, 0);
    children_.pop_back();
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  // Returns how many ended well.
  int wait() {
    int good = 0;
    while (!children_.empty()) good += last_ends_well() ? 1 : 0;
    return good;
  }

  Together* together = nullptr;

 private:
  Place& place_;
  TemporaryFolder own_;
  Environment folder_;
  std::vector<pid_t> children_;
};

int build_and_release() {
  const cl_program program = from_source(k_source);
  if (build(program) != CL_SUCCESS) return 1;
  return cl().clReleaseProgram(program) == CL_SUCCESS ? 0 : 2;
}

}  // namespace

TEST_CASE("Of processes that build a program at once with PoCL one builds, and the others find it in the cache") {
  Place place;
  Processes processes(place);
  constexpr int k_processes = 6;
  for (int i = 0; i < k_processes; ++i) {
    processes.start([&] {
      const std::function<void()> compile = fake().while_compiling;
      fake().while_compiling = [&] {
        comes_true([&] { return processes.together->arrived == k_processes; });
        compile();
      };
      ++processes.together->arrived;
      return build_and_release();
    });
  }
  CHECK(processes.wait() == k_processes);
  CHECK(processes.together->compiled == 1);
  CHECK(processes.together->asked_meanwhile == 0);
}

TEST_CASE("A process that dies while it builds keeps no other from building") {
  Place place;
  Processes processes(place);
  processes.start([&] {
    fake().while_compiling = [&] {
      ++processes.together->arrived;
      std::this_thread::sleep_for(std::chrono::milliseconds(300));  // right without it, too, but then it shows less
      ::_exit(9);
    };
    return build_and_release();
  });
  comes_true([&] { return processes.together->arrived == 1; });
  processes.start(build_and_release);
  CHECK(processes.wait() == 1);
  CHECK(processes.together->compiled == 1);
}

TEST_CASE("No process asks PoCL for the binary of a program that another one is making") {
  Place place;
  Processes processes(place);
  processes.start([&] {
    const cl_program program = from_source(k_source);
    if (build(program) != CL_SUCCESS) return 1;
    ++processes.together->arrived;
    comes_true([&] { return processes.together->may_end.load(); });
    return cl().clReleaseProgram(program) == CL_SUCCESS ? 0 : 2;
  });
  comes_true([&] { return processes.together->arrived == 1; });
  processes.start(build_and_release);
  CHECK(processes.last_ends_well());
  CHECK(place.entries().empty());
  processes.together->may_end = true;
  CHECK(processes.wait() == 1);
  CHECK(place.entries().size() == 1);
  CHECK(processes.together->compiled == 2);
}

namespace {

// Forks in a process that follows forks, as one does that a loader gave the layer to. A child that hangs is killed.
int in_followed_child(const std::function<int()>& work) {
  return in_child([&] {
    constexpr unsigned k_limit_seconds = 60;
    ::alarm(k_limit_seconds);
    return work();
  });
}

int in_process_that_forks(const std::function<int()>& work) {
  return in_child([&] {
    // The driver's own lock is free in the child, too, as those of real drivers are that nobody is calling.
    const bool is_following = ::pthread_atfork([] { living_objects().lock(); }, [] { living_objects().unlock(); },
                                               [] { living_objects().unlock(); }) == 0;
    return is_following && follow_forks() ? work() : 99;
  });
}

// Returns 0 when a child can ask for, use and release a program that its parent built, and build another one.
int use_in_child(cl_program program) {
  const int compiled = fake().compiled;
  if (status(program) != CL_BUILD_SUCCESS || text(program, CL_PROGRAM_SOURCE) != k_source) return 1;
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = cl().clCreateKernel(program, "a", &code);
  if (code != CL_SUCCESS || cl().clReleaseKernel(kernel) != CL_SUCCESS) return 2;
  if (cl().clReleaseProgram(program) != CL_SUCCESS) return 3;
  const cl_program other = from_source(k_source);
  if (build(other) != CL_SUCCESS || fake().compiled != compiled + 1) return 4;
  return cl().clReleaseProgram(other) == CL_SUCCESS ? 0 : 5;
}

}  // namespace

TEST_CASE("A child that was forked leaves everything to the driver, and so does its child") {
  Place place;
  build_once(place);
  const cl_program before = from_source(k_source);
  REQUIRE(build(before) == CL_SUCCESS);
  CHECK(in_process_that_forks([&] {
          const int child = in_followed_child([&] { return use_in_child(before); });
          return child != 0
                     ? child
                     : in_followed_child([&] { return in_followed_child([&] { return use_in_child(before); }); });
        }) == 0);
  cl().clReleaseProgram(before);
}

TEST_CASE("A child that was forked is free to release what threads of its parent wait for") {
  Place place;
  CHECK(in_process_that_forks([&] {
          std::mutex held;
          held.lock();
          fake().while_compiling = [&] { const std::lock_guard wait(held); };
          const cl_program program = from_source(k_source);
          std::thread builds([&] { build(program); });
          comes_true([] { return fake().compiled == 1; });
          std::thread waits([&] { build(program); });
          std::this_thread::sleep_for(std::chrono::milliseconds(50));  // right without it, too, but then it shows less
          const int child = in_followed_child([&] {
            fake().while_compiling = {};
            if (build(program, "-DAGAIN") != CL_SUCCESS) return 1;
            return cl().clReleaseProgram(program) == CL_SUCCESS ? 0 : 2;
          });
          held.unlock();
          builds.join();
          waits.join();
          return child;
        }) == 0);
}

TEST_CASE("Forks at any time leave no lock behind") {
  Place place;
  CHECK(in_process_that_forks([&] {
          const cl_program program = from_source(k_source);
          build(program);
          std::atomic<bool> is_over{false};
          std::vector<std::thread> threads;
          for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&] {
              while (!is_over) {
                text(program, CL_PROGRAM_SOURCE);
                status(program);
                cl().clReleaseProgram(from_source(k_source));
              }
            });
          }
          constexpr int k_forks = 200;
          int worst = 0;
          for (int i = 0; i < k_forks && worst == 0; ++i) {
            worst = in_followed_child([&] {
              text(program, CL_PROGRAM_SOURCE);
              cl_int code = CL_SUCCESS;
              const cl_kernel kernel = cl().clCreateKernel(program, "a", &code);
              if (code != CL_SUCCESS || cl().clReleaseKernel(kernel) != CL_SUCCESS) return 1;
              return cl().clReleaseProgram(program) == CL_SUCCESS ? 0 : 2;
            });
          }
          is_over = true;
          for (std::thread& thread : threads) thread.join();
          return worst;
        }) == 0);
}

TEST_CASE("A fork waits for a build in the background, and the child has the program") {
  Place place;
  CHECK(in_process_that_forks([&] {
          fake().while_compiling = [] { std::this_thread::sleep_for(std::chrono::milliseconds(200)); };
          Called called;
          const cl_program program = from_source(k_source);
          cl().clBuildProgram(program, 0, nullptr, "", count_call, &called);
          const int child = in_followed_child([&] { return use_in_child(program); });
          comes_true([&] { return called.times == 1; });
          return child;
        }) == 0);
}

TEST_CASE("A fork does not wait for a callback, which may wait for the thread that forks") {
  Place place;
  CHECK(in_process_that_forks([&] {
          static std::mutex held;
          held.lock();
          static std::atomic<int> calls{0};
          const auto wait = [](cl_program, void*) {
            ++calls;
            const std::lock_guard until_the_fork(held);
          };
          const cl_program program = from_source(k_source);
          cl().clBuildProgram(program, 0, nullptr, "", wait, nullptr);
          comes_true([] { return calls == 1; });
          ::alarm(k_longest_wait_at_fork_seconds / 2);
          const int child = in_followed_child([&] { return use_in_child(program); });
          held.unlock();
          return child;
        }) == 0);
}

TEST_CASE("A child compiles what its parent put off") {
  Place place;
  const auto compile = [] {
    const cl_program program = from_source(k_source);
    REQUIRE(cl().clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    return program;
  };
  cl().clReleaseProgram(compile());
  place.begin();
  const int compiled = fake().compiled;
  const cl_program program = compile();
  REQUIRE(fake().compiled == compiled);
  CHECK(in_process_that_forks([&] {
          return in_followed_child([&] {
            cl_int code = CL_SUCCESS;
            const cl_program linked =
                cl().clLinkProgram(fake_context(), 0, nullptr, "", 1, &program, nullptr, nullptr, &code);
            if (code != CL_SUCCESS || fake().compiled == compiled) return 1;
            return cl().clReleaseProgram(linked) == CL_SUCCESS && cl().clReleaseProgram(program) == CL_SUCCESS ? 0 : 2;
          });
        }) == 0);
  cl().clReleaseProgram(program);
}

TEST_CASE("A build with a callback returns at once, and calls that need the program wait for it") {
  Place place;
  std::mutex held;
  held.lock();
  fake().while_compiling = [&] { const std::lock_guard wait(held); };
  Called called;
  const cl_program program = from_source(k_source);
  CHECK(cl().clBuildProgram(program, 0, nullptr, "-DA", count_call, &called) == CL_SUCCESS);
  CHECK(status(program) == CL_BUILD_IN_PROGRESS);
  CHECK(references(program) == 1);
  CHECK(text(program, CL_PROGRAM_SOURCE) == k_source);
  CHECK(called.times == 0);
  std::thread let_go([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    held.unlock();
  });
  cl_int code = CL_INVALID_PROGRAM_EXECUTABLE;
  const cl_kernel kernel = cl().clCreateKernel(program, "a", &code);
  CHECK(code == CL_SUCCESS);
  CHECK(status(program) == CL_BUILD_SUCCESS);
  let_go.join();
  CHECK(comes_true([&] { return called.times == 1; }));
  fake().while_compiling = {};
  for (const cl_kernel made : {kernel, called.kernel}) cl().clReleaseKernel(made);
  cl().clReleaseProgram(program);
  CHECK(comes_true([] { return fake_objects() == 0; }));
  CHECK(fake().misuses == 0);
}

TEST_CASE("The driver's first build has ended when the call with a callback returns") {
  Place place;
  state().has_driver_compiled = false;
  std::mutex held;
  fake().while_compiling = [&] { const std::lock_guard wait(held); };
  std::vector<Called> called(3);
  std::vector<cl_program> programs;
  const auto status_behind = [&](const char* source) {
    programs.push_back(from_source(source));
    CHECK(cl().clBuildProgram(programs.back(), 0, nullptr, "", count_call, &called[programs.size() - 1]) == CL_SUCCESS);
    return status(programs.back());
  };
  CHECK(status_behind("kernel void a( ERROR") == CL_BUILD_ERROR);  // has not used all of a compiler
  CHECK(status_behind(k_source) == CL_BUILD_SUCCESS);
  held.lock();
  CHECK(status_behind("kernel void a(global int* y) {}") == CL_BUILD_IN_PROGRESS);
  held.unlock();
  for (const Called& one : called) {
    CHECK(comes_true([&] { return one.times == 1; }));
    if (one.kernel != nullptr) cl().clReleaseKernel(one.kernel);
  }
  for (const cl_program program : programs) cl().clReleaseProgram(program);
  CHECK(comes_true([] { return fake_objects() == 0; }));
}

TEST_CASE("A build with a callback that may read files has ended when the call returns") {
  Place place;
  const TemporaryFolder folder;
  const std::string options = "-I " + folder.path();
  REQUIRE(write_file_atomically(folder / "a.h", "one"));
  int compiled = 0;
  for (const char* beginning :
       {"#include \"a.h\"\n", "#include \"none.h\"\n", "#define A \"a.h\"\n#include A\n",
        "#if __has_include(\"a.h\")\n#endif\n", "// what?\?/\n", "int x = sizeof(__TIME__);\n"}) {
    INFO(beginning);
    Called called;
    const std::string source = beginning + std::string(k_source);
    const cl_program program = from_source(source.c_str());
    const cl_device_id device = fake_device_at(0);
    CHECK(cl().clBuildProgram(program, 1, &device, options.c_str(), count_call, &called) == CL_SUCCESS);
    CHECK(called.times == 1);
    CHECK(fake().compiled == ++compiled);
    CHECK(cl().clReleaseKernel(called.kernel) == CL_SUCCESS);
    CHECK(cl().clReleaseProgram(program) == CL_SUCCESS);
  }
  CHECK(fake_objects() == 0);
}

TEST_CASE("A build in the background belongs to the variables of its call") {
  Place place;
  std::mutex held;
  held.lock();
  fake().while_compiling = [&] { const std::lock_guard wait(held); };
  Called called;
  const cl_program program = from_source(k_source);
  CHECK(cl().clBuildProgram(program, 0, nullptr, "", count_call, &called) == CL_SUCCESS);
  comes_true([] { return fake().compiled == 1; });
  const Environment setting("POCL_WORK_GROUP_METHOD", "loopvec");
  held.unlock();
  CHECK(comes_true([&] { return called.times == 1; }));
  fake().while_compiling = {};
  CHECK(cl().clReleaseKernel(called.kernel) == CL_SUCCESS);
  CHECK(cl().clReleaseProgram(program) == CL_SUCCESS);
  CHECK(comes_true([] { return fake_objects() == 0; }));
  CHECK_FALSE(is_hit(place, k_source, ""));
}

TEST_CASE("A program that is released before its callback lives until then, and is kept") {
  Place place;
  std::mutex held;
  held.lock();
  fake().while_compiling = [&] { const std::lock_guard wait(held); };
  std::vector<Called> called(8);
  int number = 0;
  for (Called& one : called) {
    const cl_program program = from_source(k_source);
    const std::string options = "-DN=" + std::to_string(++number);
    CHECK(cl().clBuildProgram(program, 0, nullptr, options.c_str(), count_call, &one) == CL_SUCCESS);
    CHECK(cl().clReleaseProgram(program) == CL_SUCCESS);
  }
  held.unlock();
  for (const Called& one : called) {
    CHECK(comes_true([&] { return one.times == 1; }));
    REQUIRE(one.kernel != nullptr);
    CHECK(cl().clReleaseKernel(one.kernel) == CL_SUCCESS);
  }
  CHECK(comes_true([] { return fake_objects() == 0; }));
  CHECK(fake().misuses == 0);
  fake().while_compiling = {};
  CHECK(is_hit(place, k_source, "-DN=8"));
}

TEST_CASE("A failed build with a callback tells so by its status, and at the end of the process none begins") {
  Place place;
  std::atomic<int> told{0};
  const auto count = [](cl_program, void* data) { ++*static_cast<std::atomic<int>*>(data); };
  const cl_program bad = from_source("kernel void a( ERROR");
  CHECK(cl().clBuildProgram(bad, 0, nullptr, "", count, &told) == CL_SUCCESS);
  CHECK(comes_true([&] { return told == 1; }));
  CHECK(status(bad) == CL_BUILD_ERROR);
  state().end_keeping();
  const cl_program late = from_source(k_source);
  CHECK(cl().clBuildProgram(late, 0, nullptr, "", count, &told) == CL_SUCCESS);  // in this thread
  CHECK(told == 2);
  CHECK(status(late) == CL_BUILD_SUCCESS);
  for (const cl_program program : {bad, late}) cl().clReleaseProgram(program);
  CHECK(comes_true([] { return fake_objects() == 0; }));
}

TEST_CASE("The end of a process waits for builds in the background and their callbacks") {
  Place place;
  std::atomic<int> told{0};
  const auto count = [](cl_program, void* data) { ++*static_cast<std::atomic<int>*>(data); };
  std::atomic<int> begun{0};
  fake().while_compiling = [&] {
    ++begun;
    comes_true([] { return !state().may_keep(); });  // until the end has begun
  };
  std::vector<cl_program> programs;
  const int many = 4 * static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const cl_device_id id = fake_device_at(0);
  for (int i = 0; i < many; ++i) {
    programs.push_back(from_source(k_source));
    const std::string options = "-DN=" + std::to_string(i);
    CHECK(cl().clBuildProgram(programs.back(), 1, &id, options.c_str(), count, &told) == CL_SUCCESS);
  }
  CHECK(comes_true([&] { return begun > 0; }));
  state().end_keeping();
  CHECK(fake().compiled == many);
  CHECK(told == many);
  for (const cl_program program : programs) {
    CHECK(status(program) == CL_BUILD_SUCCESS);
    next().clReleaseProgram(program);
  }
  CHECK(fake_objects() == 0);
}

TEST_CASE("The end of a process does not wait for a callback that waits for it") {
  Place place;
  static std::mutex held;
  static std::atomic<int> begun{0};
  std::unique_lock lock(held);
  const auto wait = [](cl_program, void*) {
    ++begun;
    const std::lock_guard until_the_end(held);
  };
  const cl_program program = from_source(k_source);
  CHECK(cl().clBuildProgram(program, 0, nullptr, "", wait, nullptr) == CL_SUCCESS);
  CHECK(comes_true([] { return begun == 1; }));
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) state().end_keeping();
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
  lock.unlock();
  next().clReleaseProgram(program);
}

TEST_CASE("no build waits for a key that a pipe may bring") {
  const TemporaryFolder folder;
  LayerSettings settings;
  settings.packages = {folder / "p"};
  settings.package_key = folder / "key";
  REQUIRE(::mkfifo(settings.package_key.c_str(), 0600) == 0);
  CHECK(PackageSet(settings).trouble() ==
        "CLC_PACKAGE_KEY: " + settings.package_key + " is a pipe, not a file; no package is used");
}

TEST_CASE("Threads build, ask and release without getting in each other's way") {
  Place place;
  place.begin();
  const cl_program shared = from_source(k_source);
  REQUIRE(build(shared) == CL_SUCCESS);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50; ++round) {
        cl_int code = CL_SUCCESS;
        const char* source = k_source;
        const cl_program program = cl().clCreateProgramWithSource(fake_context(), 1, &source, nullptr, &code);
        const std::string options = "-DK=" + std::to_string((i + round) % 4);
        if (cl().clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr) != CL_SUCCESS) ++wrong;
        cl().clRetainProgram(shared);
        const cl_kernel kernel = cl().clCreateKernel(shared, "a", &code);
        cl_program of = nullptr;
        cl().clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof(of), &of, nullptr);
        if (of != shared) ++wrong;
        cl().clReleaseKernel(kernel);
        cl().clReleaseProgram(shared);
        const cl_kernel own = cl().clCreateKernel(program, "b", &code);
        cl().clReleaseProgram(program);
        if (code != CL_SUCCESS || cl().clReleaseKernel(own) != CL_SUCCESS) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  cl().clReleaseProgram(shared);
  CHECK(fake_objects() == 0);
  CHECK(fake().misuses == 0);
}

TEST_CASE("the layer asks clc for the SPIR-V that a driver announces") {
  const Place place;
  const auto asked = [] {
    const Result<DeviceFacts> facts = read_facts(fake_device_at(0));
    REQUIRE(facts);
    return offline_target(*facts);
  };
  CHECK(asked() == "spirv64:1.2");
  fake().il = "SPIR-V_1.0 SPIR-V_1.4";
  fake().spirv_extensions = {"SPV_EXT_shader_atomic_float_add", "SPV_KHR_subgroup_rotate"};
  fake().spirv_capabilities = {6033, 6026};
  CHECK(asked() == "spirv64:1.4");  // it is asked for the lists only where it says that it has them
  fake().extensions = "cl_khr_fp16 cl_khr_spirv_queries";
  CHECK(asked() == "spirv64:1.4,SPV_EXT_shader_atomic_float_add,SPV_KHR_subgroup_rotate");
  fake().il = "";
  CHECK(asked() == "driver:fake first");
}

}  // namespace clc::layer
