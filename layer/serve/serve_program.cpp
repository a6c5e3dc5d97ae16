#include "serve/serve_program.h"

#include <algorithm>
#include <tuple>

#include "background_work.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/runtime/choose.h"
#include "driver_claims.h"
#include "layer_state.h"
#include "load_module.h"
#include "program/movable_folders.h"
#include "recording/summary_file.h"
#include "serve/offline_compiler.h"
#include "serve/program_share.h"

namespace clc::layer {
namespace {

using KeptByDevice = std::map<cl_device_id, std::shared_ptr<KeptProgram>>;

// The mark of an answer that only the driver can give.
const QueryResult k_only_driver_knows{CL_INVALID_VALUE, {}};

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (const std::string_view name : split(list, ";")) {
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

ServedDevice served_device(const std::string& options, std::shared_ptr<const KeptProgram> kept) {
  return ServedDevice{CL_BUILD_SUCCESS, options, std::move(kept)};
}

// Returns the binary for one device of a program of several devices, because clCreateProgramWithBinary needs one for
// each.
Result<Bytes> binary_for(const ServeRequest& request, cl_device_id id, const ServedDevice& served) {
  const KeptProgram& kept = *served.kept;
  if (kept.form == ProgramForm::k_binary && !kept.binary.empty()) return kept.binary;
  if (request.others.count(id) != 0 && request.before) return read_binary(request.before->program, id);
  return fail(ErrorKind::k_unavailable, "not every device has a binary");
}

// Loads kept programs as one stand-in, together with those of the devices that another build serves.
Result<std::shared_ptr<StandIn>> load_kept(const ServeRequest& request, const KeptByDevice& kept) {
  std::map<cl_device_id, ServedDevice> devices = request.others;
  for (const auto& [device, program] : kept) devices[device] = served_device(request.options, program);
  const KeptProgram& first = *kept.begin()->second;
  Result<BuiltProgram> built = fail(ErrorKind::k_opencl, "nothing to load");
  if (devices.size() == 1) {
    const std::shared_ptr<const KnownDevice> device = state().device(kept.begin()->first);
    if (!device) return fail(ErrorKind::k_opencl, "the driver does not answer queries about the device");
    built = build_program({request.context, *device}, first.form, first.binary, first.build_options, first.kernels);
  } else {
    std::vector<Bytes> owned;
    std::vector<DeviceBinary> binaries;
    owned.reserve(devices.size());  // no reallocation, because `binaries` holds views of the elements
    for (const auto& [device, served] : devices) {
      owned.push_back(CLC_TRY(binary_for(request, device, served)));
      binaries.push_back({device, owned.back()});
    }
    built = build_binaries(request.context, binaries, first.build_options, first.kernels);
  }
  if (!built) return fail(built);
  auto stand_in = std::make_shared<StandIn>();
  stand_in->program = built->program.get();
  stand_in->owned = std::move(built->program);
  stand_in->devices = std::move(devices);
  return stand_in;
}

KeptProgram described(const Interface& interface, const Variant& variant) {
  KeptProgram kept;
  kept.form = variant.format == "spirv" ? ProgramForm::k_il : ProgramForm::k_binary;
  kept.build_options = variant.build_options;
  kept.reported_options = k_only_driver_knows;
  kept.log = k_only_driver_knows;
  kept.kernels = kernel_names(interface);
  for (const KernelInterface& kernel : interface.kernels) kept.facts.push_back(kernel_facts_of(kernel));
  if (state().checks() != nullptr) kept.checks = decode_check_table(variant.extra).value_or(CheckTable());
  return kept;
}

ServeResult not_served(std::string reason) {
  ServeResult result;
  result.reason = std::move(reason);
  return result;
}

std::optional<BinaryCache> finished_binaries() {
  const ProgramCache* cache = state().cache();
  return cache == nullptr ? std::nullopt : std::optional<BinaryCache>(cache->binaries());
}

// Serves one device in the way of the runtime, which chooses among all variants and, with a cache, keeps what the
// driver finishes.
Result<ServeResult> load_packaged(const ServeRequest& request, const std::optional<BinaryCache>& cache,
                                  const Package& package, const Module& module) {
  const std::shared_ptr<const KnownDevice> device = state().device(request.devices.front());
  if (!device) return fail(ErrorKind::k_opencl, "the driver does not answer queries about the device");
  LoadedModule loaded = CLC_TRY(load_module({request.context, *device}, cache, package, module));
  ServeResult served;
  served.module = module.name;
  served.target = loaded.variant.target;
  auto kept = std::make_shared<KeptProgram>(described(loaded.interface, loaded.variant));
  served.stand_in = std::make_shared<StandIn>();
  served.stand_in->program = loaded.built.program.get();
  served.stand_in->owned = std::move(loaded.built.program);
  served.stand_in->devices[device->id] = served_device(request.options, std::move(kept));
  return served;
}

// Returns the program for one of several devices, with the package's best binary or the one that the driver makes of
// IL, and its target.
Result<std::pair<std::shared_ptr<KeptProgram>, std::string>> packaged_for(const ServeRequest& request, cl_device_id id,
                                                                          const Package& package,
                                                                          const Module& module) {
  const std::shared_ptr<const KnownDevice> device = state().device(id);
  const Choice choice = device ? choose_variants(module, device->facts) : Choice();
  if (choice.fitting.empty())
    return fail(ErrorKind::k_unavailable, "module '" + module.name + "' has nothing for one of the devices");
  const Variant& variant = *choice.fitting.front();
  auto program = std::make_shared<KeptProgram>(described(module.interfaces[variant.interface], variant));
  if (program->form == ProgramForm::k_il) {
    LoadedModule loaded = CLC_TRY(load_module({request.context, *device}, finished_binaries(), package, module));
    program = std::make_shared<KeptProgram>(described(loaded.interface, loaded.variant));
    program->form = ProgramForm::k_binary;
    program->binary = CLC_TRY(read_binary(loaded.built.program.get(), id));
  } else {
    program->binary = CLC_TRY(package.read(variant));
  }
  return std::pair(std::move(program), variant.target);
}

Result<ServeResult> load_packaged_for_all(const ServeRequest& request, const Package& package, const Module& module) {
  ServeResult served;
  KeptByDevice kept;
  for (const cl_device_id id : request.devices)
    std::tie(kept[id], served.target) = CLC_TRY(packaged_for(request, id, package, module));
  served.stand_in = CLC_TRY(load_kept(request, kept));
  served.module = module.name;
  return served;
}

ServeResult serve_from_packages(const ServeRequest& request) {
  ServeResult served;
  if (!state().settings.serves()) return served;
  const std::vector<PackagedProgram> programs = state().packages.find(request.identity.digest);
  served.reason = request.identity.digest.empty() ? request.identity.unknown
                  : state().packages.is_of_no_recording()
                      ? "no package was made of a recording (clc record), and only those serve"
                      : "no package has it";
  for (const PackagedProgram& program : programs) {
    const bool is_single = request.devices.size() == 1 && request.others.empty();
    Result<ServeResult> loaded = is_single
                                     ? load_packaged(request, finished_binaries(), *program.package, program.module)
                                     : load_packaged_for_all(request, *program.package, program.module);
    if (loaded) {
      loaded->by = ServedBy::k_package;
      loaded->package = *program.file;
      return *std::move(loaded);
    }
    served.reason = loaded.error().message;
  }
  return served;
}

ProgramCache::Trial trial_on(const ServeRequest& request, const Device& device) {
  return [&request, &device](const KeptProgram& program) -> Result<void> {
    const std::string options = MovableFolders(request.options).without_marks(program.build_options);
    CLC_TRY(build_program({request.context, device}, program.form, program.binary, options, program.kernels));
    return {};
  };
}

// Finds a program under the key for any places of its folders, or else under the one for their places now, and sets
// `keys` to the key.
std::shared_ptr<KeptProgram> find_kept(const ServeRequest& request, MadeBy by, const KnownDevice& device,
                                       CacheKeys& keys) {
  ProgramCache& cache = *state().cache();
  std::shared_ptr<KeptProgram> found;
  for (const std::string& identity : {request.identity.exact, request.identity.placed}) {
    if (found || identity.empty()) continue;
    keys = cache.keys_of(by, identity, device);
    found = cache.find(keys, trial_on(request, device));
  }
  if (found) name_folders(*found, MovableFolders(request.options));
  return found;
}

std::shared_ptr<StandIn> serve_from_cache(const ServeRequest& request, MadeBy by) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || request.identity.exact.empty()) return nullptr;
  KeptByDevice kept;
  std::vector<CacheKeys> all_keys;
  for (const cl_device_id id : request.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) return nullptr;
    std::shared_ptr<KeptProgram> found = find_kept(request, by, *device, all_keys.emplace_back());
    if (!found || found->is_compiled_only) return nullptr;
    kept[id] = std::move(found);
  }
  auto stand_in = load_kept(request, kept);
  if (!stand_in) {
    state().log.write("the driver refused a cached program: " + stand_in.error().message);
    for (const CacheKeys& keys : all_keys) cache->refuse(keys);
    return nullptr;
  }
  // The driver has the binary now, and can give it back.
  for (const auto& [device, program] : kept) program->binary = Bytes();
  cache->count_hit();
  return *std::move(stand_in);
}

