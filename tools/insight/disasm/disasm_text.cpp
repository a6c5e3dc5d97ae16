#include "insight/disasm/disasm_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "clc/package/resource_names.h"

namespace clc {
namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.';
}

std::string_view name_at(std::string_view text) {
  return {text.begin(), std::ranges::find_if_not(text, is_name_character)};
}

std::string_view after(std::string_view text, std::string_view what) {
  const std::size_t at = text.find(what);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + what.size());
}

// "%vecadd = OpFunction …"
std::string_view spirv_function(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!text.starts_with('%') || text.find(" = OpFunction ") == std::string_view::npos) return {};
  return name_at(text.substr(1));
}

// ".visible .entry vecadd(", ".func  (.param .b32 r) helper(": the name before the argument list.
std::string_view ptx_function(std::string_view line) {
  std::string_view rest = after(line, ".entry ");
  if (rest.empty()) {
    rest = trimmed(after(line, ".func "));
    if (rest.starts_with('(')) rest = after(rest, ")");
  }
  return name_at(trimmed(rest));
}

// "define dso_local void @vecadd(" and @"quoted names".
std::string_view ir_function(std::string_view line) {
  if (!line.starts_with("define ")) return {};
  const std::string_view rest = after(line, "@");
  if (!rest.starts_with('"')) return name_at(rest);
  return rest.substr(1, rest.find('"', 1) - 1);
}

// ".type vecadd,@function", the last directive before the label; names with .L are local aliases.
std::string_view llvm_asm_function(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (!text.starts_with(".type") || text.find(",@function") == std::string_view::npos) return {};
  const std::string_view name = name_at(trimmed(after(text, ".type")));
  return name.starts_with(".L") ? std::string_view() : name;
}

// "0000000000001900 <vecadd>:"
std::string_view objdump_function(std::string_view line) {
  const std::string_view text = trimmed(line);
  const std::size_t open = text.find(" <");
  if (open == std::string_view::npos || !text.ends_with(">:")) return {};
  const bool has_address = text.find_first_not_of("0123456789abcdefABCDEF") == open;
  return has_address ? text.substr(open + 2, text.size() - open - 4) : std::string_view();
}

// The name of the function that begins in this line, or nothing.
std::string_view function_begun(TextForm form, std::string_view line) {
  switch (form) {
    case TextForm::k_spirv:
      return spirv_function(line);
    case TextForm::k_ptx:
      return line.starts_with("//") ? std::string_view() : ptx_function(line);
    case TextForm::k_llvm_ir:
      return ir_function(line);
    case TextForm::k_llvm_asm:
      return llvm_asm_function(line);
    case TextForm::k_objdump:
      return objdump_function(line);
    case TextForm::k_nvdisasm:
      return name_at(after(line, "//--------------------- .text."));
    case TextForm::k_cuobjdump:
      return name_at(after(line, "Function : "));
  }
  return {};
}

// True for the last line of a function, in forms that mark it. In others a function ends where something else begins.
bool ends_function(TextForm form, std::string_view line) {
  switch (form) {
    case TextForm::k_spirv:
      return trimmed(line) == "OpFunctionEnd";
    case TextForm::k_ptx:
    case TextForm::k_llvm_ir:
      return line.starts_with('}');
    default:
      return false;
  }
}

// The number of blocks that the line opens, less those that it closes.
int blocks_opened(std::string_view line) {
  line = line.substr(0, line.find("//"));
  return static_cast<int>(std::ranges::count(line, '{') - std::ranges::count(line, '}'));
}

// True for a line at which the code ends, and the rest concerns the whole module.
bool begins_trailer(TextForm form, std::string_view line) {
  if (form == TextForm::k_llvm_asm) {
    return starts_with_any(line, {"\t.section\t.AMDGPU.gpr_maximums", "\t.section\t.debug", "\t.ident",
                                  "\t.amdgpu_metadata", "\t.section\t\".note", "\t.addrsig"});
  }
  return form == TextForm::k_nvdisasm && line.starts_with("//--------------------- ");
}

