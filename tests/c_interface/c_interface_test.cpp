// The C interface of the runtime against the C++ interface, and against bad input, with a driver of the tests' own.
#include "clc_runtime.h"

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "catch_all.h"
#include "clc/package/matrix_units.h"
#include "clc/package/publish.h"
#include "clc/runtime/choose.h"
#include "fake_opencl.h"
#include "made_package.h"
#include "temporary_folder.h"

namespace clc {
namespace {

using namespace test;
using Catch::Matchers::ContainsSubstring;

const Bytes& sample_bytes() {
  static const Bytes bytes = *encode_package(
      sample_contents({{"spirv64:1.2", "spirv", "IL of a sample", {}}, {"nvptx:sm_90", "ptx", "PTX", {}}}));
  return bytes;
}

void need(clc_status status) {
  INFO(clc_error_message());
  REQUIRE(status == CLC_SUCCESS);
}

// An error of this status whose text contains this one.
void refused(clc_status status, clc_status expected, const std::string& text) {
  CHECK(std::string(clc_status_name(status)) == clc_status_name(expected));
  CHECK_THAT(clc_error_message(), ContainsSubstring(text));
}

void use_fake_driver() {
  need(clc_use_opencl(CLC_FAKE_LOADER));
  reset_fake_driver();
}

// A package, a device and a context of the driver.
struct Place {
  Place() {
    use_fake_driver();
    need(clc_package_from_memory(sample_bytes().data(), sample_bytes().size(), &package));
    need(clc_select_device("", &platform, &device));
    cl_int code = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    REQUIRE(context != nullptr);
  }
  ~Place() {
    clReleaseContext(context);
    clc_package_close(package);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  clc_package* package = nullptr;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
};

}  // namespace

TEST_CASE("the C interface lists what the C++ interface reads") {
  const TemporaryFolder folder;
  const auto contents = sample_contents({{"spirv64:1.2", "spirv", "IL of a sample", {}}});
  for (const std::string& path : {folder / "sample.clcpack", folder / "sample"}) {
    REQUIRE(publish(path, contents));
    clc_package* package = nullptr;
    need(clc_package_open(path.c_str(), &package));
    need(clc_package_verify(package));
    const clc_contents* shown = nullptr;
    need(clc_package_contents(package, &shown));
    const Manifest manifest = Package::open(path)->manifest();
    CHECK(shown->manifest == encode_manifest(manifest));
    CHECK(shown->sha256 == manifest_digest(manifest));
    REQUIRE(shown->module_count == 1);
    const clc_variant& variant = *shown->modules[0]->variants[0];
    CHECK(variant.target == std::string("spirv64:1.2"));
    CHECK(variant.matrix_unit_count == 0);
    REQUIRE(variant.interface->kernel_count == 2);
    const clc_kernel& reverse = *variant.interface->kernels[0];
    CHECK(reverse.name == std::string("reverse"));
    CHECK(reverse.required_work_group_size[0] == 8);
    REQUIRE(reverse.argument_count == 3);
    CHECK(reverse.arguments[1]->kind == CLC_ARGUMENT_LOCAL);
    CHECK(reverse.arguments[2]->type == std::string("int3"));
    CHECK(reverse.arguments[2]->size == 16);
    const clc_contents* again = nullptr;
    need(clc_package_contents(package, &again));
    CHECK(again == shown);
    clc_package_close(package);
  }
}

TEST_CASE("the C interface lists the matrix units of a variant's chip") {
  const TemporaryFolder folder;
  REQUIRE(publish(folder / "sample", sample_contents({{"amdgcn:gfx1100", "hsaco", "code of a sample", {}}})));
  clc_package* package = nullptr;
  need(clc_package_open((folder / "sample").c_str(), &package));
  const clc_contents* shown = nullptr;
  need(clc_package_contents(package, &shown));
  const clc_variant& variant = *shown->modules[0]->variants[0];
  const std::vector<MatrixUnit> units = matrix_units("amdgcn:gfx1100");
  REQUIRE(variant.matrix_unit_count == units.size());
  REQUIRE(variant.matrix_unit_count > 1);
  const clc_matrix_unit& last = *variant.matrix_units[units.size() - 1];
  CHECK(last.depth == 16);
  CHECK(last.a == std::string("uchar"));
  CHECK(last.sum == std::string("uint"));
  CHECK(last.saturates == 1);
  CHECK(variant.matrix_units[0]->saturates == 0);
  clc_package_close(package);
}

TEST_CASE("the C interface chooses as the C++ interface does") {
  const Place place;
  const clc_choice* choice = nullptr;
  need(clc_choose(place.package, "sample", place.device, &choice));
  const Manifest manifest = Package::from_memory(sample_bytes())->manifest();
  const Choice expected = choose_variants(manifest.modules[0], fake_device().facts);
  REQUIRE(choice->fitting_count == expected.fitting.size());
  REQUIRE(choice->refused_count == expected.refused.size());
  CHECK(choice->fitting[0]->target == expected.fitting[0]->target);
  CHECK(choice->refused[0]->target == expected.refused[0].target);
  CHECK(choice->refused[0]->reason == expected.refused[0].reason);
  clc_choice_close(choice);
}

TEST_CASE("a program that the C interface loads outlives its package, and releases what it took") {
  clc_program* program = nullptr;
  {
    const Place place;
    need(clc_program_load(place.package, "sample", place.context, place.device, nullptr, nullptr, &program));
  }
  const clc_loaded* loaded = nullptr;
  need(clc_program_loaded(program, &loaded));
  CHECK(loaded->program != nullptr);
  CHECK(loaded->module == std::string("sample"));
  CHECK(loaded->variant->target == std::string("spirv64:1.2"));
  CHECK(loaded->variant->interface->kernel_count == 2);
  CHECK(loaded->cache_hit == 0);
  CHECK(fake_driver().objects == 1);
  clc_program_close(program);
  CHECK(fake_objects().empty());
  CHECK(fake_driver().misuses == 0);
}

TEST_CASE("the C interface keeps what drivers finish") {
  const Place place;
  const TemporaryFolder folder;
  for (const int hit : {0, 1}) {
    clc_cache* cache = nullptr;
    need(clc_cache_open((folder / "cache").c_str(), 0, &cache));
    clc_program* program = nullptr;
    need(clc_program_load(place.package, "sample", place.context, place.device, nullptr, cache, &program));
    const clc_loaded* loaded = nullptr;
    need(clc_program_loaded(program, &loaded));
    INFO(loaded->cache_note);
    CHECK(loaded->cache_hit == hit);
    CHECK(loaded->cache_kept == 1 - hit);
    clc_cache_counts counts;
    need(clc_cache_count(cache, &counts));
    CHECK(counts.hits == static_cast<std::uint64_t>(hit));
    CHECK(counts.misses == static_cast<std::uint64_t>(1 - hit));
    CHECK(counts.kept == counts.misses);
    need(clc_cache_check(cache));
    clc_cache_close(cache);
    clc_program_close(program);
  }
}

TEST_CASE("null in the place of anything is an error of the C interface, or does nothing") {
  const Place place;
  clc_package* package = nullptr;
  const clc_contents* contents = nullptr;
  const clc_choice* choice = nullptr;
  clc_cache* cache = nullptr;
  clc_program* program = nullptr;
  const clc_loaded* loaded = nullptr;
  cl_device_id device = place.device;
  clc_cache_counts counts;
  need(clc_cache_open("", 0, &cache));
  const auto null = [](clc_status status, const std::string& what) {
    refused(status, CLC_ERROR_USAGE, what + " is null");
  };
  null(clc_use_opencl(nullptr), "clc_use_opencl: 'library'");
  null(clc_select_device("", nullptr, nullptr), "clc_select_device: 'device'");
  null(clc_package_open(nullptr, &package), "clc_package_open: 'path'");
  null(clc_package_open("x", nullptr), "clc_package_open: 'package'");
  null(clc_package_open_signed(nullptr, nullptr, 0, &package), "clc_package_open_signed: 'path'");
  null(clc_package_open_signed("x", nullptr, 1, &package), "clc_package_open_signed: 'keys'");
  null(clc_package_open_signed("x", nullptr, 0, nullptr), "clc_package_open_signed: 'package'");
  null(clc_package_from_memory(nullptr, 1, &package), "clc_package_from_memory: 'bytes'");
  null(clc_package_from_memory("x", 1, nullptr), "clc_package_from_memory: 'package'");
  null(clc_package_from_memory_signed(nullptr, 1, nullptr, 0, &package), "clc_package_from_memory_signed: 'bytes'");
  null(clc_package_from_memory_signed("x", 1, nullptr, 1, &package), "clc_package_from_memory_signed: 'keys'");
  null(clc_package_from_memory_signed("x", 1, nullptr, 0, nullptr), "clc_package_from_memory_signed: 'package'");
  null(clc_package_verify(nullptr), "clc_package_verify: 'package'");
  null(clc_package_contents(nullptr, &contents), "clc_package_contents: 'package'");
  null(clc_package_contents(place.package, nullptr), "clc_package_contents: 'contents'");
  null(clc_choose(nullptr, "sample", device, &choice), "clc_choose: 'package'");
  null(clc_choose(place.package, nullptr, device, &choice), "clc_choose: 'module'");
  null(clc_choose(place.package, "sample", nullptr, &choice), "clc_choose: 'device'");
  null(clc_choose(place.package, "sample", device, nullptr), "clc_choose: 'choice'");
  null(clc_cache_open("x", 0, nullptr), "clc_cache_open: 'cache'");
  null(clc_cache_check(nullptr), "clc_cache_check: 'cache'");
  null(clc_cache_count(nullptr, &counts), "clc_cache_count: 'cache'");
  null(clc_cache_count(cache, nullptr), "clc_cache_count: 'counts'");
  const auto load = [&](const clc_package* of, const char* module, cl_context in, cl_device_id on, clc_program** to) {
    return clc_program_load(of, module, in, on, nullptr, nullptr, to);
  };
  null(load(nullptr, "sample", place.context, device, &program), "clc_program_load: 'package'");
  null(load(place.package, nullptr, place.context, device, &program), "clc_program_load: 'module'");
  null(load(place.package, "sample", nullptr, device, &program), "clc_program_load: 'context'");
  null(load(place.package, "sample", place.context, nullptr, &program), "clc_program_load: 'device'");
  null(load(place.package, "sample", place.context, device, nullptr), "clc_program_load: 'program'");
  null(clc_program_loaded(nullptr, &loaded), "clc_program_loaded: 'program'");
  clc_package_close(nullptr);
  clc_choice_close(nullptr);
  clc_cache_close(nullptr);
  clc_program_close(nullptr);
  CHECK(package == nullptr);
  CHECK(program == nullptr);
  CHECK(fake_driver().objects == 0);
  clc_cache_close(cache);
}

TEST_CASE("what the C interface cannot find or take is an error with the reason") {
  Place place;
  clc_program* program = nullptr;
  const clc_choice* choice = nullptr;
  clc_package* package = nullptr;
  cl_device_id device = nullptr;
  clc_cache* cache = nullptr;
  const auto load = [&](const char* module, const char* target) {
    return clc_program_load(place.package, module, place.context, place.device, target, nullptr, &program);
  };
  refused(clc_package_open("/nowhere/at/all", &package), CLC_ERROR_IO, "/nowhere/at/all");
  refused(load("none", nullptr), CLC_ERROR_USAGE, "has no module 'none'; it has: sample");
  refused(load("sample", "nvptx:sm_90"), CLC_ERROR_UNAVAILABLE, "nvptx:sm_90");
  refused(clc_choose(place.package, "none", place.device, &choice), CLC_ERROR_USAGE, "has no module 'none'");
  refused(clc_select_device("no such device", nullptr, &device), CLC_ERROR_UNAVAILABLE, "no such device");
  refused(clc_use_opencl("/other.so"), CLC_ERROR_USAGE, "is in use already");
  refused(clc_cache_open(nullptr, 5, &cache), CLC_ERROR_USAGE, "CLC_CACHE_MAX_SIZE");
  fake_driver().misbehaviour = {"clBuildProgram", 1, CL_BUILD_PROGRAM_FAILURE};
  refused(load("sample", nullptr), CLC_ERROR_OPENCL, "CL_BUILD_PROGRAM_FAILURE");
  reset_fake_driver();
  fake_driver().misbehaviour = {"clGetDeviceInfo", 1, CL_INVALID_DEVICE};
  refused(clc_choose(place.package, "sample", place.device, &choice), CLC_ERROR_OPENCL, "the OpenCL device");
  CHECK(clc_status_name(static_cast<clc_status>(99)) == std::string("unknown status"));
  CHECK(std::string(clc_runtime_version()).find('.') != std::string::npos);
  CHECK(program == nullptr);
  CHECK(fake_driver().objects == 0);
}

TEST_CASE("the C interface trusts no package that none of the keys signed") {
  const unsigned char keys[64] = {1};
  clc_package* package = nullptr;
  const Bytes& bytes = sample_bytes();
  for (const std::size_t count : {0, 1, 2}) {
    refused(clc_package_from_memory_signed(bytes.data(), bytes.size(), keys, count, &package), CLC_ERROR_UNTRUSTED,
            "sign");
  }
  CHECK(package == nullptr);
}

TEST_CASE("the C interface opens no package that was cut or changed") {
  const Bytes& whole = sample_bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes cut = whole.substr(0, size);
    clc_package* package = nullptr;
    if (clc_package_from_memory(cut.data(), size, &package) == CLC_SUCCESS) FAIL(size << " bytes were opened");
    CHECK(package == nullptr);
  }
  // A changed byte of a blob is found when it is read.
  Bytes changed = whole;
  changed[changed.find("IL of a sample")] ^= 1;
  clc_package* package = nullptr;
  need(clc_package_from_memory(changed.data(), changed.size(), &package));
  refused(clc_package_verify(package), CLC_ERROR_DAMAGED, "");
  const Place place;
  clc_program* program = nullptr;
  refused(clc_program_load(package, "sample", place.context, place.device, nullptr, nullptr, &program),
          CLC_ERROR_DAMAGED, "spirv64:1.2");
  clc_package_close(package);
}

TEST_CASE("threads share the objects of the C interface, and each has errors of its own") {
  const Place place;
  const TemporaryFolder folder;
  clc_cache* cache = nullptr;
  need(clc_cache_open((folder / "cache").c_str(), 0, &cache));
  std::atomic<int> wrong{0};
  const auto work = [&](int number) {
    const std::string name = "none-" + std::to_string(number);
    for (int round = 0; round < 10; ++round) {
      const clc_contents* contents = nullptr;
      const clc_choice* choice = nullptr;
      clc_program* program = nullptr;
      wrong += clc_package_contents(place.package, &contents) != CLC_SUCCESS || contents->module_count != 1;
      wrong += clc_choose(place.package, "sample", place.device, &choice) != CLC_SUCCESS || choice->fitting_count != 1;
      wrong += clc_choose(place.package, name.c_str(), place.device, &choice) != CLC_ERROR_USAGE;
      wrong += clc_program_load(place.package, "sample", place.context, place.device, nullptr, cache, &program) !=
               CLC_SUCCESS;
      wrong += std::string(clc_error_message()).find("'" + name + "'") == std::string::npos;
      clc_choice_close(choice);
      clc_program_close(program);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(fake_driver().objects == 0);
  clc_cache_close(cache);
}

TEST_CASE("launches of kernels with checks") {
  const Place place;
  clc_program* program = nullptr;
  need(clc_program_load(place.package, "sample", place.context, place.device, nullptr, nullptr, &program));
  const clc_loaded* loaded = nullptr;
  need(clc_program_loaded(program, &loaded));
  cl_int code = CL_SUCCESS;
  const std::string name = loaded->variant->interface->kernels[0]->name;
  cl_kernel kernel = clCreateKernel(loaded->program, name.c_str(), &code);
  cl_command_queue queue = clCreateCommandQueue(place.context, place.device, 0, &code);
  clc_launch_to_check wanted{name.c_str(), kernel, queue, nullptr, 0, 1, 1, 0};
  auto* launch = reinterpret_cast<clc_checked_launch*>(&wanted);
  need(clc_checks_begin(program, &wanted, &launch));
  CHECK(launch == nullptr);  // the kernel has no checks
  need(clc_checks_end(launch, nullptr));
  wanted.kernel_name = "no such";
  refused(clc_checks_begin(program, &wanted, &launch), CLC_ERROR_USAGE, "no kernel 'no such'");
  wanted.kernel_name = nullptr;
  refused(clc_checks_begin(program, &wanted, &launch), CLC_ERROR_USAGE, "'wanted->kernel_name' is null");
  const clc_check_findings* findings = nullptr;
  need(clc_checks_take(program, &findings));
  CHECK(findings->report_count + findings->not_checked_count == 0);
  clc_check_findings_close(findings);
  clc_check_findings_close(nullptr);
  clReleaseCommandQueue(queue);
  clReleaseKernel(kernel);
  clc_program_close(program);
}

}  // namespace clc
