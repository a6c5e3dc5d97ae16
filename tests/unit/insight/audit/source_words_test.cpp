#include "insight/audit/source_words.h"

#include <random>

#include "catch_all.h"
#include "temporary_folder.h"

using namespace clc;
using clc::test::TemporaryFolder;

namespace {

// Knows `#include "…"` on lines of their own, and words.
Result<std::vector<Bytes>> simple_tokens(const TokensRequest& request, const std::string& names) {
  CHECK_FALSE(names.empty());
  std::vector<Bytes> all;
  for (const std::string& text : request.texts) {
    SourceTokenWriter writer;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const bool is_include = line.starts_with("#include \"");
      writer.add(is_include ? SourceTokenKind::k_header : SourceTokenKind::k_name, line.size(),
                 is_include ? line.substr(10, line.size() - 11) : line);
      writer.add(SourceTokenKind::k_other, 1, "");
    }
    all.push_back(writer.take());
  }
  return all;
}

// Each file includes some others, by every kind of name that leads to them.
std::map<std::string, std::string> made_up_tree(const std::string& root, unsigned seed) {
  std::mt19937 random(seed);
  const unsigned count = 1 + random() % 40;
  const auto name_of = [](unsigned number) {
    return "folder_" + std::to_string(number % 3) + "/header_with_a_long_name_" + std::to_string(number) + ".clh";
  };
  std::map<std::string, std::string> files;
  for (unsigned i = 0; i < count; ++i) {
    std::string text = "name_in_" + std::to_string(i) + "\n";
    for (unsigned k = random() % 6; k > 0; --k) {
      const std::string other = name_of(random() % (count + 2));  // two are absent
      const std::string places[] = {"../" + other, root + "/" + other, other, "./../" + other,
                                    other.substr(other.find('/') + 1)};
      text += "#include \"" + places[random() % std::size(places)] + "\"\n";
    }
    files[name_of(i)] = text;
  }
  return files;
}

}  // namespace

TEST_CASE("the audit reads every file of a tree of includes once, whatever leads to it", "[audit]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    const TemporaryFolder folder;
    const auto files = made_up_tree(folder.path(), seed);
    for (const auto& [name, text] : files) {
      const std::string path = folder.path() + "/" + name;
      std::filesystem::create_directories(std::filesystem::path(path).parent_path());
      std::ofstream(path) << text;
    }
    AuditSources sources;
    sources.include_folders = {folder.path()};
    sources.files = {folder.path() + "/" + files.begin()->first};
    std::vector<std::string> not_found;
    const auto secrets = secrets_of(sources, {}, not_found, simple_tokens);
    REQUIRE(secrets);
    std::map<std::string, int> names;
    for (const Secret& secret : *secrets) {
      if (secret.kind == SecretKind::k_name) ++names[secret.text];
      // Where a secret comes from is a file that was read, or was named by one.
      CHECK((secret.file.empty() || secret.file.starts_with(folder.path())));
    }
    CHECK(names.contains("name_in_0"));
    for (const auto& [name, times] : names) CHECK(times == 1);
    CHECK(names.size() <= files.size());
  }
}
