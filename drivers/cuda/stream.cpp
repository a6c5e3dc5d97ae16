// The commands of a queue as those of a stream of CUDA's. All are asynchronous where CUDA is: copies to and from memory
// of the host that is not pinned may wait.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "clc_cuda.h"
#include "cuda/clock.h"
#include "cuda/device.h"
#include "cuda/image.h"

namespace clc::cuda {
namespace {

using front::Box;
using front::Extent;

constexpr unsigned k_without_time = 2;        // of an event
constexpr std::size_t k_most_groups = 65535;  // in the second and third dimension of a launch
// Alignments of types: kernels take an offset for a multiple of its argument's alignment, from 16 on.
constexpr std::size_t k_least_alignment = 16, k_largest_alignment = 128;

CudaMemory& memory_of(front::Memory& memory) {
  return static_cast<CudaMemory&>(memory);
}

CudaImageMemory& image_of(front::Image& image) {
  return static_cast<CudaImageMemory&>(image);
}

// One end of a copy: an address of the host or of a device, and where its rows lie.
struct End {
  std::uint8_t* host = nullptr;
  DevicePointer device = 0;
  std::size_t row = 0, slice = 0;

  End moved(std::size_t y, std::size_t z) const {
    const std::size_t bytes = y * row + z * slice;
    return {host != nullptr ? host + bytes : nullptr, device + bytes, row, slice};
  }
};

End end_of(front::Memory& memory, const Box& box) {
  return {nullptr, memory_of(memory).address() + box.offset, box.row, box.slice};
}

End end_of(const std::uint8_t* host, const Box& box) {
  return {const_cast<std::uint8_t*>(host) + box.offset, 0, box.row, box.slice};
}

bool has_contiguous_rows(const End& end, const Extent& extent) {
  return extent[1] == 1 || end.row == extent[0];
}

bool has_contiguous_slices(const End& end, const Extent& extent) {
  return extent[2] == 1 || end.slice == extent[0] * extent[1];
}

// True when CUDA copies such a box in one command.
bool is_regular(const End& end, const Extent& extent) {
  constexpr std::size_t k_max_pitch = std::numeric_limits<std::int32_t>::max();
  return end.row <= k_max_pitch && end.row >= extent[0] && (extent[2] == 1 || end.slice % end.row == 0);
}

bool is_stream_of_thread(StreamHandle stream) {
  return reinterpret_cast<std::uintptr_t>(stream) == k_thread_stream;
}

class CudaStream : public front::Stream {
 public:
  explicit CudaStream(CudaDevice& device) : device_(device) {
    const InContext scope(device_);
    constexpr unsigned k_non_blocking = 1;
    device_.check(cuda().cuStreamCreate(&stream_, k_non_blocking), "make a stream");
  }
  // The application's stream.
  CudaStream(CudaDevice& device, StreamHandle stream) : device_(device), stream_(stream), is_own_(false) {
    if (!is_stream_of_thread(stream)) return;
    const InContext scope(device_);
    device_.check(cuda().cuEventCreate(&last_, k_without_time), "make an event");
  }
  ~CudaStream() override {
    try {
      const InContext scope(device_);
      if (texels_ != 0) cuda().cuMemFree_v2(texels_);
      if (is_own_) cuda().cuStreamDestroy_v2(stream_);
      if (last_ != nullptr) cuda().cuEventDestroy_v2(last_);
    } catch (const front::Failure&) {
      // gone with the context
    }
  }

