// Sizes of work-groups for which kernels are finished ahead.
#include "plan/group_sizes.h"
#include "recording/combined_recording.h"
#include "recording/recording.h"

#include "catch_all.h"

namespace clc {
namespace {

std::vector<std::string> texts(const std::vector<GroupSize>& sizes) {
  std::vector<std::string> texts;
  for (const GroupSize& size : sizes) texts.push_back(size.text());
  return texts;
}

}  // namespace

TEST_CASE("--launch names a kernel and one to three numbers") {
  for (const auto& [text, read] :
       {std::pair("k=64", "k=64x1x1"), {"k=8x8", "k=8x8x1"}, {"k=4x2x65536", "k=4x2x65536"}, {"k=064", "k=64x1x1"}}) {
    const Result<GroupSize> size = parse_group_size(text);
    REQUIRE(size);
    CHECK(size->text() == read);
  }
  for (const char* text : {"", "k", "k=", "=64", "k=0", "k=8x", "k=x8", "k=1x1x1x1", "k=65537", "k=-1", "k=8,8", "k= 8",
                           "k=99999999999999999999"}) {
    INFO(text);
    const Result<GroupSize> size = parse_group_size(text);
    REQUIRE_FALSE(size);
    CHECK(size.error().kind == ErrorKind::k_usage);
  }
}

TEST_CASE("A recording has the sizes that its application chose, of many those that it used most") {
  Recording recording;
  const auto launch = [&](const char* digest, const char* kernel, std::uint64_t local, std::uint64_t count) {
    RecordedLaunch one;
    one.digest = digest;
    one.kernel = kernel;
    one.local = {local, 0, 0};
    one.count = count;
    recording.runs.resize(2);
    recording.runs[count % 2].launches.push_back(one);
  };
  launch("a", "k", 32, 1);
  launch("a", "k", 32, 2);
  launch("a", "k", 0, 9);  // the driver chose
  launch("b", "k", 16, 9);
  launch("c", "other", 8, 1);
  CHECK(texts(recorded_group_sizes(recording, {"a"})) == std::vector<std::string>{"k=32x1x1 small"});
  CHECK(texts(recorded_group_sizes(recording, {"a", "c"})) ==
        std::vector<std::string>{"k=32x1x1 small", "other=8x1x1 small"});
  for (std::uint64_t local : {1, 2, 4, 64, 128}) launch("a", "k", local, 2 + local);
  CHECK(texts(recorded_group_sizes(recording, {"a"})) ==
        std::vector<std::string>{"k=2x1x1 small", "k=4x1x1 small", "k=64x1x1 small", "k=128x1x1 small"});
  for (RecordedLaunch& launched : recording.runs[1].launches) launched.offset = {1, 0, 0};
  for (RecordedLaunch& launched : recording.runs[0].launches) launched.global = {65535, 1, 0};
  CHECK(texts(recorded_group_sizes(recording, {"a"})) ==
        std::vector<std::string>{"k=2x1x1 large", "k=4x1x1 large", "k=64x1x1 large", "k=128x1x1 large"});
}

TEST_CASE("A shrunk recording has the same sizes of groups") {
  Recording recording;
  recording.runs.resize(1);
  for (std::uint64_t local : {1, 2, 4, 8, 16}) {
    for (std::uint64_t global : {64, 100, 65534, 65535, 70000, 200000}) {
      RecordedLaunch one;
      one.digest = "a";
      one.kernel = "k";
      one.local = {local, 1, 1};
      one.global = {global, 1, 1};
      one.count = local + (local > 4 && global > 65534 ? 1 : 0);
      recording.runs[0].launches.push_back(one);
    }
  }
  const std::vector<GroupSize> before = recorded_group_sizes(recording, {"a"});
  REQUIRE(before.size() == 4);
  CHECK(shrink_recording(recording, {}).empty());
  CHECK(recording.runs[0].launches.size() == 5 * 4);
  CHECK(texts(recorded_group_sizes(recording, {"a"})) == texts(before));
}

}  // namespace clc
