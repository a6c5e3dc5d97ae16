// Identities of OpenCL drivers. clc-driver says which libraries, programs, files and environment variables a driver
// used while it compiled a small kernel; its answer holds for as long as those look the same, and the machine does.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "clc/cache/machine.h"
#include "clc/package/digest.h"
#include "clc/package/file.h"
#include "protocol/driver_environment.h"
#include "toolchain/ask_driver.h"
#include "identity/identity.h"
#include "identity/file_identity.h"
#include "protocol/packed.h"
#include "support/text.h"

namespace clc {
namespace {

using KnownDriver = Identities::KnownDriver;

constexpr const char* k_vendors = "/etc/OpenCL/vendors";

const std::string& settings() {
  static const std::string k_all = [] {
    std::string text = cache::driver_settings();
    for (const char* name : k_overridden_variables) text += std::string(" !") + name + "=";
    return text;
  }();
  return k_all;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Devices may come and go, and their kernel drivers change.
void look_at_machine(Watch& watch) {
  watch.look(Watch::Kind::k_processor, "");
  watch.look(Watch::Kind::k_kernel, "");
  for (const char* version : {"/proc/driver/nvidia/version", "/sys/module/nvidia/version", "/sys/module/amdgpu/version",
                              "/sys/module/i915/srcversion", "/sys/module/xe/srcversion"}) {
    watch.look(Watch::Kind::k_text, version);
  }
  for (const char* devices : {"/proc/driver/nvidia/gpus", "/sys/class/drm", "/dev/dri"}) {
    watch.look(Watch::Kind::k_entries, devices);
  }
}

// The .icd files that the OpenCL loader reads, and the libraries that are named without one.
struct Registered {
  std::vector<std::string> icd_files;
  std::vector<std::string> libraries;
};

Registered registered_drivers(Watch& watch) {
  Registered registered;
  std::string place = variable("OCL_ICD_VENDORS");
  if (place.empty()) place = variable("OPENCL_VENDOR_PATH");
  if (place.empty()) place = k_vendors;
  std::error_code error;
  watch.look(Watch::Kind::k_path, place);
  if (std::filesystem::is_directory(place, error)) {
    for (std::filesystem::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
      if (at->path().extension() == ".icd") registered.icd_files.push_back(at->path().string());
    }
  } else {
    (place.ends_with(".icd") ? registered.icd_files : registered.libraries).push_back(place);
  }
  const std::string names = variable("OCL_ICD_FILENAMES");
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(':', begin), names.size());
    registered.libraries.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return registered;
}

// Those that cannot be loaded count, too: they may be there some day.
Result<void> add_drivers(Watch& watch, SharedLibraries& libraries) {
  Registered registered = registered_drivers(watch);
  for (const std::string& file : registered.icd_files) {
    watch.look(Watch::Kind::k_path, file);
    const Result<Bytes> text = read_file(file);
    if (text) registered.libraries.push_back(text->substr(0, text->find_first_of("\r\n")));
  }
  const auto& files = libraries.files();
  const auto loader = std::find_if(
      files.begin(), files.end(), [](const LoadedFile& file) { return file.image.soname.starts_with("libOpenCL.so"); });
  const auto caller = loader == files.end() ? 0 : static_cast<std::size_t>(loader - files.begin());
  for (const std::string& name : registered.libraries) {
    if (name.empty()) continue;
    if (const auto added = libraries.add_alone(name, caller); !added) return fail(added);
  }
  return {};
}

Result<void> append(Identity& identity, Result<Identity> parts) {
  if (!parts) return fail(parts);
  identity.insert(identity.end(), parts->begin(), parts->end());
  return {};
}

Result<void> add_program(Memory& memory, Watch& watch, const std::string& path, Identity& identity) {
  SharedLibraries libraries(watch);
  const Result<void> added = libraries.add_program(path);
  if (added) return append(identity, parts_of_libraries(memory, watch, libraries));
  if (added.error().kind != ErrorKind::k_damaged) return added;
  Result<IdentityPart> script = part_of_file(memory, watch, path, base_name(path));
  if (!script) return fail(script);
  identity.push_back(std::move(*script));
  return {};
}

Result<void> add_used(Memory& memory, Watch& watch, const UsedThings& use, SharedLibraries& libraries,
                      Identity& identity) {
  for (const std::string& library : use.libraries) {
    if (const auto added = libraries.add_loaded(library); !added) return added;
  }
  if (const auto added = append(identity, parts_of_libraries(memory, watch, libraries)); !added) return added;
  for (const std::string& program : use.programs) {
    if (const auto added = add_program(memory, watch, program, identity); !added) return added;
  }
  for (const std::string& file : use.files) {
    if (file.ends_with(".icd")) continue;  // where the libraries are
    Result<IdentityPart> part = part_of_file(memory, watch, file, base_name(file));
    if (!part) return fail(part);
    identity.push_back(std::move(*part));
  }
  return {};
}

void add_variables(Watch& watch, const UsedThings& use, Identity& identity) {
  // What is excluded stays so.
  std::string names = settings();
  for (const std::string& name : use.variables) names += " " + name + "=";
  for (const std::string& entry : environment_entries(watch.look(Watch::Kind::k_environment, names))) {
    const std::size_t equals = entry.find('=');
    identity.push_back({"$" + entry.substr(0, equals), entry.substr(equals)});
  }
}

Result<KnownDriver> ask(Memory& memory, Watch& watch, const std::string& program, const Target& target) {
  if (const std::string keys = variable("NEOReadDebugKeys"); !keys.empty() && keys != "0") {
    return fail(ErrorKind::k_unavailable,
                "NEOReadDebugKeys is set, so any variable may change what Intel's driver does");
  }
  look_at_machine(watch);
  SharedLibraries libraries(watch);
  if (const auto added = libraries.add_program(program); !added) return fail(added);
  if (const auto added = add_drivers(watch, libraries); !added) return fail(added);
  Result<DriverIdentity> driver = ask_driver(program, target);
  if (!driver) return fail(driver);
  Identity identity = {{"platform version", "=" + driver->match.platform_version},
                       {"driver version", "=" + driver->match.driver_version},
                       {"device version", "=" + driver->match.device_version},
                       {"device name", "=" + driver->device_name},
                       {"processor", "sha256 " + sha256_hex(watch.look(Watch::Kind::k_processor, ""))}};
  const Result<IdentityPart> self = part_of_self(memory, watch);
  if (!self) return fail(self);
  identity.push_back(*self);
  if (const auto added = add_used(memory, watch, driver->use, libraries, identity); !added) {
    return fail(added);
  }
  add_variables(watch, driver->use, identity);
  const auto order = [](const IdentityPart& a, const IdentityPart& b) {
    return std::tie(a.name, a.digest) < std::tie(b.name, b.digest);
  };
  std::sort(identity.begin(), identity.end(), order);
  identity.erase(std::unique(identity.begin(), identity.end()), identity.end());
  driver->use = {};
  return KnownDriver{*std::move(driver), std::move(identity)};
}

Bytes encode(const KnownDriver& known) {
  Bytes bytes;
  pack(bytes, encode_identity(known.driver));
  return bytes + encode_parts(known.identity);
}

std::optional<KnownDriver> decode(BytesView bytes) {
  const std::optional<std::string> json = unpack(bytes);
  if (!json) return std::nullopt;
  Result<DriverIdentity> driver = decode_identity(*json);
  std::optional<Identity> identity = decode_parts(bytes);
  if (!driver || !identity) return std::nullopt;
  return KnownDriver{*std::move(driver), std::move(*identity)};
}

const Memory::Codec<KnownDriver> k_codec = {encode, decode};

}  // namespace

Result<KnownDriver> Identities::driver(const std::string& program, const Target& target) {
  Watch watch;
  // Who goes back and forth between settings does not ask each time.
  const std::string details = target.name() + watch.look(Watch::Kind::k_environment, settings()) +
                              watch.look(Watch::Kind::k_environment, cache::k_driver_places);
  return memory_.recall<KnownDriver>(memo_key("driver", program, details), k_codec,
                                     [&](Watch& own) { return ask(memory_, own, program, target); });
}

}  // namespace clc
