#include "identity/worker_identity.h"

#include "base/text.h"
#include "identity/file_identity.h"
#include "protocol/builtin_files.h"
#include "toolchain/assembler.h"

namespace clc {
namespace {

const Memos::Codec<Identity> k_codec = {write_identity, read_identity};

// The builtin libraries of a target.
Result<void> add_builtins(Memos& memos, Observations& observations, const std::string& folder, const Target& target,
                          Identity& identity) {
  for (const std::string& file : builtin_files(target)) {
    Result<IdentityPart> part = part_of_file(memos, observations, join_path(folder, file), file);
    if (!part) return fail(part);
    identity.push_back(std::move(*part));
  }
  return {};
}

}  // namespace

Result<Identity> identify_worker(Memos& memos, const std::string& program, const Target& target) {
  const Target base = worker_target(target);
  const std::string key = memo_key("worker", program, join(builtin_files(base), " "));
  return memos.recall<Identity>(key, k_codec, [&](Observations& observations) -> Result<Identity> {
    SharedLibraries libraries(observations);
    if (auto added = libraries.add_program(program); !added) return fail(added);
    Result<Identity> identity = parts_of_libraries(memos, observations, libraries);
    if (!identity) return identity;
    const std::string folder = builtins_folder(libraries.files().front().path);
    if (auto added = add_builtins(memos, observations, folder, base, *identity); !added) {
      return fail(added);
    }
    return identity;
  });
}

}  // namespace clc
