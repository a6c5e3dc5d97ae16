#include "insight/waves/access_table.h"

#include "base/json.h"

namespace clc {
namespace {

constexpr const char* k_key = "profile";
constexpr std::uint64_t k_most_arguments = 1 << 16;

Json instruction_to_json(const TracedInstruction& one) {
  return {{"file", any_text(one.file)},   {"line", one.line},   {"column", one.column},      {"kind", one.kind},
          {"space", any_text(one.space)}, {"bytes", one.bytes}, {"alignment", one.alignment}};
}

TracedInstruction instruction_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  TracedInstruction one;
  one.file = reader.any_text("file");
  one.line = reader.number("line");
  one.column = reader.number("column");
  one.kind = reader.text("kind");
  one.space = reader.any_text("space");
  one.bytes = reader.number("bytes", k_most_traced_bytes);
  one.alignment = reader.number("alignment", k_most_traced_bytes);
  reader.no_extra();
  return one;
}

Json kernel_to_json(const TracedKernel& kernel) {
  Json instructions = Json::array();
  for (const TracedInstruction& one : kernel.instructions) instructions.push_back(instruction_to_json(one));
  return {{"name", any_text(kernel.name)},
          {"trace_argument", kernel.trace_argument},
          {"instructions", std::move(instructions)},
          {"not_recorded", any_texts(kernel.not_recorded)}};
}

TracedKernel kernel_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  TracedKernel kernel;
  kernel.name = reader.any_text("name");
  kernel.trace_argument = reader.number("trace_argument", k_most_arguments);
  reader.each("instructions", true, [&](const Json& one, const std::string& at) {
    kernel.instructions.push_back(instruction_from_json(one, at, problem));
  });
  kernel.not_recorded = reader.any_texts("not_recorded");
  reader.no_extra();
  return kernel;
}

}  // namespace

std::string encode_access_table(const AccessTable& table) {
  Json kernels = Json::array();
  for (const TracedKernel& kernel : table) kernels.push_back(kernel_to_json(kernel));
  return canonical_text({{k_key, {{"kernels", std::move(kernels)}}}});
}

Result<AccessTable> decode_access_table(std::string_view variant_extra) {
  AccessTable table;
  if (variant_extra.empty()) return table;
  const Result<Json> json = parse_json(variant_extra, "variant");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader variant(*json, "variant", problem);
  if (const Json* profile = variant.object(k_key, false)) {
    ObjectReader reader(*profile, "variant.profile", problem);
    reader.each("kernels", true,
                [&](const Json& one, const std::string& at) { table.push_back(kernel_from_json(one, at, problem)); });
    reader.no_extra();
  }
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return table;
}

}  // namespace clc
