#include "insight/disasm/disasm.h"

#include "base/encoding/byte_access.h"
#include "base/text.h"
#include "base/try.h"
#include "insight/disasm/disasm_source.h"
#include "insight/disasm/run_on_file.h"
#include "protocol/r600_text.h"
#include "support/code_parts.h"
#include "support/elf_sections.h"

namespace clc {
namespace {

// Removes instructions that nothing reaches. Linkers put them between functions, and AMD's linker many of them behind
// the last one.
std::string without_padding(std::string_view text) {
  std::string result, padding;
  for (const std::string_view line : lines_with_breaks(text)) {
    const std::size_t begin = line.find_first_not_of(" \t\n");
    const std::string_view code = begin == line.npos ? std::string_view() : line.substr(begin);
    if (code.starts_with("s_code_end") || code.starts_with("s_nop 0 ") || code == "...\n") {
      padding += line;
      continue;
    }
    const bool ends_function = code.empty() || code.find(">:") != code.npos;
    if (!ends_function) result += padding;
    padding.clear();
    result += line;
  }
  return result;
}

Result<SplitText> split(TextForm form, Result<std::string> text) {
  if (!text) return fail(text);
  return split_functions(form, *text);
}

Result<SplitText> split_with_source(TextForm form, Result<std::string> text, const DisassemblyOptions& options) {
  if (!text || !options.with_source) return split(form, std::move(text));
  InterleavedText interleaved = interleave_source(form, *text, options);
  SplitText all = split_functions(form, interleaved.text);
  all.missing_sources = std::move(interleaved.missing_files);
  return all;
}

Result<SplitText> objdump(BytesView binary, const DisassemblyOptions& options) {
  std::vector<std::string> flags = {"-d"};
  if (options.with_source || options.with_marks) flags.emplace_back("--line-numbers");
  Result<std::string> text = run_on_file("llvm-objdump", options.tools, flags, binary);
  if (text) text = without_padding(*text);
  return split_with_source(TextForm::k_objdump, std::move(text), options);
}

Result<SplitText> disassemble_cubin(BytesView binary, const DisassemblyOptions& options) {
  if (find_tool("nvdisasm", options.tools)) {
    std::vector<std::string> flags = {"--print-code"};
    if (options.with_source || options.with_marks) flags.emplace_back("--print-line-info");
    return split_with_source(TextForm::k_nvdisasm, run_on_file("nvdisasm", options.tools, flags, binary), options);
  }
  if (find_tool("cuobjdump", options.tools)) {
    Result<std::string> text = run_on_file("cuobjdump", options.tools, {"--dump-sass"}, binary);
    if (text && options.with_source) text->insert(0, "// source lines need nvdisasm\n");
    return split(TextForm::k_cuobjdump, std::move(text));
  }
  return fail(find_tool("nvdisasm", options.tools));
}

Result<SplitText> disassemble_pocl(BytesView binary, const DisassemblyOptions& options) {
  const std::vector<CodePart> parts = CLC_TRY(pocl_objects(binary));
  SplitText all;
  for (const CodePart& part : parts) {
    const SplitText code = CLC_TRY(in_context(part.name, objdump(part.code, options)));
    all.functions.push_back({part.kernel, "; " + part.name + "\n" + whole_text(code)});
    all.missing_sources.insert(all.missing_sources.end(), code.missing_sources.begin(), code.missing_sources.end());
  }
  return all;
}

// The text without the padding behind a kernel's end, which iga64 shows as instructions.
std::string without_padding(const std::string& text) {
  std::vector<std::string_view> lines = lines_with_breaks(text);
  std::size_t size = text.size();
  for (; !lines.empty() && trimmed(lines.back()) == "illegal"; lines.pop_back()) size -= lines.back().size();
  return text.substr(0, size);
}

Result<SplitText> disassemble_intel(BytesView binary, const DisassemblyOptions& options) {
  const IntelCode code = CLC_TRY(intel_code(binary));
  SplitText all;
  if (options.with_source) all.header = "// source lines are not known: iga64 shows instructions only\n";
  for (const CodePart& part : code.kernels) {
    const std::string text = CLC_TRY(
        in_context(part.name, run_on_file("iga64", options.tools, {"-d", "--platform=" + code.platform}, part.code)));
    all.functions.push_back({part.kernel, "// kernel " + part.kernel + "\n" + without_padding(text)});
  }
  return all;
}

// The text that the worker put beside the code.
Result<SplitText> disassemble_r600(BytesView binary, const DisassemblyOptions& options) {
  for (const ElfSection& section : elf_sections(binary)) {
    if (section.name != k_r600_text_section) continue;
    SplitText text;
    if (options.with_source) text.header = "; source lines are not known: LLVM's text names none\n";
    for (const std::string_view line : lines_with_breaks(section.bytes)) {
      const bool begins = line.front() != ' ' && line.front() != '\t' && line.ends_with(":\n");
      if (begins) text.functions.push_back({std::string(line.substr(0, line.size() - 2)), ""});
      (text.functions.empty() ? text.header : text.functions.back().text) += line;
    }
    return text;
  }
  return fail(
      ErrorKind::k_unavailable,
      "LLVM has no disassembler for R600 chips, and this binary holds no text: it is not from this version of clc");
}

}  // namespace

TextForm text_form(BinaryFormat format) {
  if (format == BinaryFormat::k_spirv) return TextForm::k_spirv;
  if (format == BinaryFormat::k_ptx) return TextForm::k_ptx;
  return format == BinaryFormat::k_cubin ? TextForm::k_nvdisasm : TextForm::k_objdump;
}

Result<SplitText> disassemble(BytesView binary, const DisassemblyOptions& options) {
  switch (recognize(binary)) {
    case BinaryFormat::k_spirv:
      return split_with_source(TextForm::k_spirv, run_on_file("spirv-dis", options.tools, {"--no-color"}, binary),
                               options);
    case BinaryFormat::k_ptx:
      return split_with_source(TextForm::k_ptx, std::string(binary), options);
    case BinaryFormat::k_cubin:
      return disassemble_cubin(binary, options);
    case BinaryFormat::k_amdgcn:
    case BinaryFormat::k_elf:
      return objdump(binary, options);
    case BinaryFormat::k_r600:
      return disassemble_r600(binary, options);
    case BinaryFormat::k_pocl:
      return disassemble_pocl(binary, options);
    case BinaryFormat::k_intel_elf:
    case BinaryFormat::k_intel_patch_tokens:
    case BinaryFormat::k_zebin:
      return disassemble_intel(binary, options);
    case BinaryFormat::k_archive:
      return fail(ErrorKind::k_usage,
                  "an archive of binaries for several chips: compile for one of them to see its code");
    case BinaryFormat::k_unknown:
    case BinaryFormat::k_container:
    case BinaryFormat::k_bitcode:
      break;
  }
  return fail(ErrorKind::k_usage,
              "not a package, SPIR-V, PTX, a cubin, an AMD code object, an Intel binary, a PoCL binary or an ELF file");
}

Result<SplitText> pocl_ir(BytesView binary, const ToolPaths& tools) {
  const BytesView bitcode = CLC_TRY(pocl_bitcode(binary));
  return split(TextForm::k_llvm_ir, run_on_file("llvm-dis", tools, {"-o", "-"}, bitcode));
}

std::string whole_text(const SplitText& split) {
  std::string text = split.header;
  for (const FunctionText& function : split.functions) text += function.text;
  return text + split.trailer;
}

}  // namespace clc
