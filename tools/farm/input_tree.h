// The files of a job where it is compiled: the compiler and its libraries of builtins, the same for every
// job, its requests, and the files that they name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "farm/file_tree.h"

namespace clc::farm {

// Where things are in a job's root.
inline constexpr const char* k_requests_name = "requests";
inline constexpr const char* k_replies_name = "replies";
inline constexpr const char* k_inputs_name = "inputs";
inline constexpr const char* k_worker_path = "libexec/clc/clc-worker";

// A compiler with the libraries that one kind of target needs: sent, or installed where jobs are compiled.
class CompilerTree {
 public:
  // `worker`: libexec/clc/clc-worker, which loads nothing of the system.
  static Result<CompilerTree> make(const std::string& worker, const std::vector<std::string>& builtins,
                                   FileDigests& digests);
  // The same compiler in the folder `installed` of the machines there.
  static Result<CompilerTree> installed_in(const std::string& installed, const std::string& worker,
                                           const std::vector<std::string>& builtins, FileDigests& digests);

  // The words of a job's command.
  const std::vector<std::string>& command() const { return command_; }
  const std::vector<TreeFile>& files() const { return files_; }
  const std::vector<TreeBlob>& folders() const { return folders_; }
  // The folders of a job: the root, and that of its inputs, whose names are their digests.
  std::vector<TreeBlob> job_folders(const cache::api::Digest& requests,
                                    const std::map<std::string, std::uint64_t>& inputs) const;

 private:
  Result<cache::api::FileNode> add_file(const std::string& path, bool is_program, FileDigests& digests);
  cache::api::DirectoryNode add_folder(const std::string& name, const cache::api::Directory& folder);

  std::vector<std::string> command_{k_worker_path, "--batch", k_requests_name, k_replies_name, k_inputs_name};
  std::vector<TreeFile> files_;
  std::vector<TreeBlob> folders_;
  std::vector<cache::api::DirectoryNode> top_;
};

// Why the worker cannot travel, or be known by its name there; empty: it can.
std::string why_not_sent(BytesView worker);
// The name that the linker gave to a program's contents; empty: none.
std::string build_id(BytesView program);

}  // namespace clc::farm
