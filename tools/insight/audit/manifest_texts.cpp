#include "insight/audit/manifest_texts.h"

#include "base/json.h"
#include "base/text.h"
#include "base/try.h"

namespace clc {
namespace {

// False for keys whose strings clc itself chose: digests, words of the format, and names made of them.
bool may_hold_secrets(std::string_view key) {
  return !is_any_of(key, {"kind", "address_space", "access", "format", "sha256", "source_sha256", "input_digest",
                          "file", "generator", "ed25519_key", "value", "kernels_digest", "programs"});
}

// An option that holds nothing but words of clc's own, such as "--strip" and "-cl-fast-relaxed-math".
bool is_own_option(std::string_view option) {
  return option.starts_with('-') && option.find_first_of(" \t\n/") == option.npos &&
         !starts_with_any(option, {"-D", "-U", "-I", "-i", "-f", "-M"});
}

// Words that clc, a driver or a device chose are text: paths and users may be in them, but no names of a source.
StringKind kind_of(std::string_view key, std::string_view text) {
  const bool is_option = (key == "options" || key == "build_options") && is_own_option(text);
  const bool is_of_others =
      is_any_of(key, {"target", "platform_version", "device_version", "driver_version", "parts", "platform", "device"});
  return is_option || is_of_others ? StringKind::k_text : StringKind::k_note;
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
  const Json json = CLC_TRY(parse_json(encode_manifest(manifest), "the manifest"));
  std::vector<EmbeddedString> texts;
  add_texts("", json, texts);
  return texts;
}

}  // namespace clc
