// The layer as a user turned it on: names of programs, settings, and counts that several processes add to.
#include "recording/user_layer.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "base/file_io.h"
#include "catch_all.h"
#include "temporary_folder.h"

namespace clc::layer {

using test::TemporaryFolder;

TEST_CASE("A program has the name of its file, or of the script that an interpreter runs") {
  CHECK(name_of_program("/usr/bin/hashcat", {"hashcat", "-b"}) == "hashcat");
  CHECK(name_of_program("/usr/bin/hashcat", {}) == "hashcat");
  CHECK(name_of_program("/usr/bin/python3.11", {"python3", "/home/me/fold.py", "x"}) == "fold.py");
  CHECK(name_of_program("/usr/bin/python3.11", {"python3", "-O", "-u"}) == "python3.11");
  CHECK(name_of_program("/usr/bin/python3.11", {"python3", "-m", "fold"}) == "python3.11");
  CHECK(name_of_program("/usr/bin/python3.11", {}) == "python3.11");
  CHECK(name_of_this_program() == "clc_recording_tests");
}

TEST_CASE("What no file of a program is called is no name of a program") {
  for (const char* name : {"", ".hidden", "..", "a/b", " a", "a ", "a\nb", "*", "$HOME", "a'b"})
    CHECK_FALSE(is_program_name(name));
  CHECK_FALSE(is_program_name(std::string(101, 'a')));
  for (const char* name : {"hashcat", "python3.11", "darktable-cli", "my prog", "a+b_c", "h\xc3\xa4user"})
    CHECK(is_program_name(name));
}

TEST_CASE("Settings are what was written, and on for none where there are none") {
  const TemporaryFolder folder;
  CHECK(read_user_layer(folder / "no").error().kind == ErrorKind::k_unavailable);
  const UserLayer all{true, {{"hashcat", false}}};
  REQUIRE(write_user_layer(folder / "layer", all));
  CHECK_FALSE(read_user_layer(folder / "layer")->is_on_for("hashcat"));
  CHECK(read_user_layer(folder / "layer")->is_on_for("clpeak"));
  REQUIRE(write_user_layer(folder / "layer", {false, {{"clpeak", true}}}));
  CHECK(read_user_layer(folder / "layer")->is_on_for("clpeak"));
  CHECK_FALSE(read_user_layer(folder / "layer")->is_on_for("hashcat"));
  REQUIRE(write_file_atomically(folder / "layer/programs", "on\n\n  \non *\nof"));
  CHECK(read_user_layer(folder / "layer")->is_on_for("hashcat"));
  REQUIRE(remove_user_layer(folder / "layer"));
  CHECK_FALSE(std::filesystem::exists(folder / "layer"));
  CHECK(remove_user_layer(folder / "layer"));
}

TEST_CASE("Counts add up, whoever adds at the same time, and what is damaged begins anew") {
  const TemporaryFolder folder;
  add_use(folder.path(), {"absent", 1, 1, 1, 1, 1});  // the layer was turned off meanwhile
  CHECK(read_uses(folder.path()).empty());
  REQUIRE(write_user_layer(folder.path(), {true, {}}));
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 10; ++round) add_use(folder.path(), {"a", 1, 2, 3, 4, 5});
    });
  }
  for (std::thread& thread : threads) thread.join();
  add_use(folder.path(), {"b", 1, 0, 1, 0, std::uint64_t{1} << 40U});
  add_use(folder.path(), {"../c", 1, 1, 1, 1, 1});
  const std::vector<ProgramUse> uses = read_uses(folder.path());
  REQUIRE(uses.size() == 2);
  CHECK(uses[0].program == "a");
  CHECK(uses[0].processes == 40);
  CHECK(uses[0].nanoseconds_saved == 160);
  CHECK(uses[1].bytes == std::uint64_t{1} << 40U);
  for (const char* bytes : {"", "clc-layer-use-1 1 2 3 4 5\n"}) {
    REQUIRE(write_file_atomically(folder / "uses/a", bytes));
    CHECK(read_uses(folder.path()).size() == 1);
    add_use(folder.path(), {"a", 1, 2, 3, 4, 5});
    CHECK(read_uses(folder.path())[0].hits == 2);
  }
}

TEST_CASE("Counts go through no link and wait for no pipe, and there are not more than a thousand") {
  const TemporaryFolder folder;
  REQUIRE(write_user_layer(folder.path(), {true, {}}));
  REQUIRE(write_file_atomically(folder / "other", "other"));
  REQUIRE(::symlink((folder / "other").c_str(), (folder / "uses/link").c_str()) == 0);
  REQUIRE(::mkfifo((folder / "uses/pipe").c_str(), 0600) == 0);
  for (const char* name : {"link", "pipe"}) add_use(folder.path(), {name, 1, 1, 1, 1, 1});
  CHECK(*read_file(folder / "other") == "other");
  CHECK(read_uses(folder.path()).empty());
  for (int i = 0; i < 1010; ++i) add_use(folder.path(), {"p" + std::to_string(i), 1, 1, 1, 1, 1});
  CHECK(read_uses(folder.path()).size() == 998);  // besides the link and the pipe
}

}  // namespace clc::layer
