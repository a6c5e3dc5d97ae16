// The commands of a queue out of order, on several streams of CUDA's: those that wait for nothing take turns among
// them, the others go where what they wait for is, and their stream waits for the others by events.
#include <array>
#include <bit>

#include "clc_cuda.h"
#include "cuda/device.h"

namespace clc::cuda {
namespace {

constexpr std::size_t k_lanes = 8;
constexpr unsigned k_untimed = 2;  // of an event

// A stream, made when it gets its first command.
struct Lane {
  std::unique_ptr<front::Stream> stream;
  StreamHandle handle = nullptr;
  EventHandle mark = nullptr;
  std::atomic<std::uint64_t> count{0};        // of its commands, which so have numbers from 1
  std::uint64_t marked = 0;                   // `mark` stands behind so many
  std::array<std::uint64_t, k_lanes> seen{};  // so many commands of each lane come before the next command here
};

// Where a command stands, as one number for the front.
struct Place {
  std::size_t lane;
  std::uint64_t number;
};

Place place_of(std::uint64_t value) {
  return {value % k_lanes, value / k_lanes};
}

class CudaLanes : public front::Stream {
 public:
  explicit CudaLanes(CudaDevice& device) : device_(device) {}
  ~CudaLanes() override {
    try {
      const InContext scope(device_);
      for (const Lane& lane : lanes_) {
        if (lane.mark != nullptr) cuda().cuEventDestroy_v2(lane.mark);
      }
    } catch (const front::Failure&) {
      // gone with the context
    }
  }

  std::uint64_t begin(const front::CommandOrder& order) override;
  void read(front::Memory& from, const front::Box& box, std::uint8_t* to, const front::Box& host,
            const front::Extent& extent) override {
    lane().read(from, box, to, host, extent);
  }
  void write(front::Memory& to, const front::Box& box, const std::uint8_t* from, const front::Box& host,
             const front::Extent& extent) override {
    lane().write(to, box, from, host, extent);
  }
  void copy(front::Memory& from, const front::Box& from_box, front::Memory& to, const front::Box& to_box,
            const front::Extent& extent) override {
    lane().copy(from, from_box, to, to_box, extent);
  }
  void fill(front::Memory& to, std::size_t offset, std::size_t size,
            const std::vector<std::uint8_t>& pattern) override {
    lane().fill(to, offset, size, pattern);
  }
  void copy_shared(std::uint8_t* to, const std::uint8_t* from, std::size_t size) override {
    lane().copy_shared(to, from, size);
  }
  void fill_shared(std::uint8_t* to, std::size_t size, const std::vector<std::uint8_t>& pattern) override {
    lane().fill_shared(to, size, pattern);
  }
  void copy_texels(const front::TexelPlace& from, const front::TexelPlace& to, const front::Extent& extent) override {
    lane().copy_texels(from, to, extent);
  }
  void fill_texels(front::Image& image, const front::Extent& origin, const front::Extent& extent,
                   const std::vector<std::uint8_t>& texel) override {
    lane().fill_texels(image, origin, extent, texel);
  }
  void launch(const front::Launch& launch) override { lane().launch(launch); }
  void replay(front::Recording& recording) override { lane().replay(recording); }
  std::unique_ptr<front::Timer> start_timer() override { return lane().start_timer(); }
  void stop_timer(front::Timer& timer) override { lane().stop_timer(timer); }
  void finish() override {
    for (Lane& one : lanes_) {
      if (one.count.load(std::memory_order_acquire) != 0) one.stream->finish();
    }
  }
  // Whoever asks for the stream wants all commands there, from now on.
  std::optional<std::uint64_t> answer(cl_command_queue_info info) override {
    const std::lock_guard guard(mutex_);
    if (info == CL_QUEUE_CUDA_STREAM_CLC) is_one_ = true;
    return made(0).stream->answer(info);
  }

 private:
  front::Stream& lane() { return *lanes_[current_].stream; }
  Lane& made(std::size_t index);
  void wait_for(std::size_t waiting, const Place& place);

  CudaDevice& device_;
  std::mutex mutex_;  // of making lanes, and of `is_one_`
  std::array<Lane, k_lanes> lanes_;
  std::size_t current_ = 0, next_ = 0;
  Place barrier_{0, 0};  // comes before all that follow
  bool is_one_ = false;  // all commands go to the first lane
};

// The mutex is locked.
Lane& CudaLanes::made(std::size_t index) {
  Lane& lane = lanes_[index];
  if (lane.stream != nullptr) return lane;
  const InContext scope(device_);
  auto stream = make_cuda_stream(device_);
  device_.check(cuda().cuEventCreate(&lane.mark, k_untimed), "make an event");
  lane.handle = std::bit_cast<StreamHandle>(stream->answer(CL_QUEUE_CUDA_STREAM_CLC).value());
  lane.stream = std::move(stream);
  return lane;
}

// A mark behind more than that place is as good: it stands behind what was given before, so that none waits for itself.
void CudaLanes::wait_for(std::size_t waiting, const Place& place) {
  Lane &lane = lanes_[waiting], &other = lanes_[place.lane];
  if (place.lane == waiting || lane.seen[place.lane] >= place.number) return;
  const InContext scope(device_);
  if (other.marked < place.number) {
    device_.check(cuda().cuEventRecord(other.mark, other.handle), "record an event");
    other.marked = other.count;
  }
  device_.check(cuda().cuStreamWaitEvent(lane.handle, other.mark, 0), "wait for another stream");
  lane.seen[place.lane] = other.marked;
}

std::uint64_t CudaLanes::begin(const front::CommandOrder& order) {
  std::unique_lock lock(mutex_);
  const bool is_one = is_one_;
  Place last{0, 0};  // of what the command waits for, the one with the most before it
  for (const std::uint64_t value : order.after) {
    if (const Place place = place_of(value); place.number > last.number) last = place;
  }
  const bool is_free = order.after.empty() && !order.is_after_all && !is_one;
  current_ = is_one ? 0 : is_free ? next_++ % k_lanes : last.lane;
  made(current_);
  lock.unlock();
  for (const std::uint64_t value : order.after) wait_for(current_, place_of(value));
  for (std::size_t i = 0; (order.is_after_all || is_one) && i < k_lanes; ++i) wait_for(current_, {i, lanes_[i].count});
  wait_for(current_, barrier_);
  const std::uint64_t number = lanes_[current_].count.fetch_add(1, std::memory_order_release) + 1;
  if (order.is_before_all) barrier_ = {current_, number};
  return number * k_lanes + current_;
}

}  // namespace

std::unique_ptr<front::Stream> CudaDevice::make_unordered_stream() {
  return std::make_unique<CudaLanes>(*this);
}

}  // namespace clc::cuda
