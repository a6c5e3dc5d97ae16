#include "serve/inclusions.h"

#include <filesystem>
#include <map>
#include <mutex>

#include "base/platform/paths.h"
#include "clc/base/digest.h"
#include "kept/program_key.h"
#include "layer_state.h"
#include "program/movable_folders.h"
#include "serve/offline_compiler.h"

namespace clc::layer {
namespace {

constexpr std::size_t k_most_lists = 16;

// Returns the key of a program's lists, a digest of everything that they depend on except files.
std::string key_of(std::string_view source, const std::vector<ProgramHeader>& headers, const std::string& options,
                   const KnownDevice& device) {
  FieldDigest key("clc.layer.inclusions.1");
  key.add("source", source).add("options", options).add("driver", device.drivers().here);
  for (const ProgramHeader& header : headers) key.add("header", header.name).add("content", header.content);
  for (const std::string& entry : read_driver_environment()) key.add("environment", entry);
  return key.hex();
}

std::string state_of(const IncludeScan& scan) {
  FieldDigest state("clc.layer.files.1");
  for (const IncludedFile& file : scan.files) {
    state.add(file.is_there() ? "file" : "absent", file.label);
    if (file.is_there()) state.add("content", *file.contents);
  }
  return state.hex();
}

class Memory {
 public:
  std::vector<KnownInclusions> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto [at, is_new] = lists_.try_emplace(key);
    ProgramCache* cache = state().cache();
    if (is_new && cache != nullptr) at->second = decode_known_inclusions(cache->find_value(key).value_or(Bytes()));
    return at->second;
  }
  void add(const std::string& key, KnownInclusions list) {
    const std::lock_guard lock(mutex_);
    std::vector<KnownInclusions>& all = lists_[key];
    all.insert(all.begin(), std::move(list));
    if (all.size() > k_most_lists) all.resize(k_most_lists);
    if (ProgramCache* cache = state().cache()) cache->keep_value(key, encode_known_inclusions(all));
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<KnownInclusions>> lists_;
};

Memory& memory() {
  static auto* const all = new Memory;  // never destroyed, because threads may use it until the process is gone
  return *all;
}

// Returns one of the devices when all have the same driver and device facts, or null when they differ and so may their
// macros.
std::shared_ptr<const KnownDevice> common_device(const std::vector<cl_device_id>& devices) {
  std::shared_ptr<const KnownDevice> first;
  for (const cl_device_id id : devices) {
    std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device || (first && first->drivers().here != device->drivers().here)) return nullptr;
    first = std::move(device);
  }
  return first;
}

std::string full_path(const std::string& path) {
  std::error_code error;
  return platform::to_text(std::filesystem::absolute(platform::to_path(path), error).lexically_normal());
}

// Returns true when the layer, which looks later, sees the same files as clc saw.
bool has_same_files(const InclusionList& list, const IncludeScan& scan) {
  std::map<std::string, const IncludedFile*> files;
  for (const IncludedFile& file : scan.files) files[full_path(file.path)] = &file;
  for (const InclusionList::FoundFile& found : list.found_files) {
    const auto at = files.find(full_path(found.path));
    if (at == files.end()) {
      if (found.is_there) return false;
      continue;
    }
    const IncludedFile& file = *at->second;
    if (file.is_there() != found.is_there) return false;
    if (!found.sha256.empty() && sha256_hex(*file.contents) != found.sha256) return false;
  }
  return true;
}

// Returns the list with the folders where they are now.
InclusionList list_in(const MovableFolders& folders, InclusionList list) {
  for (InclusionList::Inclusion& inclusion : list.inclusions) inclusion.from = folders.without_marks(inclusion.from);
  return list;
}

InclusionList marked_list(const MovableFolders& folders, InclusionList list) {
  for (InclusionList::Inclusion& inclusion : list.inclusions) inclusion.from = folders.with_marks(inclusion.from);
  return list;
}

}  // namespace

ClosedProgram close_program(std::string_view source, const std::vector<ProgramHeader>& headers,
                            const std::string& options, const std::vector<cl_device_id>& devices) {
  ClosedProgram plain = closed_program(source, headers, options);
  if (!plain.scan.needs_preprocessor) return plain;
  const std::shared_ptr<const KnownDevice> device = common_device(devices);
  if (!device) return plain;
  const MovableFolders folders(options);
  const std::string key = key_of(source, headers, options, *device);
  const std::string movable_key = key_of(source, headers, folders.options(), *device);
  for (const std::string& known : {movable_key, key}) {
    for (const KnownInclusions& list : memory().find(known)) {
      const InclusionList files = list_in(folders, list.files);
      ClosedProgram closed = closed_program(source, headers, options, &files);
      const bool holds_here = known == key || !may_expose_folders(source, closed, options);
      if (holds_here && state_of(closed.scan) == list.state) return closed;
    }
    if (folders.is_empty()) break;
  }
  const std::string compiler = state().compiler();
  if (compiler.empty()) return plain;
  OfflineJob job;
  job.source = source;
  job.headers = headers;
  job.options = options;
  Result<InclusionList> list = ask_inclusions(compiler, job, device->facts);
  if (!list) {
    state().log.write("clc did not find the files that a program includes: " + list.error().message);
    return plain;
  }
  ClosedProgram closed = closed_program(source, headers, options, &*list);
  if (!has_same_files(*list, closed.scan)) {
    plain.scan.unknown = "it includes files that only one compiler finds, or that change";
    return plain;
  }
  list->found_files.clear();
  const bool is_movable = !folders.is_empty() && !may_expose_folders(source, closed, options);
  memory().add(is_movable ? movable_key : key, {state_of(closed.scan), marked_list(folders, *std::move(list))});
  return closed;
}

}  // namespace clc::layer
