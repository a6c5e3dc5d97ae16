#include "base/platform/process.h"

#include <windows.h>

#include <bcrypt.h>
#include <io.h>

namespace clc::platform {

std::uint64_t process_id() {
  return ::GetCurrentProcessId();
}

std::uint32_t random_number() {
  std::uint32_t random = 0;
  const auto done =
      ::BCryptGenRandom(nullptr, reinterpret_cast<UCHAR*>(&random), sizeof random, BCRYPT_USE_SYSTEM_PREFERRED_RNG);
  return done == 0 ? random : 0;
}

bool is_terminal(int stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(reinterpret_cast<HANDLE>(::_get_osfhandle(stream)), &mode) != 0;
}

void wipe(void* secret, std::size_t size) {
  ::SecureZeroMemory(secret, size);
}

}  // namespace clc::platform
