#include "base/fields/fields.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/byte_fields.h"
#include "base/fields/json_fields.h"
#include "catch_all.h"
#include "clc/base/digest.h"
#include "package_samples.h"

namespace clc::test {
namespace {

enum class Colour { k_red, k_green, k_blue };
const EnumNames k_colours = {"red", "green", "blue"};
constexpr std::uint64_t k_most_points = 3;
constexpr std::uint64_t k_highest = 1000;

struct Point {
  std::uint64_t x = 0;
  std::string label;

  bool operator==(const Point&) const = default;
};

template <class F>
void fields(F& f, FieldsOf<F, Point>& point) {
  if constexpr (requires { f.no_extra(); }) {
    f.number("x", point.x, k_highest);
    f.optional_text("label", point.label);
    f.require(point.x != 0 || point.label.empty(), "has a label at the origin");
    f.no_extra();
  } else {
    f.number(point.x, k_highest);
    f.text(point.label);
    f.require(point.x != 0 || point.label.empty());
  }
}

// A value of each kind that readers and writers of bytes have.
struct ByteSample {
  std::string text;
  std::vector<std::string> texts;
  std::string digest = sha256_hex("");
  std::uint8_t small = 0;
  std::uint64_t large = 0;
  int between = -5;
  bool first = false, second = false, third = false;
  Colour colour = Colour::k_red;
  Point point;
  std::vector<Point> points;
  std::vector<std::vector<Point>> lines;

  bool operator==(const ByteSample&) const = default;
};

template <class F>
void fields(F& f, FieldsOf<F, ByteSample>& sample) {
  f.text(sample.text);
  f.texts(sample.texts);
  f.digest(sample.digest);
  f.number(sample.small);
  f.number(sample.large);
  f.number_between(-5, sample.between, 5);
  f.flag(sample.first);
  f.flags(sample.second, sample.third);
  f.choice(sample.colour, Colour::k_blue);
  f.object(sample.point);
  f.list(sample.points, k_most_points);
  f.lists(sample.lines);
}

// A value of each kind that readers and writers of JSON have.
struct JsonSample {
  std::string text, any_text, digest = sha256_hex(""), optional_text, optional_digest, extra;
  std::vector<std::string> texts, any_texts, optional_texts;
  std::uint32_t number = 0;
  std::int64_t signed_number = 0;
  std::uint64_t optional_number = 0;
  std::vector<std::uint64_t> numbers, optional_numbers;
  bool flag = false, optional_flag = false;
  Colour colour = Colour::k_red;
  Point point;
  std::optional<Point> optional_point;
  std::vector<Point> points, optional_points;
  std::map<std::string, std::string> text_map;
  Resources resources, optional_resources;

