// Numbers go to the device, are changed there, and come back, by each way that OpenCL has.
#include <cstring>
#include <future>
#include <memory>
#include <new>
#include <thread>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

// AMD's flag for memory of the device that the host can reach; not in the Khronos headers.
constexpr cl_mem_flags k_use_persistent_mem_amd = 1U << 6U;
constexpr std::size_t k_page = 4096;

// How numbers go or come.
enum class Way { k_copy, k_non_blocking, k_polled, k_called_back, k_mapped, k_migrated, k_copied_at_creation };
// The transfers that a benchmark measures.
enum class Timed { k_both, k_there, k_back };

struct Choice {
  Way there;
  Way back;
  cl_mem_flags flags;      // of the buffer, besides CL_MEM_READ_WRITE
  cl_map_flags map_flags;  // to write
  Timed timed = Timed::k_both;
  // One buffer that kernels only read, and one that they only write.
  bool is_parted = false;
};

Choice both(Way way, cl_mem_flags flags = 0, cl_map_flags map_flags = 0) {
  return {way, way, flags, map_flags};
}
Choice there(Way way, cl_mem_flags flags = 0, bool is_parted = false) {
  return {way, Way::k_copy, flags, CL_MAP_WRITE_INVALIDATE_REGION, Timed::k_there, is_parted};
}
Choice back(Way way, cl_mem_flags flags = 0, bool is_parted = false) {
  return {Way::k_copy, way, flags, 0, Timed::k_back, is_parted};
}

