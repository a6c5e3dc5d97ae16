#include "identity/observations.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>

#include "base/fields/byte_fields.h"
#include "base/file_descriptor.h"
#include "clc/cache/machine.h"

namespace clc {
namespace {

constexpr std::size_t k_text_limit = 16384;
constexpr std::int64_t k_nanoseconds = 1'000'000'000;

// A thing as a memo holds it, with how it looked.
struct Observation {
  Observations::Kind kind{};
  std::string name, looked;
};

template <class F>
void fields(F& f, FieldsOf<F, Observation>& observation) {
  f.choice(observation.kind, Observations::Kind::k_environment);
  f.text(observation.name);
  f.text(observation.looked);
}

struct FileState {
  std::uint64_t device, inode, mode, size;
  std::int64_t changed, modified;
};

std::int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * k_nanoseconds + time.tv_nsec;
}

std::string look_at_path(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0)
    return errno == ENOENT || errno == ENOTDIR ? "" : "error " + std::to_string(errno);
  const FileState state{info.st_dev,
                        info.st_ino,
                        info.st_mode,
                        static_cast<std::uint64_t>(info.st_size),
                        nanoseconds(info.st_ctim),
                        nanoseconds(info.st_mtim)};
  return std::string(reinterpret_cast<const char*>(&state), sizeof state);
}

std::string look_at_text(const std::string& path) {
  const FileDescriptor file(open_file(path, O_RDONLY | O_NONBLOCK));
  std::string text;
  if (file.is_open()) (void)read_all(file.get(), text, k_text_limit);
  return text;
}

std::string look_at_entries(const std::string& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), closedir);
  std::set<std::string> names;
  while (const dirent* entry = folder ? readdir(folder.get()) : nullptr) names.insert(entry->d_name);
  std::string all;
  for (const std::string& name : names) all += name + "\n";
  return all;
}

std::string look_at_kernel() {
  utsname names{};
  if (uname(&names) != 0) return "";
  return std::string(names.release) + " " + names.version + " " + names.machine;
}

std::string look_at_environment(const std::string& prefixes) {
  ByteWriter writer;
  for (const std::string& entry : cache::environment_with(prefixes)) writer.text(entry);
  return writer.take();
}

std::string look_at(Observations::Kind kind, const std::string& name) {
  switch (kind) {
    case Observations::Kind::k_path:
      return look_at_path(name);
    case Observations::Kind::k_text:
      return look_at_text(name);
    case Observations::Kind::k_entries:
      return look_at_entries(name);
    case Observations::Kind::k_processor:
      return cache::processor();
    case Observations::Kind::k_kernel:
      return look_at_kernel();
    case Observations::Kind::k_variable:
      if (const char* value = std::getenv(name.c_str())) return std::string("=") + value;
      return "";
    case Observations::Kind::k_environment:
      return look_at_environment(name);
  }
  return "";
}

}  // namespace

std::string inode_of(const std::string& path) {
  return look_at_path(path).substr(0, 2 * sizeof(std::uint64_t));
}

const std::string& Observations::look(Kind kind, const std::string& name) {
  const auto [at, is_new] = seen_.try_emplace({kind, name});
  if (is_new) at->second = look_at(kind, name);
  return at->second;
}

bool Observations::hold() const {
  for (const auto& [thing, looked] : seen_) {
    if (look_at(thing.first, thing.second) != looked) return false;
  }
  return true;
}

bool Observations::are_settled(std::int64_t before) const {
  for (const auto& [thing, looked] : seen_) {
    FileState state{};
    if (thing.first != Kind::k_path || looked.size() != sizeof state) continue;
    std::memcpy(&state, looked.data(), sizeof state);
    if (state.changed >= before) return false;
  }
  return is_whole_;
}

void Observations::write(ByteWriter& writer) const {
  std::vector<Observation> all;
  for (const auto& [thing, looked] : seen_) all.push_back({thing.first, thing.second, looked});
  ByteFieldWriter(writer).list(all);
}

Observations Observations::read(ByteReader& reader) {
  std::vector<Observation> all;
  ByteFieldReader(reader).list(all);
  Observations observations;
  for (Observation& one : all) observations.seen_[{one.kind, std::move(one.name)}] = std::move(one.looked);
  return observations;
}

std::vector<std::string> environment_entries(const std::string& looked) {
  std::vector<std::string> entries;
  ByteReader reader(looked);
  while (reader.is_good() && reader.left() != 0) entries.push_back(reader.text());
  return entries;
}

}  // namespace clc
