// A finding of a kernel with checks as JSON. The report is a clc::CheckReport; this header does without the runtime.
#pragma once

#include <cstdint>
#include <string>

#include "base/json_writer.h"

namespace clc {

template <class Report>
std::string check_report_json(const Report& report) {
  JsonWriter json(-1);
  const auto place = [&](const char* key, const std::string& file, std::uint64_t line, std::uint64_t column) {
    json.key(key).begin_object().put("file", file, "line", line, "column", column).end_object();
  };
  json.begin_object().put("check", report.check, "kernel", report.kernel);
  place("place", report.file, report.line, report.column);
  if (report.other_line != 0) place("other_place", report.other_file, report.other_line, report.other_column);
  json.key("global_id").values(report.global_id).key("group_id").values(report.group_id);
  json.put("message", report.message, "count", report.count).end_object();
  return json.text();
}

}  // namespace clc
