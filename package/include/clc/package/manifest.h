// The manifest of a package: everything that the runtime and a person need, and no source.
// docs/package-format.md describes the JSON.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/interface.h"
#include "clc/package/tuning.h"

namespace clc {

inline constexpr int k_manifest_major = 1;
inline constexpr int k_manifest_minor = 4;
inline constexpr int k_manifest_minor_of_parts = 5;  // of a manifest that has Variant::parts
inline constexpr const char* k_manifest_file = "manifest.clc.json";
inline constexpr std::uint64_t k_largest_manifest = std::uint64_t{256} << 20U;  // bytes; larger ones are not read

// Texts that a device must have for a variant to be given to it. Empty fields are not compared.
struct Match {
  std::string platform_version;  // CL_PLATFORM_VERSION
  std::string driver_version;    // CL_DRIVER_VERSION
  std::string device_version;    // CL_DEVICE_VERSION (PoCL names the CPU class here)
  std::string device_name;       // CL_DEVICE_NAME; empty for CPUs
  std::string inspection_only;   // why no device is to run it; empty: one may
  std::string extra;             // conditions that this version does not know: when not empty, nothing matches
  bool operator==(const Match& other) const;
};

struct Variant {
  std::string target;                // canonical name of the target
  std::string format;                // "spirv", "ptx", "cubin", "hsaco", "r600", "intel", "driver"
  std::uint64_t interface = 0;       // index into Module::interfaces
  std::vector<std::string> options;  // canonical build options it was compiled with
  std::string input_digest;          // SHA-256 of the input closure: sources, headers, options, compiler
  // SHA-256 of what makes the kernels, the same for every target and compiler: the files that were read, and the
  // options that mean something to callers. Empty: an older clc made it.
  std::string kernels_digest;
  // The programs that this variant is for, as applications compile them at run time (clc/package/program_digest.h);
  // sorted, each once.
  std::vector<std::string> programs;
  // The programs that applications compile, and the libraries that they make, to link these from them; sorted, each
  // once.
  std::vector<std::string> parts;
  std::string file;  // name of the blob in the package
  std::uint64_t size = 0;
  std::string sha256;
  Match match;
  std::string build_options;  // for clBuildProgram
  // Per kernel: registers, spills, … by name.
  std::map<std::string, std::map<std::string, std::int64_t>> resources;
  std::string extra;
};

struct Module {
  std::string name;
  std::string source_sha256;  // digest of the main source
  std::vector<Interface> interfaces;
  std::vector<Variant> variants;
  Tuning tuning;
  std::string extra;
};

// A variant that was asked for and did not come out (`--keep-going`).
struct Missing {
  std::string module;
  std::string target;
  std::string reason;
  std::string extra;
};

// The signature of a package (`clc sign`). The manifest's digest does not cover it.
struct Signature {
  std::string public_key;  // of Ed25519, as PublicKey::hex; empty: the package is not signed
  std::string value;       // 128 hexadecimal digits
};

struct Manifest {
  std::uint64_t minor = k_manifest_minor;  // of the format; a higher one is kept
  std::string generator;                   // "clc 0.1.0"
  std::vector<Module> modules;             // sorted by name
  std::vector<Missing> missing;
  Signature signature;
  std::string extra;  // unknown top-level keys, kept by tools that rewrite

  const Module* find(std::string_view module) const;
};

// Puts modules, interfaces, variants and missing entries into the order that depends on their
// contents only, and drops interfaces that are equal or unused.
void normalize(Manifest& manifest);

// The name of a variant's blob: digest and the format's customary extension.
std::string blob_name(const Variant& variant);

// JSON text, which ends with the SHA-256 of its canonical bytes (sorted keys, no white space).
std::string encode_manifest(const Manifest& manifest);

// Returns the same, or an error that says why decode_manifest would refuse it.
Result<std::string> encode_readable_manifest(const Manifest& manifest);

// Checks everything: format version, digest, types, ranges, names that are plain file names.
Result<Manifest> decode_manifest(std::string_view json);

// The digest that `encode_manifest` ends with: identifies the whole package, signed or not.
std::string manifest_digest(const Manifest& manifest);

}  // namespace clc
