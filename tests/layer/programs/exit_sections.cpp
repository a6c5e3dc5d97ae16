// How programs end while the layer still has programs to keep, or is keeping them.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "every_call_sections.h"

namespace every_call {
namespace {

// Launches the kernel `a`. It has run when this returns, and yet nobody called a function that waits.
void launch(const World& world, cl_program program, cl_command_queue queue) {
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, "a", &code);
  const cl_mem buffer = clCreateBuffer(world.context, CL_MEM_READ_WRITE, 8 * sizeof(cl_int), nullptr, &code);
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  const std::size_t global = 8;
  cl_event event = nullptr;
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, &event);
  clFlush(queue);
  cl_int status = CL_QUEUED;
  while (status > CL_COMPLETE) {
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
    std::this_thread::yield();
  }
  clReleaseEvent(event);
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

cl_command_queue begin_work(const World& world) {
  cl_int code = CL_SUCCESS;
  const cl_command_queue queue = clCreateCommandQueue(world.context, world.devices[0], 0, &code);
  const cl_program launched = from_source(world, k_plain);
  say("build", clBuildProgram(launched, 0, nullptr, "-DVALUE=71", nullptr, nullptr));
  launch(world, launched, queue);
  const cl_program other = from_source(world, k_plain);
  say("build another", clBuildProgram(other, 0, nullptr, "-DVALUE=72", nullptr, nullptr));
  return queue;
}

// Builds, launches and waits until the process ends, so that something is being kept at any time.
void work_for_ever(const World& world, int number, std::atomic<int>& rounds) {
  cl_int code = CL_SUCCESS;
  const cl_command_queue queue = clCreateCommandQueue(world.context, world.devices[0], 0, &code);
  for (int round = 0;; ++round) {
    const cl_program program = from_source(world, k_plain);
    const std::string options = "-DVALUE=" + std::to_string(1000 * number + round);
    if (clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr) == CL_SUCCESS) {
      launch(world, program, queue);
      clFinish(queue);
    }
    clReleaseProgram(program);
    ++rounds;
  }
}

// Comes back when each thread may be at any point of its work.
void let_threads_work(const World& world) {
  static std::atomic<int> rounds{0};
  for (int number = 1; number <= 3; ++number) {
    std::thread([&world, number] { work_for_ever(world, number, rounds); }).detach();
  }
  while (rounds < 6) std::this_thread::yield();
}

}  // namespace

void wait_and_exit(const World& world) {
  clFinish(begin_work(world));
  std::exit(6);
}

void leave_by_exit(const World& world) {
  begin_work(world);
  std::exit(7);
}

void leave_at_once(const World& world) {
  begin_work(world);
  ::_exit(8);
}

void leave_quickly(const World& world) {
  begin_work(world);
  std::quick_exit(9);
}

void leave_by_another_thread(const World& world) {
  std::thread([&] {
    begin_work(world);
    std::exit(10);
  }).join();
}

namespace {

// More programs than the layer builds at a time. The thread that ends the process has called no function of OpenCL.
void exit_during_builds(const World& world, int code) {
  for (int value = 80; value < 86; ++value) {
    const std::string options = "-DVALUE=" + std::to_string(value);
    say("build with a callback",
        clBuildProgram(from_source(world, k_plain), 0, nullptr, options.c_str(), [](cl_program, void*) {}, nullptr));
  }
  std::thread([code] { std::exit(code); }).join();
}

}  // namespace

void exit_during_first_builds(const World& world) {
  exit_during_builds(world, 16);
}

void exit_during_later_builds(const World& world) {
  begin_work(world);
  exit_during_builds(world, 17);
}

namespace {

// Runs when the process ends, and so has no world of its own.
const World* world_at_end = nullptr;
std::atomic<bool> is_told{false};

void build_at_end() {
  const cl_program program = from_source(*world_at_end, k_plain);
  say("build at the end", clBuildProgram(program, 0, nullptr, "-DVALUE=74", nullptr, nullptr));
  run_kernel(*world_at_end, "at the end", program, "a");
  clReleaseProgram(program);
  is_told = false;
  const cl_program other = from_source(*world_at_end, k_plain);
  const auto tell = [](cl_program, void*) { is_told = true; };
  say("build with a callback", clBuildProgram(other, 0, nullptr, "-DVALUE=75", tell, nullptr));
  while (!is_told) std::this_thread::yield();
  run_kernel(*world_at_end, "after the callback", other, "a");
}

void await_callback() {
  while (!is_told) std::this_thread::yield();
  build_at_end();
}

}  // namespace

void build_while_process_ends(const World& world) {
  begin_work(world);
  world_at_end = &world;
  std::atexit(build_at_end);
  std::exit(14);
}

void await_callback_while_process_ends(const World& world) {
  begin_work(world);
  world_at_end = &world;
  std::atexit(await_callback);
  const cl_program program = from_source(world, k_plain);
  const auto tell = [](cl_program, void*) { is_told = true; };
  say("build with a callback", clBuildProgram(program, 0, nullptr, "-DVALUE=76", tell, nullptr));
  std::exit(15);
}

// Whoever works after the main thread has ended gets the same answers.
void end_main_thread(const World& world) {
  begin_work(world);
  std::thread([world, main_thread = ::pthread_self()] {
    say("join the main thread", ::pthread_join(main_thread, nullptr));
    const cl_program program = from_source(world, k_plain);
    say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=73", nullptr, nullptr));
    run_kernel(world, "without a main thread", program, "a");
    clReleaseProgram(program);
    std::exit(11);
  }).detach();
  ::pthread_exit(nullptr);
}

// A layer that keeps programs is at it when the process ends, because one thread waits.
void exit_while_another_waits(const World& world) {
  const cl_command_queue queue = begin_work(world);
  static std::atomic<bool> waits{false};
  std::thread([queue] {
    waits = true;
    clFinish(queue);
  }).detach();
  while (!waits) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(30));  // right without it, too, but then it shows less
  std::exit(12);
}

void leave_with_threads_at_work(const World& world) {
  let_threads_work(world);
  ::_exit(13);
}

}  // namespace every_call
