#include "commands/emulate/findings.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "base/file_io.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "insight/report/run_faults.h"

namespace clc {
namespace {

// "sum.cl:12", or where the instruction lies.
std::string place_text(const EmulatedAccess& access) {
  if (access.place.file.empty()) return "byte " + std::to_string(access.offset) + " of the code";
  return access.place.file + ":" + std::to_string(access.place.line);
}

// "[1,0,0]".
std::string ids_text(const std::vector<std::uint64_t>& ids) {
  std::string text;
  for (const std::uint64_t id : ids) text += (text.empty() ? "" : ",") + std::to_string(id);
  return "[" + text + "]";
}

std::string item_text(const EmulatedAccess& access) {
  return "work-item " + ids_text(access.local_id) + " of group " + ids_text(access.group) + ", " + access.instruction;
}

// The words before the second place of a finding.
std::string part_of_other(const std::string& kind) {
  if (kind == "uninitialised") return "; the value was read at ";
  return kind == "divergent-barrier" ? "; others are at " : "; the other access: ";
}

EmulatedFinding finding_of(const EmulatedFault& fault, std::string_view json) {
  EmulatedFinding result;
  Finding& finding = result.finding;
  finding.rule = fault.kind;
  finding.level = "error";
  finding.text = "kernel '" + fault.kernel + "' " + fault.message;
  if (fault.other) finding.text += part_of_other(finding.rule) + place_text(*fault.other);
  if (!fault.expected.empty()) finding.text += "; expected: " + fault.expected;
  finding.place = fault.at.place;
  result.text =
      finding.rule + ": " + place_text(fault.at) + ": " + finding.text + "\n    by " + item_text(fault.at) + "\n";
  if (fault.other) result.text += "    and " + item_text(*fault.other) + "\n";
  result.text += "    on " + fault.chip + ", with --seed " + std::to_string(fault.seed) + "\n";
  result.json = json;
  return result;
}

}  // namespace

Result<std::vector<EmulatedFinding>> read_findings(const std::string& file) {
  std::vector<EmulatedFinding> findings;
  if (access(file.c_str(), F_OK) != 0) return findings;
  const Bytes text = CLC_TRY(read_file(file));
  for (const std::string_view line : split(text, "\n")) {
    if (line.empty()) continue;
    const std::optional<EmulatedFault> fault = decode_emulated_fault(line);
    if (!fault)
      return fail(ErrorKind::k_io, "the emulated GPUs told a finding that cannot be read: " + std::string(line));
    findings.push_back(finding_of(*fault, line));
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