  void read(front::Memory& from, const Box& box, std::uint8_t* to, const Box& host, const Extent& extent) override {
    copy_box(end_of(from, box), end_of(to, host), extent);
  }
  void write(front::Memory& to, const Box& box, const std::uint8_t* from, const Box& host,
             const Extent& extent) override {
    copy_box(end_of(from, host), end_of(to, box), extent);
  }
  void copy(front::Memory& from, const Box& from_box, front::Memory& to, const Box& to_box,
            const Extent& extent) override {
    copy_box(end_of(from, from_box), end_of(to, to_box), extent);
  }
  void fill(front::Memory& to, std::size_t offset, std::size_t size,
            const std::vector<std::uint8_t>& pattern) override {
    fill(memory_of(to).address() + offset, size, pattern);
  }
  void copy_shared(std::uint8_t* to, const std::uint8_t* from, std::size_t size) override {
    const InContext scope(device_);
    if (size == 0) return;
    const auto address = [](const void* pointer) { return reinterpret_cast<DevicePointer>(pointer); };
    device_.check(cuda().cuMemcpyAsync(address(to), address(from), size, stream_), "copy shared memory");
  }
  void fill_shared(std::uint8_t* to, std::size_t size, const std::vector<std::uint8_t>& pattern) override {
    fill(reinterpret_cast<DevicePointer>(to), size, pattern);
  }
  void copy_texels(const front::TexelPlace& from, const front::TexelPlace& to, const Extent& extent) override;
  void fill_texels(front::Image& image, const Extent& origin, const Extent& extent,
                   const std::vector<std::uint8_t>& texel) override;
  void launch(const front::Launch& launch) override;
  void replay(front::Recording& recording) override { static_cast<CudaGraph&>(recording).launch(stream_); }
  void finish() override {
    const InContext scope(device_);
    const Result result = last_ != nullptr ? cuda().cuEventSynchronize(last_) : cuda().cuStreamSynchronize(stream_);
    device_.check(result, "finish its commands");
  }
  std::optional<std::uint64_t> answer(cl_command_queue_info info) override {
    if (info != CL_QUEUE_CUDA_STREAM_CLC) return std::nullopt;
    return reinterpret_cast<std::uintptr_t>(stream_);
  }
  bool is_of_thread() const override { return is_stream_of_thread(stream_); }
  void flush() override {
    if (last_ == nullptr) return;
    const InContext scope(device_);
    device_.check(cuda().cuEventRecord(last_, stream_), "record an event");
  }
  std::unique_ptr<front::Timer> start_timer() override {
    const InContext scope(device_);
    if (clock_ == nullptr) clock_ = std::make_shared<Clock>(device_);
    auto timer = std::make_unique<CudaTimer>(clock_);
    device_.check(cuda().cuEventRecord(timer->start(), stream_), "record the time");
    return timer;
  }
  void stop_timer(front::Timer& timer) override {
    const InContext scope(device_);
    device_.check(cuda().cuEventRecord(static_cast<CudaTimer&>(timer).stop(), stream_), "record the time");
  }

 private:
  void copy_box(const End& from, const End& to, const Extent& extent);
  void fill(DevicePointer begin, std::size_t size, const std::vector<std::uint8_t>& pattern);
  CudaImageMemory& image_here(front::Image& image);
  TexelEnd texels_at(const front::TexelPlace& place);
  void take_texels(std::size_t size);
  void copy_line(const End& from, const End& to, std::size_t size);
  void copy_regular(const End& from, const End& to, const Extent& extent);
  std::size_t place_arguments(const front::Launch& launch, std::size_t first_byte, std::size_t least_alignment);
  std::size_t place_parameters(const front::Launch& launch, const CudaKernel& kernel);
  void set_part(const front::Launch& launch, std::size_t first_y, std::size_t first_z);
  void launch_part();

