// This process, and what the system does for it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace clc::platform {

std::uint64_t process_id();
// 0 where there is none to be had without waiting.
std::uint32_t random_number();
bool is_terminal(int stream);
// Overwrites a secret; no compiler leaves it out.
void wipe(void* secret, std::size_t size);

}  // namespace clc::platform
