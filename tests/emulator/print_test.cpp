// The emulator prints the buffer of printf, also where it or the formats of a binary are made to do harm.
#include <bit>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "catch_all.h"
#include "device/print.h"

namespace clc::emulator::test {
namespace {

using Words = std::vector<std::uint32_t>;

std::uint32_t letters(const char (&four)[5]) {
  std::uint32_t word = 0;
  std::memcpy(&word, four, sizeof word);
  return word;
}

// Format 1 with these words in the buffer, all but the last `hidden` of them.
std::string printed(const std::string& format, const Words& words, std::size_t hidden = 0) {
  CodeObject object;
  object.printf_formats = {{1, format}};
  const auto used = static_cast<std::uint32_t>((words.size() - hidden) * sizeof words[0]);
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  print_output(object, reinterpret_cast<const std::uint8_t*>(words.data()), used, file);
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  CHECK(std::fread(text.data(), 1, text.size(), file) == text.size());
  std::fclose(file);
  return text;
}

}  // namespace

TEST_CASE("numbers, texts and vectors are printed", "[emulator]") {
  const auto half = std::bit_cast<std::uint64_t>(1.5);
  const auto low = static_cast<std::uint32_t>(half), high = static_cast<std::uint32_t>(half >> 32U);
  CHECK(printed("3:4:8:8:%d %.1f <%5s>\\n", {1, 42, low, high, letters("four"), 0}) == "42 1.5 < four>\n");
  CHECK(printed("1:8:%v2hld|\\n", {1, 3, 4}) == "3,4|\n");
  CHECK(printed("0:100\\72 %%\\n", {1, 1}) == "100: %%\n100: %%\n");
}

TEST_CASE("what the host's printf would take more than its argument for is printed as it is", "[emulator]") {
  for (const char* text : {"%Sd", "%Cd", "%md", "%2$s", "%1$s", "%*d", "%.*d", "%ls", "%lls", "%Lf", "%v5d"}) {
    CAPTURE(text);
    CHECK(printed("1:4:" + std::string(text) + "\\n", {1, 7}) == std::string(text) + "\n");
  }
  CHECK(printed("1:4:%n %d\\n", {1, 7}) == "n 7\n");
  CHECK(printed("1:4:%5$n %d\\n", {1, 7}) == "5$n 7\n");
  CHECK(printed("0:%d %s\\n", {1}) == "%d %s\n");
  CHECK(printed(std::string("1:4:%v\0d\\n", 10), {1, 7}) == "%v\n");
}

TEST_CASE("a conversion for more bits than its argument has is printed as it is, or gets zeros", "[emulator]") {
  for (const char* text : {"%llf", "%lle", "%lla", "%jg", "%zG", "%tE", "%hhf", "%llhf"}) {
    CAPTURE(text);
    CHECK(printed("1:8:" + std::string(text) + "\\n", {1, 0, 0x3ff00000}) == std::string(text) + "\n");
  }
  CHECK(printed("3:8:4:8:%lf %f %hf\\n", {1, 0, 0x3ff00000, 0x40000000, 0, 0x40080000}) ==
        "1.000000 2.000000 3.000000\n");
  CHECK(printed("5:4:4:4:4:4:%ld %lld %jx %zu %td\\n", {1, ~0U, ~0U, ~0U, ~0U, 5}) ==
        "4294967295 4294967295 ffffffff 4294967295 5\n");
  CHECK(printed("3:4:2:1:%p %lu %lu\\n", {1, ~0U, 0xffff, 0xff}) == "0xffffffff 65535 255\n");
  CHECK(printed("2:4:1:%d %d\\n", {1, ~0U, 0xff}) == "-1 255\n");
}

TEST_CASE("widths and precisions of more than three digits are printed as they are", "[emulator]") {
  for (const char* text : {"%2000000000d", "%.2000000000d", "%1000d", "%5.1000f", "%-99999s"}) {
    CAPTURE(text);
    CHECK(printed("1:4:" + std::string(text) + "\\n", {1, 7}) == std::string(text) + "\n");
  }
  CHECK(printed("2:4:4:%999d%.999d\\n", {1, 7, 7}).size() == 999 + 999 + 1);
}

TEST_CASE("nothing behind the used bytes is printed", "[emulator]") {
  const Words words = {1, letters("abcd"), letters("efgh"), letters("XXXX"), letters("XXXX")};
  CHECK(printed("1:8:<%s>\\n", words, 2) == "<abcdefgh>\n");
  CHECK(printed("2:4:4:%s %d\\n", words, 2) == "abcdefgh");
  CHECK(printed("1:16:%d\\n", words, 2).empty());
  CHECK(printed("2:1:4:%d %d\\n", {1, 7, 8}, 0) == "7 8\n");
  CHECK(printed("2:4:1:%d %d\\n", {1, 7, 8}, 1).empty());
}

TEST_CASE("sizes of arguments that cannot be are refused", "[emulator]") {
  for (const char* format : {"", "%d", "1", "1:", "1:4", "x:4:%d", "2:4:%d", "4294967295:4:%d", "99999999999:%d",
                             "1:4294967295:%d", "2:4294967292:4:%d", "3:4294967292:4294967292:4:%d"}) {
    CAPTURE(format);
    CHECK(printed(format, {1, 7, 1, 7}).empty());
  }
  CHECK(printed("1:3:%d\\n", {1, 7}) == "Error: Unsupported data size for PrintfDbg. 3 bytes\n");
}

TEST_CASE("no format makes the emulator leave the buffer", "[emulator]") {
  constexpr std::string_view k_letters("%%%%ssdnvvhl*$.#02 S48fcpx\\LC\0", 30);
  std::mt19937 random(1);
  const auto below = [&random](std::size_t limit) { return random() % limit; };
  for (int i = 0; i < 5'000; ++i) {
    Words words(1 + below(6));
    for (std::uint32_t& word : words) word = 0x61616161U * (random() % 2) + random() % 0x100;
    words[0] = 1;
    std::string format = std::to_string(below(4)) + ":";
    for (std::size_t n = below(4); n != 0; --n) format += std::to_string(1U << below(5)) + ":";
    for (std::size_t n = below(14); n != 0; --n) format += k_letters[below(k_letters.size())];
    CAPTURE(format);
    CHECK_NOTHROW(printed(format, words));
  }
}

}  // namespace clc::emulator::test
