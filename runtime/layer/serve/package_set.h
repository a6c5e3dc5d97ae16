// The packages that programs are served from.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "clc/package/package.h"
#include "layer_settings.h"

namespace clc::layer {

// A module that can stand for a program, with only those variants whose manifest entries list the program's digest.
struct PackagedProgram {
  const Package* package = nullptr;
  const std::string* file = nullptr;  // the package's
  Module module;
};

// Its functions may be called by several threads.
class PackageSet {
 public:
  explicit PackageSet(const LayerSettings& settings) : settings_(settings) {}

  // In the order of CLC_PACKAGE.
  std::vector<PackagedProgram> find(const std::string& digest);
  // A line for each package that is not used, with the reason; empty: all are used.
  std::string trouble();

 private:
  struct OpenPackage {
    std::string file;
    Package package;
  };
  struct ModuleIndex {
    std::size_t package;
    std::size_t module;
  };
  // Packages are opened when the first program is built, so that a program that builds none starts as fast as ever.
  void open_all();
  void open_one(const std::string& file, const std::optional<std::vector<PublicKey>>& keys);

  const LayerSettings& settings_;
  std::once_flag is_open_;
  std::vector<OpenPackage> packages_;
  std::unordered_map<std::string, std::vector<ModuleIndex>> programs_;
  std::string trouble_;
};

}  // namespace clc::layer
