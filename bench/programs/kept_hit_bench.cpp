// Times what a program pays for a program of 50 KB that a cache has, before a driver that does nothing: through the
// layer, and through Queue::keep_binaries, which loads modules of packages.
//
// usage: clc_kept_hit_bench layer|kept COUNT
// The cache of the environment is used. Prints the median of a hit in microseconds: clBuildProgram of a program that
// was made of source, or the module loaded. The time that the driver takes to make a program of source is left out: it
// is paid without a layer, too.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "calls/entry_points.h"
#include "clc/package/publish.h"
#include "fake_driver.h"
#include "layer_state.h"
#include "load_module.h"
#include "made_package.h"
#include "temporary_folder.h"

namespace {

using namespace clc;
using namespace clc::test;

constexpr std::size_t k_bytes = 50000;

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "clc_kept_hit_bench: %s\n", why);
  std::exit(1);
}

std::string padded(std::string text) {
  text.append(k_bytes - text.size(), ' ');
  return text;
}

double microseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

double hit_by_layer(const std::string& source) {
  const layer::Dispatch& cl = layer::entry_points();
  cl_int code = CL_SUCCESS;
  const char* text = source.c_str();
  const cl_device_id device = fake_device_at(0);
  const cl_program program = cl.clCreateProgramWithSource(fake_context(), 1, &text, nullptr, &code);
  const double took = microseconds([&] { code = cl.clBuildProgram(program, 1, &device, "", nullptr, nullptr); });
  if (code != CL_SUCCESS) give_up("a build failed");
  cl.clReleaseProgram(program);
  return took;
}

// A package with one module of one kernel, as IL, which the driver has to finish.
Package made_package(const std::string& il) {
  KernelInterface kernel;
  kernel.name = "a";
  PackageContents contents = sample_contents({{"spirv64:1.2", "spirv", il, {}}});
  contents.manifest.modules.front().interfaces = {{{kernel}, {}, {}}};
  const TemporaryFolder folder;
  const std::string path = folder / "p.clcpack";
  if (!publish(path, contents)) give_up("the package cannot be written");
  Result<Package> package = Package::open(path);
  if (!package) give_up(package.error().message.c_str());
  return *package;
}

double hit_by_runtime(const Package& package, const Device& device, const BinaryCache& cache) {
  const Module& module = package.manifest().modules.front();
  Result<LoadedModule> loaded = fail(ErrorKind::k_unavailable, "nothing was loaded");
  const double took = microseconds([&] { loaded = load_module({fake_context(), device}, cache, package, module); });
  if (!loaded) give_up(loaded.error().message.c_str());
  return took;
}

}  // namespace

int main(int argc, char** argv) {
  // The heap keeps its pages, as that of a program at work does. Otherwise each release gives them to the system, and
  // the time to get them again depends on what happens to lie last in the heap.
  ::mallopt(M_TRIM_THRESHOLD, 64 << 20);
  const std::string mode = argc == 3 ? argv[1] : "";
  const int count = argc == 3 ? std::atoi(argv[2]) : 0;
  if ((mode != "layer" && mode != "kept") || count < 1) {
    std::fprintf(stderr, "usage: clc_kept_hit_bench layer|kept COUNT\n");
    return 2;
  }
  if (!layer::set_next(fake_table(), layer::k_dispatch_entries)) give_up("the driver is not complete");
  layer::make_state({});
  const Package package = made_package(padded("IL kernel void a("));
  const std::string source = padded("kernel void a(global float* x) {}");
  const Result<DeviceFacts> facts = read_facts(fake_device_at(0));
  if (!facts) give_up("the device does not tell what it is");
  const Device device{nullptr, fake_device_at(0), *facts};
  const BinaryCache cache;
  const auto hit = [&] { return mode == "layer" ? hit_by_layer(source) : hit_by_runtime(package, device, cache); };
  hit();
  const int compiled = fake().compiled;
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(hit());
  if (fake().compiled != compiled) give_up("the cache does not work");
  std::nth_element(times.begin(), times.begin() + count / 2, times.end());
  std::printf("%.1f\n", times[static_cast<std::size_t>(count) / 2]);
  return 0;
}
