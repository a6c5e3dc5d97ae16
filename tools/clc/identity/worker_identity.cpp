#include "identity/worker_identity.h"

#include "base/text.h"
#include "base/try.h"
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
  for (const std::string& file : builtin_files(target))
    identity.push_back(CLC_TRY(part_of_file(memos, observations, join_path(folder, file), file)));
  return {};
}

}  // namespace

Result<Identity> identify_worker(Memos& memos, const std::string& program, const Target& target) {
  const std::string key = memo_key("worker", program, join(builtin_files(target), " "));
  const auto identify = [&](Observations& observations) -> Result<KnownWorker> {
    SharedLibraries libraries(observations);
    CLC_TRY(libraries.add_program(program));
    Identity identity = CLC_TRY(parts_of_libraries(memos, observations, libraries));
    const std::string folder = builtins_folder(libraries.files().front().path);
    CLC_TRY(add_builtins(memos, observations, folder, target, identity));
    return KnownWorker{std::move(identity)};
  };
  KnownWorker known = CLC_TRY(memos.recall<KnownWorker>(key, identify));
  return std::move(known.identity);
}

}  // namespace clc
