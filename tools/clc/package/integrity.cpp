#include "package/integrity.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include "base/platform/paths.h"

namespace clc {

std::map<std::string, std::string> damaged_blobs(const Package& package) {
  std::map<std::string, std::string> damaged;
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      if (const Result<Bytes> bytes = package.read(variant); !bytes) damaged[variant.file] = bytes.error().message;
    }
  }
  return damaged;
}

std::vector<std::string> unnamed_files(const std::string& path, const Manifest& manifest) {
  std::set<std::string> named{k_manifest_file};
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      named.insert(variant.file);
      named.insert(variant.file + ".zst");  // compressed
    }
  }
  std::vector<std::string> found;
  std::error_code error;
  for (std::filesystem::directory_iterator at(platform::to_path(path), error), end; !error && at != end;
       at.increment(error)) {
    if (!named.contains(platform::to_text(at->path().filename()))) found.push_back(platform::to_text(at->path()));
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace clc
