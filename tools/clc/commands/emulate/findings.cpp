#include "commands/emulate/findings.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/file_io.h"
#include "base/foreign_json.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"

namespace clc {
namespace {

using foreign::text_of;

// The compiler names files from the folder it ran in: "./sum.cl".
std::string file_of(const Json& place) {
  return std::filesystem::path(text_of(place, "file")).lexically_normal().string();
}

// "sum.cl:12", or where the instruction lies.
std::string place_text(const Json& place) {
  const std::string file = file_of(place);
  if (file.empty()) return "byte " + place.value("offset", Json(0)).dump() + " of the code";
  return file + ":" + place.value("line", Json(0)).dump();
}

std::string item_text(const Json& place) {
  return "work-item " + place.value("local_id", Json::array()).dump() + " of group " +
         place.value("group", Json::array()).dump() + ", " + text_of(place, "instruction");
}

// The words before the second place of a finding.
std::string part_of_other(const std::string& kind) {
  if (kind == "uninitialised") return "; the value was read at ";
  return kind == "divergent-barrier" ? "; others are at " : "; the other access: ";
}

EmulatedFinding finding_of(const Json& object) {
  EmulatedFinding result;
  const Json at = object.value("at", Json::object());
  Finding& finding = result.finding;
  finding.rule = text_of(object, "kind");
  finding.level = "error";
  finding.text = "kernel '" + text_of(object, "kernel") + "' " + text_of(object, "message");
  if (object.contains("other")) finding.text += part_of_other(finding.rule) + place_text(object["other"]);
  if (const std::string expected = text_of(object, "expected"); !expected.empty())
    finding.text += "; expected: " + expected;
  finding.place.file = file_of(at);
  finding.place.line = at.value("line", std::uint64_t{0});
  result.text = finding.rule + ": " + place_text(at) + ": " + finding.text + "\n    by " + item_text(at) + "\n";
  if (object.contains("other")) result.text += "    and " + item_text(object["other"]) + "\n";
  result.text += "    on " + text_of(object, "chip") + ", with --seed " + object.value("seed", Json(0)).dump() + "\n";
  result.json = object.dump(-1, ' ', false, Json::error_handler_t::replace);
  return result;
}

bool is_finding(const Json& object) {
  const Json at = object.is_object() ? object.value("at", Json::object()) : Json();
  return at.is_object() && at.value("line", Json(0U)).is_number_unsigned() && !text_of(object, "kind").empty();
}

}  // namespace

Result<std::vector<EmulatedFinding>> read_findings(const std::string& file) {
  std::vector<EmulatedFinding> findings;
  if (access(file.c_str(), F_OK) != 0) return findings;
  const Bytes text = CLC_TRY(read_file(file));
  for (const std::string_view line : split(text, "\n")) {
    if (line.empty()) continue;
    const Json object = Json::parse(line, nullptr, false);
    if (!is_finding(object))
      return fail(ErrorKind::k_io, "the emulated GPUs told a finding that cannot be read: " + std::string(line));
    findings.push_back(finding_of(object));
  }
  return findings;
}

Result<void> append_findings(const std::vector<EmulatedFinding>& findings, const std::string& file) {
  std::string lines;
  for (const EmulatedFinding& one : findings) lines += one.json + "\n";
  const FileDescriptor opened(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));  // NOLINT: varargs
  return opened.is_open() ? write_to(opened.get(), lines, file) : io_error("write", file, errno);
}

std::string findings_report(const std::vector<EmulatedFinding>& findings, const std::string& ending) {
  if (ending == ".sarif") {
    std::vector<Finding> results;
    for (const EmulatedFinding& one : findings) results.push_back(one.finding);
    return sarif_log(results);
  }
  const bool is_json = ending == ".json";
  std::string text = is_json ? "{\"findings\": [" : "";
  for (const EmulatedFinding& one : findings)
    text += is_json ? (&one == &findings.front() ? "\n  " : ",\n  ") + one.json : one.text;
  return text + (is_json ? "\n]}\n" : "");
}

}  // namespace clc
