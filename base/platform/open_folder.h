// A folder that is opened once, and what is below it. Names are relative to it, with slashes between their parts; links
// in the place of a file are refused. Functions that return an int return 0 or an errno; those that open return a
// descriptor, or -1 with an errno in errno.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/platform/files.h"

namespace clc::platform {

// Who may use what is made: this user, or a group, too.
enum class Share { k_nobody, k_group };
// New files, in which one is written from its beginning, at its end, or read and written anywhere.
enum class FileUse { k_new, k_append, k_change };

class OpenFolder {
 public:
  OpenFolder() = default;
  OpenFolder(OpenFolder&& other) noexcept;
  OpenFolder& operator=(OpenFolder&& other) noexcept;
  ~OpenFolder();

  int open(const std::string& path);
  int open_in(const OpenFolder& parent, const std::string& name);
  bool is_open() const { return handle_ != -1; }

  // The owner of the folder itself is known on every system.
  int status(FileStatus& status) const;
  int status_of(const std::string& name, FileStatus& status) const;
  bool has(const std::string& name) const;
  // 0: this user may make files in it.
  int check_writable() const;

  int open_to_read(const std::string& name) const;
  // k_append and k_change take a file that is there.
  int create(const std::string& name, FileUse use, Share share) const;
  // It is there afterwards, also where it was there before.
  int make_folder(const std::string& name, Share share) const;
  // The new name may be that of another file, which no reader of it loses.
  int rename(const std::string& from, const std::string& to) const;
  int remove(const std::string& name) const;
  int remove_folder(const std::string& name) const;
  // Visits the names in a folder below this one, or of this one (".").
  void list(const std::string& name, const std::function<void(const std::string& name)>& visit) const;

 private:
  std::intptr_t handle_ = -1;
  std::string path_;  // on Windows
};

// Says whether an error tells that the folder, or the disk that it is on, is not there any more.
bool is_gone(int error);

// Makes a folder and those above it, for this user alone.
int make_folders(const std::string& path);
// Sets the time of the last change of an open file to now.
void renew_time(int file);
// 0: a folder that is not opened lets this user make files in it.
int check_writable(const std::string& folder);
// The most bytes that this process may write into one file.
std::uint64_t largest_file();

}  // namespace clc::platform
