#include "fake_devices.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string_view>

namespace clc::front::testing {
namespace {

std::mutex g_gate_mutex;
std::condition_variable g_gate_changed;
bool g_is_gate_open = true;

class FakeCode : public Code {
 public:
  FakeCode() {
    KernelFacts add;
    add.name = "add";
    ArgumentFacts buffer;
    buffer.kind = ArgumentFacts::Kind::k_buffer;
    buffer.address = CL_KERNEL_ARG_ADDRESS_GLOBAL;
    buffer.name = "numbers";
    ArgumentFacts number;
    number.size = sizeof(cl_int);
    add.arguments = {buffer, number};
    KernelFacts fail, wait, copy, share;
    fail.name = "fail";
    wait.name = "wait";
    copy.name = "copy";
    share.name = "share";
    ArgumentFacts from, sampler, to;
    from.kind = to.kind = ArgumentFacts::Kind::k_image;
    from.type_name = to.type_name = "image2d_t";
    from.access = CL_KERNEL_ARG_ACCESS_READ_ONLY;
    to.access = CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    sampler.kind = ArgumentFacts::Kind::k_sampler;
    copy.arguments = {from, sampler, to};
    ArgumentFacts local;
    local.kind = ArgumentFacts::Kind::k_local;
    share.arguments = {local, local};
    kernels_ = {add, fail, wait, copy, share};
    for (KernelFacts& kernel : kernels_) {
      kernel.max_group_size = 64;
      kernel.sub_group_size = 8;
    }
  }
  const std::vector<KernelFacts>& kernels() const override { return kernels_; }

 private:
  std::vector<KernelFacts> kernels_;
};

class FakeMemory : public Memory {
 public:
  FakeMemory(std::size_t size, bool is_shown) : bytes_(size), is_shown_(is_shown) {}
  std::uint8_t* host() override { return is_shown_ ? bytes_.data() : nullptr; }
  std::uint8_t* bytes() { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::vector<std::uint8_t> bytes_;
  bool is_shown_;
};

class FakeImage : public Image {
 public:
  explicit FakeImage(const ImageShape& shape)
      : shape_(shape), bytes_(shape.size[0] * shape.size[1] * shape.size[2] * shape.texel_bytes) {}
  std::vector<std::uint8_t>& bytes() { return bytes_; }
  std::size_t texel_bytes() const { return shape_.texel_bytes; }
  std::uint8_t* at(const Extent& origin) {
    const auto& size = shape_.size;
    return bytes_.data() + ((origin[2] * size[1] + origin[1]) * size[0] + origin[0]) * shape_.texel_bytes;
  }

 private:
  ImageShape shape_;
  std::vector<std::uint8_t> bytes_;
};

FakeImage& image_of(Image& image) {
  return static_cast<FakeImage&>(image);
}

std::uint8_t* bytes_of(Memory& memory) {
  return static_cast<FakeMemory&>(memory).bytes();
}

void run_kernel(const Launch& launch) {
  const std::string& name = launch.code->kernels()[launch.kernel].name;
  if (name == "fail") throw Failure(CL_OUT_OF_RESOURCES, "the kernel fails");
  if (name == "wait") {
    std::unique_lock lock(g_gate_mutex);
    g_gate_changed.wait(lock, [] { return g_is_gate_open; });
    return;
  }
  if (name == "copy") {
    image_of(*launch.arguments[2].image).bytes() = image_of(*launch.arguments[0].image).bytes();
    return;
  }
  if (name == "share") return;
  cl_int number = 0;
  auto* memory = static_cast<FakeMemory*>(launch.arguments[0].memory);
  const std::size_t room = memory != nullptr ? memory->size() - launch.arguments[0].offset : 0;
  if (launch.items[0] > room / sizeof number) throw Failure(CL_OUT_OF_RESOURCES, "beyond the buffer");
  std::memcpy(&number, launch.arguments[1].value.data(), sizeof number);
  std::uint8_t* at = memory->bytes() + launch.arguments[0].offset;
  for (std::size_t i = 0; i < launch.items[0]; ++i) {
    cl_int value = 0;
    std::memcpy(&value, at + i * sizeof value, sizeof value);
    value += number;
    std::memcpy(at + i * sizeof value, &value, sizeof value);
  }
}

// A row of texels.
std::uint8_t* row_of(const TexelPlace& place, std::size_t y, std::size_t z) {
  if (place.image != nullptr) {
    return image_of(*place.image).at({place.origin[0], place.origin[1] + y, place.origin[2] + z});
  }
  std::uint8_t* bytes = place.host != nullptr ? place.host : bytes_of(*place.memory);
  return bytes + place.box.offset + y * place.box.row + z * place.box.slice;
}

class FakeStream : public Stream {
 public:
  explicit FakeStream(bool is_late) : is_late_(is_late) {}
  void read(Memory& from, const Box& box, std::uint8_t* to, const Box& host, const Extent& extent) override {
    add([=, &from] {
      for_each_row(extent, box, host, [&](std::size_t at, std::size_t host_at, std::size_t size) {
        std::memcpy(to + host_at, bytes_of(from) + at, size);
      });
    });
  }
  void write(Memory& to, const Box& box, const std::uint8_t* from, const Box& host, const Extent& extent) override {
    add([=, &to] {
      for_each_row(extent, box, host, [&](std::size_t at, std::size_t host_at, std::size_t size) {
        std::memcpy(bytes_of(to) + at, from + host_at, size);
      });
    });
  }
  void copy(Memory& from, const Box& from_box, Memory& to, const Box& to_box, const Extent& extent) override {
    add([=, &from, &to] {
      for_each_row(extent, from_box, to_box, [&](std::size_t at, std::size_t to_at, std::size_t size) {
        std::memcpy(bytes_of(to) + to_at, bytes_of(from) + at, size);
      });
    });
  }
  void fill(Memory& to, std::size_t offset, std::size_t size, const std::vector<std::uint8_t>& pattern) override {
    add([=, &to] {
      for (std::size_t i = 0; i < size; ++i) bytes_of(to)[offset + i] = pattern[i % pattern.size()];
    });
  }
  void copy_texels(const TexelPlace& from, const TexelPlace& to, const Extent& extent) override {
    add([=] {
      const std::size_t texel = image_of(from.image != nullptr ? *from.image : *to.image).texel_bytes();
      for (std::size_t z = 0; z < extent[2]; ++z) {
        for (std::size_t y = 0; y < extent[1]; ++y) {
          std::memcpy(row_of(to, y, z), row_of(from, y, z), extent[0] * texel);
        }
      }
    });
  }
  void fill_texels(Image& image, const Extent& origin, const Extent& extent,
                   const std::vector<std::uint8_t>& texel) override {
    add([=, &image] {
      for (std::size_t i = 0; i < extent[0] * extent[1] * extent[2]; ++i) {
        const std::size_t x = i % extent[0], y = i / extent[0] % extent[1], z = i / extent[0] / extent[1];
        std::copy(texel.begin(), texel.end(), image_of(image).at({origin[0] + x, origin[1] + y, origin[2] + z}));
      }
    });
  }
  void launch(const Launch& launch) override {
    add([launch] { run_kernel(launch); });
  }
  void finish() override {
    std::unique_lock lock(mutex_);
    const auto due = std::exchange(due_, {});
    lock.unlock();
    for (const auto& one : due) one();
  }

