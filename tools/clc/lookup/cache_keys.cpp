#include "lookup/cache_keys.h"

#include <algorithm>

#include "base/text.h"
#include "clc/base/digest.h"
#include "plan/final_step.h"
#include "support/version.h"

namespace clc {
namespace {

// The version of artifacts. Raise it when their meaning changes: old entries are then not found.
constexpr const char* k_compile_domain = "clc.compile.1";
constexpr const char* k_final_step_domain = "clc.derive.1";

void add_options(cache::Key& key, const std::string& name, const std::vector<BuildOption>& options) {
  for (const BuildOption& option : options) {
    if (option.row->effect == Effect::k_code || option.row->effect == Effect::k_messages) key.add(name, option.text());
  }
}

// Adds the sources that are linked with the first, and what each has for itself.
void add_others(cache::Key& key, const SourceFile& source, const CompileRequest& request) {
  if (!source.is_linked()) return;
  std::size_t number = 0;
  for (const SourceFile* one : source.all()) {
    const RequestedSource& requested = request.sources[number];
    const std::string behind = " " + std::to_string(++number);
    if (requested.library) {
      key.add("source" + behind, sha256_hex(encode_library_request(*requested.library)));
      for (const BuildOption& option : requested.options) key.add("option of source" + behind, option.text());
      continue;
    }
    if (one != &source) key.add("source" + behind, one->sha256);
    if (one != &source) key.add("source name" + behind, base_name(one->spelled));
    add_options(key, "option of source" + behind, one->own_options);
  }
}

// Adds where the folders lie within each other: the same file may have a name in each of them. The absolute names of
// the folders do not matter, but a relative one shows in __FILE__.
void add_folders(cache::Key& key, const SourceFile& source, const std::vector<BuildOption>& options,
                 const SourceRoots& roots) {
  const std::vector<SourceRoots::Root>& all = roots.roots();
  std::vector<std::string> names = {"source folder"};
  const auto add_include_folders = [&](const std::vector<BuildOption>& some) {
    for (const BuildOption& option : some) {
      if (!is_include_folder(option)) continue;
      names.push_back(std::string(option.row->spelling) + " " + std::to_string(names.size()));
      key.add(names.back(), option.value.starts_with('/') ? "absolute" : option.value);
    }
  };
  add_include_folders(options);
  for (const SourceFile* one : source.all()) {
    add_include_folders(one->own_options);
    if (one == &source) continue;
    names.push_back("source folder " + std::to_string(names.size()));
    key.add(names.back(), all[names.size() - 1].mapped);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const SourceRoots::Root* around = nullptr;
    for (std::size_t j = 0; j < all.size(); ++j) {
      const bool is_same = all[j].folder == all[i].folder;
      if ((!is_same || j >= i) && !is_below(all[i].folder, all[j].folder)) continue;
      if (around == nullptr || all[j].folder.size() > around->folder.size()) around = &all[j];
    }
    if (around == nullptr) continue;
    const auto index = static_cast<std::size_t>(around - all.data());
    key.add(names[i] + " lies in " + names[index], all[i].folder.substr(around->folder.size()));
  }
}

// Adds the prefix maps. They are given as absolute names, which mean something else in other folders, so the folders
// are added, too.
void add_prefix_maps(cache::Key& key, const std::vector<BuildOption>& options, const SourceRoots& roots) {
  bool has_any = false;
  for (const BuildOption& option : options) {
    if (option.row->effect != Effect::k_search || is_include_folder(option)) continue;
    key.add("option", option.text());
    has_any = true;
  }
  if (has_any) key.add("folders", place_of(roots));
}

void add_dialect(cache::Key& key, const DriverDialect& dialect) {
  key.add("driver's OpenCL C", dialect.opencl_c_version);
  key.add("driver's address bits", dialect.address_bits);
  key.add("driver is little-endian", dialect.little_endian ? "yes" : "no");
  for (const std::string& name : dialect.extensions) key.add("driver's extension", name);
  for (const std::string& name : dialect.features) key.add("driver's feature", name);
  for (const std::string& name : dialect.macros) key.add("driver's macro", name);
}

void add_sections(cache::Key& key, std::vector<std::string> sections) {
  std::ranges::sort(sections);
  for (const std::string& section : sections) key.add("section", section);
}

void add_identity(cache::Key& key, const std::string& owner, const Identity& identity) {
  for (const IdentityPart& part : identity) key.add(owner + " " + part.name, part.digest);
}

}  // namespace

cache::Key compile_key(const CompileRequest& request, const SourceFile& source, const SourceRoots& roots,
                       const Identity& worker) {
  cache::Key key(k_compile_domain);
  key.add("clc", k_generator);
  key.add("target", request.target.name());
  key.add("source", source.sha256);
  key.add("source name", base_name(request.sources.front().name));
  add_others(key, source, request);
  add_options(key, "option", request.options);
  add_folders(key, source, request.options, roots);
  add_prefix_maps(key, request.options, roots);
  add_sections(key, request.sections);
  key.add("source date", std::to_string(request.source_date_epoch));
  if (request.dialect) add_dialect(key, *request.dialect);
  for (const std::string& macro : request.absent) key.add("absent macro", macro);
  for (const GivenFile& file : request.given_files) key.add("given", file.path).add("text", file.text);
  add_identity(key, "worker", worker);
  return key;
}

cache::Key final_step_key(const Plan& plan, const Job& job, const std::string& worker_digest) {
  const PlannedTarget& target = plan.target_of(job);
  cache::Key key(k_final_step_domain);
  key.add("clc", k_generator);
  key.add("target", target.name);
  key.add("base", worker_digest);
  for (const std::string& word : final_step_words(plan, job)) key.add("argument", word);
  add_sections(key, plan.sections_of(job));
  add_identity(key, target.driver ? "driver" : "tool", target.identity);
  return key;
}

std::string place_of(const SourceRoots& roots) {
  std::string place = roots.working_folder();
  for (const SourceRoots::Root& root : roots.roots()) place += "\n" + root.folder;
  return place;
}

bool names_place(BytesView bytes, const SourceRoots& roots) {
  const auto names = [&](const std::string& folder) {
    return folder.size() > 1 && bytes.find(folder) != BytesView::npos;
  };
  return names(roots.working_folder()) ||
         std::ranges::any_of(roots.roots(), [&](const SourceRoots::Root& root) { return names(root.folder); });
}

}  // namespace clc
