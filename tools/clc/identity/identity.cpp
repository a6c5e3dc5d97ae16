#include "identity/identity.h"

#include "protocol/builtin_files.h"
#include "identity/file_identity.h"
#include "support/text.h"

namespace clc {
namespace {

const Memory::Codec<Identity> k_identity_codec = {encode_parts, decode_parts};

// The builtin libraries of a target.
Result<void> add_builtins(Memory& memory, Watch& watch, const std::string& folder, const Target& target,
                          Identity& identity) {
  for (const std::string& file : builtin_files(target)) {
    Result<IdentityPart> part = part_of_file(memory, watch, join_path(folder, file), file);
    if (!part) return fail(part);
    identity.push_back(std::move(*part));
  }
  return {};
}

}  // namespace

Result<Identity> Identities::worker(const std::string& program, const Target& target) {
  const Target base = base_of(target);
  const std::string key = memo_key("worker", program, join(builtin_files(base), " "));
  return memory_.recall<Identity>(key, k_identity_codec, [&](Watch& watch) -> Result<Identity> {
    SharedLibraries libraries(watch);
    if (auto added = libraries.add_program(program); !added) return fail(added);
    Result<Identity> identity = parts_of_libraries(memory_, watch, libraries);
    if (!identity) return identity;
    const std::string folder = builtins_folder(libraries.files().front().path);
    if (auto added = add_builtins(memory_, watch, folder, base, *identity); !added) {
      return fail(added);
    }
    return identity;
  });
}

}  // namespace clc
