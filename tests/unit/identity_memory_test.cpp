#include "identity/memos.h"

#include <filesystem>
#include <fstream>

#include "catch_all.h"
#include "clc/package/file.h"
#include "clc/package/digest.h"
#include "environment.h"
#include "package_samples.h"
#include "protocol/packed.h"
#include "identity/observation.h"

using namespace clc;
using clc::test::Environment;
using Kind = Watch::Kind;
using namespace std::chrono_literals;

namespace {

void wait_for_clock() {
  const timespec pause{0, 20'000'000};
  nanosleep(&pause, nullptr);
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

const Memory::Codec<std::string> k_codec = {
    [](const std::string& answer) { return Bytes("answer " + answer); },
    [](BytesView bytes) {
      return bytes.starts_with("answer ") ? std::optional<std::string>(bytes.substr(7)) : std::nullopt;
    }};

// A question about a file that counts how often it is asked.
struct Question {
  explicit Question(const std::string& folder) : path(folder + "/file"), store(settings(folder)) { write(path, "a"); }

  static cache::Settings settings(const std::string& folder) {
    cache::Settings settings;
    settings.folder = folder + "/cache";
    return settings;
  }
  std::string ask(std::chrono::nanoseconds margin = 0ns) {
    const Result<std::string> answer =
        Memory(store, margin).recall<std::string>(key, k_codec, [&](Watch& watch) -> Result<std::string> {
          ++asked;
          watch.look(Kind::k_path, path);
          if (gives_up) watch.give_up();
          if (changes) write(path, "changed while it was read");
          return *read_file(path);
        });
    return answer.value_or("failed");
  }

  std::string path;
  cache::Store store;
  std::string key = sha256_hex("question");
  int asked = 0;
  bool gives_up = false;
  bool changes = false;
};

}  // namespace

TEST_CASE("An answer is remembered until what it rests on changes") {
  const test::TemporaryFolder folder;
  Question question(folder.path());
  wait_for_clock();
  CHECK(question.ask() == "a");
  CHECK(question.ask() == "a");
  CHECK(question.asked == 1);
  write(question.path, "b");
  wait_for_clock();
  CHECK(question.ask() == "b");
  CHECK(question.ask() == "b");
  CHECK(question.asked == 2);
  std::filesystem::rename(question.path, question.path + ".old");
  write(question.path, "b");
  wait_for_clock();
  CHECK(question.ask() == "b");
  CHECK(question.asked == 3);
}

TEST_CASE("What was changed lately, while it was read, or where nobody sees it is not remembered") {
  const test::TemporaryFolder folder;
  Question question(folder.path());
  for (int i = 1; i < 4; ++i) {
    CHECK(question.ask(Memory::k_margin) == "a");
    CHECK(question.asked == i);
  }
  wait_for_clock();
  question.gives_up = true;
  CHECK(question.ask() == "a");
  question.gives_up = false;
  question.changes = true;
  CHECK(question.ask() == "changed while it was read");
  CHECK(question.ask() == "changed while it was read");
  CHECK(question.asked == 6);
}

TEST_CASE("A memo that makes no sense is thrown away and asked for anew") {
  const test::TemporaryFolder folder;
  Question question(folder.path());
  wait_for_clock();
  CHECK(question.ask() == "a");
  const std::optional<Bytes> memo = question.store.get(cache::EntryKind::k_memo, question.key);
  REQUIRE(memo);
  int asked = question.asked;
  // Without the answer's last bytes it is another answer, but the store's checksum has something to say about that.
  const std::size_t without_answer = memo->size() - Bytes("answer a").size();
  for (std::size_t size = 0; size <= without_answer; ++size) {
    question.store.put(cache::EntryKind::k_memo, question.key, BytesView(*memo).substr(0, size));
    CHECK(question.ask() == "a");
    CHECK(question.asked == ++asked);
  }
  CHECK(question.ask() == "a");
  CHECK(question.asked == asked);
}

TEST_CASE("Without a place for memos every question is asked") {
  const test::TemporaryFolder folder;
  Question question(folder.path());
  cache::Settings settings;
  settings.is_enabled = false;
  question.store = cache::Store(settings);
  wait_for_clock();
  CHECK(question.ask() == "a");
  CHECK(question.ask() == "a");
  CHECK(question.asked == 2);
}

TEST_CASE("A watch sees files, folders and links change") {
  const test::TemporaryFolder folder;
  write(folder / "a", "1");
  write(folder / "b", "1");
  std::filesystem::create_symlink("a", folder / "link");
  const struct {
    const char* path;
    void (*change)(const std::string& root);
  } cases[] = {
      {"a", [](const std::string& root) { write(root + "/a", "2"); }},
      {"link", [](const std::string& root) { write(root + "/a", "3"); }},
      {"link",
       [](const std::string& root) {
         std::filesystem::remove(root + "/link");
         std::filesystem::create_symlink("b", root + "/link");
       }},
      {".", [](const std::string& root) { write(root + "/new", ""); }},
      {"absent", [](const std::string& root) { write(root + "/absent", ""); }},
      {"new/below",
       [](const std::string& root) {
         std::filesystem::remove(root + "/new");
         std::filesystem::create_directory(root + "/new");
         write(root + "/new/below", "");
       }},
      {"b", [](const std::string& root) { std::filesystem::remove(root + "/b"); }},
  };
  for (const auto& row : cases) {
    CAPTURE(row.path);
    Watch watch;
    watch.look(Kind::k_path, folder / row.path);
    wait_for_clock();
    CHECK(watch.holds());
    row.change(folder.path());
    CHECK_FALSE(watch.holds());
  }
}

TEST_CASE("A watch sees the environment change") {
  const Environment one("CLCTEST_ONE", "1");
  const Environment skipped("CLCTEST_SKIPPED", "1");
  Watch watch;
  const std::string looked = watch.look(Kind::k_environment, "CLCTEST_ !CLCTEST_SKIPPED= CLCOTHER=");
  CHECK(environment_entries(looked) == std::vector<std::string>{"CLCTEST_ONE=1"});
  watch.look(Kind::k_variable, "CLCTEST_UNSET");
  {
    const Environment change("CLCTEST_SKIPPED", "2");
    const Environment similar("CLCOTHERS", "2");
    CHECK(watch.holds());
  }
  for (const char* name : {"CLCTEST_ONE", "CLCTEST_NEW", "CLCOTHER", "CLCTEST_UNSET"}) {
    CAPTURE(name);
    for (const char* value : {"", "2"}) {
      const Environment change(name, value);
      CHECK_FALSE(watch.holds());
    }
    CHECK(watch.holds());
  }
}

TEST_CASE("What the kernel makes up stays the same from look to look") {
  Watch watch;
  CHECK_FALSE(watch.look(Kind::k_processor, "").empty());
  CHECK_FALSE(watch.look(Kind::k_kernel, "").empty());
  CHECK(watch.look(Kind::k_text, "/sys/module/no_such_module/version").empty());
  CHECK(watch.look(Kind::k_entries, "/proc/no_such_folder").empty());
  CHECK(watch.look(Kind::k_entries, "/proc/self/fdinfo/..").find("fdinfo\n") != std::string::npos);
  wait_for_clock();
  CHECK(watch.holds());
}

TEST_CASE("A watch is the same after it was stored, and damage to it is noticed or harmless") {
  const test::TemporaryFolder folder;
  write(folder / "a", "1");
  const Environment one("CLCTEST_ONE", "1");
  Watch watch;
  for (const char* name : {"a", "absent"}) watch.look(Kind::k_path, folder / name);
  watch.look(Kind::k_environment, "CLCTEST_");
  watch.look(Kind::k_variable, "CLCTEST_ONE");
  const Bytes encoded = watch.encode();
  Bytes with_more = encoded + "more";
  BytesView rest = with_more;
  const std::optional<Watch> decoded = Watch::decode(rest);
  REQUIRE(decoded);
  CHECK(rest == "more");
  CHECK(decoded->holds());
  CHECK(decoded->encode() == encoded);
  for (std::size_t size = 0; size < encoded.size(); ++size) {
    BytesView cut = BytesView(encoded).substr(0, size);
    CHECK_FALSE(Watch::decode(cut));
  }
  test::for_each_damage(encoded, [](const Bytes& damaged) {
    BytesView bytes = damaged;
    if (const std::optional<Watch> other = Watch::decode(bytes)) (void)other->is_settled(0);
  });
}
