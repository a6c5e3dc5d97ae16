// clc-driver as clc calls it, with PoCL as the driver.
#include <algorithm>
#include <regex>
#include <set>

#include "base/text.h"
#include "catch_all.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/internal/pocl.h"
#include "driver_build.h"
#include "made_package.h"
#include "skip.h"

namespace clc {
namespace {

using namespace test;

bool lacks_pocl(const char* test) {
  if (has_pocl()) return false;
  skip(test, "PoCL is not installed");
  return true;
}

constexpr const char* k_other_source = R"(
float wave(float x);
float wave(float x) { return sin(x) + cos(x); }
__constant float k_table[4] = {1, 2, 3, 4};
__kernel void waves(__global float *data) { data[get_global_id(0)] = wave(k_table[get_local_id(0) % 4]); }
__kernel void image(__read_only image2d_t in, __global float4 *out) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
  out[get_global_id(0)] = read_imagef(in, s, (int2)((int)get_global_id(0), 0));
}
__kernel __attribute__((reqd_work_group_size(4, 4, 1))) void tile(__global int *d) { d[get_global_id(1)] = 1; }
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void row(__global int *d) { d[get_global_id(0)] = 2; }
)";

Artifact built(const DriverRequest& request, const std::string& folder,
               const std::map<std::string, std::string>& environment = {}) {
  const DriverRun run = driver_build(request, folder, environment);
  INFO(run.ran.errors);
  REQUIRE(run.ran.exit_code == 0);
  REQUIRE(run.reply);
  CAPTURE(run.reply->detail);
  REQUIRE(run.reply->outcome == Outcome::k_done);
  return *run.reply->artifact;
}

// The device's version as clc-driver identifies it.
DriverIdentity identity(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{CLC_DRIVER, "--identify"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Ran ran = run_process(command, "", "/");
  INFO(ran.errors);
  REQUIRE(ran.exit_code == 0);
  const Result<DriverIdentity> decoded = decode_identity(ran.output);
  REQUIRE(decoded);
  return *decoded;
}

}  // namespace

TEST_CASE("A driver's binary comes with what it matches") {
  if (lacks_pocl("a driver's binary")) return;
  const TemporaryFolder folder;
  const Artifact artifact = built(pocl_request(k_sample_source, {"reverse", "scale"}), folder.path());
  CHECK(artifact.format == "driver");
  CHECK(artifact.binary.rfind("poclbin", 0) == 0);
  CHECK(artifact.build_options.empty());
  CHECK(artifact.match == identity({"pocl"}).match);
  CHECK(artifact.match.device_name.empty());  // a CPU
  CHECK_FALSE(artifact.match.device_version.empty());
}

TEST_CASE("The same source gives the same binary, however often and wherever") {
  if (lacks_pocl("equal binaries")) return;
  struct {
    const char* source;
    std::vector<std::string> kernels;
    const char* options;
  } const cases[] = {
      {k_sample_source, {"reverse", "scale"}, ""},
      {k_other_source, {"image", "row", "tile", "waves"}, "-cl-fast-relaxed-math -DX=1"},
      {"__kernel void empty(void) {}", {"empty"}, "-g"},
  };
  constexpr int k_repeats = 2;
  for (const auto& row : cases) {
    DriverRequest request = pocl_request(row.source, row.kernels);
    request.sources.front().options = row.options;
    std::set<std::string> digests;
    for (int i = 0; i < k_repeats; ++i) {
      const TemporaryFolder folder;
      // Settings that the user may have must not show either.
      const std::map<std::string, std::string> environment =
          i % 2 == 0 ? std::map<std::string, std::string>{}
                     : std::map<std::string, std::string>{{"HOME", folder.path()},
                                                          {"POCL_CACHE_DIR", "/nonexistent"},
                                                          {"POCL_WORK_GROUP_METHOD", "cbs"},
                                                          {"POCL_BINARY_SPECIALIZE_WG", "2-1-1"}};
      const Bytes binary = built(request, folder.path(), environment).binary;
      digests.insert(sha256_hex(binary));
      if (i != 1) continue;
      for (const std::string& part : {folder.path(), std::string("/tmp"), std::string("/home"), std::string("/root"),
                                      std::string(".cl"), std::string("XXXXXX")}) {
        CAPTURE(part);
        CHECK(binary.find(part) == std::string::npos);
      }
    }
    CAPTURE(row.kernels);
    CHECK(digests.size() == 1);
  }
}

