// Texts cut into kernels, names of dumped files, and binaries told apart.
#include <algorithm>
#include <string>

#include "catch_all.h"
#include "insight/disasm/disasm.h"
#include "insight/disasm/disasm_text.h"
#include "output/dump.h"
#include "package_samples.h"
#include "support/code_parts.h"
#include "support/dump_bits.h"

using namespace clc;

namespace {

const std::string k_spirv =
    "; SPIR-V\n"
    "               OpEntryPoint Kernel %k_fn \"first\" %v\n"
    "               OpEntryPoint Kernel %second \"second\"\n"
    "       %void = OpTypeVoid\n"
    "       %k_fn = OpFunction %void None %6\n"
    "         %30 = OpFunctionCall %void %helper %1\n"
    "               OpFunctionEnd\n"
    "     %second = OpFunction %void None %6\n"
    "               OpReturn\n"
    "               OpFunctionEnd\n"
    "     %helper = OpFunction %void None %7\n"
    "               OpUnreachable\n"
    "               OpFunctionEnd\n";

const std::string k_ptx =
    ".version 7.8\n.target sm_90\n"
    ".extern .func  (.param .b32 func_retval0) vprintf\n(\n\t.param .b64 vprintf_param_0\n)\n;\n"
    "\t// .globl\tfirst\n.visible .entry first(\n\t.param .u64 first_param_0\n)\n{\n\tcall.uni help, ();\n\tret;\n}\n"
    "\t// .globl\tsecond\n.entry second(\n)\n{\n\tret;\n}\n"
    ".func help()\n{\n\tret;\n}\n"
    "\t.file\t1 \"k.cl\"\n\t.section\t.debug_info\n\t{\n.b8 1\n\t}\n";

const std::string k_r600 =
    "\t.section\t.AMDGPU.config,\"\",@progbits\n\t.long\t166100\n\t.long\t2\n\t.text\n"
    "\t.globl\tfirst   ; -- Begin function first\n\t.p2align\t8\n\t.type\tfirst,@function\nfirst:\n"
    ".Lfirst$local:\n\t.type\t.Lfirst$local,@function\n\tCF_END\n"
    "; -- End function\n\t.section\t.AMDGPU.csdata,\"\",@progbits\n\t;SQ_PGM_RESOURCES:STACK_SIZE = 0\n"
    "\t.section\t.AMDGPU.config,\"\",@progbits\n\t.long\t166100\n\t.long\t7\n\t.text\n"
    "\t.globl\tsecond\n\t.p2align\t8\n\t.type\tsecond,@function\nsecond:\n\tPAD\n"
    "; -- End function\n\t;SQ_PGM_RESOURCES:STACK_SIZE = 1\n\t.ident\t\"clang\"\n";

bool contains(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

std::string word(std::uint32_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

// A PoCL file as its binary holds it.
std::string pocl_file(const std::string& name, const std::string& contents) {
  return word(static_cast<std::uint32_t>(name.size())) + name + word(static_cast<std::uint32_t>(contents.size())) +
         contents;
}

std::string pocl_binary() {
  const std::string elf = std::string("\x7f") + "ELF";
  return std::string("poclbin\0", 8) + pocl_file("/program.bc", "BC\xc0\xde bitcode") +
         pocl_file("/first/0-0-0/first.so", elf + " one") + pocl_file("/second/0-0-0/second.so", elf + " other");
}

// The older form of Intel's binaries, two kernels for Gen9.
std::string intel_binary() {
  std::string bytes = "CTNI" + word(1) + word(12) + word(8) + word(2) + word(0) + word(3) + "abc";
  for (const char* kernel : {"one", "two"}) {
    bytes += word(0) + word(0) + word(0) + word(4) + word(2) + word(8) + word(1) + word(0) + word(1) + word(6);
    bytes += std::string(kernel) + '\0' + "code" + kernel[0] + ".." + "pad"[0] + "hhtt";
  }
  return bytes;
}

std::vector<std::string> function_names(const SplitText& split) {
  std::vector<std::string> names;
  for (const FunctionText& function : split.functions) names.push_back(function.name);
  return names;
}

}  // namespace

TEST_CASE("SPIR-V is cut at functions, named by entry points") {
  const SplitText split = split_functions(TextForm::k_spirv, k_spirv);
  CHECK(whole_text(split) == k_spirv);
  CHECK(function_names(split) == std::vector<std::string>{"k_fn", "second", "helper"});
  const auto first = text_of_kernel(split, "first", {"first", "second"});
  REQUIRE(first);
  CHECK(contains(*first, "%k_fn = OpFunction"));
  CHECK(contains(*first, "OpUnreachable"));  // what it calls
  CHECK(contains(*first, "OpTypeVoid"));     // what belongs to all
  CHECK_FALSE(contains(*first, "%second = OpFunction"));
  CHECK_FALSE(contains(*text_of_kernel(split, "second", {}), "OpUnreachable"));
  CHECK_FALSE(text_of_kernel(split, "third", {}));
}

TEST_CASE("PTX is cut at bodies; declarations stay, debug information behind the code goes") {
  const SplitText split = split_functions(TextForm::k_ptx, k_ptx);
  CHECK(function_names(split) == std::vector<std::string>{"first", "second", "help"});
  const std::string first = text_of_kernel(split, "first", {"first", "second"}).value_or("");
  CHECK(contains(first, ".version 7.8"));
  CHECK(contains(first, "vprintf"));
  CHECK(contains(first, "// .globl\tfirst\n.visible .entry first("));
  CHECK(contains(first, ".func help()"));
  CHECK_FALSE(contains(first, "second"));
  CHECK_FALSE(contains(first, "debug_info"));
}

TEST_CASE("a brace on a line of its own in inline PTX does not end the function") {
  const std::string ptx =
      ".version 7.8\n.entry first(\n)\n{\n\t// begin inline asm {\n{\n.reg .b32 t;\nmov.b32 {t, t}, %rd1;\n}\n"
      "\t// end inline asm }\n\tret;\n}\n.entry second()\n{\n\tret;\n}\n";
  const SplitText split = split_functions(TextForm::k_ptx, ptx);
  CHECK(function_names(split) == std::vector<std::string>{"first", "second"});
  CHECK(split.functions.front().text.ends_with("\tret;\n}\n"));
  CHECK(whole_text(split) == ptx);
}

TEST_CASE("a VLIW kernel's configuration stands before it and goes with it") {
  const SplitText split = split_functions(TextForm::k_llvm_asm, k_r600);
  CHECK(whole_text(split) == k_r600);
  const std::string first = text_of_kernel(split, "first", {}).value_or("");
  const std::string second = text_of_kernel(split, "second", {}).value_or("");
  CHECK(contains(first, ".long\t2\n"));
  CHECK(contains(first, "STACK_SIZE = 0"));
  CHECK_FALSE(contains(first, ".long\t7\n"));
  CHECK(contains(second, ".long\t7\n"));
  CHECK(contains(second, "STACK_SIZE = 1"));
  CHECK_FALSE(contains(second, "CF_END"));
  CHECK_FALSE(contains(second, ".ident"));
}

TEST_CASE("LLVM IR and the disassemblers' texts are cut") {
  const std::string ir =
      "target triple = \"x\"\n\n; Function Attrs: nounwind\ndefine void @first() #0 {\n  call void @helper()\n}\n\n"
      "define void @\"second\"() {\n  ret void\n}\ndefine void @helper() {\n  unreachable\n}\nattributes #0 = { x }\n";
  const SplitText split = split_functions(TextForm::k_llvm_ir, ir);
  CHECK(function_names(split) == std::vector<std::string>{"first", "second", "helper"});
  const std::string first = text_of_kernel(split, "first", {}).value_or("");
  CHECK(contains(first, "; Function Attrs: nounwind\ndefine"));
  CHECK(contains(first, "unreachable"));
  CHECK(contains(first, "attributes #0"));
  CHECK_FALSE(contains(first, "second"));

  const std::string objdump =
      "binary: file format elf64-amdgpu\n\n0000000000001900 <first>:\n\ts_endpgm // 0000 <x>\n\n"
      "0000000000001a00 <second>:\n\ts_nop 0\n";
  CHECK(function_names(split_functions(TextForm::k_objdump, objdump)) == std::vector<std::string>{"first", "second"});

  const std::string nvdisasm =
      "\t.headerflags @\"x\"\n//--------------------- .text.first          --------------------------\n"
      "\tMOV R1, R2 ;\n//--------------------- .text.second         --------------------------\n\tEXIT ;\n"
      "//--------------------- .nv.shared.reserved.0 --------------------------\n";
  const SplitText sass = split_functions(TextForm::k_nvdisasm, nvdisasm);
  CHECK(function_names(sass) == std::vector<std::string>{"first", "second"});
  CHECK_FALSE(contains(sass.functions[1].text, "shared.reserved"));
  const std::string cuobjdump = "code for sm_90\n\t\tFunction : first\n\tEXIT ;\n\t\tFunction : second\n\tEXIT ;\n";
  CHECK(function_names(split_functions(TextForm::k_cuobjdump, cuobjdump)) ==
        std::vector<std::string>{"first", "second"});
}

TEST_CASE("nothing of any text is lost, however it is cut off") {
  for (const TextForm form : {TextForm::k_spirv, TextForm::k_llvm_ir, TextForm::k_llvm_asm, TextForm::k_objdump,
                              TextForm::k_nvdisasm, TextForm::k_cuobjdump}) {
    for (const std::string& text : {k_spirv, k_ptx, k_r600}) {
      for (std::size_t size = 0; size <= text.size(); ++size) {
        const SplitText split = split_functions(form, text.substr(0, size));
        std::string sorted = whole_text(split), expected = text.substr(0, size);
        std::sort(sorted.begin(), sorted.end());
        std::sort(expected.begin(), expected.end());
        REQUIRE(sorted == expected);
      }
    }
  }
}

TEST_CASE("scripts find AMD's lines") {
  const std::string vliw = customary_resource_lines(
      Family::k_r600, {{"general_registers", 5}, {"local_bytes", 64}, {"scratch_bytes", 32}, {"code_bytes", 1}});
  CHECK(contains(vliw, "\n; SQ_PGM_RESOURCES:NUM_GPRS = 5\n"));
  CHECK(contains(vliw, "\n; SQ_LDS_ALLOC:SIZE = 0x00000010\n"));
  CHECK(contains(vliw, "\n; MaxScratchRegsNeeded = 2\n"));
  const std::string gcn = customary_resource_lines(
      Family::k_amdgcn,
      {{"scalar_registers", 10}, {"vector_registers", 3}, {"scratch_bytes", 8}, {"local_bytes", 513}});
  CHECK(contains(gcn, "\n; NumSgprs = 10\n"));
  CHECK(contains(gcn, "\n; NumVgprs = 3\n"));
  CHECK(contains(gcn, "\n; ScratchSize = 2 dwords/thread\n"));
  CHECK(contains(gcn, "\n; COMPUTE_PGM_RSRC2:LDS_SIZE = 2\n"));
  CHECK(customary_resource_lines(Family::k_r600, {}).empty());  // unknown is not zero
  CHECK_FALSE(contains(customary_resource_lines(Family::k_amdgcn, {{"scalar_registers", 1}}), "NumVgprs"));
}

TEST_CASE("GPU_DUMP_DEVICE_KERNEL is a sum of bits") {
  CHECK(parse_dump_bits("").value() == 0);
  CHECK(parse_dump_bits("0").value() == 0);
  CHECK(parse_dump_bits("3").value() == 3);
  CHECK(parse_dump_bits("127").value() == 127);
  for (const char* wrong : {"128", "-1", "x", "3x", " 3", "0x3", "99999999999999999999"}) {
    const Result<unsigned> bits = parse_dump_bits(wrong);
    REQUIRE_FALSE(bits);
    CHECK(bits.error().kind == ErrorKind::k_usage);
  }
  CHECK(sections_for_dumps(0).empty());
  CHECK(sections_for_dumps(k_dump_isa) == std::vector<std::string>{"isa"});
  CHECK(sections_for_dumps(k_dump_everything).size() == 6);
}

TEST_CASE("files per kernel have AMD's names, and longer ones only where those would meet") {
  const std::vector<KernelFile> files = {
      {"add", "cypress", "m", "r600:cypress"},   {"add", "sm_90", "m", "cubin:sm_90"},
      {"add", "sm_90", "m", "nvptx:sm_90"},      {"mul", "sm_90", "m", "nvptx:sm_90"},
      {"mul", "cypress", "a b", "r600:cypress"}, {"mul", "cypress", "a_b", "r600:cypress"}};
  const std::vector<std::string> expected = {
      "add_cypress", "add_sm_90.m.cubin_sm_90",      "add_sm_90.m.nvptx_sm_90",
      "mul_sm_90",   "mul_cypress.a_b.r600_cypress", "mul_cypress.a_b.r600_cypress-2"};
  CHECK(kernel_file_names(files) == expected);
  // The order of the arguments does not matter.
  std::vector<KernelFile> reversed(files.rbegin(), files.rend());
  std::vector<std::string> names = kernel_file_names(reversed);
  std::reverse(names.begin(), names.end());
  CHECK(names == expected);
}

TEST_CASE("what has no disassembler is refused") {
  const auto elf = [](char bits, unsigned type, unsigned machine) {
    std::string bytes(64, '\0');
    bytes.replace(0, 4, std::string("\x7f") + "ELF");
    bytes[4] = bits;
    bytes[16] = static_cast<char>(type & 0xff);
    bytes[17] = static_cast<char>(type >> 8);
    bytes[18] = static_cast<char>(machine & 0xff);
    return bytes;
  };
  CHECK(disassemble("nonsense", {}).error().kind == ErrorKind::k_usage);
  CHECK(disassemble(elf(1, 1, 224), {}).error().kind == ErrorKind::k_unavailable);
}

TEST_CASE("the parts of a PoCL binary, whole or cut off") {
  const std::string binary = pocl_binary();
  const auto parts = pocl_objects(binary);
  REQUIRE(parts);
  REQUIRE(parts->size() == 2);
  CHECK((*parts)[0].kernel == "first");
  CHECK((*parts)[1].name == "/second/0-0-0/second.so");
  CHECK((*parts)[1].code.ends_with("other"));
  CHECK(pocl_bitcode(binary).value() == "BC\xc0\xde bitcode");
  for (std::size_t size = 0; size < binary.size(); ++size) {
    const auto cut = pocl_objects(std::string_view(binary).substr(0, size));
    CHECK((!cut || cut->size() < 2));
    const auto bitcode = pocl_bitcode(std::string_view(binary).substr(0, size));
    if (bitcode) CHECK(*bitcode == "BC\xc0\xde bitcode");
    if (!bitcode) CHECK(bitcode.error().kind == ErrorKind::k_damaged);
  }
}

TEST_CASE("the kernels of an Intel binary, whole or cut off") {
  const std::string binary = intel_binary();
  const auto code = intel_code(binary);
  REQUIRE(code);
  CHECK(code->platform == "9");
  REQUIRE(code->kernels.size() == 2);
  CHECK(code->kernels[1].kernel == "two");
  CHECK(code->kernels[1].code == "codet.");  // without the padding
  for (std::size_t size = 0; size < binary.size() - 4; ++size) {
    CHECK_FALSE(intel_code(std::string_view(binary).substr(0, size)));
  }
  for (std::size_t at = 0; at < binary.size(); ++at) {
    std::string damaged = binary;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
    const auto other = intel_code(damaged);
    if (!other) CHECK((other.error().kind == ErrorKind::k_damaged || other.error().kind == ErrorKind::k_unavailable));
    if (!other) continue;
    CHECK_FALSE(other->kernels.empty());
    for (const CodePart& part : other->kernels) CHECK(test::lies_in(part.code, damaged));
  }
}
