// Identities of ptxas and ocloc.
#include <regex>
#include <set>

#include "clc/package/file.h"
#include "identity/identity.h"
#include "identity/file_identity.h"
#include "protocol/packed.h"
#include "support/text.h"

namespace clc {
namespace {

using KnownAssembler = Identities::KnownAssembler;

Bytes encode(const KnownAssembler& known) {
  Bytes bytes;
  pack(bytes, known.assembler.path);
  pack(bytes, known.assembler.version);
  pack(bytes, known.assembler.gives_zebin ? "zebin" : "");
  pack(bytes, join(known.assembler.archs, " "));
  return bytes + encode_parts(known.identity);
}

std::optional<KnownAssembler> decode(BytesView bytes) {
  std::vector<std::string> fields;
  while (fields.size() < 4) {
    std::optional<std::string> field = unpack(bytes);
    if (!field) return std::nullopt;
    fields.push_back(std::move(*field));
  }
  std::optional<Identity> identity = decode_parts(bytes);
  if (!identity) return std::nullopt;
  Assembler assembler{fields[0], fields[1], {}, !fields[2].empty()};
  for (std::size_t begin = 0; begin < fields[3].size();) {
    const std::size_t end = std::min(fields[3].find(' ', begin), fields[3].size());
    assembler.archs.push_back(fields[3].substr(begin, end - begin));
    begin = end + 1;
  }
  return KnownAssembler{std::move(assembler), std::move(*identity)};
}

const Memory::Codec<KnownAssembler> k_codec = {encode, decode};

// ocloc opens its compilers by names that stand in it: libigc.so.1, libigdfcl.so.1 and, of later versions, others.
Result<void> add_opened(SharedLibraries& libraries) {
  static const std::regex k_name("lib(?:ig|ocloc)[A-Za-z0-9_-]*\\.so[.0-9]*");
  for (std::size_t i = 0; i < libraries.files().size(); ++i) {
    const std::string path = libraries.files()[i].path;
    if (!base_name(path).starts_with("libocloc") && base_name(path) != "ocloc") continue;
    const Result<Bytes> bytes = read_file(path);
    if (!bytes) return fail(bytes);
    std::set<std::string> names;
    for (std::size_t at = 0; (at = bytes->find("lib", at)) != Bytes::npos; ++at) {
      std::smatch match;
      const auto begin = bytes->begin() + static_cast<Bytes::difference_type>(at);
      const auto end = bytes->begin() + static_cast<Bytes::difference_type>(std::min(at + 64, bytes->size()));
      if (std::regex_search(begin, end, match, k_name, std::regex_constants::match_continuous))
        names.insert(match.str());
    }
    for (const std::string& name : names) {
      if (const auto added = libraries.add(name, i); !added) return fail(added);
    }
  }
  return {};
}

Result<Identity> identity_of(Memory& memory, Watch& watch, Family family, const std::string& path) {
  SharedLibraries libraries(watch);
  Result<void> added = libraries.add_program(path);
  if (added && family == Family::k_intel) added = add_opened(libraries);
  if (added) return parts_of_libraries(memory, watch, libraries);
  if (added.error().kind != ErrorKind::k_damaged) return fail(added);
  // A script may call any program: only its answers tell whether that is another one.
  watch.give_up();
  Result<IdentityPart> part = part_of_file(memory, watch, path, base_name(path));
  if (!part) return fail(part);
  return Identity{std::move(*part)};
}

}  // namespace

Result<KnownAssembler> Identities::assembler(Family family, const ToolPaths& given) {
  const Result<std::string> path = find_assembler_path(family, given);
  if (!path) return fail(path);
  const auto ask = [&](Watch& watch) -> Result<KnownAssembler> {
    Result<Identity> identity = identity_of(memory_, watch, family, *path);
    if (!identity) return fail(identity);
    const Result<IdentityPart> self = part_of_self(memory_, watch);
    if (!self) return fail(self);
    Result<Assembler> assembler = ask_assembler(family, *path);
    if (!assembler) return fail(assembler);
    identity->push_back({"version", assembler->version});
    identity->push_back(*self);
    return KnownAssembler{std::move(*assembler), std::move(*identity)};
  };
  return memory_.recall<KnownAssembler>(memo_key("assembler", *path), k_codec, ask);
}

}  // namespace clc
