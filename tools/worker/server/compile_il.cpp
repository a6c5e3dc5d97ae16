#include "worker/server/compile_il.h"

#include "clc/base/digest.h"
#include "clc/package/binary_format.h"
#include "clc/package/target.h"
#include "worker/frontend/invocation.h"
#include "worker/server/spirv_program.h"
#include "worker/strip/strip.h"
#include "worker/targets/spirv/spirv_validation.h"

namespace clc::worker {
namespace {

// Says why the target or the driver cannot take the program; empty: it can.
std::string misfit(const SpirvProgram& program, const CompileRequest& request) {
  const std::string bits = std::to_string(program.address_bits);
  if (request.dialect) {
    const bool fits = request.dialect->address_bits == program.address_bits;
    return fits ? "" : "its pointers have " + bits + " bits, unlike the driver's";
  }
  const Target& target = request.target;
  if ((program.address_bits == 32) != (target.family == Family::k_spirv32))
    return "its pointers have " + bits + " bits: that is for spirv" + bits;
  const auto most = static_cast<std::uint32_t>(target.arch.back() - '0');
  if (program.minor_version <= most) return "";
  const std::string version = "1." + std::to_string(program.minor_version);
  return "it is of SPIR-V " + version + ", and " + target.name() + " of an earlier one: spirv" + bits + ":" + version +
         " is for it";
}

}  // namespace

bool is_il_request(const CompileRequest& request) {
  const std::string* text = request.text_of(request.sources.front());
  return text != nullptr && recognize(*text) == BinaryFormat::k_spirv;
}

CompileReply compile_il(const CompileRequest& request, const SourceRoots& roots) {
  const RequestedSource& source = request.sources.front();
  const std::string& il = *request.text_of(source);
  const Language language = language_of(request);
  Artifact artifact;
  artifact.target = request.target.name();
  artifact.format = request.dialect ? "source" : "spirv";
  artifact.compiler = std::string("clc ") + CLC_VERSION;
  artifact.inputs = {{InputKind::k_file, roots.rooted(roots.path_of_source(source)), sha256_hex(il)}};
  CompileReply reply;
  reply.id = request.id;
  reply.facts = FileFacts();
  Result<SpirvProgram> program = read_spirv_program(il, request.options_of(source));
  std::string problem = program ? misfit(*program, request) : program.error().message;
  if (request.is_linked()) problem = "a program that came as SPIR-V is linked with nothing";
  if (!problem.empty()) {
    Diagnostic diagnostic;
    diagnostic.file = artifact.inputs.front().path;
    diagnostic.text = std::move(problem);
    artifact.diagnostics.push_back(std::move(diagnostic));
    reply.outcome = Outcome::k_failed;
    reply.artifact = std::move(artifact);
    return reply;
  }
  if (language.strips_names) {
    program->words = strip_spirv(program->words, language);
    strip_interface(program->interface, language);
  }
  artifact.binary.assign(reinterpret_cast<const char*>(program->words.data()),
                         program->words.size() * sizeof(std::uint32_t));
  artifact.interface = std::move(program->interface);
  if (!request.dialect)
    artifact.build_options = il_build_options(request.options, program->words, language.optimization > 0);
  reply.outcome = Outcome::k_done;
  reply.artifact = std::move(artifact);
  return reply;
}

}  // namespace clc::worker
