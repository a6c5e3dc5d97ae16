#include "machine/dispatch.h"

#include <cstring>
#include <string>

#include "machine/fault.h"

namespace clc::emulator {

Temporary::Temporary(AddressSpace& memory, const std::uint8_t* bytes, std::size_t size, const char* what)
    : memory_(memory), allocation_(memory.allocate(size, what, true)) {
  if (size != 0) std::memcpy(allocation_->bytes, bytes, size);
}

Dispatch::Dispatch(const Launch& launch, AddressSpace& memory, Random& random)
    : launch_(launch),
      argument_bytes_(kernel_arguments(launch, random, lds_bytes_)),
      arguments_(memory, argument_bytes_.data(), argument_bytes_.size(), "the kernel arguments"),
      packet_bytes_(dispatch_packet(launch, lds_bytes_, arguments_.address())),
      packet_(memory, packet_bytes_.data(), packet_bytes_.size(), "the dispatch packet") {
  const auto count = launch.groups();
  group_count_ = std::uint64_t{count[0]} * count[1] * count[2];
  if (lds_bytes_ > facts(launch.code->object().chip).local_bytes)
    throw Fault("the group wants " + std::to_string(lds_bytes_) + " bytes of local memory");
}

}  // namespace clc::emulator
