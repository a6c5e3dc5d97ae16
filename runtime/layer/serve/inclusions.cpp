#include "serve/inclusions.h"

#include <filesystem>
#include <map>
#include <mutex>

#include "clc/package/digest.h"
#include "kept/program_key.h"
#include "layer_state.h"
#include "serve/offline_compiler.h"

namespace clc::layer {
namespace {

constexpr std::size_t k_most_told = 16;

// Under which the answers of clc are remembered: all that they depend on, but for files.
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
  std::vector<ToldFiles> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto [at, is_new] = told_.try_emplace(key);
    ProgramCache* cache = state().cache();
    if (is_new && cache != nullptr) at->second = decode_told_files(cache->recall(key).value_or(Bytes()));
    return at->second;
  }
  void add(const std::string& key, ToldFiles told) {
    const std::lock_guard lock(mutex_);
    std::vector<ToldFiles>& all = told_[key];
    all.insert(all.begin(), std::move(told));
    if (all.size() > k_most_told) all.resize(k_most_told);
    if (ProgramCache* cache = state().cache()) cache->remember(key, encode_told_files(all));
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<ToldFiles>> told_;
};

Memory& memory() {
  static auto* const all = new Memory;  // threads may ask until the process is gone
  return *all;
}

// One of the devices, where they are of one kind: others have macros of their own.
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
  return std::filesystem::absolute(path, error).lexically_normal().string();
}

// True when clc saw the same files as the layer does, which looks later.
bool saw_the_same(const AskedFiles& told, const IncludeScan& scan) {
  std::map<std::string, const IncludedFile*> files;
  for (const IncludedFile& file : scan.files) files[full_path(file.path)] = &file;
  for (const AskedFiles::Answer& answer : told.answers) {
    const auto at = files.find(full_path(answer.path));
    if (at == files.end()) {
      if (answer.is_there) return false;
      continue;
    }
    const IncludedFile& file = *at->second;
    if (file.is_there() != answer.is_there) return false;
    if (!answer.sha256.empty() && sha256_hex(*file.contents) != answer.sha256) return false;
  }
  return true;
}

}  // namespace

ClosedProgram close_program(std::string_view source, const std::vector<ProgramHeader>& headers,
                            const std::string& options, const std::vector<cl_device_id>& devices) {
  ClosedProgram plain = closed_program(source, headers, options);
  if (!plain.scan.needs_preprocessor) return plain;
  const std::shared_ptr<const KnownDevice> device = common_device(devices);
  if (!device) return plain;
  const std::string key = key_of(source, headers, options, *device);
  for (const ToldFiles& told : memory().find(key)) {
    ClosedProgram closed = closed_program(source, headers, options, &told.files);
    if (state_of(closed.scan) == told.state) return closed;
  }
  const std::string compiler = state().compiler();
  if (compiler.empty()) return plain;
  OfflineJob job;
  job.source = source;
  job.headers = headers;
  job.options = options;
  Result<AskedFiles> told = ask_inclusions(compiler, job, device->facts);
  if (!told) {
    state().log.write("clc did not find the files that a program includes: " + told.error().message);
    return plain;
  }
  ClosedProgram closed = closed_program(source, headers, options, &*told);
  if (!saw_the_same(*told, closed.scan)) {
    plain.scan.unknown = "it includes files that only one compiler finds, or that change";
    return plain;
  }
  told->answers.clear();
  memory().add(key, {state_of(closed.scan), *std::move(told)});
  return closed;
}

}  // namespace clc::layer
