#include "identity/memos.h"

#include <filesystem>
#include <fstream>

#include "catch_all.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "environment.h"
#include "identity/observations.h"
#include "package_samples.h"

using namespace clc;
using clc::test::Environment;
using Kind = Observations::Kind;
using namespace std::chrono_literals;

namespace {

void wait_for_clock() {
  const timespec pause{0, 20'000'000};
  nanosleep(&pause, nullptr);
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

struct Answer {
  std::string prefix = "answer";
  std::string text;
};

template <class F>
void fields(F& f, FieldsOf<F, Answer>& answer) {
  f.text(answer.prefix);
  f.require(answer.prefix == "answer");
  f.text(answer.text);
}

// A question about a file that counts how often it is asked.
struct Question {
  explicit Question(const std::string& folder) : path(folder + "/file"), store(settings(folder)) { write(path, "a"); }

  static cache::Settings settings(const std::string& folder) {
    cache::Settings settings;
    settings.folder = folder + "/cache";
    return settings;
  }
  std::string ask(std::chrono::nanoseconds margin = 0ns) {
    const Result<Answer> answer = Memos(store, margin).recall<Answer>(key, [&](Observations& seen) -> Result<Answer> {
      ++asked;
      seen.look(Kind::k_path, path);
      if (gives_up) seen.give_up();
      if (changes) write(path, "changed while it was read");
      return Answer{"answer", *read_file(path)};
    });
    return answer ? answer->text : "failed";
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
    CHECK(question.ask(Memos::k_margin) == "a");
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
  for (std::size_t size = 0; size < memo->size(); ++size) {
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

TEST_CASE("A list of observations sees files, folders and links change") {
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
    Observations seen;
    seen.look(Kind::k_path, folder / row.path);
    wait_for_clock();
    CHECK(seen.hold());
    row.change(folder.path());
    CHECK_FALSE(seen.hold());
  }
}

TEST_CASE("A list of observations sees the environment change") {
  const Environment one("CLCTEST_ONE", "1");
  const Environment skipped("CLCTEST_SKIPPED", "1");
  Observations seen;
  const std::string looked = seen.look(Kind::k_environment, "CLCTEST_ !CLCTEST_SKIPPED= CLCOTHER=");
  CHECK(environment_entries(looked) == std::vector<std::string>{"CLCTEST_ONE=1"});
  seen.look(Kind::k_variable, "CLCTEST_UNSET");
  {
    const Environment change("CLCTEST_SKIPPED", "2");
    const Environment similar("CLCOTHERS", "2");
    CHECK(seen.hold());
  }
  for (const char* name : {"CLCTEST_ONE", "CLCTEST_NEW", "CLCOTHER", "CLCTEST_UNSET"}) {
    CAPTURE(name);
    for (const char* value : {"", "2"}) {
      const Environment change(name, value);
      CHECK_FALSE(seen.hold());
    }
    CHECK(seen.hold());
  }
}

TEST_CASE("What the kernel makes up stays the same from look to look") {
  Observations seen;
  CHECK_FALSE(seen.look(Kind::k_processor, "").empty());
  CHECK_FALSE(seen.look(Kind::k_kernel, "").empty());
  CHECK(seen.look(Kind::k_text, "/sys/module/no_such_module/version").empty());
  CHECK(seen.look(Kind::k_entries, "/proc/no_such_folder").empty());
  CHECK(seen.look(Kind::k_entries, "/proc/self/fdinfo/..").find("fdinfo\n") != std::string::npos);
  wait_for_clock();
  CHECK(seen.hold());
}

TEST_CASE("A list of observations is the same after it was stored, and damage to it is noticed or harmless") {
  const test::TemporaryFolder folder;
  write(folder / "a", "1");
  const Environment one("CLCTEST_ONE", "1");
  Observations seen;
  for (const char* name : {"a", "absent"}) seen.look(Kind::k_path, folder / name);
  seen.look(Kind::k_environment, "CLCTEST_");
  seen.look(Kind::k_variable, "CLCTEST_ONE");
  const auto encoded_form = [](const Observations& observations) {
    ByteWriter writer;
    observations.write(writer);
    return writer.take();
  };
  const Bytes encoded = encoded_form(seen);
  const Bytes with_more = encoded + "more";
  ByteReader reader(with_more);
  const Observations decoded = Observations::read(reader);
  REQUIRE(reader.is_good());
  CHECK(reader.left() == 4);
  CHECK(decoded.hold());
  CHECK(encoded_form(decoded) == encoded);
  for (std::size_t size = 0; size < encoded.size(); ++size) {
    ByteReader cut(BytesView(encoded).substr(0, size));
    (void)Observations::read(cut);
    CHECK_FALSE(cut.is_good());
  }
  std::size_t others = 0;
  test::for_each_damage(encoded, [&](const Bytes& damaged) {
    ByteReader bytes(damaged);
    const Observations other = Observations::read(bytes);
    if (!bytes.is_done()) return;
    ++others;
    const Bytes other_encoded = encoded_form(other);
    CHECK(other_encoded != encoded);
    ByteReader again_bytes(other_encoded);
    const Observations again = Observations::read(again_bytes);
    CHECK(again_bytes.is_done());
    CHECK(encoded_form(again) == other_encoded);
    CHECK(again.are_settled(INT64_MAX) == other.are_settled(INT64_MAX));
  });
  CHECK(others > 100);
}
