// Values and damage for the tests of formats: seeded, so that every run does the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>

#include "clc/base/digest.h"
#include "clc/package/artifact.h"
#include "clc/package/package.h"
#include "temporary_folder.h"

namespace clc::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
  bool coin() { return below(2) == 1; }

  // Text of every kind of character, or empty.
  std::string text() {
    static const char* const k_pieces[] = {"a",  "Z",  "9", " ",  "\"",   "\\", "/",
                                           "\n", "\t", "é", "日", "\x01", "-",  "\xF0\x9F\x98\x80"};
    std::string text;
    for (std::uint64_t i = below(6); i > 0; --i) text += k_pieces[below(std::size(k_pieces))];
    return text;
  }

  std::string name() { return "n" + std::to_string(bits()); }

  // Bytes of any value, often not UTF-8.
  Bytes bytes(std::uint64_t limit) {
    Bytes bytes(below(limit + 1), '\0');
    for (char& byte : bytes) byte = static_cast<char>(bits() & 0xff);
    return bytes;
  }

  std::string any_text() { return coin() ? text() : bytes(12); }

 private:
  std::mt19937_64 engine_;
};

inline Argument random_argument(Random& random) {
  Argument argument;
  argument.name = random.text();
  argument.kind = static_cast<ArgumentKind>(random.below(7));
  argument.address_space = static_cast<AddressSpace>(random.below(4));
  argument.access = static_cast<Access>(random.below(4));
  argument.type = random.text();
  if (random.below(4) == 0) argument.resolved_type = random.coin() ? "struct_0*" : random.text();
  argument.is_const = random.coin();
  argument.is_volatile = random.coin();
  argument.is_restrict = random.coin();
  argument.size = random.below(1000);
  argument.alignment = random.coin() ? 0 : std::uint64_t{1} << random.below(8);
  if (random.below(4) == 0) argument.extra = "{\"later\":" + std::to_string(random.bits()) + "}";
  return argument;
}

// constant lights_t* lights, where lights_t is `Light`.
inline Argument sample_struct_argument() {
  Argument argument;
  argument.name = "lights";
  argument.kind = ArgumentKind::k_buffer;
  argument.address_space = AddressSpace::k_constant;
  argument.type = "lights_t*";
  argument.resolved_type = "Light*";
  argument.is_const = true;
  argument.size = argument.alignment = 8;
  return argument;
}

inline StructLayout sample_struct() {
  return {"Light", 32, 16, true, {{"power", "float", 0, 4, ""}, {"colour", "float4", 16, 16, ""}}, ""};
}

inline StructLayout random_struct(Random& random, const std::string& name) {
  StructLayout layout;
  layout.name = name;
  layout.size = random.below(1000);
  layout.alignment = std::uint64_t{1} << random.below(8);
  layout.is_union = random.coin();
  for (std::uint64_t i = random.below(4); i > 0; --i) {
    const std::uint64_t offset = random.below(layout.size + 1);
    layout.members.push_back({random.text(), random.text(), offset, random.below(layout.size - offset + 1), ""});
    if (random.below(4) == 0) layout.members.back().extra = R"({"bits":3})";
  }
  if (random.below(4) == 0) layout.extra = R"({"packed":1})";
  return layout;
}

inline Interface random_interface(Random& random) {
  Interface interface;
  for (std::uint64_t i = 0, count = random.below(4); i < count; ++i) {
    KernelInterface kernel;
    kernel.name = "kernel_" + std::to_string(i);
    for (std::uint64_t n = random.below(4); n > 0; --n) kernel.arguments.push_back(random_argument(random));
    if (random.coin()) kernel.required_work_group_size = {1 + random.below(256), 1 + random.below(4), 1};
    if (random.coin()) kernel.work_group_size_hint = {64, 1, 1};
    if (random.coin()) kernel.vec_type_hint = "float4";
    if (random.coin()) kernel.required_sub_group_size = 16;
    if (random.below(4) == 0) kernel.extra = R"({"occupancy":{"waves":4}})";
    interface.kernels.push_back(kernel);
  }
  for (std::uint64_t i = 0, count = random.below(3); i < count; ++i) {
    interface.structs.push_back(random_struct(random, "struct_" + std::to_string(i)));
  }
  if (random.below(4) == 0) interface.extra = R"({"zeta":["x","y"]})";
  return interface;
}

inline Match random_match(Random& random) {
  Match match;
  match.platform_version = random.text();
  match.driver_version = random.text();
  match.device_version = random.text();
  match.device_name = random.text();
  if (random.below(4) == 0) match.inspection_only = "it prints";
  if (random.below(4) == 0) match.extra = R"({"uuid":"00ff"})";
  return match;
}

