#include "insight/pages/html_page.h"

#include <charconv>

#include "clc/base/digest.h"
#include "insight/pages/page_assets.h"

namespace clc {
namespace {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8U | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += i <= count ? k_digits[group >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

// How a policy names the text of a <script> or <style> element with this digest.
std::string policy_source(std::string_view digest) {
  return "'sha256-" + base64(digest) + "'";
}

std::string bytes_of_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

}  // namespace

std::string json_for_html(std::string_view json) {
  std::string text;
  for (const char c : json) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

std::string text_for_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string html_page(const HtmlPage& page) {
  std::string policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " +
                       policy_source(sha256_raw(k_page_css)) + "; script-src " + policy_source(sha256_raw(k_boot_js)) +
                       " " + policy_source(bytes_of_hex(page.script.sha256));
  if (page.is_served) policy += "; connect-src 'self'";
  std::string lines;
  if (!page.lines.empty())
    lines = "<script type=\"application/json\" id=\"lines\">" + json_for_html(page.lines) + "</script>\n";
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"referrer\" content=\"no-referrer\">\n<title>" +
         text_for_html(page.title) + "</title>\n<style>" + std::string(k_page_css) +
         "</style>\n</head>\n<body>\n<div id=\"page\"></div>\n"
         "<noscript>This page is drawn by the script in it, which this browser does not run.</noscript>\n"
         "<script type=\"application/json\" id=\"data\">" +
         json_for_html(page.data) + "</script>\n" + lines + "<script type=\"application/gzip\" id=\"script\">" +
         base64(page.script.gzip) + "</script>\n<script>" + std::string(k_boot_js) + "</script>\n</body>\n</html>\n";
}

}  // namespace clc
