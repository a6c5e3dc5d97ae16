#include "entry_file.h"

#include <cerrno>
#include <system_error>

#include "entry.h"

namespace clc::cache {
namespace {

// Eviction goes by the time of a file's last change. A hit renews a time that is older than this, or in the future.
constexpr std::int64_t k_touch_after = 3600 * k_second;

using Outcome = EntryRead::Outcome;

EntryRead failed(int error, const char* step) {
  // A disk error lasts; all other errors may pass: ESTALE, EACCES, EMFILE …
  const bool for_good = error == EIO || error == ELOOP;
  return {for_good ? Outcome::k_damaged : Outcome::k_failed,
          {},
          std::string("cannot be ") + step + ": " + std::generic_category().message(error)};
}

EntryRead damaged(std::string problem) {
  return {Outcome::k_damaged, {}, std::move(problem)};
}

void note_use(int fd, const platform::FileStatus& status) {
  const std::int64_t age = now() - changed_at(status);
  if (age > k_touch_after || age < -k_touch_after) platform::renew_time(fd);
}

}  // namespace

EntryRead read_entry(const Folder& folder, EntryKind kind, const std::string& key, bool touch) {
  const FileDescriptor file(folder.place().open_to_read(entry_path(kind, key)));
  if (!file.is_open() && errno == ENOENT) return {};
  if (!file.is_open()) return failed(errno, "opened");
  platform::FileStatus status;
  if (const int error = platform::status_of(file.get(), status); error != 0) return failed(error, "read");
  if (status.kind != platform::FileKind::k_regular) return damaged("not an ordinary file");
  if (!folder.trusts(status)) return damaged("others could have written it");

  // The size is believed only when the prefix agrees, so that no damaged file makes us allocate terabytes.
  Bytes bytes;
  if (const int error = read_all(file.get(), bytes, k_entry_prefix_size); error != 0) return failed(error, "read");
  const auto size = static_cast<std::size_t>(status.size);
  std::string problem = prefix_problem(bytes, size, kind, key);
  if (!problem.empty()) return damaged(std::move(problem));
  if (const int error = read_all(file.get(), bytes, size, size); error != 0) return failed(error, "read");
  if (bytes.size() != size) return damaged("cut short");
  problem = entry_problem(bytes, kind, key);
  if (!problem.empty()) return damaged(std::move(problem));
  if (touch) note_use(file.get(), status);
  bytes.resize(size - k_entry_checksum_size);
  bytes.erase(0, k_entry_prefix_size);
  return {Outcome::k_found, std::move(bytes), {}};
}

int write_whole(const Folder& folder, const std::string& name, std::initializer_list<BytesView> parts) {
  const std::size_t slash = name.find('/');
  const std::string temporary = temporary_path(slash == std::string::npos ? "." : name.substr(0, slash));
  const int fd = folder.create(temporary, platform::FileUse::k_new);
  if (fd < 0) return errno;
  int error = write_all(fd, parts);
  // Only here do network file systems report that the disk is full.
  const int closed = platform::close_written(fd);
  if (error == 0) error = closed;
  if (error == 0) error = folder.place().rename(temporary, name);
  if (error != 0) (void)folder.place().remove(temporary);
  return error;
}

int write_entry(const Folder& folder, EntryKind kind, const std::string& key, BytesView payload) {
  const Bytes prefix = entry_prefix(kind, key, payload.size(), static_cast<std::uint64_t>(now() / k_second));
  const std::string checksum = entry_checksum(prefix, payload);
  const std::string path = entry_path(kind, key);
  if (const int error = write_whole(folder, path, {prefix, payload, checksum}); error != ENOENT) return error;
  const int folder_error = folder.make_folder(fan_out(key));
  return folder_error != 0 ? folder_error : write_whole(folder, path, {prefix, payload, checksum});
}

void move_away(const Folder& folder, EntryKind kind, const std::string& key) {
  const std::string from = entry_path(kind, key);
  const std::string to = damaged_path(kind, key);
  const int error = folder.place().rename(from, to);
  if (error == 0) return;
  if (error == ENOENT && folder.make_folder(k_damaged_folder) == 0 && folder.place().rename(from, to) == 0) return;
  (void)folder.place().remove(from);
}

}  // namespace clc::cache
