#include "support/code_parts.h"

#include <cstdint>
#include <iterator>
#include <map>

#include "base/encoding/byte_access.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/package/binary_format.h"
#include "support/elf_sections.h"

namespace clc {
namespace {

// A number, or 0 when the bytes end before it does: what is read with it is checked anyway.
template <class T>
T number_at(BytesView bytes, std::size_t at) {
  return read_at<T>(bytes, at).value_or(0);
}

Failure damaged(const char* what) {
  return fail(ErrorKind::k_damaged, std::string(what) + " is damaged: parts of it lie beyond its end");
}

// PoCL stores files as: length of the name, the name, length of the contents, the contents. `name_end` is where the
// name of one of them ends.
BytesView pocl_file(BytesView binary, std::size_t name_end) {
  return slice(binary, name_end + 4, number_at<std::uint32_t>(binary, name_end));
}

}  // namespace

std::string not_finished(const std::vector<std::string>& kernels) {
  const std::string which = kernels.empty()       ? "no kernel is finished"
                            : kernels.size() == 1 ? "kernel " + kernels[0] + " is not finished"
                                                  : "kernels " + join(kernels, ", ") + " are not finished";
  return which + " in the PoCL binary: PoCL compiles kernels at their first launch, or clc compile --finish all ahead";
}

Result<std::vector<CodePart>> pocl_objects(BytesView binary) {
  constexpr std::string_view k_elf =
      "\x7f"
      "ELF";
  constexpr std::string_view k_extension = ".so";
  std::vector<CodePart> parts;
  for (std::size_t at = binary.find(k_elf); at != BytesView::npos;) {
    std::size_t next = at + 1;
    const std::size_t name_end = at < 4 ? 0 : at - 4;
    const std::size_t begin = name_end == 0 ? BytesView::npos : binary.rfind('\0', name_end - 1);
    if (begin != BytesView::npos && binary.substr(0, name_end).ends_with(k_extension)) {
      const std::string name(binary.substr(begin + 1, name_end - begin - 1));  // "/vecadd/0-0-0/vecadd.so"
      const std::size_t slash = name.rfind('/');
      const BytesView code = pocl_file(binary, name_end);
      if (code.empty() || slash == std::string::npos) return damaged("the PoCL binary");
      parts.push_back({name.substr(slash + 1, name.size() - slash - 1 - k_extension.size()), name, code});
      next = at + code.size();
    }
    at = binary.find(k_elf, next);
  }
  if (parts.empty()) {
    return fail(ErrorKind::k_unavailable, not_finished({}));
  }
  return parts;
}

Result<BytesView> pocl_bitcode(BytesView binary) {
  constexpr std::string_view k_name = "/program.bc";
  const std::size_t at = binary.find(k_name);
  if (at == BytesView::npos) return fail(ErrorKind::k_damaged, "the PoCL binary holds no program.bc");
  const BytesView bitcode = pocl_file(binary, at + k_name.size());
  if (bitcode.empty()) return damaged("the PoCL binary");
  return bitcode;
}

namespace {

// Graphics cores as Intel numbers them, and as iga64 calls them.
const std::map<std::uint32_t, const char*>& intel_platforms() {
  static const std::map<std::uint32_t, const char*> platforms = {
      {11, "8"},    {12, "9"},       {15, "11"},       {16, "11"},       {17, "12p1"},
      {18, "12p1"}, {0xc05, "xehp"}, {0xc07, "xehpg"}, {0xc08, "xehpc"},
  };
  return platforms;
}

Result<std::string> intel_platform(std::uint32_t core) {
  const auto found = intel_platforms().find(core);
  if (found != intel_platforms().end()) return std::string(found->second);
  return fail(ErrorKind::k_unavailable,
              "the Intel binary is for graphics core " + std::to_string(core) + ", which this clc does not know");
}

// The older form: a header, then per kernel a header, its name, its instructions, other heaps and a list of tokens.
Result<IntelCode> code_with_patch_tokens(BytesView program) {
  constexpr std::size_t k_program_header = 28, k_kernel_header = 40;
  const auto word = [&](std::size_t at) { return number_at<std::uint32_t>(program, at); };
  std::string platform = CLC_TRY(intel_platform(word(8)));
  IntelCode code{platform, {}};
  const std::uint32_t kernels = word(16);
  std::uint64_t at = k_program_header + std::uint64_t{word(24)};
  for (std::uint32_t i = 0; i < kernels; ++i) {
    if (slice(program, at, k_kernel_header).empty()) return damaged("the Intel binary");
    const std::uint64_t name_size = word(at + 12), tokens = word(at + 16), instructions = word(at + 20);
    const std::uint64_t heaps = std::uint64_t{word(at + 24)} + word(at + 28) + word(at + 32);
    const std::uint64_t unpadded = word(at + 36);
    at += k_kernel_header;
    const BytesView name = slice(program, at, name_size);
    const BytesView heap = slice(program, at + name_size, instructions);
    if (name.empty() || heap.empty()) return damaged("the Intel binary");
    const std::string kernel(name.substr(0, name.find('\0')));
    code.kernels.push_back({kernel, kernel, unpadded == 0 ? heap : heap.substr(0, unpadded)});
    at += name_size + instructions + heaps + tokens;
  }
  return code;
}

// A note of `.note.intelgt.compat`, 0 when it is not there.
std::uint32_t zebin_note(BytesView elf, std::uint32_t type) {
  constexpr std::string_view k_name("IntelGT\0", 8);
  for (std::size_t at = elf.find(k_name); at != BytesView::npos; at = elf.find(k_name, at + 1)) {
    if (at >= 4 && number_at<std::uint32_t>(elf, at - 4) == type)
      return number_at<std::uint32_t>(elf, at + k_name.size());
  }
  return 0;
}

// Numbers of products as ocloc 22.43 writes them: from each to the next.
Result<std::string> zebin_platform(BytesView elf) {
  constexpr std::uint32_t k_product = 1, k_core = 2;
  if (const std::uint32_t core = zebin_note(elf, k_core); core != 0) return intel_platform(core);
  static const std::map<std::uint32_t, const char*> first_products = {
      {0, ""},        {16, "8"},  {18, "9"},      {24, ""},   {26, "11"},      {29, "12p1"},    {34, ""},
      {1210, "12p1"}, {1211, ""}, {1250, "xehp"}, {1251, ""}, {1270, "xehpg"}, {1271, "xehpc"}, {1272, ""},
  };
  const std::uint32_t product = zebin_note(elf, k_product);
  const std::string platform = std::prev(first_products.upper_bound(product))->second;
  if (!platform.empty()) return platform;
  return fail(ErrorKind::k_unavailable,
              "the Intel binary is for product " + std::to_string(product) + ", which this clc does not know");
}

// ELF with a section `.text.NAME` per kernel.
Result<IntelCode> code_in_zebin(BytesView elf) {
  constexpr std::string_view k_prefix = ".text.";
  std::string platform = CLC_TRY(zebin_platform(elf));
  IntelCode code{platform, {}};
  for (const ElfSection& section : elf_sections(elf)) {
    if (!section.name.starts_with(k_prefix)) continue;
    if (section.bytes.empty()) return damaged("the Intel binary");
    code.kernels.push_back({section.name.substr(k_prefix.size()), section.name, section.bytes});
  }
  return code;
}

}  // namespace

Result<IntelCode> intel_code(BytesView binary) {
  constexpr std::string_view k_patch_token_magic = "CTNI";
  Result<IntelCode> code = fail(ErrorKind::k_damaged, "the Intel binary holds no program");
  const std::size_t tokens = binary.find(k_patch_token_magic);
  if (recognize(binary) == BinaryFormat::k_zebin) {
    code = code_in_zebin(binary);
  } else if (tokens != BytesView::npos) {
    code = code_with_patch_tokens(binary.substr(tokens));
  }
  if (code && code->kernels.empty()) return fail(ErrorKind::k_damaged, "the Intel binary holds no kernel");
  return code;
}

}  // namespace clc
