// The emulated chips as devices of the driver's front.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "front/device.h"
#include "machine/loaded_code.h"
#include "machine/machine.h"

namespace clc::emulator {

// The memory that all chips reach. It stays until the process ends, as the threads of queues do.
AddressSpace& memory();
// CLC_EMULATOR_SEED.
std::uint64_t seed();

// Memory of the devices, of which there is so much. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
const Allocation* allocate(std::size_t size, std::string what);
void release(const Allocation* allocation);

inline constexpr std::uint64_t k_global_bytes = std::uint64_t{4} << 30U;
inline constexpr std::uint32_t k_printf_bytes = 4U << 20U;

front::DeviceFacts facts_of(Chip chip);

class EmulatedMemory : public front::Memory {
 public:
  explicit EmulatedMemory(std::size_t size);
  ~EmulatedMemory() override;
  std::uint8_t* host() override { return allocation_->bytes; }
  std::uint64_t address() const { return allocation_->address; }

 private:
  const Allocation* allocation_;
};

class EmulatedCode : public front::Code {
 public:
  EmulatedCode(CodeObject object, std::vector<std::uint8_t> file);
  const std::vector<front::KernelFacts>& kernels() const override { return facts_; }
  std::uint64_t global_variable_bytes() const override { return loaded_.object().variable_bytes; }
  LoadedCode& loaded() { return loaded_; }
  const KernelCode& kernel(std::size_t index) const { return loaded_.object().kernels.at(facts_[index].name); }

 private:
  LoadedCode loaded_;
  std::vector<front::KernelFacts> facts_;
};

// Launches of one chip follow each other, whatever their queues.
class EmulatedDevice : public front::Device {
 public:
  explicit EmulatedDevice(Chip chip) : chip_(chip), facts_(facts_of(chip)), machine_(chip, memory(), seed()) {}
  const front::DeviceFacts& facts() const override { return facts_; }
  std::unique_ptr<front::Memory> allocate(std::size_t size) override;
  std::unique_ptr<front::Image> make_image(const front::ImageShape& shape, const front::ImageBuffer& buffer) override;
  std::shared_ptr<front::Code> load(const std::uint8_t* bytes, std::size_t size) override;
  std::unique_ptr<front::Stream> make_stream() override;

  // Throws the fault of a kernel as a failure.
  void run(const front::Launch& launch);

 private:
  const Chip chip_;
  const front::DeviceFacts facts_;
  std::mutex mutex_;
  Machine machine_;
};

}  // namespace clc::emulator
