// Files and folders as a server keeps them, and where an action is executed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grpc_blobs.h"

namespace clc::farm {

// A message of the API as its bytes are named and sent.
struct TreeBlob {
  std::string bytes;
  cache::api::Digest digest;
};
TreeBlob as_blob(std::string bytes);

// A file of this machine that is sent where it is missing.
struct TreeFile {
  std::string path;  // here
  cache::api::Digest digest;
};

// The digests of files that do not change, by their paths.
class FileDigests {
 public:
  Result<cache::api::Digest> get(const std::string& path);

 private:
  std::map<std::string, cache::api::Digest> known_;
};

// Folders within folders, by paths with slashes.
class FileTree {
 public:
  void add_file(const std::string& path, const cache::api::Digest& digest, bool is_program = false);
  void add_folder(const std::string& path) { folder(path); }
  // All folders, the outermost first.
  std::vector<TreeBlob> blobs() const;

 private:
  FileTree& folder(const std::string& path);
  cache::api::Digest add_blobs(std::vector<TreeBlob>& blobs) const;

  std::map<std::string, cache::api::FileNode> files_;  // by name: the order that the API wants
  std::map<std::string, FileTree> folders_;
};

}  // namespace clc::farm
