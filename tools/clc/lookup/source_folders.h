// Where the sources of a package were when it was compiled. Packages hold no paths; this is remembered in the cache's
// folder, for `clc disasm --source` on the same machine.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "clc/cache/store.h"
#include "clc/package/manifest.h"
#include "plan/plan.h"

namespace clc {

// What names of files in debug information begin with ("" for any relative name), and the folder that is meant.
using SourceFolders = std::vector<std::pair<std::string, std::string>>;

// Of each module of the plan.
std::map<std::string, SourceFolders> source_folders(const Plan& plan);

// Of the sources that were compiled with -g.
void remember_source_folders(cache::Store& store, const Plan& plan);

// Of the module with this name and this digest of its source; empty where it is not known.
SourceFolders source_folders(cache::Store& store, const std::string& module, const std::string& source_sha256);

// Where the files that a module's debug information names may be: where this machine compiled it, which the cache
// remembers, and the current folder.
SourceFolders likely_source_folders(const Module& module);

}  // namespace clc