 private:
  void add(std::function<void()> command) {
    if (!is_late_) return command();
    const std::lock_guard guard(mutex_);
    due_.push_back(std::move(command));
  }

  bool is_late_;
  std::mutex mutex_;
  std::vector<std::function<void()>> due_;
};

class FakeDevice : public Device {
 public:
  FakeDevice(std::string name, bool is_late) : is_late_(is_late) {
    facts_.name = std::move(name);
    facts_.target = "fake";
    facts_.global_bytes = facts_.max_allocation = 1U << 20U;
    facts_.max_group_size = 64;
    facts_.max_items = {64, 64, 64};
    facts_.base_alignment_bytes = 16;
    facts_.local_bytes = 1024;
    facts_.stream_depth = is_late ? 4 : 1;
    if (is_late) add_images();
  }
  const DeviceFacts& facts() const override { return facts_; }
  std::unique_ptr<Memory> allocate(std::size_t size) override { return std::make_unique<FakeMemory>(size, !is_late_); }
  std::shared_ptr<Code> load(const std::uint8_t* bytes, std::size_t size) override {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    if (text != k_binary) throw Failure(CL_INVALID_BINARY);
    return std::make_shared<FakeCode>();
  }
  std::unique_ptr<Stream> make_stream() override { return std::make_unique<FakeStream>(is_late_); }
  std::unique_ptr<Image> make_image(const ImageShape& shape, const ImageBuffer&) override {
    return std::make_unique<FakeImage>(shape);
  }

 private:
  void add_images() {
    for (const cl_channel_type type : {CL_UNORM_INT8, CL_SNORM_INT8, CL_SIGNED_INT16, CL_HALF_FLOAT, CL_FLOAT}) {
      facts_.images.formats.push_back({CL_RGBA, type});
      facts_.images.formats.push_back({CL_R, type});
    }
    facts_.images.width = facts_.images.height = 64;
    facts_.images.volume = {32, 32, 32};
    facts_.images.layers = 16;
    facts_.images.buffer_texels = 4096;
    facts_.images.read_arguments = facts_.images.write_arguments = facts_.images.samplers = 16;
    facts_.images.pitch_alignment = facts_.images.base_alignment = 4;
  }

  DeviceFacts facts_;
  bool is_late_;
};

}  // namespace

void close_gate() {
  const std::lock_guard guard(g_gate_mutex);
  g_is_gate_open = false;
}

void open_gate() {
  const std::lock_guard guard(g_gate_mutex);
  g_is_gate_open = true;
  g_gate_changed.notify_all();
}

namespace {

Platform make_platform() {
  Platform platform{"front tests", "clc", "clc", "FAKE", {}, {}};
  platform.devices.push_back(std::make_unique<FakeDevice>("host", false));
  platform.devices.push_back(std::make_unique<FakeDevice>("discrete", true));
  return platform;
}

const bool g_is_provided = provide_platform(make_platform);

}  // namespace
}  // namespace clc::front::testing
