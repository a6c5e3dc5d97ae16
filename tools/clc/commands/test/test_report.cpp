#include "commands/test/test_report.h"

#include <algorithm>
#include <cstdio>

#include "base/json_writer.h"
#include "base/text.h"
#include "insight/pages/html_page.h"

namespace clc {
namespace {

const char* status_name(TestResult::Status status) {
  if (status == TestResult::Status::k_passed) return "passed";
  return status == TestResult::Status::k_failed ? "failed" : "skipped";
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", seconds);
  return text;
}

std::string at_sizes(const std::string& sizes) {
  return sizes.empty() ? "" : "with " + sizes + ": ";
}

// How a test failed, on lines of their own.
std::vector<std::string> failure_lines(const TestResult& result) {
  std::vector<std::string> lines = {result.file + ":" + std::to_string(result.line) + ": " + at_sizes(result.sizes) +
                                    result.message};
  lines.push_back("smallest: " + at_sizes(result.small_sizes) + result.small_message);
  for (const auto& [name, text] : result.arguments) {
    lines.push_back("  ");
    lines.back() += name;
    lines.back() += ": ";
    lines.back() += text;
  }
  return lines;
}

// "\n" within a message begins a line of its own.
std::string indented(const std::vector<std::string>& lines, const std::string& by) {
  std::string text;
  for (const std::string& several : lines)
    for (const std::string_view line : split(several, "\n")) text += by + std::string(line) + "\n";
  return text;
}

std::string xml_text(std::string text) {
  const auto is_unknown = [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t'; };
  std::ranges::replace_if(text, is_unknown, '?');  // XML has no such characters
  return text_for_html(text);
}

}  // namespace

std::string result_text(const TestResult& result) {
  std::string text = std::string(status_name(result.status)) + "  " + stem(result.source) + ": " + result.test +
                     " on " + result.device;
  if (result.status == TestResult::Status::k_skipped) return text + "\n" + indented({result.message}, "    ");
  if (result.status == TestResult::Status::k_passed) return text + ", " + count(result.runs, "case") + "\n";
  return text + "\n" + indented(failure_lines(result), "    ");
}

TestCounts counts_of(const std::vector<TestResult>& results) {
  TestCounts counts;
  for (const TestResult& result : results) {
    counts.passed += result.status == TestResult::Status::k_passed ? 1 : 0;
    counts.failed += result.status == TestResult::Status::k_failed ? 1 : 0;
    counts.skipped += result.status == TestResult::Status::k_skipped ? 1 : 0;
  }
  return counts;
}

std::string counts_text(const TestCounts& counts) {
  return std::to_string(counts.passed) + " passed, " + std::to_string(counts.failed) + " failed, " +
         std::to_string(counts.skipped) + " skipped";
}

std::string results_json(const std::vector<TestResult>& results) {
  const TestCounts counts = counts_of(results);
  JsonWriter json(2);
  json.begin_object().put("passed", counts.passed, "failed", counts.failed, "skipped", counts.skipped);
  json.key("tests").objects(results, [&](const TestResult& result) {
    json.put("test", result.test, "kernel", result.kernel, "source", result.source, "file", result.file, "line",
             result.line, "device", result.device, "target", result.target, "status", status_name(result.status));
    json.put("sizes", result.runs).key("seconds").number(seconds_text(result.seconds));
    if (result.status == TestResult::Status::k_passed) return;
    json.put("message", result.message);
    if (result.status == TestResult::Status::k_skipped) return;
    json.put("at", result.sizes).key("smallest").begin_object();
    json.put("at", result.small_sizes, "message", result.small_message).key("arguments").begin_object();
    for (const auto& [name, text] : result.arguments) json.put(name, text);
    json.end_object().end_object();
  });
  return json.end_object().text() + "\n";
}

std::string results_tap(const std::vector<TestResult>& results) {
  std::string text = "TAP version 14\n1.." + std::to_string(results.size()) + "\n";
  std::size_t number = 0;
  for (const TestResult& result : results) {
    const bool has_failed = result.status == TestResult::Status::k_failed;
    text += std::string(has_failed ? "not ok " : "ok ") + std::to_string(++number) + " - " + stem(result.source) +
            ": " + result.test + " on " + result.device;
    if (result.status == TestResult::Status::k_skipped)
      text += " # SKIP " + std::string(split(result.message, "\n").front());
    text += "\n";
    if (has_failed) text += indented(failure_lines(result), "# ");
  }
  return text;
}

std::string results_junit(const std::vector<TestResult>& results) {
  const TestCounts counts = counts_of(results);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"kernels\" tests=\"" +
                     std::to_string(results.size()) + "\" failures=\"" + std::to_string(counts.failed) +
                     "\" errors=\"0\" skipped=\"" + std::to_string(counts.skipped) + "\">\n";
  for (const TestResult& result : results) {
    text += "<testcase classname=\"" + xml_text(stem(result.source)) + "\" name=\"" +
            xml_text(result.test + " on " + result.device) + "\" file=\"" + xml_text(result.file) + "\" line=\"" +
            std::to_string(result.line) + "\" time=\"" + seconds_text(result.seconds) + "\"";
    if (result.status == TestResult::Status::k_passed) text += "/>\n";
    if (result.status == TestResult::Status::k_skipped)
      text += "><skipped message=\"" + xml_text(result.message) + "\"/></testcase>\n";
    if (result.status == TestResult::Status::k_failed) {
      text += "><failure message=\"" + xml_text(at_sizes(result.sizes) + result.message) + "\">" +
              xml_text(indented(failure_lines(result), "")) + "</failure></testcase>\n";
    }
  }
  return text + "</testsuite>\n</testsuites>\n";
}

}  // namespace clc
