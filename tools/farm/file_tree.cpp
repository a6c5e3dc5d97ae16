#include "farm/file_tree.h"

#include <algorithm>
#include <chrono>

#include "base/platform/files.h"
#include "base/try.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/cache/store.h"

namespace clc::farm {

namespace api = cache::api;

namespace {

// A name for the state of a file, under which its digest is remembered; empty for one that changed just now.
std::string memo_of(const std::string& path) {
  constexpr std::chrono::seconds k_settled(2);
  platform::FileStatus status;
  if (platform::status_of(path, Links::k_follow, status) != 0) return "";
  const std::chrono::nanoseconds now = std::chrono::system_clock::now().time_since_epoch();
  if (now - std::chrono::nanoseconds(status.changed) < k_settled) return "";
  FieldDigest name("clc.farm.file.2");
  name.add("path", path);
  name.add("size", std::to_string(status.size));
  for (const std::int64_t time : {status.written, status.changed}) name.add("time", std::to_string(time));
  return name.hex();
}

}  // namespace

TreeBlob as_blob(std::string bytes) {
  const api::Digest digest = cache::api_digest(sha256_hex(bytes), bytes.size());
  return {std::move(bytes), digest};
}

// A compiler of 150 MB takes longer to read than a job to compile.
Result<api::Digest> FileDigests::get(const std::string& path) {
  if (const auto known = known_.find(path); known != known_.end()) return known->second;
  cache::Settings settings = CLC_TRY(cache::settings_from_environment());
  cache::Store store(std::move(settings));
  const std::string memo = memo_of(path);
  const std::optional<Bytes> kept = memo.empty() ? std::nullopt : store.get(cache::EntryKind::k_memo, memo);
  api::Digest digest;
  if (!kept || !cache::proto::decode(*kept, digest) || !is_sha256_hex(digest.hash)) {
    const Bytes bytes = CLC_TRY(read_file(path));
    digest = cache::api_digest(sha256_hex(bytes), bytes.size());
    if (!memo.empty()) store.put(cache::EntryKind::k_memo, memo, cache::proto::encode(digest));
  }
  return known_[path] = digest;
}

void FileTree::add_file(const std::string& path, const api::Digest& digest, bool is_program) {
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash + 1);
  folder(slash == std::string::npos ? "" : path.substr(0, slash)).files_[name] = {name, digest, is_program};
}

FileTree& FileTree::folder(const std::string& path) {
  FileTree* at = this;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    at = &at->folders_[path.substr(begin, end - begin)];
    begin = end + 1;
  }
  return *at;
}

std::vector<TreeBlob> FileTree::blobs() const {
  std::vector<TreeBlob> blobs;
  add_blobs(blobs);
  std::ranges::reverse(blobs);
  return blobs;
}

api::Digest FileTree::add_blobs(std::vector<TreeBlob>& blobs) const {
  api::Directory message;
  for (const auto& [name, file] : files_) message.files.push_back(file);
  for (const auto& [name, folder] : folders_) message.directories.push_back({name, folder.add_blobs(blobs)});
  blobs.push_back(as_blob(cache::proto::encode(message)));
  return blobs.back().digest;
}

}  // namespace clc::farm
