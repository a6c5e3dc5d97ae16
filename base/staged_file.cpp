#include "base/staged_file.h"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/file_descriptor.h"
#include "base/file_io.h"
#include "base/platform/files.h"
#include "base/platform/paths.h"
#include "base/platform/process.h"
#include "base/try.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

// Different for each call in each process, also where process numbers repeat (containers that share a disk).
std::string temporary_path(const std::string& folder) {
  static std::atomic<unsigned> counter{0};
  return folder + "/" + k_temporary_prefix + std::to_string(platform::process_id()) + "-" + std::to_string(counter++) +
         "-" + std::to_string(platform::random_number());
}

std::string folder_of(const fs::path& path) {
  return path.has_parent_path() ? platform::to_text(path.parent_path()) : ".";
}

bool holds(const std::string& path, fs::file_type type, BytesView bytes) {
  std::error_code ignored;
  if (type != fs::file_type::regular || fs::file_size(platform::to_path(path), ignored) != bytes.size()) return false;
  const Result<Bytes> old = read_ordinary_file(path, bytes.size());
  return old && *old == bytes;
}

Result<void> flush_with_name(const std::string& path) {
  CLC_TRY(flush_file(path));
  return flush_folder(folder_of(platform::to_path(path)));
}

}  // namespace

std::string through_links(const std::string& path) {
  constexpr int k_most_links = 40;  // as in Linux
  std::error_code ignored;
  fs::path at = platform::to_path(path);
  for (int links = 0; links < k_most_links && fs::is_symlink(at, ignored); ++links)
    at = at.parent_path() / fs::read_symlink(at, ignored);
  return platform::to_text(at);
}

Result<StagedFile> StagedFile::stage(const std::string& path, BytesView bytes, Unchanged unchanged, Flush flush,
                                     FileTime time) {
  std::error_code ignored;
  const fs::path target = platform::to_path(through_links(path));
  if (fs::is_symlink(target, ignored)) return io_error("write", path, ELOOP);
  const fs::file_type type = fs::status(target, ignored).type();
  if (type == fs::file_type::directory) return io_error("write", path, EISDIR);
  if (type == fs::file_type::character || type == fs::file_type::fifo)
    return StagedFile(Way::k_write, path, bytes, Flush::k_no, FileTime::k_now);
  // The same bytes need no new file: some file systems flush a file that replaces another, which takes long.
  if (holds(platform::to_text(target), type, bytes)) {
    const Way way = unchanged == Unchanged::k_keep ? Way::k_keep : Way::k_touch;
    return StagedFile(way, platform::to_text(target), bytes, flush, time);
  }
  StagedFile file(Way::k_replace, platform::to_text(target), bytes, flush, time);
  CLC_TRY(file.write(folder_of(target)));
  return file;
}

Result<StagedFile> StagedFile::stage_in(const std::string& folder, const std::string& name, BytesView bytes,
                                        Flush flush, FileTime time) {
  StagedFile file(Way::k_replace, folder + "/" + name, bytes, flush, time);
  file.flushes_folder_ = false;
  CLC_TRY(file.write(folder));
  return file;
}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : way_(other.way_),
      path_(std::move(other.path_)),
      bytes_(other.bytes_),
      flush_(other.flush_),
      flushes_folder_(other.flushes_folder_),
      time_(other.time_),
      folder_(std::move(other.folder_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, -1)) {}

StagedFile::~StagedFile() {
  if (file_ >= 0) platform::close_file(file_);
  if (!temporary_.empty()) platform::remove_file(temporary_);
}

Result<void> StagedFile::write(const std::string& folder) {
  folder_ = folder;
  way_ = Way::k_replace;
  // A process that is killed leaves nothing of a file that has no name.
  file_ = platform::create_unnamed(folder);
  while (file_ < 0) {
    temporary_ = temporary_path(folder);
    file_ = platform::create_file(temporary_);
    if (file_ >= 0 || errno == EEXIST) continue;
    temporary_.clear();
    return io_error("write", path_, errno);
  }
  if (const int error = platform::take_permissions(file_, path_); error != 0) return io_error("write", path_, error);
  CLC_TRY(write_to(file_, bytes_, path_));
  const int error = flush_ == Flush::k_to_disk ? platform::flush(file_) : 0;
  return error == 0 ? Result<void>() : io_error("flush", path_, error);
}

Result<void> StagedFile::replace() {
  while (temporary_.empty()) {
    std::string name = temporary_path(folder_);
    const int error = platform::give_name(file_, name);
    if (error == 0) temporary_ = std::move(name);
    if (error != 0 && error != EEXIST) return io_error("write", path_, error);
  }
  int error = platform::close_written(std::exchange(file_, -1));
  if (error == 0 && time_ == FileTime::k_outdated) error = platform::make_old(temporary_);
  if (error == 0) error = platform::replace(temporary_, path_);
  if (error != 0) return io_error("write", path_, error);
  temporary_.clear();
  return {};
}

Result<void> StagedFile::publish() {
  if (way_ == Way::k_write) {
    // A device or a pipe is written to, never replaced.
    const FileDescriptor file(platform::open_device(path_));
    return file.is_open() ? write_to(file.get(), bytes_, path_) : io_error("write", path_, errno);
  }
  const std::string folder = folder_of(platform::to_path(path_));
  if (way_ != Way::k_replace) {
    int error = 0;
    if (time_ == FileTime::k_outdated) error = platform::make_old(path_);
    if (time_ == FileTime::k_now && way_ == Way::k_touch) error = platform::touch(path_);
    if (error == 0) return flush_ == Flush::k_to_disk ? flush_with_name(path_) : Result<void>();
    // A file of somebody else keeps its time, unless it is replaced.
    CLC_TRY(write(folder));
  }
  Result<void> replaced = replace();
  return replaced && flushes_folder_ && flush_ == Flush::k_to_disk ? flush_folder(folder) : replaced;
}

Result<void> check_writable(const std::string& path) {
  const Result<StagedFile> file = StagedFile::stage(path, "", Unchanged::k_keep);
  return file ? Result<void>() : fail(file);
}

}  // namespace clc