// Memory of the program that begins at a page, as drivers want it before they use it without a copy.
class Pages {
 public:
  explicit Pages(std::size_t bytes) : data_(::operator new(bytes, std::align_val_t(k_page))) {}
  ~Pages() { ::operator delete(data_, std::align_val_t(k_page)); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  void* data() const { return data_; }

 private:
  void* data_;
};

// Why the device cannot; empty when it can.
std::string lack_of(const Session& session, const Choice& choice) {
  const bool is_amd = session.facts().platform_vendor.find("Advanced Micro Devices") != std::string::npos;
  return (choice.flags & k_use_persistent_mem_amd) != 0 && !is_amd
             ? "only AMD's drivers know CL_MEM_USE_PERSISTENT_MEM_AMD"
             : "";
}

// The buffers that numbers go to and come from, mostly one for both.
struct Buffers {
  std::unique_ptr<Pages> pages;  // that the first lies over, where the program's own memory is used
  Buffer first;
  Buffer second;  // where reading and writing are parted
  bool is_parted = false;
  const Buffer& there() const { return first; }
  const Buffer& back() const { return is_parted ? second : first; }
};

Buffers make_buffers(Execution& run, const Choice& choice, std::size_t bytes) {
  Buffers buffers;
  buffers.is_parted = choice.is_parted;
  const auto take = [&](Result<Buffer> made) {
    if (!made) run.set_error(made.error());
    return made ? *std::move(made) : Buffer();
  };
  if (!run.ok()) return buffers;
  const Queue& queue = run.session().queue();
  if (choice.flags & CL_MEM_USE_HOST_PTR) {
    buffers.pages = std::make_unique<Pages>(bytes);
    std::memset(buffers.pages->data(), 0, bytes);
    buffers.first = take(queue.allocate_over(buffers.pages->data(), bytes));
  } else {
    buffers.first =
        take(queue.allocate(bytes, choice.flags | (choice.is_parted ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE)));
  }
  if (choice.is_parted) buffers.second = take(queue.allocate(bytes, choice.flags | CL_MEM_WRITE_ONLY));
  return buffers;
}

// Asks the event again and again.
Result<CommandTime> poll(const Queue& queue, const Event& event) {
  if (const auto flushed = queue.flush(); !flushed) return fail(flushed);
  Result<bool> ended = event.has_ended();
  for (; ended && !*ended; ended = event.has_ended()) std::this_thread::yield();
  if (!ended) return fail(ended);
  return event.wait();  // which has the time
}

// Sleeps until the driver calls.
Result<CommandTime> wait_for_call(const Queue& queue, const Event& event) {
  const auto called = std::make_shared<std::promise<void>>();
  if (const auto set = event.on_end([called](bool) { called->set_value(); }); !set) return fail(set);
  if (const auto flushed = queue.flush(); !flushed) return fail(flushed);
  called->get_future().wait();
  return event.wait();
}

Result<CommandTime> wait_by(Way way, const Queue& queue, const Event& event) {
  if (way == Way::k_polled) return poll(queue, event);
  return way == Way::k_called_back ? wait_for_call(queue, event) : event.wait();
}

bool waits_by_event(Way way) {
  return way == Way::k_non_blocking || way == Way::k_polled || way == Way::k_called_back;
}

Result<CommandTime> write(const Queue& queue, const Choice& choice, const Buffer& buffer, const cl_uint* from,
                          std::size_t bytes) {
  if (choice.there == Way::k_copy || choice.there == Way::k_migrated) return queue.write(buffer, from, bytes);
  if (waits_by_event(choice.there)) {
    // Two halves, which the driver may copy while the program goes on; the wait is for both.
    const std::size_t half = bytes / 2;
    const auto first = queue.enqueue_write(buffer, from, half);
    if (!first) return fail(first);
    const auto second =
        queue.enqueue_write(buffer, reinterpret_cast<const char*>(from) + half, bytes - half, half, {*first});
    if (!second) return fail(second);
    const auto second_time = wait_by(choice.there, queue, *second), first_time = first->wait();
    if (!first_time) return first_time;
    if (!second_time) return second_time;
    return CommandTime{first_time->nanoseconds + second_time->nanoseconds};
  }
  auto mapping = queue.map(buffer, choice.map_flags, bytes);
  if (!mapping) return fail(mapping);
  if (bytes != 0) std::memcpy(mapping->data(), from, bytes);
  const auto time = mapping->unmap();
  if (!time) return time;
  return CommandTime{mapping->map_time().nanoseconds + time->nanoseconds};
}

Result<CommandTime> read_buffer(const Queue& queue, const Choice& choice, const Buffer& buffer, cl_uint* to,
                                std::size_t bytes) {
  if (waits_by_event(choice.back)) {
    const auto event = queue.enqueue_read(buffer, to, bytes);
    if (!event) return fail(event);
    return wait_by(choice.back, queue, *event);
  }
  if (choice.back != Way::k_mapped) return queue.read(buffer, to, bytes);
  auto mapping = queue.map(buffer, CL_MAP_READ, bytes);
  if (!mapping) return fail(mapping);
  if (bytes != 0) std::memcpy(to, mapping->data(), bytes);
  const auto time = mapping->unmap();
  if (!time) return time;
  return CommandTime{mapping->map_time().nanoseconds + time->nanoseconds};
}

// A buffer that the driver fills from the program's memory when it makes it; nothing waits for that, and no event has
// its time.
Buffer copied_at_creation(Execution& run, const std::vector<cl_uint>& from) {
  cl_int code = CL_SUCCESS;
  const std::size_t bytes = from.size() * sizeof(cl_uint);
  // OpenCL takes a pointer that is not const, and only reads from it.
  Buffer buffer(clCreateBuffer(run.session().queue().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                               const_cast<cl_uint*>(from.data()), &code),
                bytes);
  if (code != CL_SUCCESS) run.set_error(Error(ErrorKind::k_opencl, "clCreateBuffer: error " + std::to_string(code)));
  return buffer;
}

// Asks for the buffer's contents on the device, and waits.
void migrate(Execution& run, const Buffer& buffer) {
  cl_mem memory = buffer.handle();
  const Queue& queue = run.session().queue();
  cl_int code = clEnqueueMigrateMemObjects(queue.handle(), 1, &memory, 0, 0, nullptr, nullptr);
  if (code == CL_SUCCESS) code = clFinish(queue.handle());
  if (code != CL_SUCCESS)
    run.set_error(Error(ErrorKind::k_opencl, "clEnqueueMigrateMemObjects: error " + std::to_string(code)));
}

// Adds 1 to the numbers of the problem.
void change(Execution& run, const Buffer& from, const Buffer& to, const Problem& problem, std::size_t count) {
  const cl_ulong end = problem.offset + problem.size;
  if (&from == &to) return run.launch_1d("transfer_increment", problem.size, problem.offset, to, end);
  run.launch_1d("transfer_increment_into", count, 0, from, to, cl_ulong{problem.offset}, end, cl_ulong{count});
}

// Numbers go to the device. The time on the host holds the making of a buffer where each transfer makes one.
void go_there(Execution& run, const Choice& choice, Buffers& buffers, const std::vector<cl_uint>& from) {
  const std::size_t bytes = from.size() * sizeof(cl_uint);
  if (!run.ok()) return;
  if (choice.there == Way::k_copied_at_creation && bytes != 0) {
    buffers.first = copied_at_creation(run, from);
    return;
  }
  if (!run.add_write(write(run.session().queue(), choice, buffers.there(), from.data(), bytes))) return;
  if (choice.there == Way::k_migrated) migrate(run, buffers.there());
}

void come_back(Execution& run, const Choice& choice, const Buffers& buffers, std::vector<cl_uint>& to) {
  if (!run.ok()) return;
  const std::size_t bytes = to.size() * sizeof(cl_uint);
  run.add_read(read_buffer(run.session().queue(), choice, buffers.back(), to.data(), bytes));
}

// There, changed, and back.
void go_round(Execution& run, const Choice& choice, Buffers& buffers, const Problem& problem,
              const std::vector<cl_uint>& from, std::vector<cl_uint>& to) {
  go_there(run, choice, buffers, from);
  change(run, buffers.there(), buffers.back(), problem, from.size());
  come_back(run, choice, buffers, to);
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of(session, choice); !lack.empty()) {
    Verdict verdict;
    verdict.skipped = lack;
    return verdict;
  }
  auto numbers = random_integers<cl_uint>(problem.offset + problem.size + k_margin, problem.seed);
  std::vector<cl_uint> back(numbers.size());
  Execution run(session, "transfer");
  {
    Buffers buffers = make_buffers(run, choice, numbers.size() * sizeof(cl_uint));
    go_round(run, choice, buffers, problem, numbers, back);
  }
  for (std::uint64_t i = 0; i < problem.size; ++i) ++numbers[problem.offset + i];
  return run.verdict(problem.size, {check_equal(back, numbers)});
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of(session, choice); !lack.empty()) {
    Measurement measurement;
    measurement.skipped = lack;
    return measurement;
  }
  const auto numbers =
      repeated(problem.offset + problem.size, [&](std::size_t n) { return random_integers<cl_uint>(n, problem.seed); });
  std::vector<cl_uint> back(numbers.size());
  Execution run(session, "transfer");
  Buffers buffers = make_buffers(run, choice, numbers.size() * sizeof(cl_uint));
  const bool is_both = choice.timed == Timed::k_both;
  const Work work{.bus_bytes = (is_both ? 8.0 : 4.0) * static_cast<double>(problem.size),
                  .counts = std::string(is_both ? "4 B to the device and 4 B back a number" : "4 B a number") +
                            ", in the time on the host, which holds the program's own copying into mappings"};
  if (choice.timed == Timed::k_back) go_round(run, choice, buffers, problem, numbers, back);
  const auto step = [&] {
    if (is_both) return go_round(run, choice, buffers, problem, numbers, back);
    if (choice.timed == Timed::k_there) return go_there(run, choice, buffers, numbers);
    come_back(run, choice, buffers, back);
  };
  return run.measure(problem.size, work, step, {}, Execution::Timed::k_transfers);
}

}  // namespace

