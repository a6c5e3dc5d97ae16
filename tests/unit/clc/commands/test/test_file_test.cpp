// NAME.test.json, and the sizes that a test runs with.
#include "commands/test/test_file.h"

#include "catch_all.h"
#include "commands/test/sizes.h"
#include "support/argument_words.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

// A test with these keys added to those that it needs.
std::string with_keys(const std::string& keys) {
  return "{\"tests\": [{\"kernel\": \"k\", \"global\": \"N\",\n\"arguments\": [], \"expected\": \"r.py:k\"" + keys +
         "}]}";
}

std::string problem_of(const std::string& text) {
  const Result<TestFile> file = parse_test_file(text, "k.test.json");
  REQUIRE_FALSE(file);
  CHECK(file.error().kind == ErrorKind::k_usage);
  return file.error().message;
}

std::vector<std::string> sizes_with(const std::string& keys, const GroupShape& required = {0, 0, 0}) {
  const Result<TestFile> file = parse_test_file(with_keys(keys), "k.test.json");
  REQUIRE(file);
  std::vector<std::string> texts;
  const Result<std::vector<Sizes>> all = sizes_of(file->tests.front(), required);
  for (const Sizes& sizes : all.value()) texts.push_back(sizes_text(sizes));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a problem of a test file is told with its line") {
  CHECK_THAT(problem_of("{\n  \"tests\": 1\n}"), ContainsSubstring("k.test.json:2: \"tests\" is a list"));
  CHECK_THAT(problem_of("{\"tests\": [\n{\"kernel\": \"k\",\n\"globl\": 3}]}"),
             ContainsSubstring("k.test.json:3: unknown key 'globl'; did you mean global?"));
  CHECK_THAT(problem_of("{\n\n\"tests\": [}\n"), ContainsSubstring("k.test.json:3: is no JSON: "));
  CHECK_THAT(problem_of("{\"a\": 1,\n\"a\": 2}"), ContainsSubstring("k.test.json:2: the key 'a' stands here twice"));
  CHECK_THAT(problem_of("{\"tests\": [\n{\"kernel\": \"k\", \"global\": 1}]}"),
             ContainsSubstring(":2: says nothing \"expected\""));
  CHECK_THAT(problem_of(with_keys(",\n\n\"tolerance\": \"2ulp\"")), ContainsSubstring("k.test.json:4: a tolerance is"));
  CHECK_THAT(problem_of(with_keys(",\n\"sizes\": {\"N\":\n-1\n}")), ContainsSubstring("k.test.json:4: a whole number"));
  CHECK_THAT(problem_of(with_keys(",\n\"seed\":\n1.5\n")), ContainsSubstring("k.test.json:4: a whole number"));
}

TEST_CASE("sizes vary about the group") {
  CHECK(sizes_with(R"(, "sizes": {"N": "vary"}, "local": 16)") ==
        Texts{"N=0", "N=1", "N=3", "N=15", "N=16", "N=17", "N=37", "N=1009"});
  CHECK(sizes_with(R"(, "sizes": {"N": "vary"})", {8, 1, 1}) ==
        Texts{"N=0", "N=1", "N=3", "N=7", "N=8", "N=9", "N=37", "N=1009"});
}

TEST_CASE("several sizes vary alone and together") {
  const Texts texts = sizes_with(R"(, "sizes": {"H": "vary", "N": "vary"}, "local": 16)");
  CHECK(texts.size() == 19);  // seven values alike, and six for each of them alone
  CHECK(std::ranges::count(texts, "H=17 N=17") == 1);
  CHECK(std::ranges::count(texts, "H=0 N=37") == 1);
  CHECK(std::ranges::count(texts, "H=37 N=37") == 1);
}

TEST_CASE("values are combined, and conditions exclude some") {
  CHECK(sizes_with(R"(, "sizes": {"N": [1, 2], "M": [4, 5]}, "where": ["N != 2 || M == 4"])") ==
        Texts{"M=4 N=1", "M=5 N=1", "M=4 N=2"});
  CHECK(sizes_with("") == Texts{""});
}

