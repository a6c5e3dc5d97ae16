#include "manifest/manifest_json.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/hex.h"
#include "clc/base/digest.h"
#include "clc/internal/interface_json.h"
#include "manifest/names.h"
#include "manifest/tuning_json.h"

namespace clc {

namespace {

constexpr std::uint64_t k_max_blob_size = std::uint64_t{1} << 40;

template <class T, class F>
Json list(const std::vector<T>& values, F&& to_json) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

Json variant_to_json(const Variant& variant) {
  Json json = {{"target", variant.target},
               {"format", variant.format},
               {"interface", variant.interface},
               {"options", variant.options},
               {"input_digest", variant.input_digest},
               {"file", variant.file},
               {"size", variant.size},
               {"sha256", variant.sha256}};
  put_optional(json, "kernels_digest", variant.kernels_digest);
  put_optional(json, "programs", Json(variant.programs));
  put_optional(json, "match", match_to_json(variant.match));
  put_optional(json, "build_options", variant.build_options);
  put_optional(json, "resources", resources_to_json(variant.resources));
  put_extra(json, variant.extra);
  return json;
}

std::string digest_field(ObjectReader& reader, const char* key) {
  std::string digest = reader.text(key);
  if (!is_sha256_hex(digest)) reader.complain("has a \"" + std::string(key) + "\" that is not a SHA-256");
  return digest;
}

std::string name_field(ObjectReader& reader, const char* key) {
  std::string name = reader.text(key);
  if (!is_sane_name(name)) {
    reader.complain("has a \"" + std::string(key) + "\" that cannot be a name: " + canonical_text(name));
  }
  return name;
}

// Digests that stand in order, each once.
std::vector<std::string> programs_field(ObjectReader& reader) {
  const char* const key = "programs";
  if (reader.array(key, false) == nullptr) return {};
  std::vector<std::string> programs = reader.texts(key);
  if (!std::all_of(programs.begin(), programs.end(), is_sha256_hex)) {
    reader.complain("has an entry of \"programs\" that is not a SHA-256");
  }
  if (std::adjacent_find(programs.begin(), programs.end(), std::greater_equal<>()) != programs.end()) {
    reader.complain("has \"programs\" that are not in order");
  }
  return programs;
}

Variant variant_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Variant variant;
  variant.target = name_field(reader, "target");
  variant.format = name_field(reader, "format");
  variant.interface = reader.number("interface");
  variant.options = reader.texts("options");
  variant.input_digest = digest_field(reader, "input_digest");
  variant.kernels_digest = reader.optional_text("kernels_digest");
  if (!variant.kernels_digest.empty() && !is_sha256_hex(variant.kernels_digest)) {
    reader.complain("has a \"kernels_digest\" that is not a SHA-256");
  }
  variant.programs = programs_field(reader);
  variant.file = reader.text("file");
  if (!is_plain_file_name(variant.file)) {
    reader.complain("names a file that cannot be in a package: " + canonical_text(variant.file));
  }
  variant.size = reader.number("size", k_max_blob_size);
  variant.sha256 = digest_field(reader, "sha256");
  if (const Json* match = reader.object("match", false)) {
    variant.match = match_from_json(*match, where + ".match", problem);
  }
  variant.build_options = reader.optional_text("build_options");
  if (const Json* resources = reader.object("resources", false)) {
    variant.resources = resources_from_json(*resources, where + ".resources", problem);
  }
  variant.extra = reader.extra();
  return variant;
}

Json module_to_json(const Module& module) {
  Json json = {{"name", module.name},
               {"source_sha256", module.source_sha256},
               {"interfaces", list(module.interfaces, interface_to_json)},
               {"variants", list(module.variants, variant_to_json)}};
  put_optional(json, "tuning", tuning_to_json(module.tuning));
  put_extra(json, module.extra);
  return json;
}

Module module_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Module module;
  module.name = name_field(reader, "name");
  module.source_sha256 = digest_field(reader, "source_sha256");
  reader.each("interfaces", true, [&](const Json& element, const std::string& place) {
    module.interfaces.push_back(interface_from_json(element, place, problem));
  });
  std::set<std::string> targets;
  reader.each("variants", true, [&](const Json& element, const std::string& place) {
    Variant variant = variant_from_json(element, place, problem);
    if (variant.interface >= module.interfaces.size()) reader.complain("has a variant without an interface");
    if (!targets.insert(variant.target).second) reader.complain("has two variants for " + variant.target);
    module.variants.push_back(std::move(variant));
  });
  if (const Json* tuning = reader.object("tuning", false)) {
    module.tuning = tuning_from_json(*tuning, where + ".tuning", problem);
  }
  module.extra = reader.extra();
  return module;
}

