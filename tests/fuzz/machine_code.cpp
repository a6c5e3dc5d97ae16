// Finished binaries in a package: ELF files, PoCL's and Intel's containers, and what is counted in them. Every part
// that is found lies in the bytes that were given.
#include "clc/package/binary_format.h"
#include "compile/assembler_output.h"
#include "compile/ze_info.h"
#include "fuzz.h"
#include "insight/disasm/kernel_code.h"
#include "package/code_object.h"
#include "package_samples.h"
#include "support/code_parts.h"
#include "support/elf_sections.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  (void)recognize(input);
  for (const ElfSection& section : elf_sections(input)) fuzz::require(test::lies_in(section.bytes, input));
  for (const ElfFunction& function : elf_functions(input)) fuzz::require(test::lies_in(function.bytes, input));
  if (const auto objects = pocl_objects(input)) {
    for (const CodePart& part : *objects) fuzz::require(test::lies_in(part.code, input));
  }
  if (const Result<BytesView> bitcode = pocl_bitcode(input)) fuzz::require(test::lies_in(*bitcode, input));
  if (const Result<IntelCode> code = intel_code(input)) {
    for (const CodePart& part : code->kernels) fuzz::require(test::lies_in(part.code, input));
  }
  (void)kernel_code(input, {"vecadd_scalar", "k"});
  if (const auto object = read_code_object(input)) fuzz::require(object->target.starts_with("amdgcn:"));
  (void)cubin_resources("", input);
  (void)intel_resources("", input);
  if (const auto told = intel_interface(input)) fuzz::require(told->kernels.size() <= size);
  return 0;
}
