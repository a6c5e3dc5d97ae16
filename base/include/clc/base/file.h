// Whole files: read at once, and written so that readers see the old contents or the new ones.
#pragma once

#include <cstdint>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

// Reads a file that somebody named, which may be a pipe or a device. It may wait for them.
Result<Bytes> read_file(const std::string& path);

// Reads a file that somebody else may have put there: a regular one only, and none with more than `limit` bytes. It
// never waits; a pipe, a device or a folder is an error.
Result<Bytes> read_ordinary_file(const std::string& path, std::uint64_t limit);

// Says what to do where exactly the same contents lie already: write them again, or leave them with their time, so that
// a build system that compares times does not rebuild what depends on them.
enum class Unchanged { k_rewrite, k_keep };

// Says whether the contents are on the disk (fsync) when the call returns, so that also a crash of the machine leaves
// the old contents or the new ones. Flushing takes long, so it is done only where somebody asks for it.
enum class Flush { k_no, k_to_disk };

// The time of a file when it appears. k_outdated is one before that of any source: build tools make the file again.
enum class FileTime { k_now, k_outdated };

// Writes a temporary file beside `path` and renames it. A device or a pipe is written to directly and never flushed.
Result<void> write_file_atomically(const std::string& path, BytesView bytes, Unchanged unchanged = Unchanged::k_rewrite,
                                   Flush flush = Flush::k_no);

}  // namespace clc