  bool operator==(const JsonSample&) const = default;
};

template <class F>
void fields(F& f, FieldsOf<F, JsonSample>& sample) {
  f.text("text", sample.text);
  f.any_text("any_text", sample.any_text);
  f.digest("digest", sample.digest);
  f.optional_text("optional_text", sample.optional_text);
  f.optional_digest("optional_digest", sample.optional_digest);
  f.texts("texts", sample.texts);
  f.any_texts("any_texts", sample.any_texts);
  f.optional_texts("optional_texts", sample.optional_texts);
  f.number("number", sample.number);
  f.signed_number("signed_number", sample.signed_number);
  f.optional_number("optional_number", sample.optional_number, k_highest);
  f.numbers("numbers", sample.numbers);
  f.optional_numbers("optional_numbers", sample.optional_numbers);
  f.flag("flag", sample.flag);
  f.optional_flag("optional_flag", sample.optional_flag);
  f.choice("colour", sample.colour, k_colours);
  f.object("point", sample.point);
  f.optional_object("optional_point", sample.optional_point);
  f.list("points", sample.points);
  f.optional_list("optional_points", sample.optional_points);
  f.text_map("text_map", sample.text_map);
  f.resources("resources", sample.resources);
  f.optional_resources("optional_resources", sample.optional_resources);
  f.extra(sample.extra);
}

Bytes bytes_of(const ByteSample& sample) {
  ByteWriter writer;
  write_fields(sample, writer);
  return writer.take();
}

std::optional<ByteSample> sample_of(BytesView bytes) {
  ByteReader reader(bytes);
  auto sample = read_fields<ByteSample>(reader);
  return reader.is_done() ? std::optional(sample) : std::nullopt;
}

ByteSample full_byte_sample() {
  return {"text",
          {"", "two"},
          sha256_hex("x"),
          255,
          std::numeric_limits<std::uint64_t>::max(),
          5,
          true,
          false,
          true,
          Colour::k_blue,
          {7, "seven"},
          {{1, ""}, {1000, "far"}, {0, ""}},
          {{}, {{2, "two"}}}};
}

JsonSample full_json_sample() {
  JsonSample sample;
  sample.text = "text";
  sample.any_text = "\xff";
  sample.digest = sample.optional_digest = sha256_hex("x");
  sample.optional_text = "more";
  sample.extra = R"({"later":[1]})";
  sample.texts = {"", "two"};
  sample.any_texts = {"\xfe", "three"};
  sample.optional_texts = {"four"};
  sample.number = std::numeric_limits<std::uint32_t>::max();
  sample.signed_number = std::numeric_limits<std::int64_t>::min();
  sample.optional_number = k_highest;
  sample.numbers = {0, std::numeric_limits<std::uint64_t>::max()};
  sample.optional_numbers = {1};
  sample.flag = sample.optional_flag = true;
  sample.colour = Colour::k_green;
  sample.point = {3, "three"};
  sample.optional_point = Point{4, ""};
  sample.points = {{1, "one"}, {2, ""}};
  sample.optional_points = {{5, ""}};
  sample.text_map = {{"a", "b"}, {"c", ""}};
  sample.resources = {{"k", {{"registers", 12}}}};
  sample.optional_resources = {{"l", {{"spills", -1}}}};
  return sample;
}

std::string problem_of(const Json& json) {
  std::string problem;
  JsonSample sample;
  read_json(json, "sample", problem, sample);
  return problem;
}

}  // namespace

TEST_CASE("fields as bytes come back, and only whole") {
  for (const ByteSample& sample : {ByteSample(), full_byte_sample()}) {
    const Bytes bytes = bytes_of(sample);
    CHECK(sample_of(bytes) == sample);
    for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(sample_of(BytesView(bytes).substr(0, size)));
    CHECK_FALSE(sample_of(bytes + '\0'));
  }
}

TEST_CASE("changed bytes of fields are refused, or are the bytes of another value") {
  std::size_t refused = 0, others = 0;
  const Bytes bytes = bytes_of(full_byte_sample());
  for_each_damage(bytes, [&](const Bytes& damaged) {
    const std::optional<ByteSample> sample = sample_of(damaged);
    ++(sample ? others : refused);
    if (sample) CHECK(bytes_of(*sample) == damaged);
  });
  CHECK(refused > bytes.size() / 2);
  CHECK(others > 0);
}

TEST_CASE("fields as bytes keep their limits") {
  const auto is_refused = [](auto&& change) {
    ByteSample sample;
    change(sample);
    return !sample_of(bytes_of(sample));
  };
  CHECK_FALSE(is_refused([](ByteSample&) {}));
  CHECK_FALSE(is_refused([](ByteSample& sample) { sample.points.resize(k_most_points); }));
  CHECK(is_refused([](ByteSample& sample) { sample.points.resize(k_most_points + 1); }));
  CHECK_FALSE(is_refused([](ByteSample& sample) { sample.point.x = k_highest; }));
  CHECK(is_refused([](ByteSample& sample) { sample.point.x = k_highest + 1; }));
  CHECK_FALSE(is_refused([](ByteSample& sample) { sample.between = 5; }));
  CHECK(is_refused([](ByteSample& sample) { sample.between = 6; }));
  CHECK(is_refused([](ByteSample& sample) { sample.between = -6; }));
  CHECK(is_refused([](ByteSample& sample) { sample.colour = static_cast<Colour>(3); }));
  CHECK(is_refused([](ByteSample& sample) { sample.digest = "abc"; }));
  CHECK(is_refused([](ByteSample& sample) { sample.point.label = "at the origin"; }));
}

TEST_CASE("a count of elements cannot ask for more than there are bytes") {
  ByteWriter writer;
  writer.number(std::numeric_limits<std::uint64_t>::max());
  const Result<std::vector<Point>> damaged = decode_list<Point>(writer.take(), "a list");
  REQUIRE_FALSE(damaged);
  CHECK(damaged.error().message == "a list is damaged");
  const std::vector<Point> points = {{1, "a"}, {2, ""}};
  CHECK(decode_list<Point>(encode_list(points), "a list") == points);
}

TEST_CASE("fields as JSON come back, with keys that are not known") {
  for (const JsonSample& sample : {JsonSample(), full_json_sample()}) {
    const std::string text = canonical_text(json_of(sample));
    const Result<JsonSample> again = decode_json<JsonSample>(text, "sample");
    REQUIRE(again);
    CHECK(*again == sample);
    for (std::size_t size = 0; size < text.size(); ++size) {
      CHECK_FALSE(decode_json<JsonSample>(std::string_view(text).substr(0, size), "sample"));
    }
  }
}

TEST_CASE("changed JSON of fields is refused, or is that of another value") {
  std::size_t refused = 0;
  const std::string text = canonical_text(json_of(full_json_sample()));
  for_each_damage(text, [&](const Bytes& damaged) {
    const Result<JsonSample> sample = decode_json<JsonSample>(damaged, "sample");
    if (!sample) return void(++refused);
    const Result<JsonSample> again = decode_json<JsonSample>(canonical_text(json_of(*sample)), "sample");
    REQUIRE(again);
    CHECK(*again == *sample);
  });
  CHECK(refused > text.size() / 2);
}

TEST_CASE("a key of JSON that has to be there is missed, and an optional one is not") {
  const Json whole = json_of(full_json_sample());
  CHECK(problem_of(whole).empty());
  for (const auto& [key, value] : whole.items()) {
    Json without = whole;
    without.erase(key);
    const bool may_be_left_out = key.starts_with("optional_") || key == "later";
    INFO(key);
    CHECK(problem_of(without).empty() == may_be_left_out);
    Json wrong = whole;
    wrong[key] = Json::array({Json::array()});
    if (key != "later") CHECK_FALSE(problem_of(wrong).empty());
  }
}

TEST_CASE("JSON of fields keeps its limits, and says where") {
  const auto problem = [](const char* pointer, const Json& value) {
    Json json = json_of(full_json_sample());
    json[Json::json_pointer(pointer)] = value;
    return problem_of(json);
  };
  CHECK(problem("/number", std::uint64_t{1} << 32U).find("number") != std::string::npos);
  CHECK_FALSE(problem("/number", -1).empty());
  CHECK_FALSE(problem("/optional_number", k_highest + 1).empty());
  CHECK_FALSE(problem("/optional_number", 0).empty());
  CHECK_FALSE(problem("/optional_text", "").empty());
  CHECK_FALSE(problem("/flag", 2).empty());
  CHECK_FALSE(problem("/colour", "yellow").empty());
  CHECK_FALSE(problem("/digest", "abc").empty());
  CHECK(problem("/points/1/more", 1).find("sample.points[1]") == 0);
  CHECK(problem("/point/x", 0) == "sample.point has a label at the origin");
}

}  // namespace clc::test
