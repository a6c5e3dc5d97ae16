// File facts for the tests of formats.
#pragma once

#include "package_samples.h"
#include "protocol/file_facts.h"

namespace clc::test {

inline FileFacts random_file_facts(Random& random) {
  FileFacts facts;
  facts.is_repeatable = random.coin();
  facts.names_absolute = random.coin();
  facts.has_assembly = random.coin();
  for (std::uint64_t i = 0, count = random.below(5); i < count; ++i) {
    FileFact fact;
    fact.kind = static_cast<FileFact::Kind>(random.below(4));
    fact.path = {static_cast<std::int64_t>(random.below(6)) - 2, random.any_text()};
    if (fact.kind == FileFact::Kind::k_file || fact.kind == FileFact::Kind::k_read) fact.size = random.bits();
    if (fact.kind == FileFact::Kind::k_read) fact.sha256 = sha256_hex(random.bytes(4));
    fact.same_file_as = random.below(i + 1);
    facts.facts.push_back(fact);
  }
  return facts;
}

}  // namespace clc::test