Json missing_to_json(const Missing& missing) {
  Json json = {{"module", missing.module}, {"target", missing.target}, {"reason", missing.reason}};
  put_extra(json, missing.extra);
  return json;
}

Missing missing_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Missing missing;
  missing.module = name_field(reader, "module");
  missing.target = name_field(reader, "target");
  missing.reason = reader.text("reason");
  missing.extra = reader.extra();
  return missing;
}

// Variants with equal bytes share a file, and must describe it alike.
void check_files(const Manifest& manifest, std::string& problem) {
  std::map<std::string, const Variant*> by_file;
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      const Variant& first = *by_file.try_emplace(variant.file, &variant).first->second;
      bool same = first.size == variant.size && first.sha256 == variant.sha256 && first.format == variant.format;
      if (!same && problem.empty()) problem = "manifest describes the file " + variant.file + " in two ways";
    }
  }
}

}  // namespace

Json manifest_to_json(const Manifest& manifest) {
  Json json = {{"format", {{"major", k_manifest_major}, {"minor", manifest.minor}}},
               {"generator", manifest.generator},
               {"modules", list(manifest.modules, module_to_json)}};
  put_optional(json, "missing", list(manifest.missing, missing_to_json));
  put_extra(json, manifest.extra);
  json.erase("sha256");
  json.erase("signature");
  return json;
}

Json signature_to_json(const Signature& signature) {
  Json json = Json::object();
  put_optional(json, "ed25519_key", signature.public_key);
  put_optional(json, "value", signature.value);
  return json;
}

Result<Signature> take_signature(Json& manifest) {
  std::string problem;
  Signature signature;
  ObjectReader reader(manifest, "manifest", problem);
  if (const Json* json = reader.object("signature", false)) {
    ObjectReader fields(*json, "manifest.signature", problem);
    signature.public_key = fields.text("ed25519_key");
    signature.value = fields.text("value");
    fields.no_extra();
    if (!is_hex(signature.public_key, 32) || !is_hex(signature.value, 64)) {
      fields.complain("is not one of Ed25519: 32 bytes and 64 bytes as hexadecimal digits");
    }
  }
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  manifest.erase("signature");
  return signature;
}

Result<void> check_format_version(const Json& json) {
  std::string problem;
  ObjectReader reader(json, "manifest", problem);
  if (const Json* format = reader.object("format", true)) {
    ObjectReader numbers(*format, "manifest.format", problem);
    std::uint64_t major = numbers.number("major");
    if (major != k_manifest_major) {
      numbers.complain("is version " + std::to_string(major) + ", and this clc reads version " +
                       std::to_string(k_manifest_major) + ": use a clc that knows that version");
    }
  }
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return {};
}

Result<Manifest> manifest_from_json(const Json& json) {
  std::string problem;
  Manifest manifest;
  ObjectReader reader(json, "manifest", problem);
  if (const Json* format = reader.object("format", true)) {
    ObjectReader numbers(*format, "manifest.format", problem);
    numbers.number("major");
    manifest.minor = numbers.number("minor");
    numbers.no_extra();
  }
  manifest.generator = reader.text("generator");
  std::set<std::string> names;
  reader.each("modules", true, [&](const Json& element, const std::string& place) {
    manifest.modules.push_back(module_from_json(element, place, problem));
    const std::string& name = manifest.modules.back().name;
    if (!names.insert(name).second) reader.complain("has two modules named " + name);
  });
  reader.each("missing", false, [&](const Json& element, const std::string& place) {
    manifest.missing.push_back(missing_from_json(element, place, problem));
  });
  manifest.extra = reader.extra();
  check_files(manifest, problem);
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return manifest;
}

}  // namespace clc
