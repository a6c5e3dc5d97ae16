#include "protocol/file_facts.h"

#include "clc/base/digest.h"

namespace clc {
namespace {

constexpr std::uint64_t k_flag_repeatable = 1;
constexpr std::uint64_t k_flag_names_absolute = 2;
constexpr std::uint64_t k_flag_has_assembly = 4;
constexpr std::uint64_t k_last_kind = static_cast<std::uint64_t>(FileFact::Kind::k_read);
constexpr std::int64_t k_first_root = RootedPath::k_working_folder;
constexpr std::uint64_t k_most_roots = 1 << 20;

bool has_size(FileFact::Kind kind) {
  return kind == FileFact::Kind::k_file || kind == FileFact::Kind::k_read;
}

FileFact read_fact(ByteReader& reader, std::uint64_t index) {
  FileFact fact;
  fact.kind = static_cast<FileFact::Kind>(reader.number(k_last_kind));
  fact.path.root = static_cast<std::int64_t>(reader.number(k_most_roots)) + k_first_root;
  fact.path.name = reader.text();
  if (has_size(fact.kind)) fact.size = reader.number();
  if (fact.kind == FileFact::Kind::k_read) {
    fact.sha256 = reader.text();
    if (!is_sha256_hex(fact.sha256)) reader.refuse();
  }
  fact.same_file_as = reader.number(index);
  return fact;
}

}  // namespace

void write_file_facts(const FileFacts& facts, ByteWriter& writer) {
  writer.number((facts.is_repeatable ? k_flag_repeatable : 0) | (facts.names_absolute ? k_flag_names_absolute : 0) |
                (facts.has_assembly ? k_flag_has_assembly : 0));
  writer.number(facts.facts.size());
  for (const FileFact& fact : facts.facts) {
    writer.number(static_cast<std::uint64_t>(fact.kind));
    writer.number(static_cast<std::uint64_t>(fact.path.root - k_first_root));
    writer.text(fact.path.name);
    if (has_size(fact.kind)) writer.number(fact.size);
    if (fact.kind == FileFact::Kind::k_read) writer.text(fact.sha256);
    writer.number(fact.same_file_as);
  }
}

FileFacts read_file_facts(ByteReader& reader) {
  FileFacts facts;
  const std::uint64_t flags = reader.number(k_flag_repeatable | k_flag_names_absolute | k_flag_has_assembly);
  facts.is_repeatable = (flags & k_flag_repeatable) != 0;
  facts.names_absolute = (flags & k_flag_names_absolute) != 0;
  facts.has_assembly = (flags & k_flag_has_assembly) != 0;
  const std::uint64_t count = reader.number(reader.left());
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) facts.facts.push_back(read_fact(reader, i));
  return facts;
}

}  // namespace clc
