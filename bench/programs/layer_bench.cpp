// Times the OpenCL layer before a driver that does nothing.
//
// usage: clc_layer_bench LIBRARY REPEAT
// The cache of the environment is used. Prints, in microseconds: the library opened and begun, as a program pays it
// that compiles nothing; a clRetainProgram of a followed program; a program of 50 KB made, built from the cache and
// released; the same by the driver alone. A call that is not followed costs nothing: the loader goes to the driver
// directly.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "fake_driver.h"

namespace {

using clc::layer::Dispatch;
using namespace clc::test;

double microseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

double median_microseconds(int repeat, const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < repeat; ++i) times.push_back(microseconds(work));
  std::nth_element(times.begin(), times.begin() + repeat / 2, times.end());
  return times[static_cast<std::size_t>(repeat) / 2];
}

const Dispatch* begin(const char* library) {
  void* handle = ::dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return nullptr;
  const auto init = reinterpret_cast<pfn_clInitLayer>(::dlsym(handle, "clInitLayer"));
  const Dispatch* table = nullptr;
  cl_uint entries = 0;
  if (init == nullptr || init(clc::layer::k_dispatch_entries, &fake_table(), &entries, &table) != CL_SUCCESS) {
    return nullptr;
  }
  return table;
}

void build_once(const Dispatch& cl, const std::string& source) {
  cl_int code = CL_SUCCESS;
  const char* text = source.c_str();
  const cl_device_id device = fake_device_at(0);
  const cl_program program = cl.clCreateProgramWithSource(fake_context(), 1, &text, nullptr, &code);
  if (cl.clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) std::exit(1);
  cl.clReleaseProgram(program);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: clc_layer_bench LIBRARY REPEAT\n");
    return 2;
  }
  const int repeat = std::atoi(argv[2]);
  const Dispatch* table = nullptr;
  const double start = microseconds([&] { table = begin(argv[1]); });
  if (table == nullptr) {
    std::fprintf(stderr, "clc_layer_bench: the layer does not begin\n");
    return 1;
  }
  constexpr std::size_t k_bytes = 50000;
  std::string source = "kernel void a(global float* x) {}";
  source.append(k_bytes - source.size(), ' ');
  build_once(*table, source);
  const int compiled = fake().compiled;
  const double hit = median_microseconds(repeat, [&] { build_once(*table, source); });
  if (fake().compiled != compiled) {
    std::fprintf(stderr, "clc_layer_bench: the cache does not work\n");
    return 1;
  }
  const double driver = median_microseconds(repeat, [&] { build_once(fake_table(), source); });
  cl_int code = CL_SUCCESS;
  const char* text = source.c_str();
  const cl_program program = table->clCreateProgramWithSource(fake_context(), 1, &text, nullptr, &code);
  constexpr int k_calls = 1000;
  const auto retain_with = [&](const Dispatch& cl) {
    return median_microseconds(repeat,
                               [&] {
                                 for (int i = 0; i < k_calls; ++i) cl.clRetainProgram(program);
                               }) /
           k_calls;
  };
  const double followed = retain_with(*table) - retain_with(fake_table());
  std::printf("%.1f %.4f %.1f %.1f\n", start, followed, hit, driver);
  return 0;
}
