#include "lookup/source_folders.h"

#include <algorithm>

#include "base/fields/byte_codec.h"
#include "base/text.h"
#include "clc/base/digest.h"
#include "clc/cache/settings.h"
#include "protocol/source_roots.h"

namespace clc {
namespace {

constexpr std::string_view k_folders_format = "clc.source-folders.1";
constexpr std::uint64_t k_most_folders = 1000;

std::string memo_name(const std::string& module, const std::string& source_sha256) {
  return FieldDigest(k_folders_format).add("module", module).add("source", source_sha256).hex();
}

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
    const SourceFolders folders = folders_of(plan, compilation);
    if (source_folders(store, source.module, source.digest()) == folders) continue;
    ByteWriter writer;
    writer.text(k_folders_format);
    writer.number(folders.size());
    for (const auto& [name, path] : folders) {
      writer.text(name);
      writer.text(path);
    }
    store.put(cache::EntryKind::k_memo, memo_name(source.module, source.digest()), writer.take());
  }
}

SourceFolders source_folders(cache::Store& store, const std::string& module, const std::string& source_sha256) {
  const std::optional<Bytes> memo = store.get(cache::EntryKind::k_memo, memo_name(module, source_sha256));
  if (!memo) return {};
  ByteReader reader(*memo);
  if (reader.text() != k_folders_format) return {};
  SourceFolders folders;
  const std::uint64_t size = reader.number(k_most_folders);
  for (std::uint64_t i = 0; i < size && reader.is_good(); ++i) {
    std::string name = reader.text();
    folders.emplace_back(std::move(name), reader.text());
  }
  return reader.is_done() ? folders : SourceFolders();
}

SourceFolders likely_source_folders(const Module& module) {
  SourceFolders folders;
  if (const Result<cache::Settings> settings = cache::settings_from_environment()) {
    cache::Store store(*settings);
    folders = source_folders(store, module.name, module.source_sha256);
  }
  folders.emplace_back("", "");
  return folders;
}

}  // namespace clc
