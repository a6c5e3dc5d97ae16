// Handles of Windows.
#pragma once

#include <fcntl.h>
#include <io.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <utility>

#include "base/platform/windows/system.h"

namespace clc::platform {

// Others may read, write, replace and remove what is open, as they may on other systems.
inline constexpr DWORD k_shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
// Without it a folder cannot be opened.
inline constexpr DWORD k_folders = FILE_FLAG_BACKUP_SEMANTICS;

// A handle of Windows, closed at the end of its life.
class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(other.release()) {}
  ~Handle() { reset(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  HANDLE get() const { return handle_; }
  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE; }
  void reset(HANDLE handle = INVALID_HANDLE_VALUE) {
    if (is_open()) ::CloseHandle(handle_);
    handle_ = handle;
  }
  HANDLE release() { return std::exchange(handle_, INVALID_HANDLE_VALUE); }

 private:
  HANDLE handle_;
};

// Scanners for viruses open what was written, and share it with nobody for a moment, which is waited for.
inline HANDLE open_handle(const std::string& path, DWORD access, DWORD how, DWORD flags) {
  constexpr int k_attempts = 20;
  constexpr DWORD k_pause = 10;  // milliseconds
  const std::wstring name = to_native(path);
  for (int attempt = 1;; ++attempt) {
    const HANDLE handle = ::CreateFileW(name.c_str(), access, k_shared, nullptr, how, flags, nullptr);
    const bool is_busy = handle == INVALID_HANDLE_VALUE && ::GetLastError() == ERROR_SHARING_VIOLATION;
    if (!is_busy || attempt == k_attempts) return handle;
    ::Sleep(k_pause);
  }
}

// A descriptor of the C library for the handle.
inline int descriptor_of(Handle& handle) {
  if (!handle.is_open()) {
    errno = errno_of();
    return -1;
  }
  const int file = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle.get()), _O_BINARY);
  if (file >= 0) (void)handle.release();
  return file;
}

}  // namespace clc::platform
