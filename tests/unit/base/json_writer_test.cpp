#include "base/json_writer.h"

#include <limits>
#include <map>

#include "catch_all.h"

using namespace clc;

TEST_CASE("JSON is well formed", "[support]") {
  JsonWriter flat(-1);
  flat.begin_object()
      .key("a")
      .value("x\"\\\n\x01")
      .key("b")
      .begin_array()
      .value(std::uint64_t{1})
      .value(true)
      .end_array();
  flat.key("c").begin_object().end_object().end_object();
  CHECK(flat.text() == R"({"a":"x\"\\\n\u0001","b":[1,true],"c":{}})");
  JsonWriter indented(2);
  indented.begin_object().key("a").values({"x", "y"}).end_object();
  CHECK(indented.text() == "{\n  \"a\": [\n    \"x\",\n    \"y\"\n  ]\n}");
}

TEST_CASE("JSON is written from what a program holds", "[support]") {
  const std::map<std::string, std::uint64_t> sizes = {{"x", 4}, {"y", 8}};
  JsonWriter json(-1);
  json.begin_object().key("members").members(sizes);
  json.key("objects").objects(sizes, [&](const auto& one) { json.key("name").value(one.first); });
  json.key("list").list(sizes, [&](const auto& one) { json.value(one.second); });
  json.key("nothing").values({}).end_object();
  CHECK(json.text() == R"({"members":{"x":4,"y":8},"objects":[{"name":"x"},{"name":"y"}],"list":[4,8],"nothing":[]})");
}

TEST_CASE("JSON holds only what JSON can hold", "[support]") {
  CHECK(json_string("\xc3\xa9\xff") == "\"\xc3\xa9\xef\xbf\xbd\"");
  CHECK(json_string("\xed\xa0\x80") == "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");  // half of a surrogate pair
  JsonWriter numbers(-1);
  numbers.begin_array().value(0.1).value(std::numeric_limits<double>::infinity()).end_array();
  CHECK(numbers.text() == "[0.1,null]");
}
