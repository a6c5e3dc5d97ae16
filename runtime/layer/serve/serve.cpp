#include "serve/serve.h"

#include <algorithm>

#include "clc/internal/text.h"
#include "clc/runtime/choose.h"
#include "driver_claims.h"
#include "layer_state.h"
#include "load_module.h"
#include "serve/offline_compiler.h"

namespace clc::layer {
namespace {

using KeptByDevice = std::map<cl_device_id, std::shared_ptr<KeptProgram>>;

// The mark of an answer that only the driver has.
const Answer k_ask_driver{CL_INVALID_VALUE, {}};

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

// The binary of one device for a program of several devices: clCreateProgramWithBinary takes binaries of all.
Result<Bytes> binary_for(const Wanted& wanted, cl_device_id id, const ServedDevice& served) {
  const KeptProgram& kept = *served.kept;
  if (kept.form == ProgramForm::k_binary && !kept.binary.empty()) return kept.binary;
  if (wanted.others.count(id) != 0 && wanted.before) return read_binary(wanted.before->program, id);
  return fail(ErrorKind::k_unavailable, "not every device has a binary");
}

// Loads kept programs, together with those of the other devices, as one stand-in.
Result<std::shared_ptr<StandIn>> load_kept(const Wanted& wanted, const KeptByDevice& kept) {
  std::map<cl_device_id, ServedDevice> devices = wanted.others;
  for (const auto& [device, program] : kept) devices[device] = served_device(wanted.options, program);
  const KeptProgram& first = *kept.begin()->second;
  Result<BuiltProgram> built = fail(ErrorKind::k_opencl, "nothing to load");
  if (devices.size() == 1) {
    const std::shared_ptr<const KnownDevice> device = state().device(kept.begin()->first);
    if (!device) return fail(ErrorKind::k_opencl, "the driver does not answer queries about the device");
    built = build_program({wanted.context, *device}, first.form, first.binary, first.build_options, first.kernels);
  } else {
    std::vector<Bytes> owned;
    std::vector<DeviceBinary> binaries;
    owned.reserve(devices.size());  // views of its elements follow
    for (const auto& [device, served] : devices) {
      Result<Bytes> binary = binary_for(wanted, device, served);
      if (!binary) return fail(binary);
      owned.push_back(*std::move(binary));
      binaries.push_back({device, owned.back()});
    }
    built = build_binaries(wanted.context, binaries, first.build_options, first.kernels);
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
  kept.reported_options = k_ask_driver;
  kept.log = k_ask_driver;
  kept.kernels = kernel_names(interface);
  for (const KernelInterface& kernel : interface.kernels) kept.facts.push_back(kernel_facts_of(kernel));
  return kept;
}

std::optional<BinaryCache> finished_binaries() {
  const ProgramCache* cache = state().cache();
  return cache == nullptr ? std::nullopt : std::optional<BinaryCache>(cache->binaries());
}

// One device: the runtime's own way, with all its choices and with the cache of what drivers finish.
Served load_packaged(const Wanted& wanted, const Package& package, const Module& module) {
  Served served;
  const std::shared_ptr<const KnownDevice> device = state().device(wanted.devices.front());
  if (!device) {
    served.reason = "the driver does not answer queries about the device";
    return served;
  }
  Result<LoadedModule> loaded = load_module({wanted.context, *device}, finished_binaries(), package, module);
  if (!loaded) {
    served.reason = loaded.error().message;
    return served;
  }
  served.module = module.name;
  served.target = loaded->variant.target;
  auto kept = std::make_shared<KeptProgram>(described(loaded->interface, loaded->variant));
  served.stand_in = std::make_shared<StandIn>();
  served.stand_in->program = loaded->built.program.get();
  served.stand_in->owned = std::move(loaded->built.program);
  served.stand_in->devices[device->id] = served_device(wanted.options, std::move(kept));
  return served;
}

// The program for one of several devices: the package's best binary for it, or the one that its driver makes of IL.
Result<std::pair<std::shared_ptr<KeptProgram>, std::string>> packaged_for(const Wanted& wanted, cl_device_id id,
                                                                          const Package& package,
                                                                          const Module& module) {
  const std::shared_ptr<const KnownDevice> device = state().device(id);
  const Choice choice = device ? choose_variants(module, device->facts) : Choice();
  if (choice.fitting.empty()) {
    return fail(ErrorKind::k_unavailable, "module '" + module.name + "' has nothing for one of the devices");
  }
  const Variant& variant = *choice.fitting.front();
  auto program = std::make_shared<KeptProgram>(described(module.interfaces[variant.interface], variant));
  Result<Bytes> bytes = fail(ErrorKind::k_unavailable, "nothing to read");
  if (program->form == ProgramForm::k_il) {
    Result<LoadedModule> loaded = load_module({wanted.context, *device}, finished_binaries(), package, module);
    if (!loaded) return fail(loaded);
    program = std::make_shared<KeptProgram>(described(loaded->interface, loaded->variant));
    program->form = ProgramForm::k_binary;
    bytes = read_binary(loaded->built.program.get(), id);
  } else {
    bytes = package.read(variant);
  }
  if (!bytes) return fail(bytes);
  program->binary = *std::move(bytes);
  return std::pair(std::move(program), variant.target);
}

Served load_packaged_for_all(const Wanted& wanted, const Package& package, const Module& module) {
  Served served;
  KeptByDevice kept;
  for (const cl_device_id id : wanted.devices) {
    auto packaged = packaged_for(wanted, id, package, module);
    if (!packaged) {
      served.reason = packaged.error().message;
      return served;
    }
    kept[id] = std::move(packaged->first);
    served.target = packaged->second;
  }
  auto stand_in = load_kept(wanted, kept);
  if (stand_in) {
    served.stand_in = *std::move(stand_in);
    served.module = module.name;
  } else {
    served.reason = stand_in.error().message;
  }
  return served;
}

Served serve_from_packages(const Wanted& wanted) {
  Served served;
  if (!state().settings.serves()) return served;
  const std::vector<PackagedProgram> programs = state().packages.find(wanted.identity.digest);
  served.reason = wanted.identity.digest.empty() ? wanted.identity.unknown : "no package has it";
  for (const PackagedProgram& program : programs) {
    const bool is_single = wanted.devices.size() == 1 && wanted.others.empty();
    served = is_single ? load_packaged(wanted, *program.package, program.module)
                       : load_packaged_for_all(wanted, *program.package, program.module);
    if (!served.stand_in) continue;
    served.by = ServedBy::k_package;
    served.package = *program.file;
    return served;
  }
  return served;
}

ProgramCache::Trial trial_on(const Wanted& wanted, const Device& device) {
  return [&wanted, &device](const KeptProgram& program) -> Result<void> {
    const Result<BuiltProgram> built =
        build_program({wanted.context, device}, program.form, program.binary, program.build_options, program.kernels);
    if (!built) return fail(built);
    return {};
  };
}

std::shared_ptr<StandIn> serve_from_cache(const Wanted& wanted, MadeBy by) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || wanted.identity.exact.empty()) return nullptr;
  KeptByDevice kept;
  std::vector<ProgramCache::Question> questions;
  for (const cl_device_id id : wanted.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) return nullptr;
    questions.push_back(cache->question(by, wanted.identity.exact, *device));
    std::shared_ptr<KeptProgram> found = cache->find(questions.back(), trial_on(wanted, *device));
    if (!found || found->is_compiled_only) return nullptr;
    kept[id] = std::move(found);
  }
  auto stand_in = load_kept(wanted, kept);
  if (!stand_in) {
    state().log.write("the driver refused a cached program: " + stand_in.error().message);
    for (const ProgramCache::Question& question : questions) cache->refuse(question);
    return nullptr;
  }
  // The driver has the binary now, and gives it back when it is asked.
  for (const auto& [device, program] : kept) program->binary = Bytes();
  cache->count_hit();
  return *std::move(stand_in);
}

