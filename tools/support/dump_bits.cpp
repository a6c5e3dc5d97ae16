#include "support/dump_bits.h"

#include <charconv>

namespace clc {

Result<unsigned> parse_dump_bits(std::string_view text) {
  if (text.empty()) return 0U;
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (error == std::errc() && end == text.data() + text.size() && bits <= k_dump_everything) return bits;
  return fail(ErrorKind::k_usage, "GPU_DUMP_DEVICE_KERNEL=" + std::string(text) +
                                      ": must be a sum of 1 (IL), 2 (ISA), 4 (preprocessed source), 8 (LLVM IR), 16 "
                                      "(log), 32 (binary), 64 (IR after "
                                      "each pass)");
}

std::vector<std::string> sections_for_dumps(unsigned bits) {
  std::vector<std::string> sections;
  if ((bits & k_dump_il) != 0) sections.emplace_back("il");
  if ((bits & (k_dump_il | k_dump_ir)) != 0) sections.emplace_back("ir");
  if ((bits & k_dump_ir) != 0) sections.emplace_back("ir-before");
  if ((bits & k_dump_passes) != 0) sections.emplace_back("passes");
  if ((bits & k_dump_isa) != 0) sections.emplace_back("isa");
  if ((bits & k_dump_preprocessed) != 0) sections.emplace_back("preprocessed");
  return sections;
}

}  // namespace clc
