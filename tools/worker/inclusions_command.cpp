#include "worker/inclusions_command.h"

#include <algorithm>

#include <llvm/Support/JSON.h>

#include "base/json_writer.h"
#include "protocol/protocol.h"
#include "worker/answer_input.h"
#include "worker/frontend/frontend.h"

namespace clc::worker {
namespace {

Result<Bytes> inclusions_of(const Bytes& input) {
  const Result<CompileRequest> request = decode_request(input);
  if (!request) return fail(request);
  if (!request->dialect) return fail(ErrorKind::k_damaged, "not a request for a driver");
  const SourceRoots roots(*request);
  FrontEnd front_end(*request, roots, machine_of(*request->dialect));
  Inclusions found;
  if (!front_end.find_inclusions(found)) {
    const std::vector<Diagnostic>& diagnostics = front_end.diagnostics();
    return fail(ErrorKind::k_compile, diagnostics.empty() ? "Clang cannot read it" : diagnostics.front().text);
  }
  const bool is_text = std::all_of(found.asked.begin(), found.asked.end(), [](const Inclusion& asked) {
    return llvm::json::isUTF8(asked.name) && llvm::json::isUTF8(asked.from);
  });
  if (!is_text) found.unknown = "the name of a file is not UTF-8";
  JsonWriter json(-1);
  json.begin_object().key("unknown").value(found.unknown);
  json.key("tells_time").value(std::uint64_t{front_end.tells_time()});
  json.key("inclusions").begin_array();
  for (const Inclusion& asked : found.asked) {
    json.begin_object().key("name").value(asked.name).key("from").value(asked.from).end_object();
  }
  json.end_array();
  // The answers of the disk: the asker may look later than this.
  json.key("answers").begin_array();
  for (const auto& [path, answer] : front_end.answers()) {
    if (answer.kind == FileFact::Kind::k_folder) continue;
    json.begin_object().key("path").value(path).key("sha256").value(answer.sha256);
    json.key("is_there").value(std::uint64_t{answer.kind != FileFact::Kind::k_absent}).end_object();
  }
  json.end_array();
  return Bytes(json.end_object().text());
}

}  // namespace

int print_inclusions() {
  return answer_input(inclusions_of);
}

}  // namespace clc::worker
