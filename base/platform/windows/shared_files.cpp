#include "base/platform/shared_files.h"

#include <chrono>
#include <thread>

#include "base/file_descriptor.h"
#include "base/platform/windows/handle.h"

namespace clc::platform {
namespace {

// The place of a byte for the functions that lock.
OVERLAPPED place_of(std::uint64_t at) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(at);
  place.OffsetHigh = static_cast<DWORD>(at >> 32U);
  return place;
}

HANDLE handle_of(int file) {
  return reinterpret_cast<HANDLE>(::_get_osfhandle(file));
}

// Returns false when another one has a lock that excludes it.
bool try_lock(HANDLE file, std::uint64_t at, ByteLock lock) {
  OVERLAPPED place = place_of(at);
  const DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (lock == ByteLock::k_alone ? LOCKFILE_EXCLUSIVE_LOCK : 0);
  if (::LockFileEx(file, flags, 0, 1, 0, &place) != 0) return true;
  const DWORD error = ::GetLastError();
  return error != ERROR_LOCK_VIOLATION && error != ERROR_IO_PENDING;
}

bool unlock(HANDLE file, std::uint64_t at) {
  OVERLAPPED place = place_of(at);
  return ::UnlockFileEx(file, 0, 1, 0, &place) != 0;
}

// Takes a lock in common again that this file had to give away for a moment, in which another one may have come.
bool regain(HANDLE file, std::uint64_t at) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point limit = Clock::now() + std::chrono::seconds(k_longest_wait_to_regain_seconds);
  while (!try_lock(file, at, ByteLock::k_shared)) {
    if (Clock::now() >= limit) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace

std::uint64_t file_number(const std::string& path) {
  const Handle file(open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, k_folders));
  BY_HANDLE_FILE_INFORMATION found;
  if (!file.is_open() || ::GetFileInformationByHandle(file.get(), &found) == 0) return 0;
  return (std::uint64_t{found.nFileIndexHigh} << 32U) | found.nFileIndexLow;
}

int open_to_append(const std::string& path) {
  Handle handle(open_handle(path, FILE_APPEND_DATA, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL));
  return descriptor_of(handle);
}

int open_to_change(const std::string& path, Make make) {
  const DWORD how = make == Make::k_if_absent ? OPEN_ALWAYS : OPEN_EXISTING;
  Handle handle(open_handle(path, GENERIC_READ | GENERIC_WRITE, how, FILE_FLAG_OPEN_REPARSE_POINT));
  return descriptor_of(handle);
}

int overwrite(int file, BytesView bytes) {
  if (::_lseeki64(file, 0, SEEK_SET) < 0) return errno;
  if (const int error = write_all(file, bytes); error != 0) return error;
  return ::_chsize_s(file, static_cast<std::int64_t>(bytes.size()));
}

// A file keeps its own lock on a byte from being replaced: that one goes first, and comes back in common where the new
// one fails.
bool lock_byte(int file, std::uint64_t at, ByteLock lock) {
  const HANDLE handle = handle_of(file);
  const bool was_locked = unlock(handle, at);
  if (lock == ByteLock::k_none || try_lock(handle, at, lock)) return true;
  return was_locked && regain(handle, at) && lock == ByteLock::k_shared;
}

bool is_locked(int file, std::uint64_t at) {
  const HANDLE handle = handle_of(file);
  if (!try_lock(handle, at, ByteLock::k_alone)) return true;
  unlock(handle, at);
  return false;
}

}  // namespace clc::platform
