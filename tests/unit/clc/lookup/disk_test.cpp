#include "lookup/disk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "catch_all.h"
#include "clc/base/digest.h"
#include "package_samples.h"

using namespace clc;
using Kind = FileFact::Kind;

namespace {

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::trunc) << text;
}

FileFact fact(Kind kind, const std::string& name, std::uint64_t same_file_as, const std::string& text = "") {
  FileFact result;
  result.kind = kind;
  result.path = {0, name};
  result.size = text.size();
  if (kind == Kind::k_read) result.sha256 = sha256_hex(text);
  result.same_file_as = same_file_as;
  return result;
}

// A folder with files, and the facts that a compiler would tell of it.
struct Fixture {
  Fixture() {
    char name[] = "/tmp/clc-disk-XXXXXX";
    REQUIRE(::mkdtemp(name) != nullptr);
    folder = name;
    std::filesystem::create_directory(folder + "/sub");
    write(folder + "/k.cl", "kernel");
    write(folder + "/h.h", "header");
    write(folder + "/copy.h", "header");
    std::filesystem::create_symlink("h.h", folder + "/link.h");
    facts.facts = {fact(Kind::k_read, "k.cl", 0, "kernel"),
                   fact(Kind::k_read, "h.h", 1, "header"),
                   fact(Kind::k_file, "link.h", 1, "header"),
                   fact(Kind::k_read, "copy.h", 3, "header"),
                   fact(Kind::k_absent, "absent.h", 4),
                   fact(Kind::k_absent, "none/x.h", 5),
                   fact(Kind::k_folder, "sub", 6)};
  }
  ~Fixture() { std::filesystem::remove_all(folder); }

  SourceRoots roots() const {
    CompileRequest request;
    request.sources = {{folder + "/k.cl", "k.cl", "", {}}};
    request.working_folder = "/";
    return SourceRoots(request);
  }
  Difference difference(std::size_t index) const {
    Disk disk;
    return differences(facts, roots(), disk)[index];
  }
  bool holds() const {
    Disk disk;
    return hold(facts, roots(), disk);
  }

  std::string folder;
  FileFacts facts;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "facts hold as long as every answer is the same", "[lookup]") {
  CHECK(holds());
  struct Case {
    const char* what;
    std::function<void(const std::string&)> change;
    std::size_t fact;
    Difference expected;
  };
  const Case cases[] = {
      {"a file changes", [](const std::string& f) { write(f + "/h.h", "HEADER"); }, 1, Difference::k_changed},
      {"one that was not read grows", [](const std::string& f) { write(f + "/h.h", "header2"); }, 2,
       Difference::k_changed},
      {"a file goes", [](const std::string& f) { ::unlink((f + "/copy.h").c_str()); }, 3, Difference::k_vanished},
      {"a file comes", [](const std::string& f) { write(f + "/absent.h", ""); }, 4, Difference::k_appeared},
      {"a folder comes in its place", [](const std::string& f) { ::mkdir((f + "/absent.h").c_str(), 0777); }, 4,
       Difference::k_appeared},
      {"a file comes in a folder that was not there",
       [](const std::string& f) {
         ::mkdir((f + "/none").c_str(), 0777);
         write(f + "/none/x.h", "");
       },
       5, Difference::k_appeared},
      {"a folder becomes a file",
       [](const std::string& f) {
         ::rmdir((f + "/sub").c_str());
         write(f + "/sub", "");
       },
       6, Difference::k_kind},
      {"a file becomes a pipe",
       [](const std::string& f) {
         ::unlink((f + "/copy.h").c_str());
         ::mkfifo((f + "/copy.h").c_str(), 0666);
       },
       3, Difference::k_kind},
      {"a link becomes a copy",
       [](const std::string& f) {
         ::unlink((f + "/link.h").c_str());
         write(f + "/link.h", "header");
       },
       2, Difference::k_link},
      {"a copy becomes a link",
       [](const std::string& f) {
         ::unlink((f + "/copy.h").c_str());
         std::filesystem::create_hard_link(f + "/h.h", f + "/copy.h");
       },
       3, Difference::k_link},
      {"a link leads nowhere", [](const std::string& f) { ::unlink((f + "/h.h").c_str()); }, 2, Difference::k_vanished},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.what) {
      c.change(folder);
      CHECK(difference(c.fact) == c.expected);
      CHECK_FALSE(holds());
    }
  }
}

TEST_CASE_METHOD(Fixture, "equal size and equal times do not hide a change", "[lookup]") {
  struct stat before{};
  const std::string path = folder + "/h.h";
  REQUIRE(::stat(path.c_str(), &before) == 0);
  write(path, "HEADER");
  const timespec times[] = {before.st_atim, before.st_mtim};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
  CHECK(difference(1) == Difference::k_changed);
}

