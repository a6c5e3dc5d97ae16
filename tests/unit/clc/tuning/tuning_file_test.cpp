// NAME.tune.json and the expressions in it.
#include "tuning/tuning_file.h"

#include "catch_all.h"
#include "tuning/expression.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string k_launches =
    R"("launches": [{"kernel": "k", "global": ["N", 3], "local": ["T"], "arguments": ["buffer:float:{N}", "{N * T}"],
                     "results": [0], "tolerance": "1e-5"}])";

Result<std::vector<Tuning>> read(const std::string& parameters, const std::string& more = k_launches) {
  return read_configurations(R"({"parameters": )" + parameters + ", " + more + "}", "k.tune.json", "k");
}

std::string problem_of(const std::string& parameters, const std::string& more = k_launches) {
  const auto configurations = read(parameters, more);
  REQUIRE_FALSE(configurations);
  CHECK(configurations.error().kind == ErrorKind::k_usage);
  return configurations.error().message;
}

}  // namespace

TEST_CASE("an expression is computed as C computes it") {
  const std::map<std::string, std::int64_t> values = {{"a", 7}, {"b_2", 2}};
  const std::vector<std::pair<const char*, std::int64_t>> cases = {{"1 + 2 * 3", 7},
                                                                   {"(1 + 2) * 3", 9},
                                                                   {"a - b_2 - 1", 4},
                                                                   {"a / b_2", 3},
                                                                   {"a % b_2", 1},
                                                                   {"-a / b_2", -3},
                                                                   {"a > b_2 == 1", 1},
                                                                   {"a >= 7 && b_2 < 2", 0},
                                                                   {"a == 7 || b_2 / 1", 1},
                                                                   {"!a", 0},
                                                                   {"!!a", 1},
                                                                   {"- -3", 3},
                                                                   {"a > 3 ? 10 : 20", 10},
                                                                   {"0 ? 1 : 0 ? 2 : 3", 3},
                                                                   {" 4 ", 4},
                                                                   {"a <= 6 || a != 7", 0},
                                                                   {"2 * (a + 1) % 3", 1},
                                                                   {"(a + 4 - 1) / 4 * 4", 8}};
  for (const auto& [text, expected] : cases) {
    INFO(text);
    const Result<std::int64_t> value = evaluate(text, values);
    REQUIRE(value);
    CHECK(*value == expected);
  }
}

TEST_CASE("an expression that cannot be computed says why") {
  const std::map<std::string, std::int64_t> values = {{"a", INT64_MIN}};
  const std::vector<std::pair<std::string, const char*>> cases = {{"", "ends too early"},
                                                                  {"1 +", "ends too early"},
                                                                  {"1 2", "'2' is not understood"},
                                                                  {"b", "'b' is no parameter"},
                                                                  {"1 / 0", "division by 0"},
                                                                  {"1 % (2 - 2)", "division by 0"},
                                                                  {"a / -1", "too large"},
                                                                  {"-a", "too large"},
                                                                  {"a - 1", "too large"},
                                                                  {"9223372036854775807 * 2", "too large"},
                                                                  {"99999999999999999999", "is no number"},
                                                                  {"0x10", "is no number"},
                                                                  {"(1", "'(' without"},
                                                                  {"1 ? 2", "'?' without"},
                                                                  {"1)", "is not understood"},
                                                                  {"1 & 2", "is not understood"},
                                                                  {std::string(100000, '('), "too deeply"},
                                                                  {std::string(100000, '-') + "1", "too deeply"}};
  for (const auto& [text, expected] : cases) {
    INFO(text.substr(0, 40));
    const Result<std::int64_t> value = evaluate(text, values);
    REQUIRE_FALSE(value);
    CHECK(value.error().kind == ErrorKind::k_usage);
    CHECK_THAT(value.error().message, ContainsSubstring(expected));
  }
}

TEST_CASE("configurations are all combinations that where allows, the first values first") {
  const auto all = read(R"({"N": [100, 64], "T": [16, 8]})", R"("where": ["N != 64 || T == 8"], )" + k_launches);
  REQUIRE(all);
  REQUIRE(all->size() == 3);
  const Tuning& first = all->front();
  CHECK(first.of == "k");
  CHECK(first.is_default);
  CHECK(first.parameters == std::map<std::string, std::string>{{"N", "100"}, {"T", "16"}});
  REQUIRE(first.launches.size() == 1);
  CHECK(first.launches[0].global == std::array<std::uint64_t, 3>{112, 3, 1});  // rounded up to whole groups
  CHECK(first.launches[0].local == std::array<std::uint64_t, 3>{16, 1, 1});
  CHECK(first.launches[0].arguments == std::vector<std::string>{"buffer:float:100", "1600"});
  CHECK((*all)[2].parameters.at("N") == "64");
  CHECK_FALSE((*all)[2].is_default);
}

TEST_CASE("values of macros may be words, which sizes cannot use") {
  const auto words =
      read(R"({"TYPE": ["float", "float4"]})",
           R"("launches": [{"kernel": "k", "global": 64, "arguments": ["buffer:float:64"], "results": [0]}])");
  REQUIRE(words);
  CHECK(words->size() == 2);
  CHECK(words->front().launches[0].local == std::array<std::uint64_t, 3>{0, 0, 0});
  CHECK_THAT(problem_of(R"({"N": ["float"], "T": [8]})"), ContainsSubstring("'N' is no parameter with whole numbers"));
}

