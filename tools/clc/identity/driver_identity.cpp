#include "identity/driver_identity.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "base/environment_variable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/cache/machine.h"
#include "identity/file_identity.h"
#include "protocol/driver_environment.h"
#include "protocol/driver_identity_bytes.h"
#include "toolchain/ask_driver.h"

namespace clc {
namespace {

constexpr const char* k_vendors = "/etc/OpenCL/vendors";
constexpr std::uint64_t k_largest_icd_file = 1U << 20U;

const std::string& settings() {
  static const std::string k_all = [] {
    std::string text = cache::driver_settings();
    for (const char* name : k_overridden_variables) text += std::string(" !") + name + "=";
    return text;
  }();
  return k_all;
}

// Notes how the machine looks: devices come and go, and their kernel drivers change.
void look_at_machine(Observations& observations) {
  observations.look(Observations::Kind::k_processor, "");
  observations.look(Observations::Kind::k_kernel, "");
  for (const char* version : {"/proc/driver/nvidia/version", "/sys/module/nvidia/version", "/sys/module/amdgpu/version",
                              "/sys/module/i915/srcversion", "/sys/module/xe/srcversion"}) {
    observations.look(Observations::Kind::k_text, version);
  }
  for (const char* devices : {"/proc/driver/nvidia/gpus", "/sys/class/drm", "/dev/dri"})
    observations.look(Observations::Kind::k_entries, devices);
}

// The .icd files that the OpenCL loader reads, and the driver libraries that environment variables name without one.
struct Registered {
  std::vector<std::string> icd_files;
  std::vector<std::string> libraries;
};

Registered registered_drivers(Observations& observations) {
  Registered registered;
  std::string place = environment_variable("OCL_ICD_VENDORS");
  if (place.empty()) place = environment_variable("OPENCL_VENDOR_PATH");
  if (place.empty()) place = k_vendors;
  std::error_code error;
  observations.look(Observations::Kind::k_path, place);
  if (std::filesystem::is_directory(place, error)) {
    for (std::filesystem::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
      if (at->path().extension() == ".icd") registered.icd_files.push_back(at->path().string());
    }
  } else {
    (place.ends_with(".icd") ? registered.icd_files : registered.libraries).push_back(place);
  }
  const std::string names = environment_variable("OCL_ICD_FILENAMES");
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(':', begin), names.size());
    registered.libraries.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return registered;
}

// Adds the libraries of all registered drivers. Those that cannot be loaded count, too: they may appear later.
Result<void> add_drivers(Observations& observations, SharedLibraries& libraries) {
  Registered registered = registered_drivers(observations);
  for (const std::string& file : registered.icd_files) {
    observations.look(Observations::Kind::k_path, file);
    const Result<Bytes> text = read_ordinary_file(file, k_largest_icd_file);
    if (text) registered.libraries.push_back(text->substr(0, text->find_first_of("\r\n")));
  }
  const auto& files = libraries.files();
  const auto loader =
      std::ranges::find_if(files, [](const LoadedFile& file) { return file.image.soname.starts_with("libOpenCL.so"); });
  const auto caller = loader == files.end() ? 0 : static_cast<std::size_t>(loader - files.begin());
  for (const std::string& name : registered.libraries) {
    if (name.empty()) continue;
    CLC_TRY(libraries.add_alone(name, caller));
  }
  return {};
}

Result<void> append(Identity& identity, Result<Identity> parts) {
  if (!parts) return fail(parts);
  identity.insert(identity.end(), parts->begin(), parts->end());
  return {};
}

Result<void> add_program(Memos& memos, Observations& observations, const std::string& path, Identity& identity) {
  SharedLibraries libraries(observations);
  const Result<void> added = libraries.add_program(path);
  if (added) return append(identity, parts_of_libraries(memos, observations, libraries));
  if (added.error().kind != ErrorKind::k_damaged) return added;
  identity.push_back(CLC_TRY(part_of_file(memos, observations, path, base_name(path))));
  return {};
}

Result<void> add_used(Memos& memos, Observations& observations, const DriverUsage& use, SharedLibraries& libraries,
                      Identity& identity) {
  for (const std::string& library : use.libraries) CLC_TRY(libraries.add_loaded(library));
  CLC_TRY(append(identity, parts_of_libraries(memos, observations, libraries)));
  for (const std::string& program : use.programs) CLC_TRY(add_program(memos, observations, program, identity));
  for (const std::string& file : use.files) {
    if (file.ends_with(".icd")) continue;  // it only says where the driver's library is
    identity.push_back(CLC_TRY(part_of_file(memos, observations, file, base_name(file))));
  }
  return {};
}

void add_variables(Observations& observations, const DriverUsage& use, Identity& identity) {
  // The names begin with settings(), so that variables that it excludes stay excluded.
  std::string names = settings();
  for (const std::string& name : use.variables) names += " " + name + "=";
  for (const std::string& entry : environment_entries(observations.look(Observations::Kind::k_environment, names))) {
    const std::size_t equals = entry.find('=');
    identity.push_back({"$" + entry.substr(0, equals), entry.substr(equals)});
  }
}

Result<KnownDriver> ask(Memos& memos, Observations& observations, const std::string& program, const Target& target) {
  if (const std::string keys = environment_variable("NEOReadDebugKeys"); !keys.empty() && keys != "0") {
    return fail(ErrorKind::k_unavailable,
                "NEOReadDebugKeys is set, so any variable may change what Intel's driver does");
  }
  look_at_machine(observations);
  SharedLibraries libraries(observations);
  CLC_TRY(libraries.add_program(program));
  CLC_TRY(add_drivers(observations, libraries));
  DriverIdentity driver = CLC_TRY(ask_driver(program, target));
  Identity identity = {{"platform version", "=" + driver.match.platform_version},
                       {"driver version", "=" + driver.match.driver_version},
                       {"device version", "=" + driver.match.device_version},
                       {"device name", "=" + driver.device_name},
                       {"processor", "sha256 " + sha256_hex(observations.look(Observations::Kind::k_processor, ""))}};
  identity.push_back(CLC_TRY(part_of_self(memos, observations)));
  CLC_TRY(add_used(memos, observations, driver.use, libraries, identity));
  add_variables(observations, driver.use, identity);
  const auto order = [](const IdentityPart& a, const IdentityPart& b) {
    return std::tie(a.name, a.digest) < std::tie(b.name, b.digest);
  };
  std::ranges::sort(identity, order);
  identity.erase(std::unique(identity.begin(), identity.end()), identity.end());
  driver.use = {};
  return KnownDriver{std::move(driver), std::move(identity)};
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, KnownDriver>& known) {
  f.object(known.driver);
  f.list(known.identity);
  f.require(!known.identity.empty());
}

Result<KnownDriver> identify_driver(Memos& memos, const std::string& program, const Target& target) {
  Observations observations;
  // The settings are part of the memo's key, so that whoever goes back and forth between them does not ask the driver
  // each time.
  const std::string details = target.name() + observations.look(Observations::Kind::k_environment, settings()) +
                              observations.look(Observations::Kind::k_environment, cache::k_driver_places);
  return memos.recall<KnownDriver>(memo_key("driver", program, details),
                                   [&](Observations& own) { return ask(memos, own, program, target); });
}

}  // namespace clc