// Describes the kernels of a program that the driver built. Returns nothing when the driver does not create all of
// them.
std::optional<KeptProgram> describe_built(cl_program program) {
  std::size_t size = 0;
  if (next().clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size) != CL_SUCCESS) return std::nullopt;
  if (size == 0 || size > k_longest_driver_text) return std::nullopt;
  std::string names(size, '\0');
  if (next().clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names.data(), nullptr) != CL_SUCCESS)
    return std::nullopt;
  KeptProgram kept;
  kept.kernels = names_in(names.substr(0, names.find('\0')));
  // Several drivers finish compiling only when the kernels are created.
  for (const std::string& name : kept.kernels) {
    cl_int code = CL_SUCCESS;
    const KernelHandle kernel(next().clCreateKernel(program, name.c_str(), &code));
    if (code != CL_SUCCESS) return std::nullopt;
    kept.facts.push_back(read_kernel_facts(kernel.get(), name));
  }
  return kept;
}

// Keeps what the driver made of clc's binary, or else that binary, which the driver would compile again.
void keep_compiled(cl_program program, const ServeRequest& request, const KnownDevice& device, KeptProgram kept,
                   const Bytes& original) {
  ProgramCache& cache = *state().cache();
  const CacheKeys keys = cache.keys_of(MadeBy::k_clc, request.identity.exact, device);
  KeptProgram finished = kept;
  finished.form = ProgramForm::k_binary;
  const auto read = [&] { return read_binary(program, device.id); };
  const AloneWith alone(request.share.get());
  if (alone.is_alone() && cache.begin_keeping(keys) &&
      cache.keep(keys, std::move(finished), {read, trial_on(request, device), original}).empty())
    return;
  kept.binary = original;
  cache.keep_untried(keys, kept);
}

