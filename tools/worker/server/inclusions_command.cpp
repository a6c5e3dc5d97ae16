#include "worker/server/inclusions_command.h"

#include <algorithm>

#include <llvm/Support/JSON.h>

#include "protocol/protocol.h"
#include "recording/inclusion_list.h"
#include "worker/frontend/frontend.h"
#include "worker/server/answer_input.h"

namespace clc::worker {
namespace {

Result<Bytes> inclusions_of(const Bytes& input) {
  const Result<CompileRequest> request = decode_request(input);
  if (!request) return fail(request);
  if (!request->dialect) return fail(ErrorKind::k_damaged, "not a request for a driver");
  const SourceRoots roots(*request);
  FrontEnd front_end(*request, roots, machine_of(*request->dialect));
  Inclusions found;
  if (!front_end.find_inclusions(request->sources.front(), found)) {
    const std::vector<Diagnostic>& diagnostics = front_end.diagnostics();
    return fail(ErrorKind::k_compile, diagnostics.empty() ? "Clang cannot read it" : diagnostics.front().text);
  }
  const auto is_text = [](const Inclusion& inclusion) {
    return llvm::json::isUTF8(inclusion.name) && llvm::json::isUTF8(inclusion.from);
  };
  if (!std::all_of(found.asked.begin(), found.asked.end(), is_text)) found.unknown = "the name of a file is not UTF-8";
  layer::InclusionList list{found.unknown, front_end.tells_time(), {}, {}};
  for (const Inclusion& inclusion : found.asked) list.inclusions.push_back({inclusion.name, inclusion.from});
  // The answers of the disk: whoever reads the list may look later than this.
  for (const auto& [path, answer] : front_end.answers()) {
    if (answer.kind == FileFact::Kind::k_folder) continue;
    list.found_files.push_back({path, answer.sha256, answer.kind != FileFact::Kind::k_absent});
  }
  return encode_inclusion_list(list);
}

}  // namespace

int print_inclusions() {
  return answer_input(inclusions_of);
}

}  // namespace clc::worker
