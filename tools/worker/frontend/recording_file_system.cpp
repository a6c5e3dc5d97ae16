#include "worker/frontend/recording_file_system.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <tuple>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include "base/file_descriptor.h"
#include "clc/base/digest.h"
#include "worker/frontend/invocation.h"

namespace clc::worker {
namespace {

using Kind = FileFact::Kind;
using llvm::vfs::Status;

constexpr std::uint64_t k_largest_file = std::uint64_t{64} << 20U;

enum class Refusal { k_not_regular = 1, k_too_large };

// Clang shows the message: "cannot open file 'x': …".
class RefusalCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "refusal"; }
  std::string message(int refusal) const override {
    if (refusal == static_cast<int>(Refusal::k_not_regular)) return "only regular files can be included";
    return "files over " + std::to_string(k_largest_file >> 20U) + " MiB cannot be included";
  }
};

std::error_code refused(Refusal refusal) {
  static const RefusalCategory category;
  return {static_cast<int>(refusal), category};
}

// Without owner, permissions and times, so that nothing can depend on them.
Status bare(const Status& status, std::uint64_t size) {
  return {status.getName(), status.getUniqueID(), {}, 0, 0, size, status.getType(), llvm::sys::fs::all_read};
}

Status given_status(const std::string& name, const std::string& text) {
  const llvm::sys::fs::UniqueID id = llvm::vfs::getNextVirtualUniqueID();
  return {name, id, {}, 0, 0, text.size(), llvm::sys::fs::file_type::regular_file, llvm::sys::fs::all_read};
}

Status given_folder_status(const std::string& name) {
  const llvm::sys::fs::UniqueID id = llvm::vfs::getNextVirtualUniqueID();
  return {name, id, {}, 0, 0, 0, llvm::sys::fs::file_type::directory_file, llvm::sys::fs::all_read};
}

bool is_regular(const Status& status) {
  return status.getType() == llvm::sys::fs::file_type::regular_file;
}

// Gives exactly the bytes that were hashed, even if the file changes meanwhile.
class ReadFile final : public llvm::vfs::File {
 public:
  ReadFile(Status status, Bytes bytes) : status_(std::move(status)), bytes_(std::move(bytes)) {}

  llvm::ErrorOr<Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t, bool,
                                                               bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(bytes_, name);
  }
  std::error_code close() override { return {}; }

 private:
  Status status_;
  Bytes bytes_;
};

bool agree(const RecordingFileSystem::Lookup& a, const RecordingFileSystem::Lookup& b) {
  if (a.kind == Kind::k_absent || b.kind == Kind::k_absent) return a.kind == b.kind;
  if ((a.kind == Kind::k_folder) != (b.kind == Kind::k_folder)) return false;
  const bool are_read = a.kind == Kind::k_read && b.kind == Kind::k_read;
  return a.id == b.id && a.size == b.size && (!are_read || a.sha256 == b.sha256);
}

}  // namespace

void RecordingFileSystem::note(const std::string& path, Lookup answer) {
  const auto [at, is_new] = answers_.try_emplace(path, answer);
  if (is_new) return;
  if (!agree(at->second, answer)) is_repeatable_ = false;
  if (answer.kind == Kind::k_read) at->second = std::move(answer);
}

void RecordingFileSystem::note_absent(const std::string& path) {
  if (path.empty()) return;                         // names nothing
  if (path.starts_with(k_resource_folder)) return;  // what is there is not the disk's
  note(path, {});
  // Without the parent folder, the question is one about that folder.
  const llvm::StringRef parent = llvm::sys::path::parent_path(path);
  if (parent.empty()) return;
  const auto folder = ProxyFileSystem::status(parent);
  if (folder && folder->isDirectory()) searched_folders_.insert(parent.str());
}

const std::string* RecordingFileSystem::given(const llvm::Twine& path) const {
  if (given_.empty()) return nullptr;
  llvm::SmallString<256> absolute;
  path.toVector(absolute);
  if (makeAbsolute(absolute)) return nullptr;
  const auto at = given_.find(normal_path(absolute.str()));
  return at == given_.end() ? nullptr : &at->second;
}

// A compiler asks for a file's folder before the file.
bool RecordingFileSystem::has_given_below(const llvm::Twine& path) const {
  if (given_.empty()) return false;
  llvm::SmallString<256> absolute;
  path.toVector(absolute);
  if (makeAbsolute(absolute)) return false;
  const std::string folder = normal_path(absolute.str()) + "/";
  const auto at = given_.lower_bound(folder);
  return at != given_.end() && llvm::StringRef(at->first).starts_with(folder);
}

Readable::View RecordingFileSystem::view(const llvm::Twine& path) {
  if (!readable_.is_limited()) return Readable::View::k_all;
  llvm::SmallString<256> absolute;
  path.toVector(absolute);
  if (makeAbsolute(absolute)) return Readable::View::k_hidden;
  const std::string name = absolute.str().str();
  const Readable::View view = readable_.view(name);
  if (view == Readable::View::k_hidden && llvm::sys::fs::exists(name)) hidden_.insert(name);
  return view;
}

