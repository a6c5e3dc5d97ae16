#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include "base/try.h"
#include "protocol/r600_text.h"
#include "worker/ir/code_generation.h"
#include "worker/targets/amdgpu/amdgpu_resources.h"
#include "worker/targets/amdgpu/object_and_assembly.h"
#include "worker/targets/back_ends.h"
#include "worker/targets/kernel_symbols.h"
#include "worker/targets/r600/pipeline.h"

namespace clc::worker {
namespace {

// Kernels' names and their instructions: no directives, which name files, and no comments.
std::string code_of(llvm::StringRef assembly) {
  std::string code;
  while (!assembly.empty()) {
    auto [line, rest] = assembly.split('\n');
    assembly = rest;
    line = line.split(';').first.rtrim();
    const llvm::StringRef text = line.ltrim();
    if (text.empty() || text.starts_with(".") || text.starts_with("//")) continue;
    code += line.str() + "\n";
  }
  return code;
}

// Puts the text of the code beside the code: LLVM has no disassembler for these chips.
Result<Bytes> add_text(const std::string& object, const std::string& text) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "object"));
  if (!file) return fail(ErrorKind::k_crash, "LLVM wrote no object: " + llvm::toString(file.takeError()));
  llvm::objcopy::ConfigManager config;
  config.Common.AddSection.emplace_back(k_r600_text_section, llvm::MemoryBuffer::getMemBufferCopy(text));
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  if (llvm::Error error = llvm::objcopy::executeObjcopyOnBinary(config, **file, stream)) {
    return fail(ErrorKind::k_crash, "the text of the code was not added: " + llvm::toString(std::move(error)));
  }
  return Bytes(bytes.begin(), bytes.end());
}

Machine r600_machine(const Target& target, const Language& /*language*/) {
  return {"r600-unknown-unknown", target.arch};
}

Result<BackEndOutput> compile_to_r600(const BackEndJob& job) {
  const auto fill = [&](PassList& list) { add_r600_passes(list, job.target, job.language, job.hooks); };
  CLC_TRY(run_passes(job.module, job.machine, {.log = job.hooks.log}, fill));
  BackEndOutput output;
  if (job.wants("ir")) output.sections["ir"] = text_of(job.module);
  ObjectAndAssembly generated = generate_code(job, /*with_assembly=*/true);
  output.binary = std::move(generated.object);
  output.resources = CLC_TRY(r600_resources(output.binary, generated.assembly));
  count_instructions(generated.assembly, InstructionSet::k_r600, output.resources);
  output.binary = CLC_TRY(add_text(output.binary, code_of(generated.assembly)));
  if (job.wants("isa")) output.sections["isa"] = std::move(generated.assembly);
  return output;
}

void add_all_passes(PassList& list, const Target& target, const Language& language, const BuildOptions& /*options*/,
                    llvm::TargetMachine& /*machine*/) {
  add_r600_passes(list, target, language, {});
}

}  // namespace

const BackEnd k_r600_back_end = {
    .machine = r600_machine, .add_all_passes = add_all_passes, .compile = compile_to_r600, .kernels = kernels_of_elf};

}  // namespace clc::worker
