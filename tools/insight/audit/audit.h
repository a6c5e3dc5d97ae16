// Searches a package for what must not be in it: traces of its sources and of who made it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "clc/package/package.h"
#include "insight/audit/audit_match.h"

namespace clc {

struct PackageFinding {
  std::vector<std::string> variants;  // "vecadd for nvptx:sm_90"; empty: the manifest
  FoundSecret finding;
};

// Something that every package has to show, such as the names of its kernels.
struct Revelation {
  std::string what;
  std::vector<std::string> texts;
};

struct Audit {
  std::vector<PackageFinding> findings;
  std::vector<Revelation> revealed;
  std::size_t variants = 0;
  std::size_t secrets = 0;  // number of secrets that were searched for
  std::string searched;     // what was searched; empty: a manifest and its variants
};

Result<Audit> audit_package(const Package& package, const std::vector<Secret>& secrets);

// The identifiers of OpenCL C, from the worker.
Result<std::set<std::string>> builtin_names();

std::string audit_text(const Audit& audit, bool has_color = false);
std::string audit_json(const Audit& audit);

}  // namespace clc