// The kernels of a program that the driver built. Nothing where the driver does not create all of them.
std::optional<KeptProgram> describe_built(cl_program program) {
  std::size_t size = 0;
  if (next().clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size) != CL_SUCCESS) return std::nullopt;
  if (size == 0 || size > k_longest_driver_text) return std::nullopt;
  std::string names(size, '\0');
  if (next().clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names.data(), nullptr) != CL_SUCCESS) {
    return std::nullopt;
  }
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

Served serve_by_compiler(const Wanted& wanted) {
  Served served;
  if (wanted.devices.size() != 1 || !wanted.others.empty() || wanted.identity.exact.empty()) {
    served.reason = "clc compiles for one device at a time, and only programs that the layer can identify";
    return served;
  }
  const std::shared_ptr<const KnownDevice> device = state().device(wanted.devices.front());
  if (!device) return served;
  if (!wanted.offline) {
    served.reason = "clc compiles only source";
    return served;
  }
  // Compilers may differ in what they take it for.
  if (wanted.identity.digest.empty()) {
    served.reason = wanted.identity.unknown;
    return served;
  }
  const char* const changed = "a file that it includes was changed";
  served.reason = changed;
  if (!wanted.offline->is_same_now()) return served;
  const Result<Package> package = compile_offline(state().compiler(), *wanted.offline, device->facts);
  if (!wanted.offline->is_same_now()) return served;
  if (!package) {
    served.reason = package.error().message;
    return served;
  }
  served = load_packaged(wanted, *package, package->manifest().modules.front());
  if (!served.stand_in) return served;
  served.by = ServedBy::k_compiled;
  ProgramCache* cache = state().cache();
  if (cache == nullptr) return served;
  // The entry holds the binary that clc made. The runtime keeps the one that a driver makes of it, as for any package.
  for (const Variant& variant : package->manifest().modules.front().variants) {
    if (variant.target != served.target) continue;
    const Result<Bytes> bytes = package->read(variant);
    KeptProgram kept = *served.stand_in->devices.begin()->second.kept;
    if (bytes) kept.binary = *bytes;
    if (bytes) cache->keep_untried(cache->question(MadeBy::k_clc, wanted.identity.exact, *device), kept);
  }
  return served;
}

}  // namespace