TEST_CASE("a tuning file that is wrong says where") {
  CHECK_THAT(problem_of("[]"), ContainsSubstring("k.tune.json: \"parameters\" is no object"));
  CHECK_THAT(problem_of(R"({"N": []})"), ContainsSubstring("parameters.N has no values"));
  CHECK_THAT(problem_of(R"({"N": 3})"), ContainsSubstring("parameters.N is no list"));
  CHECK_THAT(problem_of(R"({"1N": [3]})"), ContainsSubstring("cannot be the name of a macro"));
  CHECK_THAT(problem_of(R"({"N": [{}]})"), ContainsSubstring("parameters.N[0]"));
  CHECK_THAT(problem_of(R"({"N": ["a\nb"]})"), ContainsSubstring("control characters"));
  CHECK_THAT(problem_of(R"({"N": [1], "T": [1]})", R"("launches": [])"), ContainsSubstring("no \"launches\""));
  CHECK_THAT(problem_of(R"({"N": [1], "T": [1]})", R"("wher": [], )" + k_launches),
             ContainsSubstring("unknown key 'wher'"));
  CHECK_THAT(problem_of(R"({"N": [1], "T": [1]})", R"("where": ["N > 1"], )" + k_launches),
             ContainsSubstring("excludes every"));
  CHECK_THAT(problem_of(R"({"N": [0], "T": [1]})"), ContainsSubstring("'N' is 0, which is no number of work-items"));
  CHECK_THAT(problem_of(R"({"N": [1], "T": [1]})", R"("launches": [{"kernel": "k", "global": 1}])"),
             ContainsSubstring("names no \"results\""));
  CHECK_THAT(problem_of(R"({"N": [1]})", R"("launches": [{"kernel": "k", "global": 1, "results": [0]}])"),
             ContainsSubstring("there is no argument 0"));
  CHECK_THAT(
      problem_of(R"({"N": [1]})", R"("launches": [{"kernel": "k", "global": 1, "arguments": ["{N"], "results": [0]}])"),
      ContainsSubstring("'{' without a '}'"));
  CHECK_THAT(
      problem_of(R"({"N": [1]})",
                 R"("launches": [{"kernel": "k", "global": 1, "arguments": ["1"], "results": [0], "tolerance": "x"}])"),
      ContainsSubstring("tolerance is no number"));
  CHECK(read_configurations("{", "k.tune.json", "k").error().kind == ErrorKind::k_usage);
}

TEST_CASE("a tuning file gives only launches that a manifest can hold") {
  const auto launches = [](const std::string& sizes) {
    return R"("launches": [{"kernel": "k", "arguments": [1], "results": [0], )" + sizes + "}]";
  };
  const std::string one = R"({"N": [1]})";
  CHECK(read(one, launches(R"("global": [281474976710656])")));  // 2^48
  CHECK_THAT(problem_of(one, launches(R"("global": [281474976710657])")), ContainsSubstring("no number of work-items"));
  CHECK_THAT(problem_of(one, launches(R"("global": [16777216, 16777217])")), ContainsSubstring("more than 2^48"));
  CHECK_THAT(problem_of(one, launches(R"("global": [281474976710655], "local": [3000])")),
             ContainsSubstring("more than 2^48"));  // rounded up to whole groups
  CHECK_THAT(problem_of(one, launches(R"("global": [1, 1], "local": [16777216, 16777217])")),
             ContainsSubstring("more than 2^48"));
  CHECK_THAT(
      problem_of(one, R"("launches": [{"kernel": "k", "global": 1, "results": [0], "arguments": ["buffer:@f"]}])"),
      ContainsSubstring("no files are taken"));
  std::string many;
  for (int i = 0; i < 65537; ++i) many += "1,";
  CHECK_THAT(
      problem_of(one, R"("launches": [{"kernel": "k", "global": 1, "results": [0], "arguments": [)" + many + "1]}]"),
      ContainsSubstring("more than 65536 arguments"));
}

TEST_CASE("a tuning file takes no more time and memory than it is worth") {
  std::string values = "[";
  for (int i = 1; i < 1000; ++i) values += std::to_string(i) + ",";
  values += "1000]";
  std::string sum = "1";
  for (int i = 0; i < 2000; ++i) sum += "+1";
  // A million times two million additions would take hours.
  std::string where = "\"0\"";
  for (int i = 0; i < 1000; ++i) where += ",\"" + sum + "\"";
  const std::string both = R"({"N": )" + values + R"(, "T": )" + values + "}";
  CHECK_THAT(problem_of(both, R"("where": [)" + where + "], " + k_launches),
             ContainsSubstring("\"where\" is too long"));
  // A thousand configurations of a megabyte each would be a gigabyte.
  std::string arguments;
  for (int i = 0; i < 20000; ++i) arguments += "1,";
  CHECK_THAT(
      problem_of(R"({"N": )" + values + "}",
                 R"("launches": [{"kernel": "k", "global": 1, "results": [0], "arguments": [)" + arguments + "1]}]"),
      ContainsSubstring("more than 64 MiB"));
  const std::string deep(1000000, '[');
  CHECK(read_configurations(deep, "k.tune.json", "k").error().kind == ErrorKind::k_usage);
  CHECK(read_configurations(R"({"parameters": )" + deep, "k.tune.json", "k").error().kind == ErrorKind::k_usage);
  CHECK(read_configurations(deep + std::string(deep.size(), ']'), "k.tune.json", "k").error().kind ==
        ErrorKind::k_usage);
}

TEST_CASE("too many configurations are refused before they are made") {
  std::string values = "[";
  for (int i = 1; i < 100; ++i) values += std::to_string(i) + ",";
  values += "100]";
  CHECK_THAT(problem_of(R"({"N": )" + values + R"(, "T": )" + values + "}"), ContainsSubstring("more than 4096"));
  std::string many = "{";
  for (char name = 'A'; name < 'Z'; ++name) many += std::string("\"") + name + "\": " + values + ",";
  CHECK_THAT(problem_of(many + R"("N2": [1]})"), ContainsSubstring("more than a million"));
}