// A package whose manifest agrees with its blobs.
inline PackageContents random_package(Random& random) {
  static const char* const k_targets[][2] = {
      {"spirv64:1.2", "spirv"}, {"nvptx:sm_90", "ptx"}, {"driver:pocl", "driver"}, {"cubin:sm_90", "cubin"}};
  PackageContents contents;
  contents.manifest.generator = "clc " + random.text();
  for (std::uint64_t m = 0, modules = random.below(4); m < modules; ++m) {
    Module module;
    module.name = random.name();
    module.source_sha256 = sha256_hex(random.bytes(8));
    for (const auto& target : k_targets) {
      if (random.coin()) continue;
      Bytes blob = random.bytes(40);
      Variant variant;
      variant.target = target[0];
      variant.format = target[1];
      variant.interface = module.interfaces.size();
      module.interfaces.push_back(random_interface(random));
      variant.options = {"-cl-std=CL3.0", "-DX=" + random.text()};
      variant.input_digest = sha256_hex(random.bytes(8));
      if (random.coin()) variant.kernels_digest = sha256_hex(random.bytes(8));
      for (std::uint64_t n = random.below(3); n > 0; --n) variant.programs.push_back(sha256_hex(random.bytes(8)));
      for (std::uint64_t n = random.below(3); n > 0; --n) variant.parts.push_back(sha256_hex(random.bytes(8)));
      variant.size = blob.size();
      variant.sha256 = sha256_hex(blob);
      variant.file = blob_name(variant);
      variant.match = random_match(random);
      variant.build_options = random.text();
      if (random.coin()) variant.resources["kernel_0"] = {{"registers", 32}, {"delta", -1}};
      if (random.below(4) == 0) variant.extra = R"({"signed_by":"someone"})";
      contents.blobs[variant.file] = blob;
      module.variants.push_back(variant);
    }
    if (random.below(4) == 0) module.extra = R"({"licence":"MIT"})";
    contents.manifest.modules.push_back(module);
  }
  if (random.coin()) contents.manifest.missing.push_back({"broken", "nvptx:sm_90", random.text(), ""});
  if (random.coin()) contents.manifest.extra = R"({"stamp":{"by":"k","n":1},"zzz":"last"})";
  normalize(contents.manifest);
  return contents;
}

inline Artifact random_artifact(Random& random) {
  Artifact artifact;
  artifact.target = random.any_text();
  artifact.format = random.any_text();
  artifact.binary = random.bytes(100);
  artifact.log = random.any_text();
  for (std::uint64_t i = random.below(3); i > 0; --i) {
    artifact.diagnostics.push_back({static_cast<Severity>(random.below(5)),
                                    {static_cast<std::int64_t>(random.below(4)) - 1, random.any_text()},
                                    random.below(1000),
                                    random.bits(),
                                    random.any_text(),
                                    random.any_text()});
  }
  artifact.interface = random_interface(random);
  for (std::uint64_t i = random.below(3); i > 0; --i) {
    artifact.inputs.push_back({static_cast<InputKind>(random.below(2)),
                               {static_cast<std::int64_t>(random.below(4)) - 1, random.any_text()},
                               random.coin() ? sha256_hex(random.bytes(4)) : ""});
  }
  artifact.match = random_match(random);
  artifact.build_options = random.any_text();
  if (random.coin()) artifact.resources["k"] = {{"registers", INT64_MAX}, {"low", INT64_MIN}};
  for (std::uint64_t i = random.below(3); i > 0; --i) artifact.sections[random.any_text()] = random.bytes(50);
  return artifact;
}

// Sanitizers make readers ten times as slow, and the fuzz targets give these readers more under them than a test can.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int k_share = 8;
#else
inline constexpr int k_share = 1;
#endif

// How often to try something at random.
constexpr int rounds(int usual) {
  return usual / k_share;
}

// Calls `check` with `bytes` cut at every place, and with every byte changed in three of nine ways, others for the next
// byte; under a sanitizer in one. The fuzz targets try all of them.
template <class F>
void for_each_damage(const Bytes& bytes, F&& check) {
  constexpr int k_masks[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff};
  constexpr std::size_t k_ways = k_share == 1 ? 3 : 1;
  for (std::size_t size = 0; size < bytes.size(); size += k_share) check(bytes.substr(0, size));
  Bytes changed = bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (std::size_t way = 0; way < k_ways; ++way) {
      changed[i] = static_cast<char>(bytes[i] ^ k_masks[(i + 4 * way) % std::size(k_masks)]);
      check(changed);
    }
    changed[i] = bytes[i];
  }
}

// One to four edits: a byte set, a run removed, doubled or filled, a number overwritten.
inline Bytes mutate(Bytes bytes, Random& random) {
  for (std::uint64_t edits = 1 + random.below(4); edits > 0 && !bytes.empty(); --edits) {
    std::size_t at = random.below(bytes.size());
    std::size_t length = 1 + random.below(std::min<std::size_t>(bytes.size() - at, 16));
    switch (random.below(5)) {
      case 0:
        bytes[at] = static_cast<char>(random.bits() & 0xff);
        break;
      case 1:
        bytes.erase(at, length);
        break;
      case 2:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 3:
        bytes.replace(at, length, length, static_cast<char>(random.coin() ? 0xff : 0x00));
        break;
      default:
        bytes.replace(at, length, std::to_string(random.bits()));
    }
  }
  return bytes;
}

// True when a part that was found in bytes really is one: nothing behind their end was taken.
inline bool lies_in(BytesView part, BytesView bytes) {
  return part.empty() || (part.data() >= bytes.data() && part.data() + part.size() <= bytes.data() + bytes.size());
}

}  // namespace clc::test
