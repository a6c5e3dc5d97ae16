#include "clc/package/manifest.h"

#include <algorithm>
#include <tuple>

#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/base/digest.h"
#include "clc/internal/interface_json.h"
#include "clc/package/target.h"
#include "manifest/manifest_json.h"

namespace clc {
namespace {

constexpr std::size_t k_blob_digits = 32;

// The place of a format among a module's variants. What no family has is taken for machine code.
BinaryForm form_of(const std::string& format) {
  const FamilyInfo* family = family_of_format(format);
  return family == nullptr ? BinaryForm::k_machine_code : family->form;
}

void normalize_interfaces(Module& module) {
  std::map<std::string, Interface> used;  // by canonical text
  std::vector<std::string> texts;
  for (Interface& interface : module.interfaces)
    std::ranges::stable_sort(interface.kernels, {}, &KernelInterface::name);
  const bool is_single = module.interfaces.size() == 1;
  if (is_single && !module.variants.empty() && module.variants.front().interface == 0) return;
  for (const Interface& interface : module.interfaces) texts.push_back(canonical_text(json_of(interface)));
  for (const Variant& variant : module.variants) {
    if (variant.interface < texts.size()) used.emplace(texts[variant.interface], module.interfaces[variant.interface]);
  }
  for (Variant& variant : module.variants) {
    // A variant without an interface keeps none; decoding refuses it.
    auto place = variant.interface < texts.size() ? used.find(texts[variant.interface]) : used.end();
    variant.interface = static_cast<std::uint64_t>(std::distance(used.begin(), place));
  }
  module.interfaces.clear();
  for (auto& [text, interface] : used) module.interfaces.push_back(std::move(interface));
}

void sort_unique(std::vector<std::string>& texts) {
  std::ranges::sort(texts);
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
}

auto variant_order(const Variant& variant) {
  return std::make_tuple(form_of(variant.format), std::string_view(variant.format), std::string_view(variant.target),
                         std::string_view(variant.sha256));
}

std::string body_digest(const Json& body) {
  return sha256_hex(canonical_text(body));
}

std::string text_of(Json body, const Signature& signature) {
  const std::string digest = body_digest(body);
  put_optional(body, "signature", signature_to_json(signature));
  std::string text = readable_text(body);
  text.resize(text.rfind("\n}"));  // the digest comes last, whatever the other keys are called
  return text + ",\n \"sha256\": \"" + digest + "\"\n}\n";
}

Result<Manifest> decode(std::string_view json) {
  Json body = CLC_TRY(parse_json(json, "manifest"));
  // The version comes first, because a later one may compute the digest in another way.
  CLC_TRY(check_format_version(body));
  auto digest = body.find("sha256");
  if (digest == body.end() || !digest->is_string())
    return fail(ErrorKind::k_damaged, "manifest has no \"sha256\" at its end: it is not a package's, or cut short");
  std::string claimed = digest->get<std::string>();
  body.erase(digest);
  Signature signature = CLC_TRY(take_signature(body));
  if (body_digest(body) != claimed)
    return fail(ErrorKind::k_damaged, "manifest does not agree with its own SHA-256: it was changed or is damaged");
  Result<Manifest> manifest = manifest_from_json(body);
  if (manifest) manifest->signature = std::move(signature);
  return manifest;
}

}  // namespace

bool Match::operator==(const Match& other) const {
  const auto fields = [](const Match& m) {
    return std::tie(m.platform_version, m.driver_version, m.device_version, m.device_name, m.inspection_only, m.extra);
  };
  return fields(*this) == fields(other);
}

const Module* Manifest::find(std::string_view module) const {
  auto found = std::ranges::find(modules, module, &Module::name);
  return found == modules.end() ? nullptr : &*found;
}

void normalize(Manifest& manifest) {
  for (Module& module : manifest.modules) {
    normalize_interfaces(module);
    for (Variant& variant : module.variants) {
      sort_unique(variant.programs);
      sort_unique(variant.parts);
    }
    std::ranges::stable_sort(module.variants,
                             [](const Variant& a, const Variant& b) { return variant_order(a) < variant_order(b); });
  }
  std::ranges::stable_sort(manifest.modules, {}, &Module::name);
  std::ranges::stable_sort(manifest.missing, [](const Missing& a, const Missing& b) {
    return std::tie(a.module, a.target, a.reason) < std::tie(b.module, b.target, b.reason);
  });
}

std::string blob_name(const Variant& variant) {
  const FamilyInfo* family = family_of_format(variant.format);
  return variant.sha256.substr(0, k_blob_digits) + (family == nullptr ? ".bin" : family->endings.front());
}

std::string encode_manifest(const Manifest& manifest) {
  return text_of(manifest_to_json(manifest), manifest.signature);
}

Result<std::string> encode_readable_manifest(const Manifest& manifest) {
  Json body = manifest_to_json(manifest);
  if (!is_readable(body)) return fail(ErrorKind::k_damaged, "manifest is nested too deeply");
  CLC_TRY(manifest_from_json(body));
  put_optional(body, "signature", signature_to_json(manifest.signature));
  CLC_TRY(take_signature(body));
  return text_of(std::move(body), manifest.signature);
}

Result<Manifest> decode_manifest(std::string_view json) {
  return without_exceptions("manifest", [&] { return decode(json); });
}

std::string manifest_digest(const Manifest& manifest) {
  return body_digest(manifest_to_json(manifest));
}

}  // namespace clc
