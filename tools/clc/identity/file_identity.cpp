#include "identity/file_identity.h"

#include <filesystem>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"

namespace clc {

struct KnownContents {
  std::string sha256;
};

template <class F>
void fields(F& f, FieldsOf<F, KnownContents>& contents) {
  f.digest(contents.sha256);
}

namespace {

// The version of memos. Raise it when they change form or meaning: old ones are then not found.
constexpr const char* k_domain = "clc.memo.2";
constexpr const char* k_self = "/proc/self/exe";

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

Result<std::string> contents_digest(Memos& memos, Observations& observations, const std::string& path) {
  observations.look(Observations::Kind::k_path, path);
  const auto read = [&](Observations& own) -> Result<KnownContents> {
    own.look(Observations::Kind::k_path, path);
    const Bytes bytes = CLC_TRY(read_ordinary_file(path, k_largest_program));
    return KnownContents{sha256_hex(bytes)};
  };
  const KnownContents known = CLC_TRY(memos.recall<KnownContents>(memo_key("contents", path), read));
  return known.sha256;
}

Result<IdentityPart> part_of_file(Memos& memos, Observations& observations, const std::string& path,
                                  const std::string& name) {
  const std::string digest = CLC_TRY(contents_digest(memos, observations, path));
  return IdentityPart{name, "sha256 " + digest};
}

Result<IdentityPart> part_of_image(Memos& memos, Observations& observations, const std::string& path) {
  observations.look(Observations::Kind::k_path, path);
  const ElfImage image = CLC_TRY(read_elf_image(path));
  if (!image.build_id.empty()) return part_of(path, image.build_id);
  return part_of_file(memos, observations, path, base_name(path));
}

Result<IdentityPart> part_of_self(Memos& memos, Observations& observations) {
  Result<IdentityPart> part = part_of_image(memos, observations, k_self);
  if (part) part->name = "clc";
  return part;
}

Result<Identity> parts_of_libraries(Memos& memos, Observations& observations, const SharedLibraries& libraries) {
  Identity identity;
  for (const LoadedFile& file : libraries.files()) {
    if (!file.image.build_id.empty()) {
      identity.push_back(part_of(file.path, file.image.build_id));
      continue;
    }
    identity.push_back(CLC_TRY(part_of_file(memos, observations, file.path, base_name(file.path))));
  }
  return identity;
}

}  // namespace clc
