#include "insight/report/run_faults.h"

#include <filesystem>

#include "base/foreign_json.h"
#include "base/try.h"

namespace clc {
namespace {

using foreign::count_of;
using foreign::member;
using foreign::text_of;

using Ids = std::vector<std::uint64_t>;

Ids ids_of(const Json& object, const char* key) {
  Ids ids;
  const Json& list = member(object, key);
  if (!list.is_array()) return ids;
  for (const Json& id : list) ids.push_back(id.is_number_unsigned() ? id.get<std::uint64_t>() : 0);
  return ids;
}

// "448 0 0".
std::string ids_text(const Ids& ids) {
  std::string text;
  for (const std::uint64_t id : ids) text += (text.empty() ? "" : " ") + std::to_string(id);
  return text;
}

// The compiler names files from the folder it ran in: "./sum.cl".
CodePlace place_of(const Json& place) {
  CodePlace result;
  result.file = std::filesystem::path(text_of(place, "file")).lexically_normal().string();
  result.line = count_of(place, "line");
  result.column = count_of(place, "column");
  return result;
}

std::string who_text(const Ids& item_ids, const Ids& group_ids, std::uint64_t count) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? " (" : ", ") + part; };
  if (!item_ids.empty()) add("item " + ids_text(item_ids));
  if (!group_ids.empty()) add("group " + ids_text(group_ids));
  if (count > 1) add(std::to_string(count) + " times");
  return text + (text.empty() ? "" : ")");
}

RunFault sanitized(const Json& report) {
  const std::string who = who_text(ids_of(report, "global_id"), ids_of(report, "group_id"), count_of(report, "count"));
  return {text_of(report, "check"), text_of(report, "kernel"), text_of(report, "message") + who,
          place_of(member(report, "place")), place_of(member(report, "other_place"))};
}

EmulatedAccess access_of(const Json& object) {
  return {place_of(object),
          count_of(object, "offset"),
          text_of(object, "instruction"),
          ids_of(object, "global_id"),
          ids_of(object, "local_id"),
          ids_of(object, "group")};
}

EmulatedFault emulated_fault(const Json& object) {
  EmulatedFault fault;
  fault.kind = text_of(object, "kind");
  fault.kernel = text_of(object, "kernel");
  fault.message = text_of(object, "message");
  fault.chip = text_of(object, "chip");
  fault.expected = text_of(object, "expected");
  fault.count = count_of(object, "count");
  fault.seed = count_of(object, "seed");
  fault.at = access_of(member(object, "at"));
  if (const Json& other = member(object, "other"); other.is_object()) fault.other = access_of(other);
  return fault;
}

RunFault emulated(const Json& object) {
  const EmulatedFault fault = emulated_fault(object);
  const std::string text = fault.message + (fault.expected.empty() ? "" : "; expected: " + fault.expected);
  return {fault.kind, fault.kernel, text + who_text(fault.at.global_id, fault.at.group, fault.count), fault.at.place,
          fault.other ? fault.other->place : CodePlace()};
}

CodePlace place_of_sarif(const Json& location) {
  const Json& physical = member(location, "physicalLocation");
  const Json& region = member(physical, "region");
  return {text_of(member(physical, "artifactLocation"), "uri"), count_of(region, "startLine"),
          count_of(region, "startColumn")};
}

RunFault of_sarif(const Json& result) {
  const Json& locations = member(result, "locations");
  const bool has_place = locations.is_array() && !locations.empty();
  return {text_of(result, "ruleId"), "", text_of(member(result, "message"), "text"),
          has_place ? place_of_sarif(locations.front()) : CodePlace(), CodePlace()};
}

Result<void> add(const Json& list, RunFault (*read)(const Json&), const std::string& what,
                 std::vector<RunFault>& faults) {
  if (!list.is_array()) return fail(ErrorKind::k_damaged, what + " has findings that are no list");
  for (const Json& one : list) {
    RunFault fault = read(one);
    if (fault.check.empty()) return fail(ErrorKind::k_damaged, what + " has a finding that does not say what it is");
    faults.push_back(std::move(fault));
  }
  return {};
}

}  // namespace

std::optional<EmulatedFault> decode_emulated_fault(std::string_view text) {
  EmulatedFault fault = emulated_fault(Json::parse(text, nullptr, false));
  if (fault.kind.empty()) return std::nullopt;
  return fault;
}

Result<std::vector<RunFault>> decode_run_faults(std::string_view text, const std::string& what) {
  const Json json = Json::parse(text, nullptr, false);
  std::vector<RunFault> faults;
  if (json.is_object() && json.contains("reports")) {
    CLC_TRY(add(json["reports"], sanitized, what, faults));
  } else if (json.is_object() && json.contains("findings")) {
    CLC_TRY(add(json["findings"], emulated, what, faults));
  } else if (json.is_object() && json.contains("runs") && json["runs"].is_array()) {
    for (const Json& run : json["runs"]) CLC_TRY(add(member(run, "results"), of_sarif, what, faults));
  } else {
    return fail(ErrorKind::k_damaged, what +
                                          " holds no findings: the JSON of clrun sanitize or of clc emulate "
                                          "--report, or SARIF, is read");
  }
  return faults;
}

}  // namespace clc
