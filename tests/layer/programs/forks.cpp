// Forks at a moment of its use of OpenCL, and prints what the children do. A child that hangs is killed by an alarm.
//
// usage: clc_forks MOMENT
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <CL/cl.h>

namespace {

constexpr unsigned k_limit_seconds = 30;

struct World {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
};

World find_device() {
  World world;
  cl_platform_id platform = nullptr;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS) std::_Exit(90);
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &world.device, nullptr) != CL_SUCCESS) std::_Exit(91);
  return world;
}

World open_world() {
  World world = find_device();
  world.context = clCreateContext(nullptr, 1, &world.device, nullptr, nullptr, nullptr);
  if (world.context == nullptr) std::_Exit(92);
  return world;
}

cl_program make_program(const World& world) {
  const char* source = "kernel void a(global int* x) { x[0] = VALUE; } kernel void b(global int* x) { x[1] = VALUE; }";
  return clCreateProgramWithSource(world.context, 1, &source, nullptr, nullptr);
}

std::string options_for(int value) {
  return "-DVALUE=" + std::to_string(value);
}

cl_program build_program(const World& world, int value) {
  const cl_program program = make_program(world);
  const cl_int code = clBuildProgram(program, 0, nullptr, options_for(value).c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS) std::_Exit(93);
  return program;
}

cl_build_status status_of(const World& world, cl_program program) {
  cl_build_status status = CL_BUILD_NONE;
  clGetProgramBuildInfo(program, world.device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, nullptr);
  return status;
}

// Does all that a child can do with a program of its parent without a device. Returns a bit for each thing that fails.
int use_inherited(const World& world, cl_program program, cl_kernel kernel) {
  int wrong = 0;
  while (status_of(world, program) == CL_BUILD_IN_PROGRESS) std::this_thread::yield();
  if (status_of(world, program) != CL_BUILD_SUCCESS) wrong |= 1;
  char text[4096] = {};
  if (clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof(text), text, nullptr) != CL_SUCCESS) wrong |= 2;
  if (clGetProgramBuildInfo(program, world.device, CL_PROGRAM_BUILD_OPTIONS, sizeof(text), text, nullptr) != CL_SUCCESS)
    wrong |= 4;
  if (kernel != nullptr && clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(text), text, nullptr) != CL_SUCCESS)
    wrong |= 8;
  const cl_kernel other = clCreateKernel(program, "b", nullptr);
  if (other == nullptr || clReleaseKernel(other) != CL_SUCCESS) wrong |= 16;
  if (kernel != nullptr && clReleaseKernel(kernel) != CL_SUCCESS) wrong |= 32;
  if (clReleaseProgram(program) != CL_SUCCESS) wrong |= 64;
  return wrong;
}

// Makes everything anew.
int use_own() {
  const World world = open_world();
  const cl_program program = build_program(world, 7);
  const cl_kernel kernel = clCreateKernel(program, "a", nullptr);
  if (kernel == nullptr) return 1;
  const int code = clReleaseKernel(kernel) | clReleaseProgram(program) | clReleaseContext(world.context);
  return code == 0 ? 0 : 2;
}

int in_child(const std::function<int()>& work) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(k_limit_seconds);
    std::_Exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

struct Built {
  Built() : world(open_world()), program(build_program(world, 1)), kernel(clCreateKernel(program, "a", nullptr)) {}
  int use() const { return use_inherited(world, program, kernel); }
  World world;
  cl_program program;
  cl_kernel kernel;
};

// Children that fork while other threads are at work; `work` runs until it is told that it is over.
int among_threads(const std::function<void(const std::atomic<bool>& is_over)>& work, int forks,
                  const std::function<int()>& child) {
  std::atomic<bool> is_over{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back([&] { work(is_over); });
  int worst = 0;
  for (int i = 0; i < forks && worst == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 7));
    worst = in_child(child);
  }
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  return worst;
}

int while_others_ask() {
  const Built built;
  const auto ask = [&](const std::atomic<bool>& is_over) {
    while (!is_over) {
      char text[4096] = {};
      clGetProgramInfo(built.program, CL_PROGRAM_SOURCE, sizeof(text), text, nullptr);
      status_of(built.world, built.program);
      clRetainKernel(built.kernel);
      clReleaseKernel(built.kernel);
    }
  };
  constexpr int k_forks = 60;
  return among_threads(ask, k_forks, [&] { return built.use(); });
}

struct Told {
  std::atomic<bool> is_told{false};
  std::function<void()> then;
};

void CL_CALLBACK note_end(cl_program, void* data) {
  auto& told = *static_cast<Told*>(data);
  if (told.then) told.then();
  told.is_told = true;
}

int with_callback(const std::function<int(const World&, cl_program)>& child, bool forks_in_callback) {
  const World world = open_world();
  const cl_program program = make_program(world);
  Told told;
  int result = 0;
  const auto fork_here = [&] { result = in_child([&] { return child(world, program); }); };
  if (forks_in_callback) told.then = fork_here;
  if (clBuildProgram(program, 1, &world.device, "-DVALUE=3", note_end, &told) != CL_SUCCESS) return 94;
  if (!forks_in_callback) fork_here();
  while (!told.is_told) std::this_thread::yield();
  clReleaseProgram(program);
  return result;
}

int from_thread() {
  const Built built;
  int result = 0;
  std::thread([&] { result = in_child([&] { return built.use() + 256 * use_own(); }); }).join();
  return result;
}

int exiting_child() {
  const Built built;
  return in_child([&]() -> int { std::exit(built.use()); });
}

const std::map<std::string, std::function<int()>>& moments() {
  static const std::map<std::string, std::function<int()>> all{
      {"before_the_first_call", [] { return in_child(use_own); }},
      {"after_devices_are_listed",
       [] {
         find_device();
         return in_child(use_own);
       }},
      {"with_a_context",
       [] {
         open_world();
         return in_child(use_own);
       }},
      {"with_a_kernel",
       [] {
         const Built built;
         return in_child([&] { return built.use(); });
       }},
      {"with_a_kernel_and_more",
       [] {
         const Built built;
         return in_child([&] { return built.use() != 0 ? 1 : use_own(); });
       }},
      {"grandchild",
       [] {
         const Built built;
         return in_child([&] { return in_child([&] { return built.use() != 0 ? 1 : use_own(); }) == 0 ? 0 : 1; });
       }},
      {"child_of_a_thread", from_thread},
      {"child_that_exits", exiting_child},
      {"while_others_ask", while_others_ask},
      {"with_a_callback_to_come",
       [] {
         return with_callback(
             [](const World& world, cl_program program) { return use_inherited(world, program, nullptr); }, false);
       }},
      {"with_a_callback_to_come_and_more",
       [] { return with_callback([](const World&, cl_program) { return use_own(); }, false); }},
      {"in_a_callback",
       [] {
         return with_callback(
             [](const World& world, cl_program program) { return use_inherited(world, program, nullptr); }, true);
       }},
  };
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    for (const auto& [name, run] : moments()) std::printf("%s\n", name.c_str());
    return 0;
  }
  const auto at = moments().find(argv[1]);
  if (at == moments().end()) return 2;
  std::printf("%s: %d\n", argv[1], at->second());
  return 0;
}
