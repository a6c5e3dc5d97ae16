// Numbers go to the device, are changed there, and come back, by each way that OpenCL has.
#include <cstring>
#include <memory>
#include <new>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

// AMD's flag for memory of the device that the host can reach; not in the Khronos headers.
constexpr cl_mem_flags k_use_persistent_mem_amd = 1U << 6U;
constexpr std::size_t k_page = 4096;

// How numbers go and come.
enum class Way { k_copy, k_non_blocking, k_mapped, k_migrated, k_copied_at_creation };

struct Choice {
  Way way;
  cl_mem_flags flags;      // of the buffer, besides CL_MEM_READ_WRITE
  cl_map_flags map_flags;  // to write
};

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

// The buffer of all numbers, over `pages` where the program's own memory is used.
Buffer make_buffer(Execution& run, const Choice& choice, std::size_t bytes, std::unique_ptr<Pages>& pages) {
  if (!run.ok()) return {};
  const Queue& queue = run.session().queue();
  if (choice.flags & CL_MEM_USE_HOST_PTR) {
    pages = std::make_unique<Pages>(bytes);
    std::memset(pages->data(), 0, bytes);
  }
  auto buffer =
      pages ? queue.allocate_over(pages->data(), bytes) : queue.allocate(bytes, CL_MEM_READ_WRITE | choice.flags);
  if (buffer) return *std::move(buffer);
  run.set_error(buffer.error());
  return {};
}

Result<CommandTime> write(const Queue& queue, const Choice& choice, const Buffer& buffer, const cl_uint* from,
                          std::size_t bytes) {
  if (choice.way == Way::k_copy || choice.way == Way::k_migrated) return queue.write(buffer, from, bytes);
  if (choice.way == Way::k_non_blocking) {
    // Two halves, which the driver may copy while the program goes on; the wait is for both.
    const std::size_t half = bytes / 2;
    const auto first = queue.enqueue_write(buffer, from, half);
    if (!first) return fail(first);
    const auto second =
        queue.enqueue_write(buffer, reinterpret_cast<const char*>(from) + half, bytes - half, half, {*first});
    if (!second) return fail(second);
    const auto first_time = first->wait(), second_time = second->wait();
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
  if (choice.way == Way::k_copy || choice.way == Way::k_migrated) return queue.read(buffer, to, bytes);
  if (choice.way == Way::k_non_blocking) {
    const auto event = queue.enqueue_read(buffer, to, bytes);
    if (!event) return fail(event);
    return event->wait();
  }
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
  if (code != CL_SUCCESS) {
    run.set_error(Error(ErrorKind::k_opencl, "clEnqueueMigrateMemObjects: error " + std::to_string(code)));
  }
}

void change(Execution& run, const Buffer& buffer, const Problem& problem) {
  run.launch_1d("transfer_increment", problem.size, problem.offset, buffer, cl_ulong{problem.offset + problem.size});
}

// There, changed, and back.
void go_round(Execution& run, const Choice& choice, const Buffer& buffer, const Problem& problem,
              const std::vector<cl_uint>& from, std::vector<cl_uint>& to) {
  const Queue& queue = run.session().queue();
  const std::size_t bytes = from.size() * sizeof(cl_uint);
  if (!run.ok()) return;
  if (choice.way == Way::k_copied_at_creation && bytes != 0) {
    const Buffer filled = copied_at_creation(run, from);
    change(run, filled, problem);
    if (run.ok()) run.add_read(queue.read(filled, to.data(), bytes));
    return;
  }
  if (!run.add_write(write(queue, choice, buffer, from.data(), bytes))) return;
  if (choice.way == Way::k_migrated) migrate(run, buffer);
  change(run, buffer, problem);
  if (run.ok()) run.add_read(read_buffer(queue, choice, buffer, to.data(), bytes));
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
  std::unique_ptr<Pages> pages;
  {
    const Buffer buffer = make_buffer(run, choice, numbers.size() * sizeof(cl_uint), pages);
    go_round(run, choice, buffer, problem, numbers, back);
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
  std::unique_ptr<Pages> pages;
  const Buffer buffer = make_buffer(run, choice, numbers.size() * sizeof(cl_uint), pages);
  const Work work{.bus_bytes = 8.0 * static_cast<double>(problem.size),
                  .counts =
                      "4 B to the device and 4 B back a number, in the time on the host, which holds the program's own "
                      "copying into mappings"};
  return run.measure(
      problem.size, work, [&] { go_round(run, choice, buffer, problem, numbers, back); }, {},
      Execution::Timed::k_transfers);
}

}  // namespace

Algorithm make_transfer() {
  Algorithm algorithm;
  algorithm.name = "transfer";
  algorithm.description = "numbers go to the device and come back";
  algorithm.module = "transfer";
  algorithm.element = "numbers";
  algorithm.cpu_sizes = plain_sizes();
  algorithm.gpu_sizes = plain_sizes((1 << 24) + 3);
  algorithm.gpu_bench_size = std::uint64_t{1} << 24;
  constexpr cl_map_flags k_invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
  add_variants(
      algorithm.variants, verify, bench,
      {
          {"copy", "clEnqueueWriteBuffer and clEnqueueReadBuffer, which wait", {Way::k_copy, 0, 0}},
          {"non_blocking", "the same without waiting, in two halves", {Way::k_non_blocking, 0, 0}},
          {"copy_host_ptr", "CL_MEM_COPY_HOST_PTR, a buffer each time", {Way::k_copied_at_creation, 0, 0}},
          {"migrated", "copy, and clEnqueueMigrateMemObjects before the kernel", {Way::k_migrated, 0, 0}},
          {"mapped", "mapped for writing, which keeps old contents", {Way::k_mapped, 0, CL_MAP_WRITE}},
          {"invalidate_region", "mapped with CL_MAP_WRITE_INVALIDATE_REGION", {Way::k_mapped, 0, k_invalidate}},
          {"alloc_host_ptr",
           "the same with CL_MEM_ALLOC_HOST_PTR",
           {Way::k_mapped, CL_MEM_ALLOC_HOST_PTR, k_invalidate}},
          {"use_host_ptr", "the same with CL_MEM_USE_HOST_PTR", {Way::k_mapped, CL_MEM_USE_HOST_PTR, k_invalidate}},
          {"persistent_mem",
           "the same with CL_MEM_USE_PERSISTENT_MEM_AMD",
           {Way::k_mapped, k_use_persistent_mem_amd, k_invalidate}},
      });
  return algorithm;
}

}  // namespace clc::algorithms
