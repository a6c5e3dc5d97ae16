#include "recording/recorded_series.h"

#include <utility>

#include "catch_all.h"
#include "recording/combined_recording.h"

using namespace clc;

namespace {

Recording recording_of(const std::vector<std::pair<std::string, std::string>>& sources_and_options) {
  Recording recording;
  for (const auto& [source, options] : sources_and_options) {
    RecordedProgram program;
    program.text = {source, {}, options};
    program.digest = program_digest(program.text);
    program.name = "k-" + program.digest.substr(0, 12);
    recording.programs.push_back(std::move(program));
  }
  return recording;
}

std::vector<std::string> macros_of(const std::vector<std::pair<std::string, std::string>>& programs) {
  const std::vector<RecordedSeries> series = series_of(recording_of(programs));
  return series.size() == 1 ? series[0].macros : std::vector<std::string>{"no series"};
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("programs that differ in values of macros are one series") {
  CHECK(macros_of({{"k", "-DA=1 -D B=2"}, {"k", "-DA=3 -D B=2"}, {"k", "-DA=3 -D B=4"}}) == Names{"A", "B"});
  CHECK(macros_of({{"#define A 1\nk", ""}, {"#define A 2\nk", ""}}) == Names{"A"});
  CHECK(macros_of({{" #\tdefine A\t(1 + 2)\n", ""}, {" #\tdefine A\t\"x\"  \n", ""}}) == Names{"A"});
  CHECK(macros_of({{"#define A 1\n#undef A\n#define A 2\n", ""}, {"#define A 1\n#undef A\n#define A 3\n", ""}}) ==
        Names{"A"});
  CHECK(macros_of({{"k", "-DA='1 2'"}, {"k", "-DA='3 4'"}}) == Names{"A"});
}

TEST_CASE("other differences make two series") {
  const Names none = {"no series"};
  CHECK(macros_of({{"k", "-DA=1"}, {"k", "-DB=1"}}) == none);
  CHECK(macros_of({{"k", "-DA"}, {"k", "-DA=1"}}) == none);
  CHECK(macros_of({{"k", "-DA=1 -cl-mad-enable"}, {"k", "-DA=2"}}) == none);
  CHECK(macros_of({{"#define A(x) 1\n", ""}, {"#define A(x) 2\n", ""}}) == none);
  CHECK(macros_of({{"#define A 1 \\\n+ 2\n", ""}, {"#define A 2 \\\n+ 2\n", ""}}) == none);
  CHECK(macros_of({{"#define A\n", ""}, {"#define A 2\n", ""}}) == none);
  CHECK(macros_of({{"#define A \n", ""}, {"#define A 2\n", ""}}) == none);
  CHECK(macros_of({{"int A = 1;\n", ""}, {"int A = 2;\n", ""}}) == none);
  CHECK(macros_of({{"k", "-I A=1"}, {"k", "-I A=2"}}) == none);
}

TEST_CASE("two programs of one name are not merged") {
  Recording one = recording_of({{"k", ""}});
  Recording other = recording_of({{"l", ""}});
  other.programs[0].name = one.programs[0].name;
  const Result<Recording> merged = merge_recordings({one, other});
  REQUIRE_FALSE(merged);
  CHECK(merged.error().kind == ErrorKind::k_damaged);
  CHECK(merge_recordings({one, one})->programs.size() == 1);
}