// True where debug information behind PTX code begins.
bool begins_debug_data(TextForm form, std::string_view line) {
  return form == TextForm::k_ptx && trimmed(line).starts_with(".section") && line.find(".debug") != line.npos;
}

// The number of lines at the end of [from, to) that belong to the function whose first line is `to`.
std::size_t leading_lines(TextForm form, const std::vector<std::string_view>& lines, std::size_t from, std::size_t to) {
  std::size_t first = to;
  for (std::size_t i = to; i > from; --i) {
    const std::string_view line = trimmed(lines[i - 1]);
    if (form == TextForm::k_ptx && !line.empty() && !line.starts_with("// .globl")) break;
    if (form == TextForm::k_llvm_ir && !line.starts_with(';')) break;
    const bool is_directive = starts_with_any(line, {".text", ".protected", ".globl", ".p2align", ".long", ".hidden",
                                                     ".weak", ".section\t.AMDGPU.config", ".section\t.text"});
    if (form == TextForm::k_llvm_asm && !is_directive) break;
    if (form != TextForm::k_ptx && form != TextForm::k_llvm_ir && form != TextForm::k_llvm_asm) break;
    first = i - 1;
  }
  return to - first;
}

// True for a PTX function without a body: its head ends in ';' before any '{'.
bool is_ptx_declaration(const std::vector<std::string_view>& lines, std::size_t at) {
  for (; at < lines.size(); ++at) {
    const std::size_t found = lines[at].find_first_of("{;");
    if (found != std::string_view::npos) return lines[at][found] == ';';
  }
  return true;
}

void append(std::string& to, const std::vector<std::string_view>& lines, std::size_t from, std::size_t until) {
  for (std::size_t i = from; i < until; ++i) to += lines[i];
}

bool mentions(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_name_character(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_name_character(text[end]))) return true;
  }
  return false;
}

// The name of a kernel's function, which differs from the kernel's in SPIR-V: there, the entry point names the kernel.
std::string function_of(const SplitText& split, const std::string& kernel) {
  const std::string quoted = " \"" + kernel + "\"";
  for (const std::string_view line : lines_with_breaks(split.header)) {
    const std::string_view entry = after(line, "OpEntryPoint Kernel %");
    const std::string_view name = name_at(entry);
    if (!entry.empty() && entry.substr(name.size()).starts_with(quoted)) return std::string(name);
  }
  return kernel;
}

}  // namespace

std::optional<std::uint64_t> number_at(std::string_view text, int base) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> objdump_address(std::string_view line) {
  const std::size_t comment = line.rfind("// ");
  return comment == std::string_view::npos ? std::nullopt : number_at(line.substr(comment + 3), 16);
}

