#include "base/platform/process.h"

#include <windows.h>

#include <bcrypt.h>
#include <io.h>
#include <shellapi.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <thread>
#include <utility>

#include "base/platform/windows/start_process.h"
#include "base/platform/windows/system.h"

namespace clc::platform {
namespace {

HANDLE console_of(int stream) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(stream));
}

}  // namespace

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

void visit_environment(const std::function<void(const char* entry)>& visit) {
  for (const std::string& entry : our_environment()) visit(entry.c_str());
}

// Both those of C and those of the system, which libraries with another C read.
void set_variable(const char* name, const char* value) {
  ::_wputenv(to_wide(std::string(name) + "=" + (value == nullptr ? "" : value)).c_str());
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
  return ::GetConsoleMode(console_of(stream), &mode) != 0;
}

unsigned terminal_columns(int stream) {
  CONSOLE_SCREEN_BUFFER_INFO screen;
  if (::GetConsoleScreenBufferInfo(console_of(stream), &screen) == 0) return 0;
  return static_cast<unsigned>(screen.srWindow.Right - screen.srWindow.Left + 1);
}

// The error of the write tells it here.
bool is_reader_gone(int) {
  return false;
}

// The terminal outlives the process, and gets back what it had.
void prepare_terminal() {
  static UINT page_before = 0;
  page_before = ::GetConsoleOutputCP();
  if (page_before == 0) return;
  ::SetConsoleOutputCP(CP_UTF8);
  std::atexit([] { ::SetConsoleOutputCP(page_before); });
  for (const int stream : {1, 2}) {
    DWORD mode = 0;
    if (::GetConsoleMode(console_of(stream), &mode) != 0)
      ::SetConsoleMode(console_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

// The words of main() are in the system's code page. Paths have slashes in the rest of the project; behind "--" are
// words for another program.
std::vector<std::string> words_of_main(int, char**) {
  std::vector<std::string> words = command_of_this_process();
  if (!words.empty()) words.erase(words.begin());
  for (auto word = words.begin(); word != words.end() && *word != "--"; ++word)
    std::replace(word->begin(), word->end(), '\\', '/');
  return words;
}

void wipe(void* secret, std::size_t size) {
  ::SecureZeroMemory(secret, size);
}

}  // namespace clc::platform
