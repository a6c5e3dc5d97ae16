#include "base/platform/process.h"

#include <string.h>
#include <sys/random.h>
#include <unistd.h>

namespace clc::platform {

std::uint64_t process_id() {
  return static_cast<std::uint64_t>(::getpid());
}

// std::random_device asks the processor who it is, which costs much in a virtual machine.
std::uint32_t random_number() {
  std::uint32_t random = 0;
  if (::getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) random = 0;
  return random;
}

bool is_terminal(int stream) {
  return ::isatty(stream) == 1;
}

void wipe(void* secret, std::size_t size) {
  ::explicit_bzero(secret, size);
}

}  // namespace clc::platform
