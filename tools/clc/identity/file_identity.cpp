#include "identity/file_identity.h"

#include <filesystem>

#include "clc/package/digest.h"
#include "clc/package/file.h"
#include "protocol/packed.h"
#include "support/text.h"

namespace clc {
namespace {

// Of what changes when memos mean something else.
constexpr const char* k_domain = "clc.memo.1";
constexpr const char* k_self = "/proc/self/exe";

const Memory::Codec<std::string> k_digest_codec = {
    [](const std::string& digest) { return Bytes(digest); },
    [](BytesView bytes) { return is_sha256_hex(bytes) ? std::optional<std::string>(bytes) : std::nullopt; }};

IdentityPart part_of(const std::string& path, const std::string& build_id) {
  return {base_name(path), "build-id " + build_id};
}

}  // namespace

std::string memo_key(const std::string& question, const std::string& path, const std::string& details) {
  return FieldDigest(k_domain)
      .add("question", question)
      .add("path", path)
      .add("file", inode_of(path))
      .add("by", inode_of(k_self))
      .add("details", details)
      .hex();
}

Result<std::string> contents_digest(Memory& memory, Watch& watch, const std::string& path) {
  watch.look(Watch::Kind::k_path, path);
  return memory.recall<std::string>(memo_key("contents", path), k_digest_codec, [&](Watch& own) -> Result<std::string> {
    own.look(Watch::Kind::k_path, path);
    const Result<Bytes> bytes = read_file(path);
    if (!bytes) return fail(bytes);
    return sha256_hex(*bytes);
  });
}

Result<IdentityPart> part_of_file(Memory& memory, Watch& watch, const std::string& path, const std::string& name) {
  const Result<std::string> digest = contents_digest(memory, watch, path);
  if (!digest) return fail(digest);
  return IdentityPart{name, "sha256 " + *digest};
}

Result<IdentityPart> part_of_image(Memory& memory, Watch& watch, const std::string& path) {
  watch.look(Watch::Kind::k_path, path);
  const Result<ElfImage> image = read_elf_image(path);
  if (!image) return fail(image);
  if (!image->build_id.empty()) return part_of(path, image->build_id);
  return part_of_file(memory, watch, path, base_name(path));
}

Result<IdentityPart> part_of_self(Memory& memory, Watch& watch) {
  Result<IdentityPart> part = part_of_image(memory, watch, k_self);
  if (part) part->name = "clc";
  return part;
}

Result<Identity> parts_of_libraries(Memory& memory, Watch& watch, const SharedLibraries& libraries) {
  Identity identity;
  for (const LoadedFile& file : libraries.files()) {
    if (!file.image.build_id.empty()) {
      identity.push_back(part_of(file.path, file.image.build_id));
      continue;
    }
    Result<IdentityPart> part = part_of_file(memory, watch, file.path, base_name(file.path));
    if (!part) return fail(part);
    identity.push_back(std::move(*part));
  }
  return identity;
}

Bytes encode_parts(const Identity& identity) {
  Bytes bytes;
  for (const IdentityPart& part : identity) {
    pack(bytes, part.name);
    pack(bytes, part.digest);
  }
  return bytes;
}

std::optional<Identity> decode_parts(BytesView bytes) {
  Identity identity;
  while (!bytes.empty()) {
    std::optional<std::string> name = unpack(bytes);
    std::optional<std::string> digest = name ? unpack(bytes) : std::nullopt;
    if (!digest || name->empty() || digest->empty()) return std::nullopt;
    identity.push_back({std::move(*name), std::move(*digest)});
  }
  if (identity.empty()) return std::nullopt;
  return identity;
}

}  // namespace clc