ServeResult serve_by_compiler(const ServeRequest& request) {
  if (request.devices.size() != 1 || !request.others.empty() || request.identity.exact.empty())
    return not_served("clc compiles for one device at a time, and only programs that the layer can identify");
  const std::shared_ptr<const KnownDevice> device = state().device(request.devices.front());
  if (!device) return {};
  if (!request.offline) return not_served("clc compiles only source");
  // Compilers may include different files for this program.
  if (request.identity.digest.empty()) return not_served(request.identity.unknown);
  const char* const changed = "a file that it includes was changed";
  if (!request.offline->is_same_now()) return not_served(changed);
  const CompilerSlot slot;
  const std::uint64_t started = steady_nanoseconds();
  const Result<Package> package =
      compile_offline(state().compiler(), *request.offline, device->facts, state().settings.checks);
  if (!request.offline->is_same_now()) return not_served(changed);
  if (!package) return not_served(package.error().message);
  Result<ServeResult> loaded = load_packaged(request, std::nullopt, *package, package->manifest().modules.front());
  if (!loaded) return not_served(loaded.error().message);
  ServeResult served = *std::move(loaded);
  served.by = ServedBy::k_compiled;
  if (state().cache() == nullptr) return served;
  for (const Variant& variant : package->manifest().modules.front().variants) {
    if (variant.target != served.target) continue;
    const Result<Bytes> bytes = package->read(variant);
    KeptProgram kept = *served.stand_in->devices.begin()->second.kept;
    kept.nanoseconds = steady_nanoseconds() - started;
    if (bytes) keep_compiled(served.stand_in->program, request, *device, std::move(kept), *bytes);
  }
  return served;
}

