// In place of the emulator's memory and machine: launches go to Linux's driver for AMD GPUs (/dev/kfd), as AMD's own
// runtime gives them. So its OpenCL driver runs the same code objects on another emulator that stands in for /dev/kfd
// and reaches the memory of this process, such as AMD's rocjitsu. rocjitsu_test.py uses it; a real GPU would want its
// memory mapped.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <new>
#include <thread>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "machine/dispatch.h"
#include "machine/fault.h"
#include "machine/machine.h"

namespace clc::emulator {
namespace {

constexpr std::size_t k_page = 4096;
constexpr std::size_t k_scratch_bytes = std::size_t{4} << 30U;  // of all waves; the system gives what is used
constexpr std::uint32_t k_ring_bytes = 4096, k_packet_bytes = 64;
// Places in `amd_queue_t` that the packet processor reads.
constexpr std::size_t k_written_packets = 56, k_read_packets = 128, k_scratch_address = 160;
constexpr std::uint16_t k_dispatch_with_fences = 2U | 1U << 8U | 2U << 9U | 2U << 11U;

// As <linux/kfd_ioctl.h> has them, which wants headers of libdrm.
struct ApertureList {
  std::uint64_t apertures = 0;
  std::uint32_t count = 0, padding = 0;
};
struct Apertures {
  std::uint64_t limits[6] = {};
  std::uint32_t gpu = 0, padding = 0;
};
struct QueueRequest {
  std::uint64_t ring = 0, written = 0, read = 0, doorbell = 0;
  std::uint32_t ring_bytes = k_ring_bytes, gpu = 0, type = 2 /* of packets */, percentage = 100, priority = 0,
                number = 0;
  std::uint64_t ends = 0, ends_bytes = 0, saved = 0;
  std::uint32_t saved_bytes = 0, stack_bytes = 0, copy_engine = 0, padding = 0;
};
constexpr unsigned long k_create_queue = _IOWR('K', 0x02, QueueRequest),
                        k_list_apertures = _IOWR('K', 0x14, ApertureList);

std::uint8_t* map_memory(std::size_t size) {
  void* bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes == MAP_FAILED) throw std::bad_alloc();
  return static_cast<std::uint8_t*>(bytes);
}

std::uint64_t address_of(const void* bytes) {
  return reinterpret_cast<std::uintptr_t>(bytes);
}

template <class T>
std::atomic_ref<T> at(std::uint8_t* bytes) {
  return std::atomic_ref<T>(*reinterpret_cast<T*>(bytes));
}

class Queue {
 public:
  Queue();
  void run(const std::array<std::uint8_t, 64>& packet);

 private:
  void call(unsigned long request, void* argument, const char* what) const {
    if (ioctl(file_, request, argument) != 0) throw Fault(std::string("/dev/kfd refuses ") + what);
  }

  int file_ = open("/dev/kfd", O_RDWR | O_CLOEXEC);
  std::uint8_t* const ring_ = map_memory(k_ring_bytes);
  std::uint8_t* const state_ = map_memory(k_page);
  std::uint8_t* const signal_ = map_memory(k_page);
  std::uint8_t* doorbell_ = nullptr;
  std::uint64_t count_ = 0;
};

Queue::Queue() {
  if (file_ < 0) throw Fault("there is no /dev/kfd");
  Apertures apertures;
  ApertureList list{address_of(&apertures), 1};
  call(k_list_apertures, &list, "to say which GPUs there are");
  if (list.count == 0) throw Fault("/dev/kfd has no GPU");
  const std::uint64_t scratch = address_of(map_memory(k_scratch_bytes));
  std::memcpy(state_ + k_scratch_address, &scratch, sizeof scratch);
  QueueRequest queue{address_of(ring_), address_of(state_ + k_written_packets), address_of(state_ + k_read_packets)};
  queue.gpu = apertures.gpu;
  call(k_create_queue, &queue, "a queue");
  constexpr std::uint64_t k_doorbells = 2 * k_page;  // of a process
  const std::uint64_t within = queue.doorbell % k_doorbells;
  void* doorbells = mmap(nullptr, k_doorbells, PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                         static_cast<off_t>(queue.doorbell - within));
  if (doorbells == MAP_FAILED) throw Fault("/dev/kfd refuses the doorbells");
  doorbell_ = static_cast<std::uint8_t*>(doorbells) + within;
}

// Ends when the packet has been executed; whoever calls the program ends it where it never is.
void Queue::run(const std::array<std::uint8_t, 64>& packet) {
  constexpr std::size_t k_completion = 56, k_signal_value = 8;
  std::uint8_t* slot = ring_ + count_ * k_packet_bytes % k_ring_bytes;
  const std::uint64_t signal = address_of(signal_);
  at<std::int64_t>(signal_ + k_signal_value) = 1;
  std::memcpy(slot + 2, packet.data() + 2, packet.size() - 2);
  std::memcpy(slot + k_completion, &signal, sizeof signal);
  at<std::uint16_t>(slot) = k_dispatch_with_fences;
  at<std::uint64_t>(state_ + k_written_packets) = count_ + 1;
  at<std::uint64_t>(doorbell_) = count_++;
  while (at<std::int64_t>(signal_ + k_signal_value) > 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

}  // namespace

std::string hex(std::uint64_t number) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

AddressSpace::AddressSpace() = default;

// Addresses are those of the process.
const Allocation* AddressSpace::allocate(std::uint64_t size, std::string what, bool is_read_only) {
  auto owned = std::make_unique<Owned>();
  std::uint8_t* bytes = map_memory(size + k_page);
  owned->allocation = {address_of(bytes), size, bytes, is_read_only, std::move(what)};
  const std::lock_guard guard(mutex_);
  all_.push_back(std::move(owned));
  return &all_.back()->allocation;
}

void AddressSpace::release(const Allocation* allocation) {
  const std::lock_guard guard(mutex_);
  munmap(allocation->bytes, allocation->size + k_page);
  std::erase_if(all_, [&](const auto& one) { return &one->allocation == allocation; });
}

struct Machine::Part {};

Machine::Machine(Chip chip, AddressSpace& memory, std::uint64_t seed)
    : chip_(chip), memory_(memory), seed_(seed), whole_(chip, memory, seed), random_(~seed) {}

Machine::~Machine() = default;

Counters Machine::run(const Launch& launch) {
  static Queue queue;
  const Dispatch dispatch(launch, memory_, random_);
  queue.run(dispatch_packet(launch, dispatch.lds_bytes(), dispatch.arguments()));
  return {};
}

}  // namespace clc::emulator
