// Programs that count, by the C interface. tests/python/coverage_test.py holds the counts themselves against clc
// coverage.
#include <cstdlib>
#include <filesystem>
#include <string>

#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/internal/coverage.h"
#include "clc/package/publish.h"
#include "clc_runtime.h"
#include "fake_opencl.h"
#include "made_package.h"
#include "temporary_folder.h"

namespace clc {
namespace {

using namespace test;
using Catch::Matchers::ContainsSubstring;

// The kernel "scale" counts two regions, in an argument behind its four.
Bytes package_bytes(bool counts) {
  PackageContents contents = sample_contents({{"spirv64:1.2", "spirv", "IL of a sample", {}}});
  CoverageTable table;
  table.counter_bytes = 4;
  table.files = {"sample.cl"};
  table.functions = {{"scale", 2, {{RegionKind::k_code, 0, 2, 80, 5, 2, {0}, {}}}}};
  table.kernels = {{"scale", 4, {0}}};
  if (counts) contents.manifest.modules[0].variants[0].extra = encode_coverage_table(table);
  return *encode_package(contents);
}

// A program on the fake driver, with a kernel and a queue of the application's.
struct Loaded {
  explicit Loaded(bool counts) : bytes(package_bytes(counts)) {
    need(clc_use_opencl(CLC_FAKE_LOADER));
    reset_fake_driver();
    cl_device_id device = nullptr;
    cl_int code = CL_SUCCESS;
    need(clc_package_from_memory(bytes.data(), bytes.size(), &package));
    need(clc_select_device("", nullptr, &device));
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    queue = clCreateCommandQueue(context, device, 0, &code);
    need(clc_program_load(package, "sample", context, device, nullptr, nullptr, &program));
    const clc_loaded* shown = nullptr;
    need(clc_program_loaded(program, &shown));
    kernel = clCreateKernel(shown->program, "scale", &code);
    REQUIRE(kernel != nullptr);
  }
  ~Loaded() {
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clc_program_close(program);
    clReleaseContext(context);
    clc_package_close(package);
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;

  static void need(clc_status status) {
    INFO(clc_error_message());
    REQUIRE(status == CLC_SUCCESS);
  }
  void refuse(clc_status status, const std::string& text) const {
    CHECK(status == CLC_ERROR_USAGE);
    CHECK_THAT(clc_error_message(), ContainsSubstring(text));
  }

  Bytes bytes;
  clc_package* package = nullptr;
  clc_program* program = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
};

constexpr std::size_t k_global[] = {64, 2}, k_local[] = {8, 1};

}  // namespace

TEST_CASE("the C interface counts launches, and writes the counts when the program is closed") {
  const TemporaryFolder folder;
  const std::string counts_folder = folder / "counts";
  setenv("CLC_COVERAGE_DIR", counts_folder.c_str(), 1);
  std::string told;
  {
    const Loaded loaded(true);
    const auto count = [&](const std::size_t* local) {
      loaded.need(clc_program_count_launch(loaded.program, "scale", loaded.kernel, loaded.queue, 2, k_global, local));
    };
    count(k_local);
    count(k_local);
    count(nullptr);
    CHECK(fake_calls()["clSetKernelArg"] == 3);
    const char* text = nullptr;
    loaded.need(clc_program_coverage(loaded.program, &text));
    told = text;
    const ProgramCounts counts = *decode_counts(told, "counts");
    REQUIRE(counts.launches.size() == 2);
    CHECK(counts.launches[0].kernel == "scale");
    CHECK(counts.launches[0].global_size == "64x2");
    CHECK(counts.launches[0].local_size == "8x1");
    CHECK(counts.launches[0].launches == 2);
    CHECK(counts.launches[0].counts.size() == 2);
    CHECK(counts.launches[1].local_size.empty());
    const char* again = nullptr;
    loaded.need(clc_program_coverage(loaded.program, &again));
    CHECK(std::string(again) == text);  // the first text lives on
  }
  unsetenv("CLC_COVERAGE_DIR");
  CHECK(fake_objects().empty());
  CHECK(fake_driver().misuses == 0);
  const std::filesystem::directory_iterator written(counts_folder);
  CHECK(*read_file(written->path().string()) == told);
}

TEST_CASE("the C interface refuses to count what does not count") {
  const char* text = nullptr;
  {
    const Loaded plain(false);
    plain.refuse(clc_program_coverage(plain.program, &text), "compile its package with clc compile --coverage");
    plain.refuse(clc_program_count_launch(plain.program, "scale", plain.kernel, plain.queue, 1, k_global, nullptr),
                 "does not count");
  }
  const Loaded loaded(true);
  const auto count = [&](const char* name, cl_kernel kernel, cl_command_queue queue, unsigned dimensions) {
    return clc_program_count_launch(loaded.program, name, kernel, queue, dimensions, k_global, nullptr);
  };
  loaded.refuse(clc_program_coverage(nullptr, &text), "clc_program_coverage: 'program' is null");
  loaded.refuse(clc_program_coverage(loaded.program, nullptr), "clc_program_coverage: 'counts' is null");
  loaded.refuse(count(nullptr, loaded.kernel, loaded.queue, 1), "clc_program_count_launch: 'name' is null");
  loaded.refuse(count("scale", nullptr, loaded.queue, 1), "clc_program_count_launch: 'kernel' is null");
  loaded.refuse(count("scale", loaded.kernel, nullptr, 1), "clc_program_count_launch: 'queue' is null");
  loaded.refuse(count("scale", loaded.kernel, loaded.queue, 4), "'dimensions' has to be 1, 2 or 3");
  loaded.refuse(clc_program_count_launch(loaded.program, "scale", loaded.kernel, loaded.queue, 1, nullptr, nullptr),
                "clc_program_count_launch: 'global' is null");
  CHECK(count("none", loaded.kernel, loaded.queue, 1) == CLC_ERROR_DAMAGED);
  CHECK(text == nullptr);
}

}  // namespace clc
