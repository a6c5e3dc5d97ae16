// Commands that have nothing to do with each other, in a queue that may run them at the same time and in one that runs
// them in order. The times of their events show whether they did.
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue, which all drivers have
#include <algorithm>
#include <iomanip>
#include <optional>
#include <sstream>
#include <utility>

#include "clc/runtime/handles.h"
#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"
#include "overlap/overlap_reference.h"

namespace clc::algorithms {
namespace {

constexpr cl_uint k_rounds = 64;
constexpr std::uint64_t k_parts = 8;  // that numbers are copied in

enum class What { k_kernels, k_copies };
struct Choice {
  What what;
  bool out_of_order;
};

struct Ran {
  CommandTime time;
  bool is_kernel;
};

// How long commands took: one after the other, and by the clock while at least one of them ran. They are given in the
// order in which they began.
struct Spans {
  std::uint64_t sum = 0, busy = 0;
};

Spans spans_of(const std::vector<Ran>& commands) {
  Spans spans;
  std::uint64_t end = 0;
  for (const auto& [time, is_kernel] : commands) {
    const std::uint64_t until = time.began + time.nanoseconds;
    spans.sum += time.nanoseconds;
    if (until > end) spans.busy += until - std::max(end, time.began);
    end = std::max(end, until);
  }
  return spans;
}

std::string ms_text(std::uint64_t nanoseconds) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(3) << static_cast<double>(nanoseconds) * 1e-6 << " ms";
  return text.str();
}

// The overlap of all commands, and that of copies with kernels.
std::string describe(std::vector<Ran> commands) {
  const Spans all = spans_of(commands);
  const auto parts =
      std::stable_partition(commands.begin(), commands.end(), [](const Ran& one) { return one.is_kernel; });
  const Spans kernels = spans_of({commands.begin(), parts}), copies = spans_of({parts, commands.end()});
  const std::uint64_t percent = all.sum == 0 ? 0 : 100 * (all.sum - all.busy) / all.sum;
  std::string text = ms_text(all.sum) + " of commands in " + ms_text(all.busy) + ", " + std::to_string(percent) +
                     " % at the same time";
  if (copies.sum != 0) {
    text += "; copies " + ms_text(copies.busy) + ", " + ms_text(copies.busy + kernels.busy - all.busy) +
            " of it beside kernels";
  }
  return text;
}

// A queue in the session's context, besides its own.
Result<Queue> queue_beside(const Queue& own, bool out_of_order) {
  cl_int code = CL_SUCCESS;
  const cl_command_queue_properties order = out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
  const QueueHandle queue(
      clCreateCommandQueue(own.context(), own.device().id, CL_QUEUE_PROFILING_ENABLE | order, &code));
  if (code != CL_SUCCESS) return fail(ErrorKind::k_opencl, "clCreateCommandQueue: " + opencl_error_name(code));
  return Queue::adopt(own.context(), own.device().id, queue.get());
}

// Why the device cannot; empty when it can.
std::string lack_of(const Session& session, const Choice& choice) {
  cl_command_queue_properties known = 0;
  clGetDeviceInfo(session.queue().device().id, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof known, &known, nullptr);
  return choice.out_of_order && (known & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0
             ? "the device has no queues that run commands in any order"
             : "";
}

// The commands of a step, the first error, and the times at the end.
class Commands {
 public:
  Commands(Execution& run, const Choice& choice) : run_(run) {
    if (!run.ok()) return;
    auto queue = queue_beside(run.session().queue(), choice.out_of_order);
    auto multiply = run.session().kernel("overlap", "overlap_multiply");
    auto shift = run.session().kernel("overlap", "overlap_shift");
    const auto take = [&run](auto& place, auto made) {
      if (!made) return run.set_error(made.error());
      place.emplace(*std::move(made));
    };
    take(queue_, std::move(queue));
    take(multiply_, std::move(multiply));
    take(shift_, std::move(shift));
    group_ = run.group_size("overlap_multiply", 64);
  }

  // Both kernels, each as one group.
  void enqueue_kernels(const Buffer& in, const Buffer& left, const Buffer& right, std::uint64_t begin,
                       std::uint64_t end) {
    if (!run_.ok()) return;
    keep(launch(*multiply_, in, left, begin, end, {}), true);
    keep(launch(*shift_, in, right, begin, end, {}), true);
    launches_ += 2;
  }

  // Part after part goes there, is changed, and comes back.
  void enqueue_copies(const Buffer& in, const Buffer& out, const std::vector<cl_uint>& from, std::vector<cl_uint>& to,
                      std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t part = divide_up(end - begin, k_parts);
    for (std::uint64_t first = begin; first < end && run_.ok(); first += part) {
      const std::uint64_t last = std::min(first + part, end);
      const std::size_t offset = first * sizeof(cl_uint), bytes = (last - first) * sizeof(cl_uint);
      auto sent = queue_->enqueue_write(in, &from[first], bytes, offset);
      if (!sent) return run_.set_error(sent.error());
      auto changed = launch(*multiply_, in, out, first, last, {*sent});
      keep(std::move(sent), false);
      if (!changed) return run_.set_error(changed.error());
      auto read = queue_->enqueue_read(out, &to[first], bytes, offset, {*changed});
      keep(std::move(changed), true);
      keep(std::move(read), false);
      ++launches_;
    }
  }

  // Waits for all commands. What they write must stay until then, also after an error.
  std::vector<Ran> finish() {
    std::vector<Ran> commands;
    for (const auto& [event, is_kernel] : events_) {
      const auto time = event.wait();
      if (!time) run_.set_error(time.error());
      if (time) commands.push_back({*time, is_kernel});
    }
    events_.clear();
    std::ranges::sort(commands, [](const Ran& a, const Ran& b) { return a.time.began < b.time.began; });
    run_.add_kernels(CommandTime{spans_of(commands).busy}, std::exchange(launches_, 0));
    return commands;
  }

 private:
  Result<Event> launch(const Kernel& kernel, const Buffer& in, const Buffer& out, std::uint64_t begin,
                       std::uint64_t end, const WaitList& after) {
    return kernel.enqueue(*queue_, range_1d(begin < end ? group_ : 0, group_), after, in, out, cl_ulong{begin},
                          cl_ulong{end}, cl_uint{k_rounds});
  }

  void keep(Result<Event> event, bool is_kernel) {
    if (!event) return run_.set_error(event.error());
    events_.emplace_back(*std::move(event), is_kernel);
  }

  Execution& run_;
  std::optional<Queue> queue_;
  std::optional<Kernel> multiply_, shift_;
  std::size_t group_ = 1;
  int launches_ = 0;
  std::vector<std::pair<Event, bool>> events_;  // and whether it is a kernel's
};

std::vector<cl_uint> expected_of(const std::vector<cl_uint>& numbers, const Problem& problem,
                                 cl_uint (*change)(cl_uint, cl_uint)) {
  std::vector<cl_uint> expected(problem.size);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = change(numbers[problem.offset + i], k_rounds);
  return expected;
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of(session, choice); !lack.empty()) return skipped<Verdict>(lack);
  const std::uint64_t begin = problem.offset, end = begin + problem.size, room = end + k_margin;
  const auto numbers = random_integers<cl_uint>(room, problem.seed);
  Execution run(session, "overlap");
  const Buffer in = run.input(numbers);
  const Buffer left = run.output<cl_uint>(room), right = run.output<cl_uint>(room);
  Commands commands(run, choice);
  const auto multiplications = expected_of(numbers, problem, multiplied);
  if (choice.what == What::k_copies) {
    std::vector<cl_uint> back(room);
    commands.enqueue_copies(in, left, numbers, back, begin, end);
    const std::vector<Ran> commands_run = commands.finish();
    const auto result = run.read<cl_uint>(left, room);
    back.resize(end);
    return run.verdict(problem.size,
                       {check_equal(back, multiplications, begin), check_equal(result, multiplications, begin),
                        check_untouched(result, begin, end)},
                       describe(commands_run));
  }
  commands.enqueue_kernels(in, left, right, begin, end);
  const std::vector<Ran> commands_run = commands.finish();
  const auto one = run.read<cl_uint>(left, room), other = run.read<cl_uint>(right, room);
  return run.verdict(
      problem.size,
      {check_equal(one, multiplications, begin), check_untouched(one, begin, end),
       check_equal(other, expected_of(numbers, problem, shifted), begin), check_untouched(other, begin, end)},
      describe(commands_run));
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of(session, choice); !lack.empty()) return skipped<Measurement>(lack);
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = repeated(end, [&](std::size_t n) { return random_integers<cl_uint>(n, problem.seed); });
  std::vector<cl_uint> back(end);
  Execution run(session, "overlap");
  const Buffer in = run.input(numbers);
  const Buffer left = run.output<cl_uint>(end), right = run.output<cl_uint>(end);
  Commands commands(run, choice);
  const bool is_copies = choice.what == What::k_copies;
  const Work work{.bytes = (is_copies ? 8.0 : 16.0) * static_cast<double>(problem.size),
                  .counts = is_copies ? "4 B read and 4 B written a number, in the time while any command ran"
                                      : "8 B read and 8 B written a number, in the time while any kernel ran"};
  return run.measure(problem.size, work, [&] {
    if (is_copies) {
      commands.enqueue_copies(in, left, numbers, back, begin, end);
    } else {
      commands.enqueue_kernels(in, left, right, begin, end);
    }
    commands.finish();
  });
}

}  // namespace

Algorithm make_overlap() {
  Algorithm algorithm{
      .name = "overlap", .description = "commands that could run at the same time", .element = "numbers"};
  algorithm.cpu_bench_size = std::uint64_t{1} << 20;
  algorithm.gpu_bench_size = std::uint64_t{1} << 20;
  add_variants(algorithm.variants, verify, bench,
               {{"kernels", "two kernels in a queue that runs commands in any order", {What::k_kernels, true}},
                {"kernels_in_order", "the same in a queue that keeps the order", {What::k_kernels, false}},
                {"copies", "parts that go, are changed and come back, in any order", {What::k_copies, true}},
                {"copies_in_order", "the same in a queue that keeps the order", {What::k_copies, false}}});
  return algorithm;
}

}  // namespace clc::algorithms
