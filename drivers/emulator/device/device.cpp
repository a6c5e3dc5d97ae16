#include "device/device.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device/image.h"
#include "device/print.h"
#include "front/gpu_facts.h"
#include "machine/fault.h"
#include "machine/number_variable.h"

namespace clc::emulator {
namespace {

std::atomic<std::uint64_t>& allocated_bytes() {
  static std::atomic<std::uint64_t> bytes;
  return bytes;
}

// The buffer of printf: how many bytes are used, how many there are, then the calls.
class PrintfBuffer {
 public:
  explicit PrintfBuffer(const CodeObject& object) : object_(object) {
    if (object.printf_formats.empty()) return;
    allocation_ = memory().allocate(8 + k_printf_bytes, "the buffer of printf");
    const std::uint32_t head[2] = {0, k_printf_bytes};
    std::memcpy(allocation_->bytes, head, sizeof head);
  }
  ~PrintfBuffer() {
    if (allocation_ != nullptr) memory().release(allocation_);
  }
  PrintfBuffer(const PrintfBuffer&) = delete;
  PrintfBuffer& operator=(const PrintfBuffer&) = delete;

  std::uint64_t address() const { return allocation_ != nullptr ? allocation_->address : 0; }
  void print() const {
    if (allocation_ == nullptr) return;
    std::uint32_t used = 0;
    std::memcpy(&used, allocation_->bytes, sizeof used);
    print_output(object_, allocation_->bytes + 8, std::min(used, k_printf_bytes), stdout);
  }

 private:
  const CodeObject& object_;
  const Allocation* allocation_ = nullptr;
};

// The address that a kernel gets for an argument that lies elsewhere.
std::optional<std::uint64_t> address_of(const front::LaunchArgument& argument, front::ArgumentFacts::Kind kind) {
  using Kind = front::ArgumentFacts::Kind;
  if (kind == Kind::k_image) return static_cast<EmulatedImage&>(*argument.image).descriptor();
  if (kind == Kind::k_sampler) return sampler_descriptor(argument.sampler);
  if (kind != Kind::k_buffer) return std::nullopt;
  const auto* buffer = static_cast<const EmulatedMemory*>(argument.memory);
  return buffer != nullptr ? buffer->address() + argument.offset : 0;
}

// The launch with its arguments as they lie in the kernel argument segment.
Launch machine_launch(const front::Launch& launch) {
  auto& code = static_cast<EmulatedCode&>(*launch.code);
  Launch result;
  result.code = &code.loaded();
  result.kernel = &code.kernel(launch.kernel);
  result.dimensions = launch.dimensions;
  for (unsigned d = 0; d < 3; ++d) {
    result.items[d] = launch.items[d];
    result.offset[d] = launch.offset[d];
    result.group[d] = static_cast<std::uint32_t>(launch.group[d]);
  }
  const auto& facts = code.kernels()[launch.kernel];
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const front::LaunchArgument& argument = launch.arguments[i];
    std::vector<std::uint8_t> bytes = argument.value;
    if (const auto address = address_of(argument, facts.arguments[i].kind)) bytes = front::bytes_of(*address);
    result.texels.push_back(argument.image != nullptr ? static_cast<EmulatedImage&>(*argument.image).texels() : 0);
    result.arguments.push_back(std::move(bytes));
    result.local_bytes.push_back(static_cast<std::uint32_t>(argument.local_bytes));
  }
  return result;
}

// The host's memory is the device's, so a command is over when its function returns.
class EmulatedStream : public front::Stream {
 public:
  explicit EmulatedStream(EmulatedDevice& device) : device_(device) {}

  void read(front::Memory& from, const front::Box& box, std::uint8_t* to, const front::Box& host,
            const front::Extent& extent) override {
    const std::uint8_t* bytes = from.host();
    for_each_row(extent, box, host, [&](std::size_t at, std::size_t host_at, std::size_t size) {
      std::memcpy(to + host_at, bytes + at, size);
    });
  }
  void write(front::Memory& to, const front::Box& box, const std::uint8_t* from, const front::Box& host,
             const front::Extent& extent) override {
    std::uint8_t* bytes = to.host();
    for_each_row(extent, box, host, [&](std::size_t at, std::size_t host_at, std::size_t size) {
      std::memcpy(bytes + at, from + host_at, size);
    });
  }
  void copy(front::Memory& from, const front::Box& from_box, front::Memory& to, const front::Box& to_box,
            const front::Extent& extent) override {
    const std::uint8_t* source = from.host();
    std::uint8_t* target = to.host();
    for_each_row(extent, from_box, to_box, [&](std::size_t at, std::size_t to_at, std::size_t size) {
      std::memmove(target + to_at, source + at, size);
    });
  }
  void fill(front::Memory& to, std::size_t offset, std::size_t size,
            const std::vector<std::uint8_t>& pattern) override {
    std::uint8_t* bytes = to.host() + offset;
    for (std::size_t i = 0; i < size; i += pattern.size()) std::memcpy(bytes + i, pattern.data(), pattern.size());
  }
  void copy_texels(const front::TexelPlace& from, const front::TexelPlace& to, const front::Extent& extent) override {
    emulator::copy_texels(from, to, extent);
  }
  void fill_texels(front::Image& image, const front::Extent& origin, const front::Extent& extent,
                   const std::vector<std::uint8_t>& texel) override {
    emulator::fill_texels(image, origin, extent, texel);
  }
  void launch(const front::Launch& launch) override { device_.run(launch); }

