#include "output/dump_texts.h"

#include "base/text.h"

namespace clc {
namespace {

void take_text(const char* what, Result<SplitText> text, std::optional<SplitText>& into, JobTexts& texts) {
  if (text) {
    into = std::move(*text);
  } else {
    texts.problems.push_back({what, text.error().message});
  }
}

// The IL: the binary itself, or what the binary was made from.
void find_il(const Artifact& artifact, const Target& target, const ToolPaths& tools, JobTexts& texts) {
  const DisassemblyOptions options{false, {}, tools};
  const auto section = [&](const char* name) -> const Bytes* {
    const auto found = artifact.sections.find(name);
    return found == artifact.sections.end() ? nullptr : &found->second;
  };
  const bool is_amd = target.family == Family::k_amdgcn || target.family == Family::k_r600;
  if (is_amd) {
    texts.il_extension = ".ll";
    if (const Bytes* ir = section("ir")) texts.il = split_functions(TextForm::k_llvm_ir, *ir);
    return;
  }
  const Bytes* const made_from = section("il");
  const Bytes& il = made_from != nullptr ? *made_from : artifact.binary;
  switch (recognize(il)) {
    case BinaryFormat::k_spirv:
      texts.il_extension = ".spvasm";
      return take_text("IL", disassemble(il, options), texts.il, texts);
    case BinaryFormat::k_ptx:
      texts.il_extension = ".ptx";
      return take_text("IL", disassemble(il, options), texts.il, texts);
    case BinaryFormat::k_pocl:
      texts.il_extension = ".ll";
      return take_text("IL", pocl_ir(il, tools), texts.il, texts);
    default:
      return;
  }
}

void find_isa(const Artifact& artifact, const ToolPaths& tools, JobTexts& texts) {
  if (const auto isa = artifact.sections.find("isa"); isa != artifact.sections.end()) {
    texts.isa = split_functions(TextForm::k_llvm_asm, isa->second);
    return;
  }
  const BinaryFormat format = recognize(artifact.binary);
  const bool is_il = format == BinaryFormat::k_spirv || format == BinaryFormat::k_ptx;
  if (is_il || format == BinaryFormat::k_bitcode || format == BinaryFormat::k_unknown) return;
  take_text("ISA", disassemble(artifact.binary, {false, {}, tools}), texts.isa, texts);
}

}  // namespace

JobTexts texts_of(const Artifact& artifact, const Target& target, bool wants_il, bool wants_isa,
                  const ToolPaths& tools) {
  JobTexts texts;
  if (wants_il) find_il(artifact, target, tools, texts);
  if (wants_isa) find_isa(artifact, tools, texts);
  return texts;
}

}  // namespace clc
