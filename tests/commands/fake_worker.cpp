// Stands in for clc-worker in tests of the command: needs no LLVM, and misbehaves on demand.
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/package/target.h"
#include "fake.h"
#include "protocol/source_roots.h"

namespace {

using namespace clc;

Diagnostic diagnostic(Severity severity, const std::string& file, const std::string& text) {
  Diagnostic result;
  result.severity = severity;
  result.file = {0, file};
  result.line = 3;
  result.column = 5;
  result.text = text;
  result.snippet = "  x = 1;\n    ^";
  return result;
}

Bytes binary_for(const Target& target) {
  if (makes_ptx(target.family)) return ".version 7.8\n.target " + target.arch + "\n";
  if (target.family == Family::k_driver) return "kernel void k(global int* out) {}\n";
  if (target.family == Family::k_amdgcn || target.family == Family::k_r600)
    return "\x7f"
           "ELF" +
           Bytes(60, '\0') + target.arch;
  Bytes words("\x03\x02\x23\x07", 4);
  return words + Bytes(target.arch == "1.2" ? 20 : 16, '\0') + target.name().substr(0, 4);
}

KernelInterface kernel() {
  Argument argument;
  argument.name = "out";
  argument.kind = ArgumentKind::k_buffer;
  argument.address_space = AddressSpace::k_global;
  argument.type = "int*";
  argument.is_restrict = true;
  argument.size = argument.alignment = 8;
  KernelInterface result;
  result.name = "k";
  result.arguments = {argument};
  return result;
}

// -DFIGURES=registers:40,code_bytes:512 gives the kernel these resources.
std::map<std::string, std::int64_t> figures_of(const std::vector<std::string>& options) {
  std::map<std::string, std::int64_t> figures;
  for (const std::string& option : options) {
    if (option.rfind("-DFIGURES=", 0) != 0) continue;
    std::istringstream list(option.substr(option.find('=') + 1));
    for (std::string entry; std::getline(list, entry, ',');) {
      const std::size_t colon = entry.find(':');
      figures[entry.substr(0, colon)] = std::stoll(entry.substr(colon + 1));
    }
  }
  return figures;
}

std::string text_of(const RequestedSource& source) {
  return source.path.empty() ? source.text : *read_file(source.path);
}

std::string name_of(const RequestedSource& source) {
  return source.path.empty() ? "stdin.cl" : source.path.substr(source.path.rfind('/') + 1);
}

Artifact artifact_for(const CompileRequest& request, const std::string& mode) {
  const Target& target = request.target;
  const std::string name = name_of(request.sources.front());
  Artifact artifact;
  artifact.target = mode == "wrong_target" ? "nvptx:sm_50" : target.name();
  artifact.format = target.family == Family::k_driver ? "source" : family_info(target.family).format;
  artifact.compiler = "fake";
  artifact.log = "the log\n";
  artifact.interface.kernels = {kernel()};
  if (const auto figures = figures_of(option_texts(request.options)); !figures.empty())
    artifact.resources["k"] = figures;
  for (const RequestedSource& source : request.sources)
    artifact.inputs.push_back({InputKind::k_file, {0, name_of(source)}, sha256_hex(text_of(source))});
  if (request.dialect) {
    for (std::size_t i = 1; i < request.sources.size(); ++i)
      artifact.sections[section_of_source(i)] = text_of(request.sources[i]);
  }
  if (mode == "changed") artifact.inputs[0].sha256 = sha256_hex("other");
  if (mode == "header") {
    artifact.inputs.push_back({InputKind::k_file, {1, "a header.h"}, sha256_hex("h")});
    artifact.inputs.push_back({InputKind::k_folder, {1, "."}, ""});
    artifact.inputs.push_back({InputKind::k_folder, {0, "."}, ""});
  }
  if (mode != "empty") artifact.binary = mode == "not_spirv" ? "x" : binary_for(target);
  if (mode == "warn") artifact.diagnostics = {diagnostic(Severity::k_warning, name, "be careful")};
  if (mode == "fail") {
    artifact.diagnostics = {diagnostic(Severity::k_error, name, "no such thing"),
                            diagnostic(Severity::k_note, name, "but there is this")};
  }
  return artifact;
}

// The source and h.h beside it were read, absent.h was looked for. Then FAKE_WORKER_CHANGES=NAME=TEXT writes one.
FileFacts facts_for(const CompileRequest& request) {
  const SourceRoots roots(request);
  FileFacts facts;
  for (const std::string& name : {std::string("h.h"), name_of(request.sources.front())}) {
    FileFact& fact = facts.facts.emplace_back();
    fact.same_file_as = facts.facts.size() - 1;
    fact.kind = FileFact::Kind::k_read;
    fact.path = {0, name};
    const Bytes bytes = read_file(roots.path_of(fact.path)).value_or("");
    fact.size = bytes.size();
    fact.sha256 = sha256_hex(bytes);
  }
  FileFact& absent = facts.facts.emplace_back();
  absent.same_file_as = facts.facts.size() - 1;
  absent.path = {0, "absent.h"};
  if (const std::string change = fake::mode("FAKE_WORKER_CHANGES"); !change.empty()) {
    const std::size_t equals = change.find('=');
    std::ofstream(roots.path_of({0, change.substr(0, equals)})) << change.substr(equals + 1);
  }
  return facts;
}

std::string reply_to(const CompileRequest& request, const std::string& mode) {
  CompileReply reply;
  reply.id = mode == "wrong_id" ? request.id + 1000 : request.id;
  reply.outcome = mode == "fail" || mode == "refuse" ? Outcome::k_failed : Outcome::k_done;
  if (mode == "reply_crash") {
    reply.outcome = Outcome::k_crashed;
    reply.detail = "died of SIGABRT (Aborted)";
  } else if (mode == "reply_timeout") {
    reply.outcome = Outcome::k_timed_out;
  } else if (mode != "nothing") {
    reply.artifact = artifact_for(request, mode);
    if (mode == "facts") reply.facts = facts_for(request);
  }
  return encode_reply(reply);
}

}  // namespace

int main() {
  if (fake::mode("FAKE_WORKER") == "exit_at_once") return 7;
  for (;;) {
    const auto frame = read_frame(STDIN_FILENO);
    if (!frame || !*frame) return 0;
    const auto request = decode_request(**frame);
    if (!request) return 2;
    if (const char* log = std::getenv("FAKE_WORKER_LOG"))
      std::ofstream(log, std::ios::app) << request->target.name() << '\n';
    if (const char* gate = std::getenv("FAKE_WORKER_WAITS_FOR")) {
      while (!std::filesystem::exists(gate)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const std::string mode = fake::mode("FAKE_WORKER", option_texts(request->options));
    fake::answer(mode, reply_to(*request, mode));
  }
}