std::vector<std::string_view> lines_with_breaks(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

bool SplitText::has(std::string_view name) const {
  return std::ranges::find(functions, name, &FunctionText::name) != functions.end();
}

SplitText split_functions(TextForm form, std::string_view text) {
  const std::vector<std::string_view> lines = lines_with_breaks(text);
  SplitText split;
  split.is_trailer_for_all = form != TextForm::k_llvm_asm;  // LLVM's assembly ends in debug information and metadata
  bool is_inside = false;
  std::size_t begin = 0;  // the first line that no part has yet
  const auto put_away = [&](std::size_t until) {
    std::string& to = is_inside ? split.functions.back().text : split.functions.empty() ? split.header : split.trailer;
    append(to, lines, begin, until);
    begin = until;
  };
  int blocks = 0;  // open blocks; those of inline PTX may begin and end at the line's start, as functions do
  for (std::size_t i = 0; i < lines.size(); ++i) {
    blocks = is_inside && form == TextForm::k_ptx ? blocks + blocks_opened(lines[i]) : 0;
    if (is_inside && blocks <= 0 && ends_function(form, lines[i])) {
      put_away(i + 1);
      is_inside = false;
      continue;
    }
    if (begins_debug_data(form, lines[i])) {
      put_away(i);
      return split;
    }
    const std::string_view name = function_begun(form, lines[i]);
    const bool ends_by_itself = form == TextForm::k_spirv || form == TextForm::k_ptx || form == TextForm::k_llvm_ir;
    if (name.empty() || (is_inside && ends_by_itself) || (form == TextForm::k_ptx && is_ptx_declaration(lines, i))) {
      if (is_inside && begins_trailer(form, lines[i])) {
        put_away(i);
        is_inside = false;
      }
      continue;
    }
    put_away(i - leading_lines(form, lines, begin, i));
    split.functions.push_back({std::string(name), ""});
    is_inside = true;
    blocks = blocks_opened(lines[i]);
  }
  put_away(lines.size());
  return split;
}

std::optional<std::string> text_of_kernel(const SplitText& split, const std::string& kernel,
                                          const std::vector<std::string>& kernels) {
  const std::string function = function_of(split, kernel);
  std::set<std::string> wanted{function};
  for (bool has_grown = split.has(function); has_grown;) {
    has_grown = false;
    for (const FunctionText& candidate : split.functions) {
      const bool is_kernel = std::ranges::find(kernels, candidate.name) != kernels.end();
      if (is_kernel || wanted.contains(candidate.name)) continue;
      has_grown = std::ranges::any_of(split.functions, [&](const FunctionText& user) {
        return wanted.contains(user.name) && mentions(user.text, candidate.name);
      });
      if (has_grown) {
        wanted.insert(candidate.name);
        break;
      }
    }
  }
  if (!split.has(function)) return std::nullopt;
  std::string text = split.header;
  for (const FunctionText& each : split.functions) {
    if (wanted.count(each.name) != 0) text += each.text;
  }
  return split.is_trailer_for_all ? text + split.trailer : text;
}

std::string customary_resource_lines(Family family, const std::map<std::string, std::int64_t>& resources) {
  std::string text;
  const auto known = [&](const char* name) -> std::optional<std::int64_t> {
    const auto found = resources.find(name);
    return found == resources.end() ? std::nullopt : std::optional(found->second);
  };
  const auto add = [&](const char* name, const std::string& value) {
    text += "; " + std::string(name) + " = " + value + "\n";
  };
  const std::optional<std::int64_t> local = known(resource::k_local_bytes), scratch = known(resource::k_scratch_bytes);
  if (family == Family::k_r600) {
    constexpr std::int64_t k_register_bytes = 16;
    if (const auto n = known(resource::k_general_registers)) add("SQ_PGM_RESOURCES:NUM_GPRS", std::to_string(*n));
    if (local) {
      char dwords[32];
      std::snprintf(dwords, sizeof dwords, "0x%08llX", static_cast<unsigned long long>((*local + 3) / 4));
      add("SQ_LDS_ALLOC:SIZE", dwords);
    }
    if (scratch) add("MaxScratchRegsNeeded", std::to_string((*scratch + k_register_bytes - 1) / k_register_bytes));
  } else if (family == Family::k_amdgcn) {
    constexpr std::int64_t k_local_block = 512;  // the unit of the register's field since GFX7
    if (const auto n = known(resource::k_scalar_registers)) add("NumSgprs", std::to_string(*n));
    if (const auto n = known(resource::k_vector_registers)) add("NumVgprs", std::to_string(*n));
    if (scratch) add("ScratchSize", std::to_string((*scratch + 3) / 4) + " dwords/thread");
    if (local) {
      add("LDSByteSize", std::to_string(*local) + " bytes/workgroup (compile time only)");
      add("COMPUTE_PGM_RSRC2:LDS_SIZE", std::to_string((*local + k_local_block - 1) / k_local_block));
    }
  }
  return text.empty() ? "" : "\n; ----------------- CS Data ------------------------\n" + text;
}

}  // namespace clc
