#include "insight/report/run_faults.h"

#include <filesystem>

#include "base/foreign_json.h"
#include "base/try.h"

namespace clc {
namespace {

using foreign::count_of;
using foreign::member;
using foreign::text_of;

// "448 0 0".
std::string ids_text(const Json& ids) {
  std::string text;
  if (!ids.is_array()) return text;
  for (const Json& id : ids) text += (text.empty() ? "" : " ") + (id.is_number_unsigned() ? id.dump() : "?");
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

std::string who_text(const Json& at, const char* group_key, std::uint64_t count) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? " (" : ", ") + part; };
  if (const std::string item = ids_text(member(at, "global_id")); !item.empty()) add("item " + item);
  if (const std::string group = ids_text(member(at, group_key)); !group.empty()) add("group " + group);
  if (count > 1) add(std::to_string(count) + " times");
  return text + (text.empty() ? "" : ")");
}

RunFault sanitized(const Json& report) {
  const std::string who = who_text(report, "group_id", count_of(report, "count"));
  return {text_of(report, "check"), text_of(report, "kernel"), text_of(report, "message") + who,
          place_of(member(report, "place")), place_of(member(report, "other_place"))};
}

RunFault emulated(const Json& finding) {
  const Json& at = member(finding, "at");
  const std::string expected = text_of(finding, "expected");
  const std::string text = text_of(finding, "message") + (expected.empty() ? "" : "; expected: " + expected);
  return {text_of(finding, "kind"), text_of(finding, "kernel"),
          text + who_text(at, "group", count_of(finding, "count")), place_of(at), place_of(member(finding, "other"))};
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
