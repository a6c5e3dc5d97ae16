#include "action_result.h"

#include <charconv>

#include <nlohmann/json.hpp>

#include "base/encoding/base64.h"
#include "clc/base/digest.h"

namespace clc::cache {
namespace {

using Json = nlohmann::json;

constexpr const char* k_artifact_path = "artifact";

// The field under either of its names, or nullptr if it has neither.
const Json* field(const Json& object, const char* camel, const char* snake) {
  if (!object.is_object()) return nullptr;
  for (const char* name : {camel, snake}) {
    if (const auto found = object.find(name); found != object.end()) return &*found;
  }
  return nullptr;
}

std::string text(const Json* value) {
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

std::uint64_t number(const Json* value) {
  if (value != nullptr && value->is_number_unsigned()) return value->get<std::uint64_t>();
  const std::string digits = text(value);
  std::uint64_t parsed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), parsed);
  return error == std::errc() && end == digits.data() + digits.size() ? parsed : 0;
}

bool is_success(const Json& result) {
  const Json* exit_code = field(result, "exitCode", "exit_code");
  return exit_code == nullptr || exit_code->is_null() || *exit_code == 0;
}

void read_artifact(const Json& result, ActionResult& action) {
  const Json* files = field(result, "outputFiles", "output_files");
  if (files == nullptr || !files->is_array()) return;
  for (const Json& file : *files) {
    const Json* digest = field(file, "digest", "digest");
    if (digest == nullptr || text(field(file, "path", "path")) != k_artifact_path) continue;
    action.artifact_digest = text(field(*digest, "hash", "hash"));
    action.artifact_size = number(field(*digest, "sizeBytes", "size_bytes"));
    if (!is_sha256_hex(action.artifact_digest)) action.artifact_digest.clear();
    return;
  }
}

}  // namespace

std::string encode_action_result(BytesView payload, const std::string& artifact_digest, std::uint64_t artifact_size) {
  const Json file = {{"path", k_artifact_path},
                     {"digest", {{"hash", artifact_digest}, {"sizeBytes", std::to_string(artifact_size)}}}};
  const Json result = {{"exitCode", 0}, {"outputFiles", Json::array({file})}, {"stdoutRaw", to_base64(payload)}};
  return result.dump();
}

std::optional<ActionResult> decode_action_result(std::string_view json) {
  const Json result = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  const Json* payload = field(result, "stdoutRaw", "stdout_raw");
  if (payload == nullptr || !payload->is_string() || !is_success(result)) return {};
  std::optional<Bytes> bytes = from_base64(payload->get_ref<const std::string&>());
  if (!bytes) return {};
  ActionResult action;
  action.payload = std::move(*bytes);
  read_artifact(result, action);
  return action;
}

}  // namespace clc::cache