Answer build_info(cl_program program, cl_device_id device, cl_program_build_info info) {
  Answer answer;
  std::size_t size = 0;
  answer.code = next().clGetProgramBuildInfo(program, device, info, 0, nullptr, &size);
  if (answer.code == CL_SUCCESS && size > k_longest_build_log) answer.code = CL_INVALID_VALUE;
  if (answer.code != CL_SUCCESS) return answer;
  answer.bytes.resize(size);
  answer.code = next().clGetProgramBuildInfo(program, device, info, size, answer.bytes.data(), nullptr);
  return answer;
}

Served serve(const Wanted& wanted) {
  Served served = serve_from_packages(wanted);
  if (served.stand_in || state().settings.on_miss == OnMiss::k_fail) return served;
  const bool compiles = state().settings.on_miss == OnMiss::k_compile;
  if (auto stand_in = serve_from_cache(wanted, compiles ? MadeBy::k_clc : MadeBy::k_driver)) {
    served.stand_in = std::move(stand_in);
    served.by = ServedBy::k_cache;
    return served;
  }
  std::string reason = std::move(served.reason);
  if (!compiles) {
    if (reason.empty()) reason = wanted.identity.exact.empty() ? wanted.identity.unknown : "not in the cache";
    served.reason = std::move(reason);
    return served;
  }
  served = serve_by_compiler(wanted);
  if (!served.stand_in && !reason.empty()) served.reason = reason + "; " + served.reason;
  return served;
}

