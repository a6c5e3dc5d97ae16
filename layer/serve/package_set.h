// The packages from which programs are served.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "clc/package/package.h"
#include "layer_settings.h"

namespace clc::layer {

// A module that can stand for a program, with only those variants that list the program's digest in the manifest.
struct PackagedProgram {
  const Package* package = nullptr;
  const std::string* file = nullptr;  // the path of the package
  Module module;
};

// Several threads may call its functions.
class PackageSet {
 public:
  explicit PackageSet(const LayerSettings& settings) : settings_(settings) {}

  // Returns the modules in the order of CLC_PACKAGE.
  std::vector<PackagedProgram> find(const std::string& digest);
  // Returns those that stand for programs which are linked from this one: see Variant::parts.
  std::vector<PackagedProgram> find_made_of(const std::string& part);
  // find() opened packages, and none holds a program that a build can ask for.
  bool is_of_no_recording() const { return !packages_.empty() && programs_.empty() && parts_.empty(); }
  // Returns a line with the reason for each package that is not used, or an empty text when all are used.
  std::string trouble();

 private:
  struct OpenPackage {
    std::string file;
    Package package;
  };
  struct ModuleIndex {
    std::size_t package, module;
  };
  using ModulesByDigest = std::unordered_map<std::string, std::vector<ModuleIndex>>;

  static void note(const std::vector<std::string>& digests, const ModuleIndex& module, ModulesByDigest& into);
  std::vector<PackagedProgram> find(const std::string& digest, const ModulesByDigest& among,
                                    std::vector<std::string> Variant::* digests);
  // Opens the packages at the first build, so that a process without builds starts as fast as ever.
  void open_all();
  void open_one(const std::string& file, const std::optional<std::vector<PublicKey>>& keys);

  const LayerSettings& settings_;
  std::once_flag is_open_;
  std::vector<OpenPackage> packages_;
  ModulesByDigest programs_;
  ModulesByDigest parts_;
  std::string trouble_;
};

}  // namespace clc::layer