  CudaDevice& device_;
  StreamHandle stream_ = nullptr;
  const bool is_own_ = true;
  EventHandle last_ = nullptr;  // behind all commands of a thread's stream, for which no other thread can wait
  std::shared_ptr<Clock> clock_;
  // Texels with which images are filled: CUDA fills memory only.
  DevicePointer texels_ = 0;
  std::size_t texels_size_ = 0;
  // The last launch, if it had one part: what is below is as it was.
  std::uint64_t last_launch_ = 0;
  Function function_ = nullptr;
  std::array<unsigned, 3> groups_{}, items_{};
  unsigned dynamic_bytes_ = 0;
  // The parameters of a launch: pointers to values of arguments, and to words for addresses and offsets.
  std::vector<void*> parameters_;
  std::vector<std::uint64_t> words_;
  // The first global id in three dimensions, the dimensions, the first group in the second and third one, and how many
  // groups these have in all.
  std::array<std::uint32_t, 8> hidden_{};
};

void CudaStream::copy_line(const End& from, const End& to, std::size_t size) {
  if (size == 0) return;
  if (from.host != nullptr) {
    device_.check(cuda().cuMemcpyHtoDAsync_v2(to.device, from.host, size, stream_), "write memory");
  } else if (to.host != nullptr) {
    device_.check(cuda().cuMemcpyDtoHAsync_v2(to.host, from.device, size, stream_), "read memory");
  } else {
    device_.check(cuda().cuMemcpyDtoDAsync_v2(to.device, from.device, size, stream_), "copy memory");
  }
}

void CudaStream::copy_regular(const End& from, const End& to, const Extent& extent) {
  Copy3d copy{};
  copy.from_kind = from.host != nullptr ? k_host_memory : k_any_memory;
  copy.from_host = from.host;
  copy.from_device = from.device;
  copy.from_pitch = from.row;
  copy.from_height = extent[2] == 1 ? extent[1] : from.slice / from.row;
  copy.to_kind = to.host != nullptr ? k_host_memory : k_any_memory;
  copy.to_host = to.host;
  copy.to_device = to.device;
  copy.to_pitch = to.row;
  copy.to_height = extent[2] == 1 ? extent[1] : to.slice / to.row;
  copy.width = extent[0];
  copy.height = extent[1];
  copy.depth = extent[2];
  device_.check(cuda().cuMemcpy3DAsync_v2(&copy, stream_), "copy a box of memory");
}

void CudaStream::copy_box(const End& from, const End& to, const Extent& extent) {
  const InContext scope(device_);
  const bool has_rows = has_contiguous_rows(from, extent) && has_contiguous_rows(to, extent);
  if (has_rows && has_contiguous_slices(from, extent) && has_contiguous_slices(to, extent)) {
    return copy_line(from, to, extent[0] * extent[1] * extent[2]);
  }
  if (is_regular(from, extent) && is_regular(to, extent)) return copy_regular(from, to, extent);
  for (std::size_t z = 0; z < extent[2]; ++z) {
    for (std::size_t y = 0; y < extent[1]; ++y) copy_line(from.moved(y, z), to.moved(y, z), extent[0]);
  }
}

CudaImageMemory& CudaStream::image_here(front::Image& image) {
  CudaImageMemory& one = image_of(image);
  if (&one.device() == &device_) return one;
  throw front::Failure(CL_INVALID_OPERATION, "cuda: " + device_.facts().name + " cannot use an image of another GPU, " +
                                                 one.device().facts().name + "; use a context for each GPU");
}

TexelEnd CudaStream::texels_at(const front::TexelPlace& place) {
  TexelEnd end;
  end.origin = place.origin;
  end.row = place.box.row;
  end.slice = place.box.slice;
  if (place.image != nullptr) end.image = &image_here(*place.image);
  if (place.host != nullptr) end.host = place.host + place.box.offset;
  if (place.memory != nullptr) end.device = memory_of(*place.memory).address() + place.box.offset;
  return end;
}

void CudaStream::copy_texels(const front::TexelPlace& from, const front::TexelPlace& to, const Extent& extent) {
  const InContext scope(device_);
  clc::cuda::copy_texels(stream_, texels_at(from), texels_at(to), extent);
}

void CudaStream::take_texels(std::size_t size) {
  if (size <= texels_size_) return;
  if (texels_ != 0) {
    finish();
    cuda().cuMemFree_v2(std::exchange(texels_, 0));
    texels_size_ = 0;
  }
  device_.check(cuda().cuMemAlloc_v2(&texels_, size), "allocate memory", CL_MEM_OBJECT_ALLOCATION_FAILURE);
  texels_size_ = size;
}

void CudaStream::fill_texels(front::Image& image, const Extent& origin, const Extent& extent,
                             const std::vector<std::uint8_t>& texel) {
  constexpr std::size_t k_usual_size = 1U << 20U;
  const InContext scope(device_);
  const std::size_t row = extent[0] * texel.size();
  const std::size_t rows = std::clamp<std::size_t>(k_usual_size / row, 1, extent[1]);
  take_texels(rows * row);
  fill(texels_, rows * row, texel);
  TexelEnd from, to;
  from.device = texels_;
  from.row = row;
  from.slice = rows * row;
  to.image = &image_here(image);
  for (std::size_t z = 0; z < extent[2]; ++z) {
    for (std::size_t y = 0; y < extent[1]; y += rows) {
      to.origin = {origin[0], origin[1] + y, origin[2] + z};
      clc::cuda::copy_texels(stream_, from, to, {extent[0], std::min(rows, extent[1] - y), 1});
    }
  }
}

// Longer patterns than a word are written once, and what there is then copied behind itself until it fills the range.
void CudaStream::fill(DevicePointer begin, std::size_t size, const std::vector<std::uint8_t>& pattern) {
  if (size == 0) return;
  const InContext scope(device_);
  const auto word_at = [&](std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, pattern.data() + at, std::min(pattern.size() - at, sizeof word));
    return word;
  };
  const char* const what = "fill memory";
  const std::uint32_t first = word_at(0);
  if (pattern.size() == 1) {
    return device_.check(cuda().cuMemsetD8Async(begin, static_cast<unsigned char>(first), size, stream_), what);
  }
  if (pattern.size() == 2) {
    return device_.check(cuda().cuMemsetD16Async(begin, static_cast<unsigned short>(first), size / 2, stream_), what);
  }
  const bool is_even = std::equal(pattern.begin() + 4, pattern.end(), pattern.begin());
  if (is_even) return device_.check(cuda().cuMemsetD32Async(begin, first, size / 4, stream_), what);
  for (std::size_t at = 0; at < pattern.size(); at += 4) {
    device_.check(cuda().cuMemsetD32Async(begin + at, word_at(at), 1, stream_), what);
  }
  for (std::size_t done = pattern.size(); done < size;) {
    const std::size_t next = std::min(done, size - done);
    device_.check(cuda().cuMemcpyDtoDAsync_v2(begin + done, begin, next, stream_), what);
    done += next;
  }
}

// Local arguments lie behind each other from `first_byte` on. Returns the end of the last.
std::size_t CudaStream::place_arguments(const front::Launch& launch, std::size_t first_byte,
                                        std::size_t least_alignment) {
  using Kind = front::ArgumentFacts::Kind;
  const auto& facts = launch.code->kernels()[launch.kernel].arguments;
  std::size_t end = first_byte;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const front::LaunchArgument& argument = launch.arguments[i];
    words_[i] = 0;
    parameters_[i] = &words_[i];
    if (facts[i].kind == Kind::k_value) {
      parameters_[i] = const_cast<std::uint8_t*>(argument.value.data());
    } else if (facts[i].kind == Kind::k_local) {
      // An array's size is a multiple of its type's alignment.
      const std::size_t lowest_bit = argument.local_bytes & (~argument.local_bytes + 1);
      const std::size_t step = std::clamp(lowest_bit, least_alignment, k_largest_alignment);
      words_[i] = (end + step - 1) / step * step;
      end = words_[i] + argument.local_bytes;
    } else if (facts[i].kind == Kind::k_image) {
      const bool is_written = facts[i].access != CL_KERNEL_ARG_ACCESS_READ_ONLY;
      const bool is_read = facts[i].access != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
      words_[i] = image_here(*argument.image).description(is_read, is_written);
    } else if (facts[i].kind == Kind::k_sampler) {
      words_[i] = sampler_index(argument.sampler);
    } else if (argument.memory != nullptr) {
      auto& memory = memory_of(*argument.memory);
      device_.reach(memory.device());
      words_[i] = memory.address() + argument.offset;
    } else {
      words_[i] = reinterpret_cast<DevicePointer>(argument.shared);
    }
  }
  return end;
}

