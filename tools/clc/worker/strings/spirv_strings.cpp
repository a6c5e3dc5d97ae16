#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <vector>

#include <spirv/unified1/spirv.hpp>

#include "worker/strings/strings.h"

namespace clc::worker {
namespace {

constexpr std::size_t k_header_words = 5;

struct StringOperand {
  spv::Op op;
  std::size_t word;  // in which the string begins
  TextKind kind;
  const char* name;
};
constexpr StringOperand k_strings[] = {
    {spv::OpSourceContinued, 1, TextKind::k_debug, "OpSourceContinued"},
    {spv::OpSource, 4, TextKind::k_debug, "OpSource"},
    {spv::OpSourceExtension, 1, TextKind::k_note, "OpSourceExtension"},
    {spv::OpName, 2, TextKind::k_name, "OpName"},
    {spv::OpMemberName, 3, TextKind::k_name, "OpMemberName"},
    {spv::OpString, 2, TextKind::k_debug, "OpString"},
    {spv::OpExtension, 1, TextKind::k_note, "OpExtension"},
    {spv::OpExtInstImport, 2, TextKind::k_note, "OpExtInstImport"},
    {spv::OpEntryPoint, 3, TextKind::k_name, "OpEntryPoint"},
    {spv::OpModuleProcessed, 1, TextKind::k_debug, "OpModuleProcessed"},
    {spv::OpDecorate, 3, TextKind::k_name, "OpDecorate"},
    {spv::OpDecorateString, 3, TextKind::k_debug, "OpDecorateString"},
    {spv::OpMemberDecorateString, 4, TextKind::k_debug, "OpMemberDecorateString"},
};

std::string text_at(std::span<const std::uint32_t> words) {
  const std::string bytes(reinterpret_cast<const char*>(words.data()), words.size_bytes());
  return bytes.substr(0, bytes.find('\0'));
}

// A format of printf is an array of constants of 8 bits.
class Constants {
 public:
  void see(std::span<const std::uint32_t> words, const std::string& where, TextFinder& into) {
    const auto op = static_cast<spv::Op>(words[0] & 0xffffU);
    if (op == spv::OpConstant && words.size() == 4) value_[words[2]] = words[3];
    if (op != spv::OpConstantComposite) return;
    Bytes bytes;
    for (const std::uint32_t id : words.subspan(std::min<std::size_t>(words.size(), 3))) {
      const auto value = value_.find(id);
      bytes += value == value_.end() || value->second > 0xff ? '\0' : static_cast<char>(value->second);
    }
    into.add_runs(bytes, where + ", OpConstantComposite", TextKind::k_data);
  }

 private:
  std::map<std::uint32_t, std::uint32_t> value_;
};

}  // namespace

void read_spirv(BytesView bytes, const std::string& where, TextFinder& into) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  if (words.front() != spv::MagicNumber) {  // the other byte order
    for (std::uint32_t& word : words) word = __builtin_bswap32(word);
  }
  Constants constants;
  for (std::size_t at = k_header_words; at < words.size();) {
    const std::size_t length = words[at] >> 16U;
    if (length == 0 || length > words.size() - at) return;  // the end of it, in something larger
    const std::span<const std::uint32_t> instruction(words.data() + at, length);
    for (const StringOperand& row : k_strings) {
      if (row.op != static_cast<spv::Op>(instruction[0] & 0xffffU) || length <= row.word) continue;
      into.add(row.kind, place(where, at * 4) + ", " + row.name, text_at(instruction.subspan(row.word)));
    }
    constants.see(instruction, place(where, at * 4), into);
    at += length;
  }
}

}  // namespace clc::worker
