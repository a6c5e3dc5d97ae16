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

// Keys whose words clc, a driver or a device chose. Paths and users may be in them, but no names of a source.
constexpr std::string_view k_keys_without_names[] = {"target", "platform_version", "device_version", "driver_version",
                                                     "parts",  "platform",         "device"};

// An option that holds nothing but words of clc's own, such as "--strip" and "-cl-fast-relaxed-math".
bool is_own_option(std::string_view option) {
  constexpr std::string_view k_with_text[] = {"-D", "-U", "-I", "-i", "-f", "-M"};
  const auto may_begin = [&](std::string_view prefix) { return option.starts_with(prefix); };
  return option.starts_with('-') && option.find_first_of(" \t\n/") == option.npos &&
         std::none_of(std::begin(k_with_text), std::end(k_with_text), may_begin);
}

StringKind kind_of(std::string_view key, std::string_view text) {
  const auto* const end = std::end(k_keys_without_names);
  const bool is_option = (key == "options" || key == "build_options") && is_own_option(text);
  return is_option || std::find(std::begin(k_keys_without_names), end, key) != end ? StringKind::k_text
                                                                                   : StringKind::k_note;
}

// Elements of an array belong to the array's key.
void add_texts(const std::string& key, const Json& json, std::vector<EmbeddedString>& texts) {
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) add_texts(name, value, texts);
  } else if (json.is_array()) {
    for (const Json& element : json) add_texts(key, element, texts);
  } else if (json.is_string() && may_hold_secrets(key)) {
    const std::string text = json.get<std::string>();
    texts.push_back({kind_of(key, text), "key \"" + key + "\"", text});
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