// Returns the bytes of dynamic shared memory.
std::size_t CudaStream::place_parameters(const front::Launch& launch, const CudaKernel& kernel) {
  const std::size_t count = launch.arguments.size();
  words_.resize(count);
  parameters_.resize(count + hidden_.size());
  for (unsigned d = 0; d < 3; ++d) {
    if (launch.offset[d] > std::numeric_limits<std::uint32_t>::max()) {
      throw front::Failure(CL_INVALID_GLOBAL_OFFSET, "cuda: a global offset has more than 32 bits");
    }
  }
  hidden_[3] = launch.dimensions;
  for (unsigned d = 1; d < 3; ++d) hidden_[5 + d] = static_cast<std::uint32_t>(launch.items[d] / launch.group[d]);
  for (std::size_t i = 0; i < hidden_.size(); ++i) parameters_[count + i] = &hidden_[i];
  const std::size_t end = place_arguments(launch, kernel.dynamic_bytes, k_largest_alignment);
  return end <= kernel.most_bytes ? end : place_arguments(launch, kernel.dynamic_bytes, k_least_alignment);
}

void CudaStream::set_part(const front::Launch& launch, std::size_t first_y, std::size_t first_z) {
  const std::array<std::size_t, 3> first{0, first_y, first_z};
  for (unsigned d = 0; d < 3; ++d) {
    const std::size_t left = launch.items[d] / launch.group[d] - first[d];
    groups_[d] = static_cast<unsigned>(d == 0 ? left : std::min(left, k_most_groups));
    items_[d] = static_cast<unsigned>(launch.group[d]);
    hidden_[d] = static_cast<std::uint32_t>(launch.offset[d] + first[d] * launch.group[d]);
    if (d != 0) hidden_[3 + d] = static_cast<std::uint32_t>(first[d]);
  }
}

