// The body of /ac/<key> in Bazel's HTTP protocol: an ActionResult of the Remote Execution API, as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clc/base/bytes.h"

namespace clc::cache {

// Our action is stored as what the "command" printed, and the artifact as the one file that it wrote. So a server that
// checks whether the results of an action are complete finds both, and keeps them together.
struct ActionResult {
  Bytes payload;
  std::string artifact_digest;  // may be absent when it is read
  std::uint64_t artifact_size = 0;
};

std::string encode_action_result(BytesView payload, const std::string& artifact_digest, std::uint64_t artifact_size);

// Takes what any server may make of it: names in either case, numbers as numbers or texts, fields unknown to us.
std::optional<ActionResult> decode_action_result(std::string_view json);

}  // namespace clc::cache
