// An HTML page in one file: look, scripts and data are in it, it asks nobody for anything, and its
// Content-Security-Policy lets it do nothing else.
#pragma once

#include <string>
#include <string_view>

#include "insight/pages/page_assets.h"

namespace clc {

struct HtmlPage {
  std::string title;
  std::string data;          // JSON; the script finds it in the element "data"
  const PageScript& script;  // what draws it
  // The page of a server of ours: its script may fetch from where the page came. Else it talks to nobody.
  bool is_served = false;
  // Lines of JSON that the script reads one by one when they are wanted, in the element "lines"; empty: it has no such
  // element.
  std::string lines = "";
};

std::string html_page(const HtmlPage& page);

// JSON that can stand in a <script> element: no string of it can end the element or begin a comment.
std::string json_for_html(std::string_view json);

// Text that can stand between tags and in quoted attributes.
std::string text_for_html(std::string_view text);

}  // namespace clc
