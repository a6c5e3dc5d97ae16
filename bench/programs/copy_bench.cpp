// Times kernels that stream tiles through local memory, by plain loads and by asynchronous copies (copy_bench.cl). The
// kernels take turns; each figure is the quickest launch.
//
// usage: clc_copy_bench DEVICE PACKAGE [MEGABYTES]
//        PACKAGE: clc compile bench/programs/copy_bench.cl -t TARGET -o PACKAGE
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "clc/package/package.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "turns.h"

namespace {

using namespace clc;

constexpr std::size_t k_items = 256, k_tile = 2048;  // of copy_bench.cl
constexpr const char* k_kernels[] = {"loaded", "copied", "buffered_2", "buffered_3", "buffered_4"};
constexpr int k_rounds = 5;
constexpr double k_turn_ms = 10;

template <class T>
T need(Result<T> result) {
  if (result) {
    if constexpr (std::is_void_v<T>)
      return;
    else
      return std::move(*result);
  }
  std::fprintf(stderr, "clc_copy_bench: %s\n", result.error().message.c_str());
  std::exit(1);
}

struct Bench {
  Queue queue;
  Program program;
  Buffer in, out;
  std::size_t tiles = 0;  // of all groups

  double milliseconds(const char* name, std::size_t groups, cl_uint work) const {
    const Kernel kernel = need(program.kernel(name));
    const NDRange range = range_1d(groups * k_items, k_items);
    const auto launch = [&]() -> Result<double> {
      const auto share = static_cast<cl_uint>(tiles / groups);
      return static_cast<double>(need(kernel.launch(queue, range, in, out, share, work)).nanoseconds) * 1e-6;
    };
    return need(bench::take_turn(k_turn_ms, launch));
  }

  void print_row(std::size_t groups, cl_uint work) const {
    std::map<std::string, double> best;
    std::vector<float> first;
    for (int round = 0; round < k_rounds; ++round) {
      for (const char* name : k_kernels) {
        const double ms = milliseconds(name, groups, work);
        best[name] = round == 0 ? ms : std::min(best[name], ms);
        std::vector<float> result(groups * k_items);
        need(queue.read(out, result.data(), result.size() * sizeof(float)));
        if (first.empty()) first = result;
        if (result != first) {
          std::fprintf(stderr, "clc_copy_bench: %s computes something else\n", name);
          std::exit(1);
        }
      }
    }
    std::printf("%6zu %5u", groups, work);
    for (const char* name : k_kernels) std::printf(" %10.3f", best[name]);
    std::printf("   %.2f\n", best["loaded"] / best["buffered_3"]);
    std::fflush(stdout);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: clc_copy_bench DEVICE PACKAGE [MEGABYTES]\n");
    return 2;
  }
  const std::size_t bytes = (argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 256UL) << 20U;
  Queue queue = need(Queue::create(need(select_device(argv[1]))));
  const Package package = need(Package::open(argv[2]));
  const Program program = need(Program::load(queue, package, "copy_bench"));
  std::vector<float> numbers(bytes / sizeof(float));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 1021) / 64;
  Buffer in = need(queue.allocate(bytes)), out = need(queue.allocate(bytes / k_tile * k_items));
  need(queue.write(in, numbers.data(), bytes));
  const Bench bench{queue, program, std::move(in), std::move(out), numbers.size() / k_tile};
  const std::size_t units = queue.device().facts.compute_units;
  std::printf("groups  work");
  for (const char* name : k_kernels) std::printf(" %10s", name);
  std::printf("   loaded / buffered_3\n");
  for (const std::size_t per_unit : {1UL, 2UL, 8UL}) {
    for (const cl_uint work : {1U, 8U, 32U}) bench.print_row(units * per_unit, work);
  }
}
