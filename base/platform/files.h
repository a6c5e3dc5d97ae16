// Files and folders as the system has them. Paths are UTF-8 everywhere. Functions that return an int return 0 or an
// errno; those that open return a descriptor, or -1 with an errno in errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace clc {

// Says whether a symbolic link that stands in the place of a file is followed.
enum class Links { k_follow, k_refuse };

namespace platform {

enum class FileKind { k_regular, k_folder, k_link, k_other };

// The owner's number, and the permissions of POSIX.
struct Owner {
  std::uint32_t user = 0, mode = 0;
  std::uint32_t group = 0;
};

struct FileStatus {
  FileKind kind = FileKind::k_other;
  std::uint64_t size = 0;
  // Nanoseconds since 1970: of the last change of its contents, and of anything about it.
  std::int64_t written = 0;
  std::int64_t changed = 0;
  std::optional<Owner> owner;  // none where the system tells it in another way (Windows)
};

// The user that this process acts for.
std::uint32_t our_user();

int status_of(int file, FileStatus& status);
// k_refuse tells of a link itself.
int status_of(const std::string& path, Links links, FileStatus& status);
// ENOENT when there is nothing of this name, behind links either.
int find(const std::string& path);
// Says whether the path leads to a file that can be run.
bool is_program(const std::string& path);
// Calls `visit` for each name in a folder, in no order. Nothing happens where the folder cannot be read.
void list_names(const std::string& folder, const std::function<void(const char* name)>& visit);

// Opens a file or a folder to read. It never waits: not for the writer of a pipe, nor for a device. ELOOP: a link that
// is refused.
int open_to_read(const std::string& path, Links links);
// Does the same for what somebody named, and may wait.
int open_named(const std::string& path);
// Opens a device or a pipe to write.
int open_device(const std::string& path);
// Makes a file with ordinary permissions. EEXIST: there was one of this name.
int create_file(const std::string& path);
// Makes one without a name, which vanishes with its process. ENOTSUP: not on this file system.
int create_unnamed(const std::string& folder);
// Gives an open file the permissions of another one of this user, which it is to replace; no others are taken over.
int take_permissions(int file, const std::string& from);
// EEXIST: there was one of this name.
int give_name(int file, const std::string& path);
void close_file(int file);
// The standard streams, for bytes as they are.
int standard_input();
int standard_output();

// Returns the number of bytes, 0 at the end, or -1 with an errno in errno; a signal interrupts neither.
std::ptrdiff_t read_some(int file, char* into, std::size_t size);

// Closes a file that was written. An error says that its bytes may not have arrived.
int close_written(int file);
// Gives a file a name, in the place of another one that had it; no reader sees neither.
int replace(const std::string& from, const std::string& to);
int remove_file(const std::string& path);
// Removes an empty folder.
int remove_folder(const std::string& path);
// Sets the time of the last change to now.
int touch(const std::string& path);
// Sets it to one before that of any source.
int make_old(const std::string& path);
// Bring to the disk what was written. Nothing is done for a folder where the system keeps names safe itself, or
// the file system cannot flush one.
int flush(int file);
int flush_file(const std::string& path);
int flush_folder(const std::string& path);
// Makes an empty folder for this user alone, where temporary files lie. While `held` is open it is not abandoned; -1:
// nobody can tell.
int make_temporary_folder(std::string& path, int& held);
// Visits those of this user that processes left when they were killed; none where nobody can tell.
void visit_abandoned_folders(const std::function<void(const std::string& path)>& visit);

// The turn of one of several that write in a folder. Where the file system has no locks, nobody waits.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  // 0, or the errno why the folder cannot be opened.
  int error() const { return error_; }

 private:
  std::intptr_t handle_ = -1;
  int error_ = 0;
};

}  // namespace platform
}  // namespace clc
