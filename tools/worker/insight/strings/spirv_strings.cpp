#include "worker/insight/strings/spirv_strings.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <ranges>

#include "protocol/spirv_instructions.h"
#include "worker/insight/strings/string_finder.h"

namespace clc::worker {
namespace {

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

}  // namespace

void read_spirv_strings(BytesView bytes, const std::string& location, StringFinder& finder) {
  Bytes module(bytes.substr(0, bytes.size() / 4 * 4));
  if (read_at<std::uint32_t>(module, 0) != spv::MagicNumber) {  // the module has the other byte order
    for (auto word = module.begin(); word != module.end(); word += 4) std::reverse(word, word + 4);
  }
  std::map<std::uint32_t, std::uint32_t> constants;  // the numbers of 32 bits and less
  // Bytes behind the module's end belong to a larger file.
  each_spirv_instruction(module, [&](const SpirvInstruction& one) {
    const std::string place = location_at(location, static_cast<std::size_t>(one.bytes.data() - module.data())) + ", ";
    for (const StringOperand& row : k_strings) {
      if (row.op == one.opcode) finder.add(row.kind, place + row.name, one.text(row.word - 1));
    }
    if (one.opcode == spv::OpConstant && one.operands.size() == 3) constants[one.operand(1)] = one.operand(2);
    if (one.opcode != spv::OpConstantComposite) return true;
    // A format of printf is an array of 8-bit constants.
    Bytes elements;
    for (const std::uint32_t id : one.operands | std::views::drop(2)) {
      const auto value = constants.find(id);
      elements += value == constants.end() || value->second > 0xff ? '\0' : static_cast<char>(value->second);
    }
    finder.add_runs(elements, place + "OpConstantComposite", StringKind::k_data);
    return true;
  });
}

}  // namespace clc::worker
