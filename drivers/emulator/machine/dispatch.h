// A launch with its arguments in the GPU's memory, for as long as it runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/address_space.h"
#include "machine/launch.h"

namespace clc::emulator {

// Memory that is given back.
class Temporary {
 public:
  Temporary(AddressSpace& memory, const std::uint8_t* bytes, std::size_t size, const char* what);
  ~Temporary() { memory_.release(allocation_); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  std::uint64_t address() const { return allocation_->address; }

 private:
  AddressSpace& memory_;
  const Allocation* allocation_;
};

class Dispatch {
 public:
  Dispatch(const Launch& launch, AddressSpace& memory, Random& random);
  const Launch& launch() const { return launch_; }
  std::uint32_t lds_bytes() const { return lds_bytes_; }
  std::uint64_t group_count() const { return group_count_; }
  std::uint64_t arguments() const { return arguments_.address(); }
  std::uint64_t packet() const { return packet_.address(); }

 private:
  const Launch& launch_;
  std::uint32_t lds_bytes_ = 0;
  std::uint64_t group_count_ = 0;
  std::vector<std::uint8_t> argument_bytes_;
  Temporary arguments_;
  std::array<std::uint8_t, 64> packet_bytes_;
  Temporary packet_;
};

}  // namespace clc::emulator
