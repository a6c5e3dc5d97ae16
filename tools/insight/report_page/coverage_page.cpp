#include "insight/report_page/coverage_page.h"

#include "base/text.h"
#include "insight/pages/html_page.h"

namespace clc {
namespace {

// One row of the source, with its count and the sides of branches that were not taken.
std::string html_row(std::uint64_t line, std::string_view source, const FileCoverage& file) {
  const auto count = file.lines.find(line);
  const bool has_code = count != file.lines.end();
  std::string missing;
  for (const BranchCoverage& branch : file.branches) {
    if (branch.line != line || branch.missing() == 0) continue;
    missing += (missing.empty() ? "never " : ", ") +
               std::string(branch.missing() == 2 ? "reached"
                           : branch.taken == 0   ? "true"
                                                 : "false") +
               " at column " + std::to_string(branch.column);
  }
  const char* look = !has_code            ? ""
                     : count->second == 0 ? " class=\"none\""
                     : missing.empty()    ? " class=\"run\""
                                          : " class=\"part\"";
  return "<tr" + std::string(look) + "><td>" + std::to_string(line) + "</td><td>" +
         (has_code ? std::to_string(count->second) : "") + "</td><td>" + text_for_html(source) + "</td><td>" + missing +
         "</td></tr>\n";
}

}  // namespace

std::string coverage_html(const CoverageReport& report, const std::map<std::string, std::string>& sources) {
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>Coverage</title>\n<style>"
      ":root{color-scheme:light dark}body{font-family:sans-serif;margin:1em}td{padding:0 .6em}"
      "td:nth-child(-n+2){text-align:right;color:gray}td:nth-child(3){font-family:monospace;white-space:pre}"
      ".run td:nth-child(2){background:#2a82}.none td:nth-child(-n+3){background:#d333}"
      ".part td:nth-child(-n+3){background:#ca03}</style></head><body>\n<h1>Coverage</h1>\n<pre>" +
      text_for_html(coverage_text(report)) + "</pre>\n";
  for (const FileCoverage& file : report.files) {
    text += "<h2>" + text_for_html(file.name) + "</h2>\n<table>\n";
    const auto source = sources.find(file.name);
    if (source == sources.end()) {
      for (const auto& [line, count] : file.lines) text += html_row(line, "", file);
    } else {
      std::uint64_t line = 0;
      for (const std::string_view one : lines_of(source->second)) text += html_row(++line, one, file);
    }
    text += "</table>\n";
  }
  return text + "</body></html>\n";
}

}  // namespace clc
