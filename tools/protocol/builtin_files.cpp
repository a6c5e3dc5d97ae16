#include "protocol/builtin_files.h"

#include <filesystem>

namespace clc {

std::string builtins_folder(const std::string& worker) {
  const std::filesystem::path root = std::filesystem::path(worker).parent_path().parent_path().parent_path();
  return (root / "share" / "clc" / "builtins").string();
}

std::vector<std::string> builtin_files(const Target& target) {
  std::vector<std::string> files = family_info(target.family).builtins;
  for (std::string& file : files) {
    if (const std::size_t at = file.find('*'); at != file.npos) file.replace(at, 1, target.arch);
  }
  return files;
}

}  // namespace clc
