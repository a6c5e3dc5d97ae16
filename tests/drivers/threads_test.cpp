// Many threads use one context; the thread sanitizer reads along.
#include <random>
#include <thread>

#include "catch_all.h"
#include "fake_devices.h"

namespace clc::front::testing {
namespace {

// Counts what went wrong; Catch2 is for one thread.
class Worker {
 public:
  Worker(const Scene& scene, unsigned seed) : scene_(scene), random_(seed), queue_(scene.queues[seed % 2]) {
    buffer_ = cl.clCreateBuffer(scene.context, 0, k_count * sizeof(cl_int), nullptr, nullptr);
    const cl_int zero = 0;
    check(cl.clEnqueueFillBuffer(queue_, buffer_, &zero, sizeof zero, 0, k_count * sizeof zero, 0, nullptr, nullptr));
    check(cl.clFinish(queue_));
    kernel_ = cl.clCreateKernel(scene.program, "add", nullptr);
  }

  // Returns how many calls failed, and one more if the numbers are wrong.
  unsigned run() {
    for (unsigned step = 0; step < 100; ++step) do_step();
    check(cl.clFinish(queue_));
    std::vector<cl_int> numbers(k_count);
    check(cl.clEnqueueReadBuffer(queue_, buffer_, CL_TRUE, 0, k_count * sizeof(cl_int), numbers.data(), 0, nullptr,
                                 nullptr));
    for (const cl_int number : numbers) failures_ += number != sum_;
    for (const cl_event event : events_) check(cl.clReleaseEvent(event));
    check(cl.clReleaseKernel(kernel_));
    check(cl.clReleaseMemObject(buffer_));
    return failures_;
  }

 private:
  static constexpr std::size_t k_count = 64;

  void check(cl_int code) { failures_ += code != CL_SUCCESS; }

  void do_step() {
    const cl_int number = static_cast<cl_int>(random_() % 10);
    check(cl.clSetKernelArg(kernel_, 0, sizeof buffer_, &buffer_));
    check(cl.clSetKernelArg(kernel_, 1, sizeof number, &number));
    const std::size_t items = k_count;
    cl_event event = nullptr;
    const auto count = static_cast<cl_uint>(std::min<std::size_t>(events_.size(), 3));
    const cl_event* waits = count == 0 ? nullptr : events_.data() + events_.size() - count;
    // A user event that this thread sets at once stands in the way now and then.
    const cl_event gate = random_() % 4 == 0 ? cl.clCreateUserEvent(scene_.context, nullptr) : nullptr;
    if (gate != nullptr) check(cl.clEnqueueBarrierWithWaitList(queue_, 1, &gate, nullptr));
    check(cl.clEnqueueNDRangeKernel(queue_, kernel_, 1, nullptr, &items, nullptr, count, waits, &event));
    if (gate != nullptr) {
      check(cl.clSetUserEventStatus(gate, CL_COMPLETE));
      check(cl.clReleaseEvent(gate));
    }
    sum_ += number;
    events_.push_back(event);
    if (random_() % 8 == 0) check(cl.clWaitForEvents(1, &events_.front()));
    if (random_() % 16 == 0) check(cl.clFinish(queue_));
  }

  const Scene& scene_;
  std::mt19937 random_;
  cl_command_queue queue_;
  cl_mem buffer_ = nullptr;
  cl_kernel kernel_ = nullptr;
  std::vector<cl_event> events_;
  cl_int sum_ = 0;
  unsigned failures_ = 0;
};

}  // namespace

TEST_CASE("Threads share a context, queues and a program") {
  for (const cl_command_queue_properties properties : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    const Scene scene(properties);
    std::atomic<unsigned> failures = 0;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] { failures += Worker(scene, i).run(); });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(failures == 0);
  }
}

}  // namespace clc::front::testing
