// Times launches of a kernel that does next to nothing, by the driver over CUDA and by bare cuLaunchKernel on a stream
// of its own: how long the calls take, and until all are done. Both run in a thread that has the context, and in one
// that has none, so that it is made the thread's for each call. The ways take turns; medians of many rounds.
//
// usage: clc_cuda_launch_bench DEVICE BINARY [ROUNDS]
//        BINARY: made for `cuda:sm_NN`; it has the kernel add(global int* numbers, int number)
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "clc/runtime/handles.h"
#include "clc/runtime/queue.h"
#include "cuda/cuda_api.h"

namespace {

using clc::cuda::cuda;

constexpr std::size_t k_items = 256;
constexpr unsigned k_non_blocking = 1;

[[noreturn]] void give_up(const std::string& message) {
  std::fprintf(stderr, "clc_cuda_launch_bench: %s\n", message.c_str());
  std::exit(1);
}

void need(cl_int code, const char* what) {
  if (code != CL_SUCCESS) give_up(std::string(what) + ": " + clc::opencl_error_name(code));
}

void need_cuda(clc::cuda::Result result, const char* what) {
  if (result != clc::cuda::k_success) give_up(std::string(what) + ": " + clc::cuda::describe(result));
}

std::string read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Launches, and waiting for them.
struct Way {
  std::function<void()> launch, finish;
  bool has_context;  // while it launches
};

class Bare {
 public:
  explicit Bare(const std::string& binary) {
    if (const std::string trouble = clc::cuda::open_cuda(); !trouble.empty()) give_up(trouble);
    need_cuda(cuda().cuDevicePrimaryCtxRetain(&context_, 0), "cuDevicePrimaryCtxRetain");
    push();
    clc::cuda::Module loaded = nullptr;
    need_cuda(cuda().cuModuleLoadDataEx(&loaded, binary.c_str(), 0, nullptr, nullptr), "cuModuleLoadDataEx");
    need_cuda(cuda().cuModuleGetFunction(&function_, loaded, "add"), "cuModuleGetFunction");
    need_cuda(cuda().cuStreamCreate(&stream_, k_non_blocking), "cuStreamCreate");
    need_cuda(cuda().cuMemAlloc_v2(&numbers_, k_items * sizeof(int)), "cuMemAlloc");
    parameters_ = {&numbers_, &number_};
    for (unsigned& one : hidden_) parameters_.push_back(&one);
    pop();
  }
  Way way() {
    return {[this] { launch(); }, [this] { need_cuda(cuda().cuStreamSynchronize(stream_), "cuStreamSynchronize"); },
            true};
  }
  Way way_without_context() {
    return {[this] {
              push();
              launch();
              pop();
            },
            [this] {
              push();
              need_cuda(cuda().cuStreamSynchronize(stream_), "cuStreamSynchronize");
              pop();
            },
            false};
  }
  void push() { need_cuda(cuda().cuCtxPushCurrent_v2(context_), "cuCtxPushCurrent"); }
  static void pop() {
    clc::cuda::Context popped = nullptr;
    need_cuda(cuda().cuCtxPopCurrent_v2(&popped), "cuCtxPopCurrent");
  }

 private:
  void launch() {
    need_cuda(cuda().cuLaunchKernel(function_, 1, 1, 1, k_items, 1, 1, 0, stream_, parameters_.data(), nullptr),
              "cuLaunchKernel");
  }

  clc::cuda::Context context_ = nullptr;
  clc::cuda::Function function_ = nullptr;
  clc::cuda::StreamHandle stream_ = nullptr;
  clc::cuda::DevicePointer numbers_ = 0;
  int number_ = 1;
  std::array<unsigned, 8> hidden_{0, 0, 0, 1, 0, 0, 1, 1};
  std::vector<void*> parameters_;
};

class Driver {
 public:
  Driver(const clc::Queue& queue, cl_device_id device, const std::string& binary) {
    cl_int code = CL_SUCCESS;
    // One that does not profile, unlike clc::Queue's.
    queue_.reset(clCreateCommandQueueWithProperties(queue.context(), device, nullptr, &code));
    need(code, "clCreateCommandQueueWithProperties");
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    const std::size_t size = binary.size();
    program_.reset(clCreateProgramWithBinary(queue.context(), 1, &device, &size, &bytes, nullptr, &code));
    need(code, "clCreateProgramWithBinary");
    need(clBuildProgram(program_.get(), 1, &device, nullptr, nullptr, nullptr), "clBuildProgram");
    kernel_.reset(clCreateKernel(program_.get(), "add", &code));
    need(code, "clCreateKernel");
    memory_.reset(clCreateBuffer(queue.context(), 0, k_items * sizeof(cl_int), nullptr, &code));
    need(code, "clCreateBuffer");
    const cl_mem numbers = memory_.get();
    const cl_int number = 1;
    need(clSetKernelArg(kernel_.get(), 0, sizeof numbers, &numbers), "clSetKernelArg");
    need(clSetKernelArg(kernel_.get(), 1, sizeof number, &number), "clSetKernelArg");
  }
  Way way(bool has_context) {
    return {
        [this] {
          need(clEnqueueNDRangeKernel(queue_.get(), kernel_.get(), 1, nullptr, &k_items, nullptr, 0, nullptr, nullptr),
               "clEnqueueNDRangeKernel");
        },
        [this] { need(clFinish(queue_.get()), "clFinish"); }, has_context};
  }

 private:
  clc::QueueHandle queue_;
  clc::ProgramHandle program_;
  clc::KernelHandle kernel_;
  clc::MemoryHandle memory_;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

// Microseconds a launch: of the calls, and until all are done.
struct Times {
  std::vector<double> calls, all;

  void add(Bare& bare, const Way& way, int launches) {
    using Clock = std::chrono::steady_clock;
    if (way.has_context) bare.push();
    const auto start = Clock::now();
    const auto since_start = [&] {
      return std::chrono::duration<double, std::micro>(Clock::now() - start).count() / launches;
    };
    for (int i = 0; i < launches; ++i) way.launch();
    calls.push_back(since_start());
    way.finish();
    all.push_back(since_start());
    if (way.has_context) Bare::pop();
  }
};

void compare(Bare& bare, Driver& driver, int launches, int rounds) {
  const std::array<Way, 4> ways{bare.way(), driver.way(true), bare.way_without_context(), driver.way(false)};
  std::array<Times, 4> times;
  for (int i = 0; i <= rounds; ++i) {
    for (std::size_t one = 0; one < ways.size(); ++one) {
      times[one].add(bare, ways[one], launches);
      if (i == 0) times[one] = {};  // the first round warms up
    }
  }
  std::printf("%8d", launches);
  for (const Times& one : times) std::printf("  %8.3f %8.3f", median(one.calls), median(one.all));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) give_up("usage: clc_cuda_launch_bench DEVICE BINARY [ROUNDS]");
  const auto device = clc::select_device(argv[1]);
  if (!device) give_up(device.error().message);
  const auto queue = clc::Queue::create(*device);
  if (!queue) give_up(queue.error().message);
  const int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 51;
  const std::string binary = read(argv[2]);
  Bare bare(binary);
  Driver driver(*queue, device->id, binary);
  std::printf("microseconds a launch on %s, medians of %d rounds\n", device->facts.name.c_str(), rounds);
  std::printf("          bare              the driver        bare, no context  the driver, no context\n");
  std::printf("launches  calls    all      calls    all      calls    all      calls    all\n");
  for (const int launches : {1, 10, 100, 1000, 10000}) compare(bare, driver, launches, rounds);
}
