// An HTML page in one file: look, scripts and data are in it, it asks nobody for anything, and its
// Content-Security-Policy lets it do nothing else.
#pragma once

#include <string>
#include <string_view>

namespace clc {

struct HtmlPage {
  std::string title;
  std::string data;         // JSON; the script finds it in the element "data"
  std::string_view script;  // what draws it: those of clc report, k_bench_js or k_recording_js
  // A script for a page that a server of ours gives out. It runs after `script`, may fetch from where the page came,
  // and gives new data to clcUpdate(). Empty: the page talks to nobody.
  std::string live_script;
};

std::string html_page(const HtmlPage& page);

// JSON that can stand in a <script> element: no string of it can end the element or begin a comment.
std::string json_for_html(std::string_view json);

// Text that can stand between tags and in quoted attributes.
std::string text_for_html(std::string_view text);

}  // namespace clc
