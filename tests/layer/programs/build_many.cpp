// Builds several programs at once, runs the kernel of each, and prints JSON: how long the calls and all of it took.
//
// usage: clc_build_many callbacks|threads|serial COUNT WEIGHT [release]
//        callbacks   one thread builds all programs with a callback each, and waits for the callbacks
//        threads     each program is built by a thread of its own
//        serial      one thread builds one after the other
//        WEIGHT      the number of statements in each program, which cost the compiler time
//        release     the application releases each program before its callback
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <CL/cl.h>

namespace {

using Clock = std::chrono::steady_clock;

void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  std::printf("%s: error %d\n", what, code);
  std::fflush(stdout);
  std::_Exit(1);
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string source_of(int number, int weight) {
  std::string body;
  for (int i = 0; i < weight; ++i) {
    const std::string n = std::to_string(number * weight + i);
    body += "  y[" + n + "] = sin(y[x[" + n + "]]) * cos(y[2 * x[" + n + "]]) + exp(y[x[1] + " + n + "]);\n";
  }
  return "kernel void k(global int* x, global float* y) {\n  x[0] = " + std::to_string(number) +
         ";\n  if (x[1] == 0) return;\n" + body + "}\n";
}

struct World {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
};

World open_world() {
  World world;
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &world.device, nullptr), "device");
  cl_int code = CL_SUCCESS;
  world.context = clCreateContext(nullptr, 1, &world.device, nullptr, nullptr, &code);
  check(code, "context");
  world.queue = clCreateCommandQueue(world.context, world.device, 0, &code);
  check(code, "queue");
  return world;
}

struct Program {
  cl_program handle = nullptr;
  std::thread::id asked_in;
  std::atomic<bool> is_told{false};
  std::atomic<bool> was_told_elsewhere{false};  // in another thread than that of the call
};

void CL_CALLBACK note_end(cl_program handle, void* data) {
  auto& program = *static_cast<Program*>(data);
  if (handle != program.handle) check(CL_INVALID_PROGRAM, "callback");
  program.was_told_elsewhere = std::this_thread::get_id() != program.asked_in;
  program.is_told = true;
}

cl_build_status status_of(const World& world, const Program& program) {
  cl_build_status status = CL_BUILD_NONE;
  check(clGetProgramBuildInfo(program.handle, world.device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, nullptr),
        "status");
  return status;
}

// Returns how many programs are still being built when the calls have returned.
int build_with_callbacks(const World& world, std::vector<Program>& programs, double& called, bool releases) {
  const Clock::time_point start = Clock::now();
  for (Program& program : programs) {
    program.asked_in = std::this_thread::get_id();
    check(clBuildProgram(program.handle, 1, &world.device, "-cl-std=CL1.2", note_end, &program), "build");
  }
  called = seconds_since(start);
  int in_progress = 0;
  for (Program& program : programs) {
    in_progress += status_of(world, program) == CL_BUILD_IN_PROGRESS ? 1 : 0;
    if (releases) check(clReleaseProgram(program.handle), "release");
  }
  for (const Program& program : programs) {
    while (!program.is_told) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return in_progress;
}

void build_here(const World& world, Program& program) {
  check(clBuildProgram(program.handle, 1, &world.device, "-cl-std=CL1.2", nullptr, nullptr), "build");
}

void build_in_threads(const World& world, std::vector<Program>& programs) {
  std::vector<std::thread> threads;
  threads.reserve(programs.size());
  for (Program& program : programs) threads.emplace_back([&] { build_here(world, program); });
  for (std::thread& thread : threads) thread.join();
}

bool gives(const World& world, const Program& program, int number) {
  if (status_of(world, program) != CL_BUILD_SUCCESS) return false;
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program.handle, "k", &code);
  check(code, "kernel");
  cl_int values[2] = {-1, 0};
  const cl_mem buffer =
      clCreateBuffer(world.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(values), values, &code);
  check(code, "buffer");
  check(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), "argument");
  check(clSetKernelArg(kernel, 1, sizeof(buffer), &buffer), "argument");
  const std::size_t one = 1;
  check(clEnqueueNDRangeKernel(world.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), "launch");
  check(clEnqueueReadBuffer(world.queue, buffer, CL_TRUE, 0, sizeof(values), values, 0, nullptr, nullptr), "read");
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  return values[0] == number;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string way = argv[1];
  const bool releases = argc > 4;
  const World world = open_world();
  std::vector<Program> programs(static_cast<std::size_t>(std::atoi(argv[2])));
  int number = 0;
  for (Program& program : programs) {
    const std::string source = source_of(++number, std::atoi(argv[3]));
    const char* text = source.c_str();
    cl_int code = CL_SUCCESS;
    program.handle = clCreateProgramWithSource(world.context, 1, &text, nullptr, &code);
    check(code, "source");
  }
  const Clock::time_point start = Clock::now();
  double called = 0;
  int in_progress = 0;
  if (way == "callbacks") {
    in_progress = build_with_callbacks(world, programs, called, releases);
  } else if (way == "threads") {
    build_in_threads(world, programs);
  } else {
    for (Program& program : programs) build_here(world, program);
  }
  const double built = seconds_since(start);
  int elsewhere = 0;
  int right = 0;
  number = 0;
  for (const Program& program : programs) {
    elsewhere += program.was_told_elsewhere ? 1 : 0;
    ++number;
    if (releases) continue;
    right += gives(world, program, number) ? 1 : 0;
    clReleaseProgram(program.handle);
  }
  clReleaseCommandQueue(world.queue);
  clReleaseContext(world.context);
  std::printf("{\"called\": %.3f, \"built\": %.3f, \"in_progress\": %d, \"elsewhere\": %d, \"right\": %d}\n", called,
              built, in_progress, elsewhere, right);
  return 0;
}
