#include "manifest/manifest_json.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/encoding/hex.h"
#include "base/fields/json_fields.h"
#include "clc/base/digest.h"
#include "clc/internal/interface_json.h"
#include "manifest/names.h"
#include "manifest/tuning_json.h"

namespace clc {
namespace {

constexpr std::uint64_t k_max_blob_size = std::uint64_t{1} << 40;

bool are_digests(const std::vector<std::string>& texts) {
  return std::ranges::all_of(texts, is_sha256_hex);
}

bool is_in_order(const std::vector<std::string>& texts) {
  return std::ranges::adjacent_find(texts, std::greater_equal<>()) == texts.end();
}

// A text that has to be a name (names.h).
template <class F, class Text>
void name(F& f, const char* key, Text& value) {
  f.text(key, value);
  if (F::k_reads && !is_sane_name(value))
    f.require(false, "has a \"" + std::string(key) + "\" that cannot be a name: " + canonical_text(value));
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

// The version of the format: the first thing that a reader looks at.
struct FormatVersion {
  std::uint64_t major = k_manifest_major, minor = 0;
};

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, Variant>& variant) {
  name(f, "target", variant.target);
  name(f, "format", variant.format);
  f.all("interface", variant.interface, "options", variant.options);
  f.digest("input_digest", variant.input_digest);
  f.optional_digest("kernels_digest", variant.kernels_digest);
  f.optional_texts("programs", variant.programs);
  f.require(are_digests(variant.programs), "has an entry of \"programs\" that is not a SHA-256");
  f.require(is_in_order(variant.programs), "has \"programs\" that are not in order");
  f.optional_texts("parts", variant.parts);
  f.require(are_digests(variant.parts), "has an entry of \"parts\" that is not a SHA-256");
  f.require(is_in_order(variant.parts), "has \"parts\" that are not in order");
  f.text("file", variant.file);
  if (F::k_reads && !is_plain_file_name(variant.file))
    f.require(false, "names a file that cannot be in a package: " + canonical_text(variant.file));
  f.number("size", variant.size, k_max_blob_size);
  f.digest("sha256", variant.sha256);
  f.optional_object("match", variant.match);
  f.optional_text("build_options", variant.build_options);
  f.optional_resources("resources", variant.resources);
  f.extra(variant.extra);
}

template <class F>
void fields(F& f, FieldsOf<F, Module>& module) {
  name(f, "name", module.name);
  f.digest("source_sha256", module.source_sha256);
  f.all("interfaces", module.interfaces, "variants", module.variants);
  std::set<std::string> targets;
  for (const Variant& variant : module.variants) {
    f.require(variant.interface < module.interfaces.size(), "has a variant without an interface");
    f.require(targets.insert(variant.target).second, "has two variants for " + variant.target);
  }
  f.optional_object("tuning", module.tuning);
  f.extra(module.extra);
}

template <class F>
void fields(F& f, FieldsOf<F, Missing>& missing) {
  name(f, "module", missing.module);
  name(f, "target", missing.target);
  f.text("reason", missing.reason);
  f.extra(missing.extra);
}

template <class F>
void fields(F& f, FieldsOf<F, Signature>& signature) {
  f.optional_text("ed25519_key", signature.public_key);
  f.optional_text("value", signature.value);
  f.require(is_hex(signature.public_key, 32) && is_hex(signature.value, 64),
            "is not one of Ed25519: 32 bytes and 64 bytes as hexadecimal digits");
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, FormatVersion>& format) {
  f.all("major", format.major, "minor", format.minor);
  f.no_extra();
}

// All that the digest covers.
template <class F>
void fields(F& f, FieldsOf<F, Manifest>& manifest) {
  FormatVersion format{k_manifest_major, manifest.minor};
  f.object("format", format);
  if constexpr (F::k_reads) manifest.minor = format.minor;
  f.all("generator", manifest.generator, "modules", manifest.modules);
  std::set<std::string> names;
  for (const Module& module : manifest.modules)
    f.require(names.insert(module.name).second, "has two modules named " + module.name);
  f.optional_list("missing", manifest.missing);
  f.extra(manifest.extra);
}

Json manifest_to_json(const Manifest& manifest) {
  Json json = json_of(manifest);
  json.erase("sha256");
  json.erase("signature");
  return json;
}

Json signature_to_json(const Signature& signature) {
  return json_of(signature);
}

Result<Signature> take_signature(Json& manifest) {
  std::string problem;
  Signature signature;
  ObjectReader reader(manifest, "manifest", problem);
  if (const Json* json = reader.object("signature", false)) read_json(*json, "manifest.signature", problem, signature);
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
  read_json(json, "manifest", problem, manifest);
  check_files(manifest, problem);
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return manifest;
}

}  // namespace clc
