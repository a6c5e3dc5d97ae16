#include "base/text.h"
#include "lookup/source_folders.h"
#include "protocol/source_roots.h"

namespace clc {
namespace {

SourceFolders folders_of(const Plan& plan, const Compilation& compilation) {
  const Job& job = plan.first_job(compilation);
  const SourceRoots roots(compilation.request);
  SourceFolders folders{{"", folder_of(plan.source_of(job).path)}, {"", plan.working_folder}};
  const auto add = [&](const std::string& path) {
    folders.emplace_back(folder_of(roots.mapped(join_path(path, "file"))), path);
  };
  const auto add_include_folders = [&](const std::vector<BuildOption>& options) {
    for (const std::string& folder : include_folders(options)) add(join_path(plan.working_folder, folder));
  };
  add_include_folders(job.options);
  for (const SourceFile* source : plan.source_of(job).all()) {
    add_include_folders(source->own_options);
    if (source != &plan.source_of(job)) add(folder_of(source->path));
  }
  return folders;
}

}  // namespace

std::map<std::string, SourceFolders> source_folders(const Plan& plan) {
  std::map<std::string, SourceFolders> folders;
  for (const Compilation& compilation : plan.compilations) {
    const SourceFile& source = plan.source_of(plan.first_job(compilation));
    if (!source.path.empty()) folders.try_emplace(source.module, folders_of(plan, compilation));
  }
  return folders;
}

void remember_source_folders(cache::Store& store, const Plan& plan) {
  for (const Compilation& compilation : plan.compilations) {
    const Job& job = plan.first_job(compilation);
    const SourceFile& source = plan.source_of(job);
    if (!has_option(job.options, Option::k_debug) || source.path.empty()) continue;
    remember_source_folders(store, source.module, source.digest(), folders_of(plan, compilation));
  }
}

}  // namespace clc
