#include "insight/audit/manifest_texts.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/json.h"

namespace clc {
namespace {

// Keys whose strings clc itself chose: digests, words of the format, and names made of them.
constexpr std::string_view k_keys_without_secrets[] = {
    "kind", "address_space", "access",      "format", "sha256",         "source_sha256", "input_digest",
    "file", "generator",     "ed25519_key", "value",  "kernels_digest", "programs"};

bool may_hold_secrets(std::string_view key) {
  const auto* const end = std::end(k_keys_without_secrets);
  return std::find(std::begin(k_keys_without_secrets), end, key) == end;
}

// Elements of an array belong to the array's key.
void add_texts(const std::string& key, const Json& json, std::vector<EmbeddedString>& texts) {
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) add_texts(name, value, texts);
  } else if (json.is_array()) {
    for (const Json& element : json) add_texts(key, element, texts);
  } else if (json.is_string() && may_hold_secrets(key)) {
    texts.push_back({StringKind::k_debug, "key \"" + key + "\"", json.get<std::string>()});
  }
}

}  // namespace

Result<std::vector<EmbeddedString>> manifest_texts(const Manifest& manifest) {
  const Result<Json> json = parse_json(encode_manifest(manifest), "the manifest");
  if (!json) return fail(json);
  std::vector<EmbeddedString> texts;
  add_texts("", *json, texts);
  return texts;
}

}  // namespace clc