// Takes the turn of this process to build the program. Returns true when another process had it, so that the program
// may be in the cache now. Processes with other devices do not wait for each other, except with PoCL.
bool has_waited_for_turn(ServeRequest& request) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || request.identity.exact.empty() || request.share != nullptr) return false;
  bool is_pocl = false;
  std::string name;
  for (const cl_device_id id : request.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) return false;
    is_pocl = is_pocl || device->facts.platform_name == "Portable Computing Language";
    name += cache->keys_of(MadeBy::k_driver, request.identity.exact, *device).local;
  }
  request.share = share_program(is_pocl ? request.identity.exact : name, is_pocl);
  return request.share != nullptr && request.share->begin();
}

// Removes the logs of earlier builds from a log. A driver that keeps them adds something with each build. A log that is
// the same as before comes from another driver, which has the same messages for both builds.
void remove_earlier(BytesView earlier, Bytes& log) {
  const bool goes_on = BytesView(log).substr(0, earlier.size()) == earlier;
  const BytesView added = goes_on ? BytesView(log).substr(earlier.size()) : BytesView();
  if (!added.empty() && added != BytesView("\0", 1)) log.erase(0, earlier.size());
}

// Keeps the binary for one device under this identity. Returns false when it names the folders of the program, and may
// only be kept under an identity that depends on them.
bool keep_as(const std::string& identity, cl_program program, const ServeRequest& request, const KnownDevice& device,
             KeptProgram kept, BytesView original) {
  ProgramCache& cache = *state().cache();
  const CacheKeys keys = cache.keys_of(MadeBy::k_driver, identity, device);
  bool names_folders = false;
  const auto read = [&]() -> Result<Bytes> {
    Result<Bytes> binary = read_binary(program, device.id);
    const bool is_bound = identity == request.identity.placed || request.identity.placed.empty();
    names_folders = binary && !is_bound && MovableFolders(request.options).are_named_in(*binary);
    if (names_folders) return fail(ErrorKind::k_unavailable, "the binary names a folder of its headers");
    return binary;
  };
  const std::string why_not = cache.keep(keys, std::move(kept), {read, trial_on(request, device), original});
  if (!why_not.empty() && !names_folders) state().log.write("the program is not kept in the cache: " + why_not);
  return !names_folders;
}

}  // namespace

QueryResult build_info(cl_program program, cl_device_id device, cl_program_build_info info) {
  QueryResult answer;
  std::size_t size = 0;
  answer.code = next().clGetProgramBuildInfo(program, device, info, 0, nullptr, &size);
  if (answer.code == CL_SUCCESS && size > k_longest_build_log) answer.code = CL_INVALID_VALUE;
  if (answer.code != CL_SUCCESS) return answer;
  answer.bytes.resize(size);
  answer.code = next().clGetProgramBuildInfo(program, device, info, size, answer.bytes.data(), nullptr);
  return answer;
}

ServeResult serve(ServeRequest& request) {
  ServeResult served = serve_from_packages(request);
  if (served.stand_in || state().settings.on_miss == OnMiss::k_fail) return served;
  const bool compiles = state().settings.on_miss == OnMiss::k_compile;
  const auto is_in_cache = [&] {
    served.stand_in = serve_from_cache(request, compiles ? MadeBy::k_clc : MadeBy::k_driver);
    if (served.stand_in) served.by = ServedBy::k_cache;
    return served.stand_in != nullptr;
  };
  if (is_in_cache() || (compiles && has_waited_for_turn(request) && is_in_cache())) return served;
  std::string reason = std::move(served.reason);
  if (!compiles) {
    if (reason.empty()) reason = request.identity.exact.empty() ? request.identity.unknown : "not in the cache";
    served.reason = std::move(reason);
    return served;
  }
  served = serve_by_compiler(request);
  if (!served.stand_in && !reason.empty()) served.reason = reason + "; " + served.reason;
  return served;
}

