// The contents of files at the last commit, read by git, which runs as a process of its own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/tools.h"

namespace clc {

class LastCommit {
 public:
  // Finds the repository that a folder is in. Nothing without git or a repository.
  static std::optional<LastCommit> find(const std::string& folder, const ToolPaths& tools);

  // The commit's digest now; empty when there is none yet, or it cannot be told.
  std::string id() const;
  // The texts that these files had, by their absolute paths; files that were not there, or lie elsewhere, are missing.
  std::map<std::string, std::string> texts(const std::vector<std::string>& files) const;
  // Folders in which something changes with each commit.
  std::vector<std::string> places() const;

 private:
  LastCommit(std::string git, std::string top, std::string data)
      : git_(std::move(git)), top_(std::move(top)), data_(std::move(data)) {}

  std::string git_, top_, data_;
};

}  // namespace clc
