// A file that is written and has no name yet. Several that belong together are staged first, so that what can fail
// fails before the first of them is seen; then each is published, by a rename. It has the permissions of the file that
// it replaces, where that was this user's.
#pragma once

#include <string>
#include <utility>

#include "clc/base/bytes.h"
#include "clc/base/file.h"
#include "clc/base/result.h"

namespace clc {

// The place to which symbolic links lead, where nothing need be; a link only where they lead in a circle.
std::string through_links(const std::string& path);

class StagedFile {
 public:
  // For `path`, through symbolic links. A device or a pipe is written to by publish(), never replaced.
  static Result<StagedFile> stage(const std::string& path, BytesView bytes, Unchanged unchanged = Unchanged::k_rewrite,
                                  Flush flush = Flush::k_no, FileTime time = FileTime::k_now);
  // For a name in a folder, in the place of whatever has it. The folder is not flushed.
  static Result<StagedFile> stage_in(const std::string& folder, const std::string& name, BytesView bytes,
                                     Flush flush = Flush::k_no, FileTime time = FileTime::k_now);
  StagedFile(StagedFile&& other) noexcept;
  StagedFile& operator=(StagedFile&&) = delete;
  // Removes it unless it was published.
  ~StagedFile();

  // `bytes` of stage() must still live.
  Result<void> publish();

 private:
  enum class Way { k_replace, k_keep, k_touch, k_write };

  StagedFile(Way way, std::string path, BytesView bytes, Flush flush, FileTime time)
      : way_(way), path_(std::move(path)), bytes_(bytes), flush_(flush), time_(time) {}

  // Writes the bytes to a file in `folder`.
  Result<void> write(const std::string& folder);
  Result<void> replace();

  Way way_;
  std::string path_;
  BytesView bytes_;
  Flush flush_;
  bool flushes_folder_ = true;
  FileTime time_;
  std::string folder_, temporary_;  // for k_replace: where it is made, and its name there, if it has one
  int file_ = -1;                   // for k_replace: open until it is published
};

// The error that write_file_atomically() would have, for those who work long before they write. Leaves nothing behind.
Result<void> check_writable(const std::string& path);

}  // namespace clc