void acquire_build(ServeRequest& request, ServeResult& served) {
  if (!has_waited_for_turn(request)) return;
  served = serve(request);
  if (!served.stand_in) return;
  request.share->release_build();
  request.share.reset();
}

BuildLogs read_build_logs(cl_program program, const std::vector<cl_device_id>& devices) {
  BuildLogs logs;
  for (const cl_device_id device : devices) {
    QueryResult log = build_info(program, device, CL_PROGRAM_BUILD_LOG);
    if (!log.bytes.empty() && log.bytes.back() == '\0') log.bytes.pop_back();
    if (log.code == CL_SUCCESS && !log.bytes.empty()) logs[device] = std::move(log.bytes);
  }
  return logs;
}

void keep_driver_binaries(cl_program program, const ServeRequest& request, BytesView original,
                          const BuildLogs& earlier) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || request.identity.exact.empty()) return;
  for (const cl_device_id id : request.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) continue;
    const CacheKeys keys = cache->keys_of(MadeBy::k_driver, request.identity.exact, *device);
    if (!cache->begin_keeping(keys)) continue;
    std::optional<KeptProgram> kept = describe_built(program);
    if (!kept) continue;
    kept->build_options = request.options;
    kept->nanoseconds = request.nanoseconds;
    kept->reported_options = build_info(program, id, CL_PROGRAM_BUILD_OPTIONS);
    kept->log = build_info(program, id, CL_PROGRAM_BUILD_LOG);
    if (const auto before = earlier.find(id); before != earlier.end()) remove_earlier(before->second, kept->log.bytes);
    mark_folders(*kept, MovableFolders(request.options));
    if (keep_as(request.identity.exact, program, request, *device, *kept, original)) continue;
    const CacheKeys placed = cache->keys_of(MadeBy::k_driver, request.identity.placed, *device);
    if (cache->begin_keeping(placed))
      keep_as(request.identity.placed, program, request, *device, *std::move(kept), original);
  }
  state().report_trouble(cache->trouble());
}

std::map<cl_device_id, ServedDevice> find_kept_compilation(const ServeRequest& request) {
  std::map<cl_device_id, ServedDevice> answers;
  ProgramCache* cache = state().cache();
  if (cache == nullptr || request.identity.exact.empty()) return {};
  for (const cl_device_id id : request.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) return {};
    auto kept = cache->find(cache->keys_of(MadeBy::k_driver, request.identity.exact, *device), {});
    if (!kept || !kept->is_compiled_only) return {};
    name_folders(*kept, MovableFolders(request.options));
    answers[id] = served_device(request.options, std::move(kept));
  }
  return answers;
}

void keep_compilation(cl_program program, const ServeRequest& request) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || request.identity.exact.empty()) return;
  for (const cl_device_id id : request.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) continue;
    KeptProgram kept;
    kept.is_compiled_only = true;
    kept.reported_options = build_info(program, id, CL_PROGRAM_BUILD_OPTIONS);
    kept.log = build_info(program, id, CL_PROGRAM_BUILD_LOG);
    mark_folders(kept, MovableFolders(request.options));
    cache->keep_untried(cache->keys_of(MadeBy::k_driver, request.identity.exact, *device), kept);
  }
}

bool has_package(const ServeRequest& request) {
  std::vector<PackagedProgram> programs = state().packages.find(request.identity.digest);
  for (PackagedProgram& program : state().packages.find_made_of(request.identity.digest))
    programs.push_back(std::move(program));
  return std::ranges::all_of(request.devices, [&](cl_device_id id) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    return device && std::ranges::any_of(programs, [&](const PackagedProgram& program) {
             return !choose_variants(program.module, device->facts).fitting.empty();
           });
  });
}

}  // namespace clc::layer
