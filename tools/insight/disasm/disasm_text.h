// Cuts assembly and IL into functions, and annotates them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/package/target.h"

namespace clc {

// The program that printed the text, which decides how its functions begin and end.
enum class TextForm {
  k_spirv,  // spirv-dis
  k_ptx,
  k_llvm_ir,
  k_llvm_asm,  // LLVM's AMDGPU and R600 backends
  k_objdump,   // llvm-objdump -d, objdump -d
  k_nvdisasm,
  k_cuobjdump,
};

struct FunctionText {
  std::string name, text;
};

// The text is `header`, all functions in order, `trailer`; nothing is lost but debug information behind PTX code.
struct SplitText {
  std::string header;
  std::vector<FunctionText> functions;
  std::string trailer;
  bool is_trailer_for_all = true;            // false: a single kernel is shown without the trailer
  std::vector<std::string> missing_sources;  // source files that were not found

  bool has(std::string_view name) const;
};

// The number at the beginning of a text; nothing when there is none.
std::optional<std::uint64_t> number_at(std::string_view text, int base);
// The address behind an instruction as llvm-objdump prints AMD's: "// 000000002D00: C00201C2".
std::optional<std::uint64_t> objdump_address(std::string_view line);

// The lines, each with its line break.
std::vector<std::string_view> lines_with_breaks(std::string_view text);

SplitText split_functions(TextForm form, std::string_view text);

// The text of the kernel and of what it calls, with the header and perhaps the trailer; nothing when it is not there.
// `kernels` are the names of all kernels: another kernel is not shown only because its name appears.
std::optional<std::string> text_of_kernel(const SplitText& split, const std::string& kernel,
                                          const std::vector<std::string>& kernels);

// The comments about resources that scripts read in AMD's .isa files. Unknown resources are left out.
std::string customary_resource_lines(Family family, const std::map<std::string, std::int64_t>& resources);

}  // namespace clc