TEST_CASE("PoCL's binary holds the kernels that are asked for, and only those are compiled") {
  if (lacks_pocl("finished kernels")) return;
  using Names = std::vector<std::string>;
  const Names fixed = {"/row/32-1-1-goffs0-smallgrid/row.so", "/row/32-1-1-goffs0/row.so",
                       "/tile/4-4-1-goffs0-smallgrid/tile.so", "/tile/4-4-1-goffs0/tile.so"};
  const Names general = {"/image/0-0-0/image.so", "/row/0-0-0/row.so", "/tile/0-0-0/tile.so", "/waves/0-0-0/waves.so"};
  const auto both = [](Names some, const Names& others) {
    some.insert(some.end(), others.begin(), others.end());
    std::sort(some.begin(), some.end());
    return some;
  };
  struct {
    Finish finish;
    Names launches, expected;
  } const cases[] = {
      {Finish::k_launched, {}, fixed},
      {Finish::k_launched, {"waves=64x1x1 small"}, {"/waves/64-1-1-goffs0-smallgrid/waves.so"}},
      {Finish::k_launched,
       {"waves=8x2x1", "image=16x1x1 large"},
       {"/image/16-1-1-goffs0/image.so", "/waves/8-2-1-goffs0-smallgrid/waves.so", "/waves/8-2-1-goffs0/waves.so"}},
      {Finish::k_none, {"waves=64x1x1"}, {}},
      {Finish::k_all, {}, both(fixed, general)},
  };
  for (const auto& row : cases) {
    CAPTURE(row.launches);
    DriverRequest request = pocl_request(k_other_source, {"image", "row", "tile", "waves"});
    request.finish = row.finish;
    request.launches = row.launches;
    const TemporaryFolder folder;
    const Bytes binary = built(request, folder.path()).binary;
    CHECK(binary.find("a stub") == std::string::npos);
    Names found;
    const std::regex object("/\\w+/[0-9a-z-]+/\\w+\\.so");
    for (std::sregex_iterator at(binary.begin(), binary.end(), object), end; at != end; ++at)
      found.push_back(at->str());
    std::sort(found.begin(), found.end());
    CHECK(found == row.expected);
  }
}

TEST_CASE("clc-driver notes what it is at") {
  if (lacks_pocl("stages")) return;
  const TemporaryFolder folder;
  built(pocl_request(k_sample_source, {"reverse", "scale"}), folder.path());
  CHECK(read_file(join_path(folder.path(), k_stage_file)).value() == "writing the binary");
}

TEST_CASE("PoCL's binaries for another CPU class of x86-64 say so") {
  if (lacks_pocl("another CPU class")) return;
  const DriverIdentity sse2 = identity({"pocl", "cpu=sse2"});
  const std::string& version = sse2.match.device_version;
  CHECK((version.find("-athlon64") != std::string::npos || version.ends_with("-x86-64")));  // PoCL 3.1, 6.0
  DriverRequest request = pocl_request(k_sample_source, {"reverse", "scale"});
  request.features = {"cpu=sse2"};
  const TemporaryFolder folder;
  CHECK(built(request, folder.path()).match == sse2.match);
}

TEST_CASE("A CPU class that PoCL does not have is refused with those of x86-64") {
  if (lacks_pocl("no CPU class")) return;
  DriverRequest request = pocl_request(k_sample_source, {"reverse", "scale"});
  request.features = {"cpu=no_such_cpu"};
  const TemporaryFolder folder;
  const DriverRun refused = driver_build(request, folder.path());
  REQUIRE(refused.reply);
  CHECK(refused.reply->outcome == Outcome::k_unavailable);
  CHECK(refused.reply->detail.find("the classes sse2 ssse3") != std::string::npos);
}

TEST_CASE("A CPU class that this machine's processor lacks is refused with its own") {
  if (lacks_pocl("a lacking CPU class")) return;
  const std::string here = pocl_cpu_class(identity({"pocl"}).match.device_version);
  if (here.empty()) return skip("a lacking CPU class", "this PoCL was built for one processor");
  DriverRequest request = pocl_request(k_sample_source, {"reverse", "scale"});
  request.features = {here == "avx512" ? "cpu=avx_fma4" : "cpu=avx512"};
  const TemporaryFolder folder;
  const DriverRun refused = driver_build(request, folder.path());
  REQUIRE(refused.reply);
  CHECK(refused.reply->outcome == Outcome::k_unavailable);
  CHECK(refused.reply->detail.ends_with("no class that this machine's processor lacks; its best is " + here));
}

TEST_CASE("A source that does not build gives the driver's log") {
  if (lacks_pocl("a failed build")) return;
  const TemporaryFolder folder;
  const DriverRun run =
      driver_build(pocl_request("__kernel void k(__global int *p) { *p = nothing; }", {"k"}), folder.path());
  REQUIRE(run.reply);
  CHECK(run.reply->outcome == Outcome::k_failed);
  REQUIRE(run.reply->artifact);
  CHECK(run.reply->artifact->log.find("<source>:1:41: use of undeclared identifier 'nothing'") != std::string::npos);
  CHECK(run.reply->artifact->binary.empty());

  const TemporaryFolder second;
  const DriverRun missing = driver_build(pocl_request("__kernel void k(void) {}", {"k", "other"}), second.path());
  REQUIRE(missing.reply);
  CHECK(missing.reply->outcome == Outcome::k_failed);
  CHECK(missing.reply->detail.find("clCreateKernel of 'other'") != std::string::npos);
}