 private:
  EmulatedDevice& device_;
};

// False for chips that CLC_EMULATOR_CHIP, a list with commas, leaves out; without it one of each generation is there.
bool is_shown(const ChipFacts& chip) {
  const char* given = std::getenv("CLC_EMULATOR_CHIP");
  if (given == nullptr || *given == '\0') return chip.is_shown;
  const std::string list = "," + std::string(given) + ",";
  return list.find("," + std::string(chip.name) + ",") != std::string::npos;
}

}  // namespace

AddressSpace& memory() {
  static auto* one = new AddressSpace;
  return *one;
}

std::uint64_t seed() {
  return number_variable("CLC_EMULATOR_SEED", 0, 1);
}

const Allocation* allocate(std::size_t size, std::string what) {
  try {
    if (allocated_bytes() + size <= k_global_bytes) {
      const Allocation* allocation = memory().allocate(size, std::move(what));
      allocated_bytes() += size;
      return allocation;
    }
  } catch (const std::bad_alloc&) {
    // as if the device had no more
  }
  throw front::Failure(CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

void release(const Allocation* allocation) {
  allocated_bytes() -= allocation->size;
  memory().release(allocation);
}

EmulatedMemory::EmulatedMemory(std::size_t size)
    : allocation_(emulator::allocate(size, "a buffer of " + std::to_string(size) + " bytes")) {}

EmulatedMemory::~EmulatedMemory() {
  release(allocation_);
}

std::unique_ptr<front::Memory> EmulatedDevice::allocate(std::size_t size) {
  return std::make_unique<EmulatedMemory>(size);
}

std::unique_ptr<front::Image> EmulatedDevice::make_image(const front::ImageShape& shape,
                                                         const front::ImageBuffer& buffer) {
  return std::make_unique<EmulatedImage>(chip_, shape, buffer);
}

std::shared_ptr<front::Code> EmulatedDevice::load(const std::uint8_t* bytes, std::size_t size) {
  try {
    CodeObject object = read_code_object(bytes, size);
    if (object.is_generic && generation(object.chip) == generation(chip_)) object.chip = chip_;
    if (object.chip != chip_) {
      throw Fault("the code object is for " + std::string(chip_name(object.chip)) + ", and the device is " +
                  std::string(chip_name(chip_)));
    }
    if (object.needs_xnack || object.refuses_sramecc) {
      throw Fault("the code object wants another setting of xnack or sramecc: " + object.target);
    }
    return std::make_shared<EmulatedCode>(std::move(object), std::vector<std::uint8_t>(bytes, bytes + size));
  } catch (const Fault& fault) {
    std::fprintf(stderr, "emulator: %s\n", fault.what());
    throw front::Failure(CL_INVALID_BINARY);
  }
}

std::unique_ptr<front::Stream> EmulatedDevice::make_stream() {
  return std::make_unique<EmulatedStream>(*this);
}

void EmulatedDevice::run(const front::Launch& given) {
  const std::lock_guard guard(mutex_);
  Launch launch = machine_launch(given);
  const PrintfBuffer output(launch.code->object());
  launch.hidden.printf = output.address();
  const char* path = std::getenv("CLC_EMULATOR_COUNTERS");
  launch.is_counted = path != nullptr;
  try {
    const Counters counters = machine_.run(launch);
    output.print();
    if (path != nullptr) write_counters(path, launch, seed(), counters);
  } catch (const Fault& fault) {
    output.print();
    throw front::Failure(CL_OUT_OF_RESOURCES, fault.what());
  }
}

namespace {

front::Platform make_platform() {
  front::Platform platform{"clc emulator", "clc", "clc", "CLCEMU", {}, {}};
  for (const ChipFacts& chip : k_all_chips) {
    if (is_shown(chip)) platform.devices.push_back(std::make_unique<EmulatedDevice>(chip.chip));
  }
  if (platform.devices.empty()) {
    std::fprintf(stderr, "emulator: CLC_EMULATOR_CHIP=%s names no chip that is emulated\n",
                 std::getenv("CLC_EMULATOR_CHIP"));
  }
  return platform;
}

const bool g_is_provided = front::provide_platform(make_platform);

}  // namespace
}  // namespace clc::emulator
