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
  ~Handle() {
    if (is_open()) ::CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  HANDLE get() const { return handle_; }
  bool is_open() const { return handle_ != INVALID_HANDLE_VALUE; }
  HANDLE release() { return std::exchange(handle_, INVALID_HANDLE_VALUE); }

 private:
  HANDLE handle_;
};

inline HANDLE open_handle(const std::string& path, DWORD access, DWORD how, DWORD flags) {
  return ::CreateFileW(to_wide(path).c_str(), access, k_shared, nullptr, how, flags, nullptr);
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
