#include "worker/server/questions.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

#include <llvm/Support/JSON.h>

#include "base/file_descriptor.h"
#include "base/try.h"
#include "confine/system_calls.h"
#include "protocol/embedded_strings.h"
#include "protocol/frame_codec.h"
#include "protocol/live_registers.h"
#include "protocol/machine/machine_steps.h"
#include "protocol/question.h"
#include "protocol/source_tokens.h"
#include "recording/inclusion_list.h"
#include "worker/frontend/frontend.h"
#include "worker/frontend/source_tokens.h"
#include "worker/insight/live/count_live.h"
#include "worker/insight/strings/string_finder.h"
#include "worker/strip/opencl_names.h"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUDisassembler();
}

namespace clc::worker {
namespace {

Result<Bytes> strings_of(BytesView binary) {
  StringFinder finder;
  finder.read(binary, "");
  return encode_embedded_strings(finder.strings());
}

Result<Bytes> tokens_of_sources(BytesView input) {
  const TokensRequest request = CLC_TRY(decode_tokens_request(input));
  std::vector<Bytes> sources;
  for (const Bytes& text : request.texts) sources.push_back(tokens_of(text, request.is_cpp));
  return encode_tokens_reply(sources);
}

Result<Bytes> builtin_names(BytesView) {
  Bytes lines;
  for (const std::string& name : opencl_names()) lines += name + "\n";
  return lines;
}

Result<Bytes> inclusions_of(BytesView input) {
  const CompileRequest request = CLC_TRY(decode_request(input));
  if (!request.dialect) return fail(ErrorKind::k_damaged, "not a request for a driver");
  const SourceRoots roots(request);
  FrontEnd front_end(request, roots, machine_of(*request.dialect));
  Inclusions found;
  if (!front_end.find_inclusions(request.sources.front(), found)) {
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

Result<DecodedCode> decoded(BytesView binary) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  return decode_code_object(binary);
}

Result<Bytes> live_registers_of(BytesView binary) {
  const DecodedCode code = CLC_TRY(decoded(binary));
  return encode_live_registers(live_registers(code));
}

MachineStep step_of(const DecodedInstruction& one) {
  MachineStep step;
  step.address = one.address;
  step.mnemonic = one.mnemonic;
  step.latency = one.latency;
  step.falls_through = one.falls_through;
  for (const Half half : one.reads) step.reads.push_back({half});
  for (const std::vector<Half>* written : {&one.writes, &one.partial_writes}) {
    for (const Half half : *written) step.writes.push_back({half});
  }
  for (const std::uint64_t target : one.targets) step.targets.push_back({target});
  return step;
}

Result<Bytes> machine_steps_of(BytesView binary) {
  const DecodedCode code = CLC_TRY(decoded(binary));
  std::vector<MachineFunction> functions;
  for (const DecodedFunction& one : code.functions) {
    MachineFunction& function = functions.emplace_back();
    function.name = one.name;
    for (const DecodedInstruction& instruction : one.instructions) function.steps.push_back(step_of(instruction));
  }
  return encode_machine_steps(functions);
}

// By Question.
constexpr Result<Bytes> (*k_answers[])(BytesView) = {strings_of,    tokens_of_sources, builtin_names,
                                                     inclusions_of, live_registers_of, machine_steps_of};

Result<Bytes> answer() {
  std::optional<std::string> message = CLC_TRY(read_frame(STDIN_FILENO));
  if (!message || message->empty()) return fail(ErrorKind::k_damaged, "no question was asked");
  const std::size_t question = static_cast<unsigned char>(message->front());
  if (question >= std::size(k_answers)) return fail(ErrorKind::k_damaged, "the question is not known");
  message->erase(0, 1);  // LLVM reads aligned binaries only
  return k_answers[question](*message);
}

}  // namespace

int answer_question() {
  only_compute();
  const Result<Bytes> answered = answer();
  if (answered) return write_all(STDOUT_FILENO, *answered) == 0 ? 0 : 1;
  std::fprintf(stderr, "clc-worker: %s\n", answered.error().message.c_str());
  return 1;
}

}  // namespace clc::worker