BuildLogs read_build_logs(cl_program program, const std::vector<cl_device_id>& devices) {
  BuildLogs logs;
  for (const cl_device_id device : devices) {
    Answer log = build_info(program, device, CL_PROGRAM_BUILD_LOG);
    if (!log.bytes.empty() && log.bytes.back() == '\0') log.bytes.pop_back();
    if (log.code == CL_SUCCESS && !log.bytes.empty()) logs[device] = std::move(log.bytes);
  }
  return logs;
}

namespace {

// A driver whose log goes on from build to build adds something each time. The same log again is another driver's,
// which has the same to say of two builds.
void remove_earlier(BytesView earlier, Bytes& log) {
  const bool goes_on = BytesView(log).substr(0, earlier.size()) == earlier;
  const BytesView added = goes_on ? BytesView(log).substr(earlier.size()) : BytesView();
  if (!added.empty() && added != BytesView("\0", 1)) log.erase(0, earlier.size());
}

}  // namespace

void keep_what_driver_made(cl_program program, const Wanted& wanted, BytesView original, const BuildLogs& earlier) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || wanted.identity.exact.empty()) return;
  for (const cl_device_id id : wanted.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) continue;
    const ProgramCache::Question question = cache->question(MadeBy::k_driver, wanted.identity.exact, *device);
    if (!cache->begin_keeping(question)) continue;
    std::optional<KeptProgram> kept = describe_built(program);
    if (!kept) continue;
    kept->build_options = wanted.options;
    kept->reported_options = build_info(program, id, CL_PROGRAM_BUILD_OPTIONS);
    kept->log = build_info(program, id, CL_PROGRAM_BUILD_LOG);
    if (const auto before = earlier.find(id); before != earlier.end()) remove_earlier(before->second, kept->log.bytes);
    const ProgramCache::Made made{[&] { return read_binary(program, id); }, trial_on(wanted, *device), original};
    const std::string why_not = cache->keep(question, *std::move(kept), made);
    if (!why_not.empty()) state().log.write("the program is not kept in the cache: " + why_not);
  }
  state().tell_trouble(cache->trouble());
}

std::map<cl_device_id, ServedDevice> find_compiled(const Wanted& wanted) {
  std::map<cl_device_id, ServedDevice> answers;
  ProgramCache* cache = state().cache();
  if (cache == nullptr || wanted.identity.exact.empty()) return {};
  for (const cl_device_id id : wanted.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) return {};
    auto kept = cache->find(cache->question(MadeBy::k_driver, wanted.identity.exact, *device), {});
    if (!kept || !kept->is_compiled_only) return {};
    answers[id] = served_device(wanted.options, std::move(kept));
  }
  return answers;
}

void keep_compiled(cl_program program, const Wanted& wanted) {
  ProgramCache* cache = state().cache();
  if (cache == nullptr || wanted.identity.exact.empty()) return;
  for (const cl_device_id id : wanted.devices) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    if (!device) continue;
    KeptProgram kept;
    kept.is_compiled_only = true;
    kept.reported_options = build_info(program, id, CL_PROGRAM_BUILD_OPTIONS);
    kept.log = build_info(program, id, CL_PROGRAM_BUILD_LOG);
    cache->keep_untried(cache->question(MadeBy::k_driver, wanted.identity.exact, *device), kept);
  }
}

bool has_package(const Wanted& wanted) {
  const std::vector<PackagedProgram> programs = state().packages.find(wanted.identity.digest);
  return std::all_of(wanted.devices.begin(), wanted.devices.end(), [&](cl_device_id id) {
    const std::shared_ptr<const KnownDevice> device = state().device(id);
    return device && std::any_of(programs.begin(), programs.end(), [&](const PackagedProgram& program) {
             return !choose_variants(program.module, device->facts).fitting.empty();
           });
  });
}

}  // namespace clc::layer
