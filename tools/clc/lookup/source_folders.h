// The folders in which the sources of a package were when it was compiled. Packages hold no paths; these are remembered
// in the cache's folder, for `clc disasm --source` on the same machine.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "clc/cache/store.h"
#include "clc/package/manifest.h"
#include "plan/plan.h"

namespace clc {

// Pairs of a prefix of file names in debug information ("" for any relative name) and the folder that it stands for.
using SourceFolders = std::vector<std::pair<std::string, std::string>>;

// The folders of each module of the plan, by the module's name.
std::map<std::string, SourceFolders> source_folders(const Plan& plan);

// Remembers the folders of the sources that were compiled with -g.
void remember_source_folders(cache::Store& store, const Plan& plan);

// Remembers those of the module with this name and this digest of its source.
void remember_source_folders(cache::Store& store, const std::string& module, const std::string& source_sha256,
                             const SourceFolders& folders);

// The remembered folders of the module with this name and this digest of its source; empty where it is not known.
SourceFolders source_folders(cache::Store& store, const std::string& module, const std::string& source_sha256);

// The folders in which the files that a module's debug information names may lie: those where this machine compiled it,
// which the cache remembers, and the current folder.
SourceFolders likely_source_folders(const Module& module);

}  // namespace clc