Algorithm make_transfer() {
  Algorithm algorithm{
      .name = "transfer", .description = "numbers go to the device and come back", .element = "numbers"};
  algorithm.gpu_sizes = plain_sizes((1 << 24) + 3);
  algorithm.gpu_bench_size = std::uint64_t{1} << 24;
  constexpr cl_map_flags k_invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
  const Choice persistent = both(Way::k_mapped, k_use_persistent_mem_amd, k_invalidate);
  add_variants(
      algorithm.variants, verify, bench,
      {
          {"copy", "clEnqueueWriteBuffer and clEnqueueReadBuffer, which wait", both(Way::k_copy)},
          {"non_blocking", "the same without waiting, in two halves", both(Way::k_non_blocking)},
          {"polled", "the same, asking events whether they are done", both(Way::k_polled)},
          {"called_back", "the same, asleep until events call", both(Way::k_called_back)},
          {"copy_host_ptr", "CL_MEM_COPY_HOST_PTR, a buffer each time", {Way::k_copied_at_creation, Way::k_copy, 0, 0}},
          {"migrated", "copy, and clEnqueueMigrateMemObjects before the kernel", both(Way::k_migrated)},
          {"mapped", "mapped for writing, which keeps old contents", both(Way::k_mapped, 0, CL_MAP_WRITE)},
          {"invalidate_region", "mapped with CL_MAP_WRITE_INVALIDATE_REGION", both(Way::k_mapped, 0, k_invalidate)},
          {"alloc_host_ptr", "the same with CL_MEM_ALLOC_HOST_PTR",
           both(Way::k_mapped, CL_MEM_ALLOC_HOST_PTR, k_invalidate)},
          {"use_host_ptr", "the same with CL_MEM_USE_HOST_PTR", both(Way::k_mapped, CL_MEM_USE_HOST_PTR, k_invalidate)},
          {"persistent_mem", "the same with CL_MEM_USE_PERSISTENT_MEM_AMD", persistent},
          {"to_copy", "only to the device, by clEnqueueWriteBuffer", there(Way::k_copy)},
          {"to_read_only", "the same, to a buffer with CL_MEM_READ_ONLY", there(Way::k_copy, 0, true)},
          {"to_copy_host_ptr", "only to the device, by CL_MEM_COPY_HOST_PTR", there(Way::k_copied_at_creation)},
          {"to_mapped", "only to the device, by CL_MAP_WRITE_INVALIDATE_REGION", there(Way::k_mapped)},
          {"to_alloc_host_ptr", "the same with CL_MEM_ALLOC_HOST_PTR", there(Way::k_mapped, CL_MEM_ALLOC_HOST_PTR)},
          {"to_persistent_mem", "the same with CL_MEM_USE_PERSISTENT_MEM_AMD",
           there(Way::k_mapped, k_use_persistent_mem_amd)},
          {"to_migrated", "to_copy, and clEnqueueMigrateMemObjects", there(Way::k_migrated)},
          {"from_copy", "only from the device, by clEnqueueReadBuffer", back(Way::k_copy)},
          {"from_write_only", "the same, from a buffer with CL_MEM_WRITE_ONLY", back(Way::k_copy, 0, true)},
          {"from_mapped", "only from the device, by CL_MAP_READ", back(Way::k_mapped)},
          {"from_alloc_host_ptr", "the same with CL_MEM_ALLOC_HOST_PTR", back(Way::k_mapped, CL_MEM_ALLOC_HOST_PTR)},
          {"from_persistent_mem", "the same with CL_MEM_USE_PERSISTENT_MEM_AMD",
           back(Way::k_mapped, k_use_persistent_mem_amd)},
      });
  return algorithm;
}

}  // namespace clc::algorithms
