#include "base/platform/process.h"

#include <windows.h>

#include <bcrypt.h>
#include <io.h>
#include <shellapi.h>

#include <exception>
#include <thread>
#include <utility>

#include "base/platform/windows/system.h"

namespace clc::platform {

std::uint64_t process_id() {
  return ::GetCurrentProcessId();
}

std::vector<std::string> command_of_this_process() {
  std::vector<std::string> words;
  int count = 0;
  wchar_t** const all = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  if (all == nullptr) return words;
  for (int i = 0; i < count; ++i) words.push_back(to_narrow(all[i]));
  ::LocalFree(reinterpret_cast<HLOCAL>(all));
  return words;
}

// Only the system starts such a process, with variables of its own.
bool is_privileged() {
  return false;
}

bool is_main_thread() {
  return false;
}

bool start_thread(std::function<void()> work) {
  try {
    std::thread(std::move(work)).detach();
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

bool has_threads_at_exit() {
  return false;
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