void CudaStream::launch_part() {
  device_.check(cuda().cuLaunchKernel(function_, groups_[0], groups_[1], groups_[2], items_[0], items_[1], items_[2],
                                      dynamic_bytes_, stream_, parameters_.data(), nullptr),
                "launch a kernel");
}

// CUDA takes fewer work-groups in the second and third dimension than OpenCL, so that a range may be launched in parts.
void CudaStream::launch(const front::Launch& launch) {
  const InContext scope(device_);
  if (launch.number != 0 && launch.number == last_launch_) return launch_part();
  last_launch_ = 0;
  const CudaKernel& kernel = static_cast<CudaCode&>(*launch.code).kernel(launch.kernel);
  std::array<std::size_t, 3> groups{};
  for (unsigned d = 0; d < 3; ++d) groups[d] = launch.items[d] / launch.group[d];
  if (groups[0] > std::numeric_limits<std::int32_t>::max()) {
    throw front::Failure(CL_INVALID_GLOBAL_WORK_SIZE,
                         "cuda: a range has 2147483648 work-groups or more in a dimension");
  }
  function_ = kernel.function;
  dynamic_bytes_ = static_cast<unsigned>(place_parameters(launch, kernel));
  for (std::size_t z = 0; z < groups[2]; z += k_most_groups) {
    for (std::size_t y = 0; y < groups[1]; y += k_most_groups) {
      set_part(launch, y, z);
      launch_part();
    }
  }
  if (groups[1] <= k_most_groups && groups[2] <= k_most_groups) last_launch_ = launch.number;
}

}  // namespace

std::unique_ptr<front::Stream> make_cuda_stream(CudaDevice& device) {
  return std::make_unique<CudaStream>(device);
}

std::unique_ptr<front::Stream> make_cuda_stream(CudaDevice& device, StreamHandle stream) {
  return std::make_unique<CudaStream>(device, stream);
}

}  // namespace clc::cuda
