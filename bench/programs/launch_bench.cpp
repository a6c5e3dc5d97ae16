// Times launches through a generated header against clSetKernelArg and clEnqueueNDRangeKernel: the host's part (many
// launches, its thread's time) and a launch that is waited for. The ways take turns; medians of many rounds.
//
// Each launch gives an event, which is released: PoCL takes longer for one than without.
//
// usage: clc_launch_bench DEVICE [ROUNDS]
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "clc/runtime/handles.h"
#include "launch_tests.h"

namespace {

constexpr int k_launches = 100;  // of one measurement

struct Setup {
  clc::Queue queue;
  launch_tests::launchers::Kernels kernels;
  clc::Buffer in;
  clc::Buffer out;
  // Kernel objects of their own for the raw calls.
  clc::KernelHandle scale;
  clc::KernelHandle tiles;
};

int give_up(const std::string& message) {
  std::fprintf(stderr, "clc_launch_bench: %s\n", message.c_str());
  return 1;
}

void need(bool good) {
  if (!good) std::exit(give_up("a launch failed"));
}

void raw_scale(const Setup& setup) {
  const cl_mem in = setup.in.handle();
  const cl_mem out = setup.out.handle();
  const cl_float factor = 2;
  const cl_uint count = 1;
  const std::size_t global = 1;
  cl_kernel kernel = setup.scale.get();
  cl_event event = nullptr;
  need(clSetKernelArg(kernel, 0, sizeof(in), &in) == CL_SUCCESS &&
       clSetKernelArg(kernel, 1, sizeof(out), &out) == CL_SUCCESS &&
       clSetKernelArg(kernel, 2, sizeof(factor), &factor) == CL_SUCCESS &&
       clSetKernelArg(kernel, 3, sizeof(count), &count) == CL_SUCCESS &&
       clEnqueueNDRangeKernel(setup.queue.handle(), kernel, 1, nullptr, &global, nullptr, 0, nullptr, &event) ==
           CL_SUCCESS);
  clReleaseEvent(event);
}

void typed_scale(const Setup& setup) {
  need(setup.kernels.scale
           .enqueue(setup.queue, clc::range_1d(1), clc::buffer<float>(setup.in), clc::buffer<float>(setup.out), 2.0F,
                    cl_uint{1})
           .has_value());
}

void raw_tiles(const Setup& setup) {
  const cl_mem out = setup.out.handle();
  const cl_uint pitch = 16;
  const std::size_t global[] = {16, 4};
  cl_kernel kernel = setup.tiles.get();
  cl_event event = nullptr;
  need(clSetKernelArg(kernel, 0, sizeof(out), &out) == CL_SUCCESS &&
       clSetKernelArg(kernel, 1, 64 * sizeof(cl_uint), nullptr) == CL_SUCCESS &&
       clSetKernelArg(kernel, 2, sizeof(pitch), &pitch) == CL_SUCCESS &&
       clEnqueueNDRangeKernel(setup.queue.handle(), kernel, 2, nullptr, global, global, 0, nullptr, &event) ==
           CL_SUCCESS);
  clReleaseEvent(event);
}

void typed_tiles(const Setup& setup) {
  need(setup.kernels.tiles
           .enqueue(setup.queue, clc::range_2d({16, 4}), clc::buffer<cl_uint>(setup.out), clc::local<cl_uint>(64),
                    cl_uint{16})
           .has_value());
}

// Nanoseconds a launch: of this thread to enqueue it, and until it is done.
struct Sample {
  double enqueued;
  double done;
};

// The time of this clock, which is the processor's for the first measurement, so that a busy machine counts less.
double now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

Sample measure(const Setup& setup, const std::function<void(const Setup&)>& launch) {
  // Nothing runs while launches are enqueued: the queue waits for this.
  cl_int code = CL_SUCCESS;
  const clc::EventHandle gate(clCreateUserEvent(setup.queue.context(), &code));
  const cl_event closed = gate.get();
  need(code == CL_SUCCESS && clEnqueueBarrierWithWaitList(setup.queue.handle(), 1, &closed, nullptr) == CL_SUCCESS);
  const double start = now(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < k_launches; ++i) launch(setup);
  const double enqueued = now(CLOCK_THREAD_CPUTIME_ID) - start;
  need(clSetUserEventStatus(gate.get(), CL_COMPLETE) == CL_SUCCESS && setup.queue.finish().has_value());
  const double again = now(CLOCK_MONOTONIC);
  for (int i = 0; i < k_launches; ++i) {
    launch(setup);
    need(setup.queue.finish().has_value());
  }
  return {enqueued / k_launches, (now(CLOCK_MONOTONIC) - again) / k_launches};
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

void compare(const Setup& setup, const char* name, int rounds, const std::function<void(const Setup&)>& raw,
             const std::function<void(const Setup&)>& typed) {
  std::vector<double> times[4], ratios[2];
  measure(setup, raw);  // drivers prepare kernels at their first launch
  measure(setup, typed);
  for (int i = 0; i < rounds; ++i) {
    const bool swapped = i % 2 == 1;
    const Sample first = measure(setup, swapped ? typed : raw);
    const Sample second = measure(setup, swapped ? raw : typed);
    const Sample& a = swapped ? second : first;
    const Sample& b = swapped ? first : second;
    const double all[] = {a.enqueued, b.enqueued, a.done, b.done};
    for (int k = 0; k < 4; ++k) times[k].push_back(all[k]);
    ratios[0].push_back(b.enqueued / a.enqueued);
    ratios[1].push_back(b.done / a.done);
  }
  std::printf("%-6s  enqueue %6.0f raw %6.0f typed  ratio %.3f    until done %6.0f raw %6.0f typed  ratio %.3f\n", name,
              median(times[0]), median(times[1]), median(ratios[0]), median(times[2]), median(times[3]),
              median(ratios[1]));
}

clc::KernelHandle raw_kernel(const clc::Program& program, const char* name) {
  cl_int code = CL_SUCCESS;
  clc::KernelHandle kernel(clCreateKernel(program.handle(), name, &code));
  if (code != CL_SUCCESS) std::exit(give_up("clCreateKernel: " + clc::opencl_error_name(code)));
  return kernel;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return give_up("usage: clc_launch_bench DEVICE [ROUNDS]");
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 101;
  const auto device = clc::select_device(argv[1]);
  if (!device) return give_up(device.error().message);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return give_up(queue.error().message);
  auto kernels = launch_tests::launchers::load(*queue);
  if (!kernels) return give_up(kernels.error().message);
  auto in = queue->allocate(4096);
  auto out = queue->allocate(4096);
  if (!in || !out) return give_up("no memory on the device");
  const Setup setup{*queue,
                    *kernels,
                    std::move(*in),
                    std::move(*out),
                    raw_kernel(kernels->program, "scale"),
                    raw_kernel(kernels->program, "tiles")};
  std::printf("nanoseconds a launch on %s, medians of %d rounds of %d launches\n", device->facts.name.c_str(), rounds,
              k_launches);
  compare(setup, "scale", rounds, raw_scale, typed_scale);
  compare(setup, "tiles", rounds, raw_tiles, typed_tiles);
}
