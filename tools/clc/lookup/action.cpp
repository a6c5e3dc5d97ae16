#include "lookup/action.h"

#include <algorithm>

#include "clc/base/digest.h"
#include "protocol/byte_codec.h"

namespace clc {
namespace {

constexpr std::string_view k_format = "clc.action.1";
constexpr std::size_t k_most_candidates = 16;

}  // namespace

void Action::add(Candidate candidate) {
  std::erase_if(candidates, [&](const Candidate& other) {
    return other.place == candidate.place && other.facts == candidate.facts;
  });
  candidates.insert(candidates.begin(), std::move(candidate));
  if (candidates.size() > k_most_candidates) candidates.resize(k_most_candidates);
}

Bytes encode_action(const Action& action) {
  ByteWriter writer;
  writer.text(k_format);
  writer.number(action.candidates.size());
  for (const Candidate& candidate : action.candidates) {
    writer.text(candidate.artifact);
    writer.text(candidate.place);
    write_file_facts(candidate.facts, writer);
  }
  return writer.take();
}

std::optional<Action> decode_action(BytesView bytes) {
  ByteReader reader(bytes);
  if (reader.text() != k_format) return std::nullopt;
  Action action;
  const std::uint64_t count = reader.number(k_most_candidates);
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) {
    Candidate candidate;
    candidate.artifact = reader.text();
    candidate.place = reader.text();
    candidate.facts = read_file_facts(reader);
    if (!is_sha256_hex(candidate.artifact)) reader.refuse();
    action.candidates.push_back(std::move(candidate));
  }
  if (!reader.is_done()) return std::nullopt;
  return action;
}

}  // namespace clc
