// Entries for tests of the cache, whose payloads can be told to be theirs.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/digest.h"
#include "clc/cache/store.h"

namespace clc::test {

inline cache::Settings cache_settings(const std::string& folder, std::uint64_t max_bytes = std::uint64_t{1} << 30U) {
  cache::Settings settings;
  settings.folder = folder;
  settings.max_bytes = max_bytes;
  return settings;
}

inline std::string sample_key(int number) {
  return sha256_hex("key " + std::to_string(number));
}

// Returns a payload of any size and any version: the first line says what it is, and the rest follows from that.
inline std::string sample_payload(const std::string& key, std::size_t size, int version) {
  const std::string head = key + " " + std::to_string(size) + " " + std::to_string(version) + "\n";
  std::string payload = head;
  while (payload.size() < size) payload += sha256_hex(head + std::to_string(payload.size()));
  payload.resize(std::max(size, head.size()));
  return payload;
}

inline bool is_sample_of(const std::string& key, const std::string& payload) {
  const std::size_t end = payload.find('\n');
  if (end == std::string::npos || payload.compare(0, key.size(), key) != 0) return false;
  char* rest = nullptr;
  const std::size_t size = std::strtoul(payload.c_str() + key.size(), &rest, 10);
  return sample_payload(key, size, static_cast<int>(std::strtol(rest, nullptr, 10))) == payload;
}

// False only when the store gave something that was never put there.
inline bool is_right_or_nothing(cache::Store& store, cache::EntryKind kind, const std::string& key) {
  const std::optional<Bytes> payload = store.get(kind, key);
  return !payload || is_sample_of(key, *payload);
}

inline std::string entry_file(const std::string& folder, cache::EntryKind kind, const std::string& key) {
  return folder + "/v1/" + key.substr(0, 2) + "/" + key.substr(2) + "." + cache::kind_name(kind);
}

// Returns the files of kept programs, but for those set aside as damaged.
inline std::vector<std::string> program_entries(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string path = at->path().string();
    if (at->path().extension() == ".program" && path.find("/damaged/") == std::string::npos) found.push_back(path);
  }
  return found;
}

// Sets the time of the last change to so many seconds from now.
inline void shift_time(const std::string& path, std::int64_t seconds) {
  const struct timespec time = {::time(nullptr) + seconds, 0};
  const struct timespec times[2] = {time, time};
  if (::utimensat(AT_FDCWD, path.c_str(), times, 0) != 0) std::abort();
}

}  // namespace clc::test