llvm::ErrorOr<Status> RecordingFileSystem::status(const llvm::Twine& path) {
  if (const std::string* text = given(path)) {
    is_repeatable_ = false;
    return given_status(path.str(), *text);
  }
  auto result = ProxyFileSystem::status(path);
  const std::string name = path.str();
  const Readable::View seen = view(path);
  const bool is_seen =
      seen == Readable::View::k_all || (seen == Readable::View::k_folder && result && result->isDirectory());
  if (!is_seen) result = std::make_error_code(std::errc::no_such_file_or_directory);
  if (!result) {
    note_absent(name);
    return has_given_below(path) ? given_folder_status(name) : result;
  }
  const bool is_folder = result->isDirectory();
  if (!is_folder && !is_regular(*result)) is_repeatable_ = false;
  const std::uint64_t size = is_folder ? 0 : result->getSize();
  note(name, {is_folder ? Kind::k_folder : Kind::k_file, result->getUniqueID(), size, ""});
  return bare(*result, size);
}

bool RecordingFileSystem::exists(const llvm::Twine& path) {
  return static_cast<bool>(status(path));
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> RecordingFileSystem::openFileForRead(const llvm::Twine& path) {
  const std::string name = path.str();
  if (const std::string* text = given(path)) {
    is_repeatable_ = false;
    return std::unique_ptr<llvm::vfs::File>(std::make_unique<ReadFile>(given_status(name, *text), *text));
  }
  if (view(path) != Readable::View::k_all) {
    const auto found = status(path);
    return std::make_error_code(found ? std::errc::is_a_directory : std::errc::no_such_file_or_directory);
  }
  llvm::SmallString<256> absolute(name);
  if (const std::error_code error = makeAbsolute(absolute)) return error;
  // O_NONBLOCK: a pipe in the place of a file must not hang the job.
  const FileDescriptor file(open_file(absolute.str().str(), O_RDONLY | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open()) {
    const std::error_code error(errno, std::generic_category());
    note_absent(name);
    return error;
  }
  llvm::sys::fs::file_status found;
  if (const std::error_code error = llvm::sys::fs::status(file.get(), found)) return error;
  const Status status = Status::copyWithNewName(found, name);
  if (status.isDirectory()) {
    note(name, {Kind::k_folder, status.getUniqueID(), 0, ""});
    return std::make_error_code(std::errc::is_a_directory);
  }
  if (!is_regular(status)) return refuse(refused(Refusal::k_not_regular));
  Bytes bytes;
  // The size on disk may have changed since; the size of what was read counts.
  const int problem = read_all(file.get(), bytes, k_largest_file + 1, std::min(status.getSize(), k_largest_file) + 1);
  if (problem != 0) return refuse({problem, std::generic_category()});
  if (bytes.size() > k_largest_file) return refuse(refused(Refusal::k_too_large));
  note(name, {Kind::k_read, status.getUniqueID(), bytes.size(), sha256_hex(bytes)});
  const Status shown = bare(status, bytes.size());
  return std::unique_ptr<llvm::vfs::File>(std::make_unique<ReadFile>(shown, std::move(bytes)));
}

std::error_code RecordingFileSystem::refuse(std::error_code error) {
  is_repeatable_ = false;
  return error;
}

llvm::vfs::directory_iterator RecordingFileSystem::dir_begin(const llvm::Twine& folder, std::error_code& error) {
  is_repeatable_ = false;  // facts cannot describe the entries of a folder
  return ProxyFileSystem::dir_begin(folder, error);
}

std::error_code RecordingFileSystem::getRealPath(const llvm::Twine& path, llvm::SmallVectorImpl<char>& real) {
  path.toVector(real);
  return makeAbsolute(real);
}

FileFacts RecordingFileSystem::facts(const SourceRoots& roots) const {
  struct Known {
    FileFact fact;
    llvm::sys::fs::UniqueID id;
  };
  std::vector<Known> known;
  for (const auto& [path, answer] : answers_) {
    if (answer.kind == Kind::k_folder && roots.is_above_a_root(path)) continue;
    known.push_back({{answer.kind, roots.rooted(path), answer.size, answer.sha256, 0}, answer.id});
  }
  const auto name = [](const Known& k) { return std::tie(k.fact.path.root, k.fact.path.name); };
  std::sort(known.begin(), known.end(), [&](const Known& a, const Known& b) { return name(a) < name(b); });
  FileFacts result;
  result.is_repeatable = is_repeatable_;
  std::map<llvm::sys::fs::UniqueID, std::uint64_t> first;
  for (Known& k : known) {
    const std::uint64_t index = result.facts.size();
    k.fact.same_file_as = k.fact.can_share_file() ? first.try_emplace(k.id, index).first->second : index;
    result.facts.push_back(std::move(k.fact));
  }
  return result;
}

}  // namespace clc::worker