TEST_CASE("numbers of every type are read and written back") {
  for (const char* text : {"0.5", "-0", "65504", "5.9604645e-08", "inf", "nan", "0.000061035156"}) {
    Bytes half;
    REQUIRE(put_number(half, *value_type("half").number, text));
    CHECK(number_text(*value_type("half").number, half.data()) ==
          std::string(text == std::string("0.000061035156") ? "6.1035156e-05" : text));
  }
  Bytes bytes;
  put_real(bytes, *value_type("half").number, 65519);    // rounds down to the largest
  put_real(bytes, *value_type("half").number, 65520);    // and this up
  put_real(bytes, *value_type("half").number, 0x1p-25);  // a tie, to the even 0
  put_real(bytes, *value_type("half").number, 2049);     // a tie, to the even 2048
  CHECK(number_at(*value_type("half").number, bytes.data()) == 65504);
  CHECK(std::isinf(number_at(*value_type("half").number, bytes.data() + 2)));
  CHECK(number_at(*value_type("half").number, bytes.data() + 4) == 0);
  CHECK(number_at(*value_type("half").number, bytes.data() + 6) == 2048);
  Bytes integer;
  REQUIRE(put_number(integer, *value_type("char").number, "-3"));
  CHECK(number_text(*value_type("char").number, integer.data()) == "-3");
}

TEST_CASE("a .npy file is read, and a damaged one refused") {
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
  const std::string npy =
      std::string("\x93NUMPY\x01\x00", 8) + std::string{static_cast<char>(header.size()), '\0'} + header;
  const Result<BufferContents> contents = read_npy(npy + std::string(8, '\1'), "a.npy");
  REQUIRE(contents);
  CHECK(contents->shape == std::vector<std::uint64_t>{2, 1});
  CHECK(contents->type.number == value_type("float").number);
  for (std::size_t size = 0; size < npy.size() + 8; ++size)
    CHECK_FALSE(read_npy((npy + std::string(8, '\1')).substr(0, size), "a.npy"));
}

TEST_CASE("random reals keep to their bounds, and edges hold the numbers at which kernels fail") {
  const ValueType real = value_type("float");
  const Bytes bounded = generate_values(real, 100, {"random", "3", "4"}, 1).value();
  for (std::size_t at = 0; at < bounded.size(); at += 4) {
    CHECK(number_at(*real.number, bounded.data() + at) >= 3);
    CHECK(number_at(*real.number, bounded.data() + at) <= 4);
  }
  const Bytes edges = generate_values(real, 13, {"edges"}, 1).value();
  CHECK(std::isnan(number_at(*real.number, edges.data() + 28)));
  CHECK_FALSE(generate_values(real, 1, {"random", "4", "3"}, 1));
  CHECK_FALSE(generate_values(value_type("int"), 1, {"random", "0"}, 1));
}

TEST_CASE("a test of several kernels is one for each") {
  const auto names = [](const std::string& keys) {
    const Result<TestFile> file = parse_test_file(
        "{\"tests\": [{\"global\": 1, \"arguments\": [], \"expected\": \"r.py:k\", " + keys + "}]}", "k.test.json");
    REQUIRE(file);
    Texts texts;
    for (const KernelTest& test : file->tests) texts.push_back(test.name + " of " + test.kernel);
    return texts;
  };
  CHECK(names("\"kernel\": [\"a\", \"b\"]") == Texts{"a of a", "b of b"});
  CHECK(names("\"name\": \"x\", \"kernel\": [\"a\", \"b\"]") == Texts{"x (a) of a", "x (b) of b"});
  CHECK(names("\"name\": \"x\", \"kernel\": [\"a\"]") == Texts{"x of a"});
  CHECK_THAT(problem_of("{\"tests\": [{\"kernel\": [], \"global\": 1}]}"), ContainsSubstring("names no \"kernel\""));
}

TEST_CASE("functions have a file, and a name that may be one of C++") {
  const Result<TestFile> file = parse_test_file(
      "{\"tests\": [{\"kernel\": \"k\", \"global\": 1, \"prepare\": \"p.cpp:fill\", \"expected\": \"r.cpp:A::b\"}]}",
      "k.test.json");
  REQUIRE(file);
  CHECK(file->tests.front().prepare.file == "p.cpp");
  CHECK(file->tests.front().reference.file == "r.cpp");
  CHECK(file->tests.front().reference.function == "A::b");
  for (const char* wrong : {"\"p.cl:k\"", "\"p.cpp\"", "[1]"}) {
    CHECK_THAT(problem_of(with_keys(std::string(",\n\"prepare\": ") + wrong)),
               ContainsSubstring("k.test.json:3: a function belongs here that fills arguments"));
  }
}
