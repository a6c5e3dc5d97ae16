// Files that several processes change and lock. Functions that open return a descriptor, or -1 with an errno in errno.
#pragma once

#include <cstdint>
#include <string>

#include "clc/base/bytes.h"

namespace clc::platform {

// The number that no other file of the same file system has; 0: there is no file.
std::uint64_t file_number(const std::string& path);

// Opens a file to write at its end, and makes it, for this user alone, if there is none.
int open_to_append(const std::string& path);
// Opens a file that processes change or lock in turn, and never waits. k_if_absent makes it, for this user alone.
enum class Make { k_never, k_if_absent };
int open_to_change(const std::string& path, Make make);
// Gives an open file other contents. Returns 0 or an errno.
int overwrite(int file, BytesView bytes);

// Locks on single bytes of a file, which need not be there, between files that were opened each by itself. The end of a
// process frees its locks. A lock takes the place of the one that the file had on the byte.
enum class ByteLock { k_none, k_shared, k_alone };
// False: another one has a lock that excludes it; then the file has its earlier lock. Where the file system has no
// locks, nobody has one. On Windows the earlier lock goes before the new one comes, and another file may come between;
// then this waits to have the byte in common again, and after a limit it has no lock there.
bool lock_byte(int file, std::uint64_t at, ByteLock lock);
// Says whether another one has a lock there.
bool is_locked(int file, std::uint64_t at);
constexpr int k_longest_wait_to_regain_seconds = 10;

}  // namespace clc::platform
