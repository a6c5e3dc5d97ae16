// The layer where it does something in another way on Windows than elsewhere.
#include <filesystem>
#include <string>

#include "base/file_descriptor.h"
#include "base/platform/process.h"
#include "base/platform/shared_files.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "program/include_scan.h"
#include "recording/recorder.h"
#include "recording/recording.h"
#include "recording/user_layer.h"
#include "temporary_folder.h"

namespace clc::layer {
namespace {

using platform::ByteLock;
using platform::lock_byte;

}  // namespace

TEST_CASE("a lock on a byte excludes others until it is let go, and one takes the place of another") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/locks";
  const FileDescriptor ours(platform::open_to_change(path, platform::Make::k_if_absent));
  const FileDescriptor others(platform::open_to_change(path, platform::Make::k_never));
  REQUIRE(ours.is_open());
  REQUIRE(others.is_open());
  constexpr std::uint64_t k_far = std::uint64_t{1} << 60U;
  CHECK(lock_byte(ours.get(), k_far, ByteLock::k_alone));
  CHECK_FALSE(lock_byte(others.get(), k_far, ByteLock::k_shared));
  CHECK(platform::is_locked(others.get(), k_far));
  CHECK(lock_byte(others.get(), k_far + 1, ByteLock::k_alone));
  CHECK(lock_byte(ours.get(), k_far, ByteLock::k_shared));
  CHECK(lock_byte(others.get(), k_far, ByteLock::k_shared));
  CHECK_FALSE(lock_byte(ours.get(), k_far, ByteLock::k_alone));
  CHECK(platform::is_locked(others.get(), k_far));
  CHECK(lock_byte(ours.get(), k_far, ByteLock::k_none));
  CHECK(lock_byte(others.get(), k_far, ByteLock::k_alone));
}

TEST_CASE("the label of a header with a drive in its path has slashes, and no colon") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder.path() + "/value.h", "int v;\n"));
  const std::string path = std::filesystem::absolute(folder.path() + "/value.h").generic_string();
  const IncludeScan scan = scan_includes("#include \"" + path + "\"\n", "", {}, nullptr);
  CHECK(scan.unknown.empty());
  REQUIRE(scan.files.size() == 1);
  CHECK(scan.files.front().label == "absolute/" + path.substr(0, 1) + path.substr(2));
  CHECK(scan.files.front().stamp.substr(0, 2) != "0 ");
}

TEST_CASE("a recording that is written is read again, with the command line of this process") {
  const test::TemporaryFolder folder;
  const std::string place = folder.path() + "/recording \xc3\xa4";
  {
    Result<std::unique_ptr<Recorder>> recorder = Recorder::open(place);
    REQUIRE(recorder);
    RecordedBuild build;
    ProgramText text;
    text.source = "kernel void k(global int *p) { *p = 1; }";
    build.digest = program_digest(text);
    (*recorder)->built(build, &text);
    (*recorder)->built(build, &text);
    (*recorder)->finish();
    CHECK((*recorder)->trouble() == "");
  }
  const Result<Recording> read = read_recording(place);
  REQUIRE(read);
  REQUIRE(read->programs.size() == 1);
  CHECK(read->programs.front().name.substr(0, 2) == "k-");
  REQUIRE(read->runs.size() == 1);
  CHECK(read->runs.front().command == platform::command_of_this_process());
}

TEST_CASE("uses of a program add up") {
  const test::TemporaryFolder folder;
  REQUIRE(write_user_layer(folder.path(), {}));
  add_use(folder.path(), {"darktable.exe", 1, 2, 3, 4, 5});
  add_use(folder.path(), {"darktable.exe", 1, 20, 30, 40, 50});
  const std::vector<ProgramUse> uses = read_uses(folder.path());
  REQUIRE(uses.size() == 1);
  CHECK(uses.front().hits == 22);
  CHECK(name_of_this_program() == "clc_layer_tests.exe");
}

}  // namespace clc::layer
