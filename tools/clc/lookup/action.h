// An entry of the cache for one key: what compilations under that key read, and which artifact came of each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "protocol/file_facts.h"

namespace clc {

struct Candidate {
  std::string artifact;  // SHA-256 of its encoding
  // The only folders in which the artifact holds, as place_of() names them; empty when it holds in any.
  std::string place;
  FileFacts facts;
};

struct Action {
  std::vector<Candidate> candidates;  // newest first

  // Puts a candidate in front of the others. Drops an older one with the same facts, and the oldest when there are too
  // many.
  void add(Candidate candidate);
};

Bytes encode_action(const Action& action);
// Decodes an action; nothing when the bytes are not one.
std::optional<Action> decode_action(BytesView bytes);

}  // namespace clc
