// Times how a program comes to be ready on a device: from a package, or built from source by the driver.
// Ready means built and every kernel created. One measurement a process, so that nothing stays warm by accident.
//
// usage: clc_load_bench package PACKAGE MODULE DEVICE
//        clc_load_bench kept PACKAGE MODULE DEVICE        with the runtime's cache
//        clc_load_bench source FILE.cl OPTIONS DEVICE
// Prints milliseconds and the number of kernels.
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"

namespace {

using Clock = std::chrono::steady_clock;

void print(Clock::time_point start, std::size_t kernels) {
  const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
  std::printf("%.4f %zu\n", elapsed.count(), kernels);
}

int give_up(const std::string& message) {
  std::fprintf(stderr, "clc_load_bench: %s\n", message.c_str());
  return 1;
}

// Opening the package, reading and checking it belong to the time.
int load_package(const clc::Queue& queue, const std::string& path, const std::string& module) {
  const auto start = Clock::now();
  const auto package = clc::Package::open(path);
  if (!package) return give_up(package.error().message);
  const auto program = clc::Program::load(queue, *package, module);
  if (!program) return give_up(program.error().message);
  cl_uint kernels = 0;
  clCreateKernelsInProgram(program->handle(), 0, nullptr, &kernels);
  print(start, kernels);
  return 0;
}

int build_source(const clc::Queue& queue, const std::string& path, const std::string& options) {
  const auto start = Clock::now();
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty()) return give_up("cannot read " + path);
  const char* source = text.c_str();
  const cl_device_id device = queue.device().id;
  cl_int code = CL_SUCCESS;
  const cl_program program = clCreateProgramWithSource(queue.context(), 1, &source, nullptr, &code);
  if (code == CL_SUCCESS) code = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
  cl_kernel kernels[256];
  cl_uint count = 0;
  if (code == CL_SUCCESS) code = clCreateKernelsInProgram(program, 256, kernels, &count);
  if (code != CL_SUCCESS) return give_up(path + ": " + clc::opencl_error_name(code));
  print(start, count);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return give_up("usage: clc_load_bench package|kept|source PATH MODULE-OR-OPTIONS DEVICE");
  const auto device = clc::select_device(argv[4]);
  if (!device) return give_up(device.error().message);
  auto queue = clc::Queue::create(*device);
  if (!queue) return give_up(queue.error().message);
  const std::string way = argv[1];
  if (way == "source") return build_source(*queue, argv[2], argv[3]);
  if (way == "kept") queue->keep_binaries();
  return load_package(*queue, argv[2], argv[3]);
}
