// Text of others on a terminal.
#include "base/printable.h"

#include "base/json_writer.h"
#include "catch_all.h"

using namespace clc;

TEST_CASE("what a terminal would obey is shown instead", "[support]") {
  struct Case {
    std::string text, shown, json;
  };
  const Case cases[] = {
      {"plain text, 100 %", "plain text, 100 %", "plain text, 100 %"},
      {"\x1b[31mred", "\\x1b[31mred", "\\u001b[31mred"},
      {std::string("a\0b", 3), "a\\x00b", "a\\u0000b"},
      {"\x07\x08\x0b\x0c\x7f", "\\x07\\x08\\x0b\\x0c\\x7f", "\\u0007\\u0008\\u000b\\u000c\\u007f"},
      {"one\ntwo\tthree\r", "one\\ntwo\\tthree\\r", "one\\ntwo\\tthree\\u000d"},
      {"\xc2\x9b"
       "31m",
       "\\u009b31m", "\\u009b31m"},  // CSI of Latin-1
      {"\xe2\x80\xae"
       "desrever",
       "\\u202edesrever", "\\u202edesrever"},  // right to left
      {"\xe2\x80\xa8\xe2\x81\xa6\xd8\x9c", "\\u2028\\u2066\\u061c", "\\u2028\\u2066\\u061c"},
      {"\xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x98\x80 \xc2\xa0", "\xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x98\x80 \xc2\xa0",
       "\xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x98\x80 \xc2\xa0"},
      {"\x9b"
       "31m \xff",
       "\\x9b31m \\xff",
       "\xef\xbf\xbd"
       "31m \xef\xbf\xbd"},  // no UTF-8
      {"\xc0\x9b \xed\xa0\x80", "\\xc0\\x9b \\xed\\xa0\\x80",
       "\xef\xbf\xbd\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
      {"cut \xe2\x80", "cut \\xe2\\x80", "cut \xef\xbf\xbd\xef\xbf\xbd"},
  };
  for (const Case& known : cases) {
    INFO(known.shown);
    CHECK(printable(known.text) == known.shown);
    CHECK(printable(known.shown) == known.shown);
    CHECK(json_string(known.text) == '"' + known.json + '"');
  }
}

TEST_CASE("lines stay lines where there may be several", "[support]") {
  CHECK(printable_lines("one\n\ttwo\r\nthree\n") == "one\n\ttwo\r\nthree\n");
  CHECK(printable_lines("one\rover it\x1b[2K\n") == "one\\rover it\\x1b[2K\n");
  CHECK(printable_lines("\xff\n") == "\\xff\n");
}
