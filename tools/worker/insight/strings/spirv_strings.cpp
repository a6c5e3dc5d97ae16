#include "worker/insight/strings/spirv_strings.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <vector>

#include <spirv/unified1/spirv.hpp>

#include "worker/insight/strings/string_finder.h"

namespace clc::worker {
namespace {

constexpr std::size_t k_header_words = 5;

struct StringOperand {
  spv::Op op;
  std::size_t word;  // the word in which the string begins
  StringKind kind;
  const char* name;
};
constexpr StringOperand k_strings[] = {
    {spv::OpSourceContinued, 1, StringKind::k_debug, "OpSourceContinued"},
    {spv::OpSource, 4, StringKind::k_debug, "OpSource"},
    {spv::OpSourceExtension, 1, StringKind::k_text, "OpSourceExtension"},
    {spv::OpName, 2, StringKind::k_name, "OpName"},
    {spv::OpMemberName, 3, StringKind::k_name, "OpMemberName"},
    {spv::OpString, 2, StringKind::k_debug, "OpString"},
    {spv::OpExtension, 1, StringKind::k_text, "OpExtension"},
    {spv::OpExtInstImport, 2, StringKind::k_text, "OpExtInstImport"},
    {spv::OpEntryPoint, 3, StringKind::k_name, "OpEntryPoint"},
    {spv::OpModuleProcessed, 1, StringKind::k_debug, "OpModuleProcessed"},
    {spv::OpDecorate, 3, StringKind::k_name, "OpDecorate"},
    {spv::OpDecorateString, 3, StringKind::k_debug, "OpDecorateString"},
    {spv::OpMemberDecorateString, 4, StringKind::k_debug, "OpMemberDecorateString"},
};

std::string text_at(std::span<const std::uint32_t> words) {
  const std::string bytes(reinterpret_cast<const char*>(words.data()), words.size_bytes());
  return bytes.substr(0, bytes.find('\0'));
}

// Collects the 8-bit constants of a module, and adds the arrays of them: a format of printf is such an array.
class Constants {
 public:
  void add_instruction(std::span<const std::uint32_t> words, const std::string& location, StringFinder& finder) {
    const auto op = static_cast<spv::Op>(words[0] & 0xffffU);
    if (op == spv::OpConstant && words.size() == 4) value_[words[2]] = words[3];
    if (op != spv::OpConstantComposite) return;
    Bytes bytes;
    for (const std::uint32_t id : words.subspan(std::min<std::size_t>(words.size(), 3))) {
      const auto value = value_.find(id);
      bytes += value == value_.end() || value->second > 0xff ? '\0' : static_cast<char>(value->second);
    }
    finder.add_runs(bytes, location + ", OpConstantComposite", StringKind::k_data);
  }

 private:
  std::map<std::uint32_t, std::uint32_t> value_;
};

}  // namespace

void read_spirv_strings(BytesView bytes, const std::string& location, StringFinder& finder) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  if (words.size() < k_header_words) return;
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  if (words.front() != spv::MagicNumber) {  // the module has the other byte order
    for (std::uint32_t& word : words) word = __builtin_bswap32(word);
  }
  Constants constants;
  for (std::size_t at = k_header_words; at < words.size();) {
    const std::size_t length = words[at] >> 16U;
    if (length == 0 || length > words.size() - at)
      return;  // the module ends here; the bytes behind it belong to a larger file
    const std::span<const std::uint32_t> instruction(words.data() + at, length);
    for (const StringOperand& row : k_strings) {
      if (row.op != static_cast<spv::Op>(instruction[0] & 0xffffU) || length <= row.word) continue;
      finder.add(row.kind, location_at(location, at * 4) + ", " + row.name, text_at(instruction.subspan(row.word)));
    }
    constants.add_instruction(instruction, location_at(location, at * 4), finder);
    at += length;
  }
}

}  // namespace clc::worker