TEST_CASE_METHOD(Fixture, "a touched file is the same file", "[lookup]") {
  REQUIRE(::utimensat(AT_FDCWD, (folder + "/h.h").c_str(), nullptr, 0) == 0);
  CHECK(holds());
}

TEST_CASE_METHOD(Fixture, "facts hold in a copy of the folder", "[lookup]") {
  const std::string copy = folder + "/copied";
  std::filesystem::create_directories(copy + "/sub");
  for (const char* name : {"k.cl", "h.h", "copy.h", "link.h"}) {
    std::filesystem::copy(folder + "/" + name, copy + "/" + name, std::filesystem::copy_options::copy_symlinks);
  }
  CompileRequest request;
  request.sources = {{copy + "/k.cl", "k.cl", "", {}}};
  request.working_folder = "/";
  Disk disk;
  CHECK(hold(facts, SourceRoots(request), disk));
}

TEST_CASE_METHOD(Fixture, "what is known need not be read", "[lookup]") {
  Disk disk;
  disk.know(folder + "/k.cl", sha256_hex("known"));
  CHECK(disk.read_contents(folder + "/k.cl").sha256 == sha256_hex("known"));
  disk.know(folder + "/nowhere", sha256_hex("known"));
  CHECK(disk.look(folder + "/nowhere").kind == Disk::PathState::Kind::k_absent);
}

TEST_CASE_METHOD(Fixture, "a file of another size than its fact says is not read", "[lookup]") {
  write(folder + "/h.h", "larger than it was");
  Disk disk;
  CHECK_FALSE(hold(facts, roots(), disk));
  CHECK(disk.look(folder + "/h.h").sha256.empty());
  std::filesystem::resize_file(folder + "/h.h", std::uintmax_t{60} << 30U);
  Disk other;
  CHECK_FALSE(hold(facts, roots(), other));
  CHECK(other.look(folder + "/h.h").sha256.empty());
}

TEST_CASE_METHOD(Fixture, "strangers may only ask for files of the compilation's folders", "[lookup]") {
  std::filesystem::create_directory(folder + "/inc");
  std::filesystem::create_directory_symlink("/etc", folder + "/link");
  CompileRequest request;
  request.sources = {{folder + "/sub/k.cl", "k.cl", "", {}}};
  request.working_folder = folder;
  request.options = read_options({"-Iinc"});
  const SourceRoots with_include(request);
  const auto may_ask = [&](std::int64_t root, const std::string& name, Kind kind = Kind::k_read) {
    FileFacts asked;
    asked.facts.push_back(fact(kind, name, 0));
    asked.facts.back().path.root = root;
    return may_be_asked_by_strangers(asked, with_include);
  };
  CHECK(may_be_asked_by_strangers(facts, roots()));
  for (const char* name : {"k.cl", "deep/er/h.h", "..hidden", "a/../h.h", "../inc/h.h", "."}) {
    INFO(name);
    CHECK(may_ask(0, name));
  }
  CHECK(may_ask(1, "h.h"));
  CHECK(may_ask(RootedPath::k_working_folder, ".", Kind::k_folder));
  CHECK(may_ask(RootedPath::k_working_folder, "inc/h.h"));
  CHECK(may_ask(RootedPath::k_absolute, folder + "/inc/h.h"));
  for (const char* name : {"..", "../k.cl", "../incorrect/h.h", "../../../../etc/passwd", "a/../../h.h",
                           "../link/../passwd", "../inc/../link/x", "../inc/.."}) {
    INFO(name);
    CHECK_FALSE(may_ask(0, name));
  }
  CHECK_FALSE(may_ask(RootedPath::k_working_folder, "secret"));
  CHECK_FALSE(may_ask(RootedPath::k_absolute, "/etc/passwd"));
  CHECK_FALSE(may_ask(RootedPath::k_absolute, "/usr/include/stdio.h"));
  CHECK_FALSE(may_ask(RootedPath::k_absolute, "/usr/include", Kind::k_folder));
  CHECK_FALSE(may_ask(RootedPath::k_absolute, "/usr", Kind::k_folder));
  CHECK_FALSE(may_ask(RootedPath::k_absolute, folder, Kind::k_folder));  // would tell where the source lies
  CHECK_FALSE(may_ask(7, "secret"));                                     // there is no such root

  FileFacts large;
  large.facts.push_back(fact(Kind::k_read, "h.h", 0, "text"));
  large.facts.back().size = std::uint64_t{60} << 30U;
  CHECK_FALSE(may_be_asked_by_strangers(large, with_include));
}
