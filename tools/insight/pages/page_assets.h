// The files in tools/insight/pages/assets: look and scripts of pages.
#pragma once

#include <string_view>

namespace clc {

// The scripts of a page as one.
struct PageScript {
  std::string_view sha256;  // of the text, in hexadecimal digits
  std::string_view gzip;    // the compressed text
};

extern const std::string_view k_page_css, k_boot_js;
// k_served_script: that of the report, and what `clc serve` adds.
extern const PageScript k_report_script, k_served_script, k_bench_script, k_build_script, k_recording_script;

}  // namespace clc
