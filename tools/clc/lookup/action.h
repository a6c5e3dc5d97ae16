// An entry of the cache for one key: what compilations under that key read, and which artifact came of each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/package/bytes.h"
#include "protocol/file_facts.h"

namespace clc {

struct Candidate {
  std::string artifact;  // SHA-256 of its encoding
  // The folders in which alone it holds, see place_of(); empty where it holds in any.
  std::string place;
  FileFacts facts;
};

struct Action {
  std::vector<Candidate> candidates;  // newest first

  // In front of the others. An older one with the same facts goes, and the oldest where there are too many.
  void add(Candidate candidate);
};

Bytes encode_action(const Action& action);
// Nothing for bytes that are none.
std::optional<Action> decode_action(BytesView bytes);

}  // namespace clc
