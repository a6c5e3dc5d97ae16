#include "identity/worker_identity.h"

#include "base/text.h"
#include "identity/file_identity.h"
#include "protocol/builtin_files.h"
#include "toolchain/assembler.h"

namespace clc {

struct KnownWorker {
  Identity identity;
};

template <class F>
void fields(F& f, FieldsOf<F, KnownWorker>& known) {
  f.list(known.identity);
  f.require(!known.identity.empty());
}

namespace {

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
  const std::string key = memo_key("worker", program, join(builtin_files(target), " "));
  const auto identify = [&](Observations& observations) -> Result<KnownWorker> {
    SharedLibraries libraries(observations);
    if (auto added = libraries.add_program(program); !added) return fail(added);
    Result<Identity> identity = parts_of_libraries(memos, observations, libraries);
    if (!identity) return fail(identity);
    const std::string folder = builtins_folder(libraries.files().front().path);
    if (auto added = add_builtins(memos, observations, folder, target, *identity); !added) {
      return fail(added);
    }
    return KnownWorker{*std::move(identity)};
  };
  Result<KnownWorker> known = memos.recall<KnownWorker>(key, identify);
  if (!known) return fail(known);
  return std::move(known->identity);
}

}  // namespace clc
