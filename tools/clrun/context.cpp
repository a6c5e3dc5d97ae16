#include "context.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/environment_variable.h"
#include "base/platform/libraries.h"
#include "base/platform/process.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/package/add_on.h"
#include "clc/runtime/sub_devices.h"
#include "insight/waves/access_table.h"
#include "tables.h"

namespace clc::clrun {
namespace {

// "; did you mean A?", or all names where none is near.
std::string hint(const std::string& name, const std::vector<std::string>& known) {
  const std::string near = suggestion(name, known);
  return near.empty() ? "; there are " + join(known, ", ") : near;
}

Result<Selection> select_one(const std::string& name, const std::vector<algorithms::Algorithm>& all) {
  const std::size_t slash = name.find('/');
  const std::string algorithm_name = name.substr(0, slash);
  const auto algorithm =
      std::ranges::find_if(all, [&](const auto& candidate) { return candidate.name == algorithm_name; });
  if (algorithm == all.end()) {
    std::vector<std::string> known;
    for (const auto& candidate : all) known.push_back(candidate.name);
    return fail(ErrorKind::k_usage, "no algorithm '" + algorithm_name + "'" + hint(algorithm_name, known));
  }
  Selection selection{&*algorithm, {}};
  const std::string wanted = slash == std::string::npos ? "" : name.substr(slash + 1);
  std::vector<std::string> known;
  for (const auto& variant : algorithm->variants) {
    const bool is_wanted = variant.name == wanted || (!wanted.empty() && variant.short_name == wanted);
    if (slash == std::string::npos || is_wanted) selection.variants.push_back(&variant);
    known.push_back(variant.name);
  }
  if (selection.variants.empty()) {
    const std::vector<std::string> more = short_names(*algorithm);
    known.insert(known.begin(), more.begin(), more.end());
    return fail(ErrorKind::k_usage, "no variant '" + wanted + "' of " + algorithm_name + hint(wanted, known));
  }
  return selection;
}

// The device, or the parts of it that were asked for.
Result<std::vector<Device>> open_devices(const Options& options) {
  const auto device = CLC_TRY(select_device(options.device));
  if (!options.units.empty()) {
    if (!options.shared_by.empty())
      return fail(ErrorKind::k_usage, "--units and --shared-by cannot be given together: choose one");
    auto parts = divide_by_counts(device, options.units);
    return parts ? std::move(parts) : fail(parts, "--units");
  }
  for (const SharedBy shared : {SharedBy::k_numa, SharedBy::k_l4_cache, SharedBy::k_l3_cache, SharedBy::k_l2_cache,
                                SharedBy::k_l1_cache, SharedBy::k_next}) {
    if (options.shared_by != shared_by_name(shared)) continue;
    auto parts = divide_by_affinity(device, shared);
    return parts ? std::move(parts) : fail(parts, "--shared-by");
  }
  return std::vector<Device>{device};
}

// True when kernels of the package want a trace to write to.
bool records_accesses(const Manifest& manifest) {
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      const Result<AccessTable> table = decode_access_table(variant.extra);
      if (table && !table->empty()) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> short_names(const algorithms::Algorithm& algorithm) {
  std::vector<std::string> names;
  for (const auto& variant : algorithm.variants) {
    const bool is_new = std::ranges::find(names, variant.short_name) == names.end();
    if (!variant.short_name.empty() && is_new) names.push_back(variant.short_name);
  }
  return names;
}

Result<std::vector<Selection>> select_algorithms(const std::vector<std::string>& names,
                                                 const std::vector<algorithms::Algorithm>& all) {
  std::vector<Selection> selections;
  if (names.empty()) {
    for (const auto& algorithm : all) {
      selections.push_back({&algorithm, {}});
      for (const auto& variant : algorithm.variants) selections.back().variants.push_back(&variant);
    }
    return selections;
  }
  for (const std::string& name : names) selections.push_back(CLC_TRY(select_one(name, all)));
  return selections;
}

std::string package_path(const std::string& option) {
  if (!option.empty()) return option;
  if (const std::string path = environment_variable("CLC_PACKAGE"); !path.empty()) return path;
  const std::filesystem::path executable = platform::running_program();
  return (executable.parent_path().parent_path() / "share/clc/algorithms").string();
}

Result<Package> open_package(const std::string& path, const std::vector<std::string>& key_files) {
  if (key_files.empty()) return Package::open(path);
  std::vector<PublicKey> keys;
  for (const std::string& file : key_files) keys.push_back(CLC_TRY(in_context("--key", read_public_key(file))));
  return Package::open(path, keys);
}

Result<std::vector<std::unique_ptr<algorithms::Session>>> open_sessions(const Options& options, Sink& sink) {
  const auto package = open_package(package_path(options.package), options.keys);
  if (!package) {
    const bool chosen = !options.package.empty();
    return fail(package, chosen ? "package" : "package (--package and CLC_PACKAGE can name another)");
  }
  return open_sessions(*package, options, sink);
}

Result<std::vector<std::unique_ptr<algorithms::Session>>> open_sessions(const Package& package, const Options& options,
                                                                        Sink& sink) {
  for (const AddOn& add_on : package.add_ons()) {
    if (add_on.package) continue;
    sink.message(Severity::k_warning, "add-on " + add_on.path + " is not used: " + add_on.problem);
  }
  if (!options.records && records_accesses(package.manifest())) {
    return fail(ErrorKind::k_usage, package_path(options.package) +
                                        " was made by clc compile --profile, and only clrun profile runs its kernels");
  }
  const auto devices = CLC_TRY(open_devices(options));
  std::vector<std::unique_ptr<algorithms::Session>> sessions;
  for (const Device& device : devices) {
    const auto on_error = [&sink, name = device.facts.name](const std::string& message) {
      sink.message(Severity::k_note, name + " reports: " + message);
    };
    auto queue = CLC_TRY(Queue::create(device, {.out_of_order = false, .on_error = on_error}));
    if (!options.no_cache) queue.keep_binaries();
    sessions.push_back(std::make_unique<algorithms::Session>(std::move(queue), package, options.target));
    sessions.back()->set_runs(options.runs);
    sessions.back()->set_group_limit(options.group);
  }
  return sessions;
}

void keep_work_items_apart() {
  constexpr const char* k_mode = "CL_CONFIG_CPU_VECTORIZER_MODE";
  if (std::getenv(k_mode) == nullptr) platform::set_variable(k_mode, "1");
}

void at_the_same_time(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work, i);
  if (count > 0) work(0);
  for (std::thread& thread : threads) thread.join();
}

std::string describe_loading(const algorithms::Session& session) {
  const auto& loading = session.loading();
  std::string text = std::to_string(loading.modules) + (loading.modules == 1 ? " module" : " modules") + " loaded in " +
                     short_number(loading.ms) + " ms";
  const auto& cache = session.queue().binaries();
  if (!cache) return text;
  const BinaryCache::Counters counters = cache->counters();
  if (counters.hits + counters.misses > 0) {
    text += "; " + std::to_string(counters.hits) + " from the cache, " + std::to_string(counters.misses) +
            " finished by the driver (" + std::to_string(counters.kept) + " kept)";
  }
  if (!loading.note.empty()) text += "\n  " + loading.note;
  if (const std::string trouble = cache->trouble(); !trouble.empty()) text += "\n  " + trouble;
  return text;
}

void write_loading(const algorithms::Session& session, JsonWriter& json) {
  const auto& loading = session.loading();
  json.begin_object().put("modules", loading.modules, "ms", loading.ms);
  if (const auto& cache = session.queue().binaries()) {
    const BinaryCache::Counters counters = cache->counters();
    json.key("cache").begin_object().put("folder", cache->folder(), "hits", counters.hits, "misses", counters.misses);
    json.put("kept", counters.kept, "refused", counters.refused, "note", loading.note, "trouble", cache->trouble());
    json.end_object();
  }
  json.end_object();
}

std::string describe_device(const DeviceFacts& facts) {
  return printable(std::string(device_kind_name(facts.kind)) + " " + facts.name + ", " +
                   std::to_string(facts.compute_units) + " compute units (" + facts.platform_name + ", driver " +
                   facts.driver_version + ")");
}

}  // namespace clc::clrun