TEST_CASE("Warnings are in the log of a build that succeeds") {
  if (lacks_pocl("warnings")) return;
  const TemporaryFolder folder;
  const Artifact artifact = built(pocl_request("#warning look here\n__kernel void k(void) {}\n", {"k"}), folder.path());
  CHECK(artifact.log.find("look here") != std::string::npos);
}

TEST_CASE("The dialect is what the driver's compiler says of itself") {
  if (lacks_pocl("the dialect")) return;
  const DriverIdentity pocl = identity({"POCL"});
  const auto has = [](const std::vector<std::string>& list, const std::string& entry) {
    return std::find(list.begin(), list.end(), entry) != list.end();
  };
  CHECK(has(pocl.dialect.macros, "__ENDIAN_LITTLE__=1"));
  CHECK(has(pocl.dialect.macros, "__IMAGE_SUPPORT__=1"));
  CHECK(has(pocl.dialect.extensions, "cl_khr_global_int32_base_atomics"));
  CHECK(pocl.dialect.address_bits == 64);
  // Held against the driver: a source that fails to build where the dialect is wrong.
  std::string source = "#if __OPENCL_C_VERSION__ != " + pocl.dialect.opencl_c_version.substr(0, 1) +
                       pocl.dialect.opencl_c_version.substr(2) + "0\n#error version\n#endif\n";
  for (const std::string& macro : pocl.dialect.macros) {
    const std::size_t equals = macro.find('=');
    source += "#if !defined(" + macro.substr(0, equals) + ") || " + macro.substr(0, equals) +
              " != " + macro.substr(equals + 1) + "\n#error " + macro + "\n#endif\n";
  }
  const TemporaryFolder folder;
  built(pocl_request(source + "__kernel void k(void) {}\n", {"k"}), folder.path());
}

TEST_CASE("A driver that is not there, or not one, is refused with the list") {
  for (const char* name : {"no-such-driver", ""}) {
    const Ran ran = run_process({CLC_DRIVER, "--identify", name}, "", "/");
    CHECK(ran.exit_code == 4);
    CHECK(ran.output.empty());
    CHECK(ran.errors.find("no installed OpenCL driver matches") != std::string::npos);
  }
  const Ran feature = run_process({CLC_DRIVER, "--identify", "pocl", "speed=high"}, "", "/");
  CHECK(feature.exit_code == 4);
  CHECK(feature.errors.find("no feature 'speed=high'") != std::string::npos);
}

TEST_CASE("Two drivers under one name are refused, two equal devices are one") {
  if (lacks_pocl("ambiguous names")) return;
  const Ran equal = run_process({CLC_DRIVER, "--identify", "pocl"}, "", "/", {{"POCL_DEVICES", "pthread pthread"}});
  CHECK(equal.exit_code == 0);
  const Ran different = run_process({CLC_DRIVER, "--identify", "pocl"}, "", "/", {{"POCL_DEVICES", "pthread basic"}});
  if (identity({"pocl"}).match.platform_version.find("PoCL 3.") == std::string::npos) {
    CHECK(different.exit_code == 0);  // PoCL 6 calls both alike, for they take the same binaries
    return;
  }
  CHECK(different.exit_code == 4);
  CHECK(different.errors.find("'pocl' matches several OpenCL devices; name one of them:\n  ") != std::string::npos);
}

TEST_CASE("The list is JSON, also without any driver") {
  const Ran none = run_process({CLC_DRIVER, "--list"}, "", "/", {{"OCL_ICD_VENDORS", "/nonexistent"}});
  CHECK(none.exit_code == 0);
  CHECK(decode_device_list(none.output).value().empty());
  if (lacks_pocl("the list of devices")) return;
  const Ran list = run_process({CLC_DRIVER, "--list"}, "", "/");
  CHECK(list.exit_code == 0);
  const std::vector<ListedDevice> devices = decode_device_list(list.output).value();
  REQUIRE_FALSE(devices.empty());
  CHECK(devices[0].platform == "Portable Computing Language");
  CHECK(devices[0].device_version.find("OpenCL ") == 0);
  CHECK(devices[0].address_bits == 8 * sizeof(void*));
  CHECK_FALSE(devices[0].extensions.empty());
}

TEST_CASE("Misuse and damaged requests are errors, not crashes") {
  CHECK(run_process({CLC_DRIVER}, "", "/").exit_code == 2);
  CHECK(run_process({CLC_DRIVER, "--identify"}, "", "/").exit_code == 2);
  CHECK(run_process({CLC_DRIVER, "--build"}, "", "/").exit_code == 2);
  const std::string frame = encode_frame(encode_driver_request(pocl_request("", {}))).value();
  for (const std::size_t length : {std::size_t{3}, std::size_t{8}, frame.size() - 1}) {
    CHECK(run_process({CLC_DRIVER, "--build"}, frame.substr(0, length), "/").exit_code == 3);
  }
  CHECK(run_process({CLC_DRIVER, "--build"}, encode_frame("{}").value(), "/").exit_code == 3);
}

}  // namespace clc
