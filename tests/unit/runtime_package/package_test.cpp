#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/publish.h"
#include "package_samples.h"
#include "skip.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

// Two modules and a missing variant; `seed` makes the contents of the blobs.
PackageContents sample(const std::string& seed) {
  PackageContents contents;
  contents.manifest.generator = "clc test";
  for (const char* name : {"copy", "sum"}) {
    Module module;
    module.name = name;
    module.source_sha256 = sha256_hex(name);
    module.interfaces.resize(1);
    for (const char* target : {"nvptx:sm_90", "spirv64:1.2"}) {
      Bytes blob = seed + name + target;
      Variant variant;
      variant.target = target;
      variant.format = target[0] == 'n' ? "ptx" : "spirv";
      variant.input_digest = sha256_hex("input");
      variant.size = blob.size();
      variant.sha256 = sha256_hex(blob);
      variant.file = blob_name(variant);
      contents.blobs[variant.file] = blob;
      module.variants.push_back(variant);
    }
    contents.manifest.modules.push_back(module);
  }
  return contents;
}

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

std::set<std::string> names_of(const PackageContents& contents) {
  std::set<std::string> names = {k_manifest_file};
  for (const auto& [name, blob] : contents.blobs) names.insert(name);
  return names;
}

void put(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

Bytes get(const std::string& path) {
  Result<Bytes> bytes = read_file(path);
  REQUIRE(bytes);
  return *bytes;
}

void check_holds(const std::string& path, const PackageContents& contents) {
  Result<Package> package = Package::open(path);
  if (!package) FAIL(package.error().message);
  CHECK(encode_manifest(package->manifest()) == encode_manifest(contents.manifest));
  Result<PackageContents> all = package->read_all();
  if (!all) FAIL(all.error().message);
  CHECK(all->blobs == contents.blobs);
}

// Files larger than this cannot be written, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old_);
    rlimit limit = old_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_;
  void (*old_handler_)(int);
};

}  // namespace

TEST_CASE("a published package gives back its contents, as a folder, a file and from memory") {
  test::TemporaryFolder folder;
  const PackageContents contents = sample("1");
  REQUIRE(publish(folder / "deep/er/package", contents));
  REQUIRE(publish(folder / "other/p.clcpack", contents));
  check_holds(folder / "deep/er/package", contents);
  check_holds(folder / "other/p.clcpack", contents);
  CHECK(names_in(folder / "deep/er/package") == names_of(contents));
  CHECK(names_in(folder / "other") == std::set<std::string>{"p.clcpack"});

  const Bytes bytes = get(folder / "other/p.clcpack");
  Result<Package> package = Package::from_memory(bytes);
  REQUIRE(package);
  Result<PackageContents> all = package->read_all();
  REQUIRE(all);
  CHECK(all->blobs == contents.blobs);
}

TEST_CASE("an unchanged package keeps its time when asked for, and is written again otherwise") {
  test::TemporaryFolder folder;
  namespace fs = std::filesystem;
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (const std::string package : {"p", "p.clcpack"}) {
    const std::string file = folder / package + (package == "p" ? "/manifest.clc.json" : "");
    const auto publish_again = [&](const PackageContents& contents, Unchanged unchanged) {
      fs::last_write_time(file, long_ago);
      REQUIRE(publish(folder / package, contents, unchanged));
      check_holds(folder / package, contents);
      return fs::last_write_time(file) == long_ago;
    };
    REQUIRE(publish(folder / package, sample("1"), Unchanged::k_keep));
    CHECK(publish_again(sample("1"), Unchanged::k_keep));
    CHECK_FALSE(publish_again(sample("1"), Unchanged::k_rewrite));
    CHECK_FALSE(publish_again(sample("2"), Unchanged::k_keep));
  }
  // A blob that is damaged or gone is a change, too.
  const std::string blob = folder / ("p/" + sample("2").blobs.begin()->first);
  put(blob, "damaged");
  REQUIRE(publish(folder / "p", sample("2"), Unchanged::k_keep));
  check_holds(folder / "p", sample("2"));
  fs::remove(blob);
  REQUIRE(publish(folder / "p", sample("2"), Unchanged::k_keep));
  check_holds(folder / "p", sample("2"));
}

TEST_CASE("packages of any contents give back themselves") {
  test::Random random(9);
  test::TemporaryFolder folder;
  for (int i = 0; i < 40; ++i) {
    const PackageContents contents = test::random_package(random);
    REQUIRE(publish(folder / "p", contents));
    check_holds(folder / "p", contents);
    CHECK(names_in(folder / "p") == names_of(contents));
    REQUIRE(publish(folder / "p.clcpack", contents));
    check_holds(folder / "p.clcpack", contents);
  }
}

TEST_CASE("variants of equal bytes share a file") {
  PackageContents contents = sample("1");
  Variant& first = contents.manifest.modules[0].variants[0];
  Variant& second = contents.manifest.modules[1].variants[0];
  contents.blobs.erase(second.file);
  second.file = first.file;
  second.sha256 = first.sha256;
  second.size = first.size;
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p.clcpack", contents));
  check_holds(folder / "p.clcpack", contents);
}

TEST_CASE("standard input and output carry the one-file form") {
  test::TemporaryFolder folder;
  const PackageContents contents = sample("1");
  const std::string path = folder / "stream";
  const int saved_out = ::dup(1);
  int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  std::fflush(stdout);
  ::dup2(file, 1);
  Result<void> published = publish("-", contents);
  ::dup2(saved_out, 1);
  ::close(saved_out);
  REQUIRE(published);

  const int saved_in = ::dup(0);
  ::lseek(file, 0, SEEK_SET);
  ::dup2(file, 0);
  Result<Package> package = Package::open("-");
  ::dup2(saved_in, 0);
  ::close(saved_in);
  ::close(file);
  REQUIRE(package);
  Result<PackageContents> all = package->read_all();
  REQUIRE(all);
  CHECK(all->blobs == contents.blobs);
  check_holds(path, contents);  // whatever its name
}

TEST_CASE("which names are files") {
  CHECK(is_file_form("a.clcpack"));
  CHECK(is_file_form("x/a.clcpack"));
  CHECK(is_file_form("-"));
  CHECK_FALSE(is_file_form("a"));
  CHECK_FALSE(is_file_form("a.clcpack/"));
  CHECK_FALSE(is_file_form(".clcpack"));
}

TEST_CASE("damage anywhere in a file is refused before anyone gets the bytes") {
  const PackageContents contents = sample("1");
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p.clcpack", contents));
  const Bytes bytes = get(folder / "p.clcpack");
  test::for_each_damage(bytes, [&](const Bytes& damaged) {
    Result<Package> package = Package::from_memory(damaged);
    if (!package) return;
    CHECK(encode_manifest(package->manifest()) == encode_manifest(contents.manifest));
    Result<PackageContents> all = package->read_all();
    if (all) CHECK(all->blobs == contents.blobs);
  });
  test::Random random(10);
  for (int i = 0; i < test::rounds(2000); ++i) {
    const Bytes mutated = test::mutate(bytes, random);
    Result<Package> package = Package::from_memory(mutated);
    if (!package) continue;
    Result<PackageContents> all = package->read_all();
    if (all) CHECK(all->blobs == contents.blobs);
  }
}

TEST_CASE("damage in a blob of a folder is refused, and the file named") {
  const PackageContents contents = sample("1");
  test::TemporaryFolder folder;
  const std::string path = folder / "p";
  const Variant& variant = contents.manifest.modules[0].variants[0];
  const std::string blob_path = path + "/" + variant.file;
  const Bytes& blob = contents.blobs.at(variant.file);
  auto expect_refused = [&] {
    Result<Package> package = Package::open(path);
    REQUIRE(package);
    Result<Bytes> bytes = package->read(variant);
    REQUIRE_FALSE(bytes);
    CHECK_THAT(bytes.error().message, ContainsSubstring(blob_path));
    CHECK_FALSE(package->read_all());
  };
  REQUIRE(publish(path, contents));
  for (std::size_t i = 0; i < blob.size(); ++i) {
    Bytes damaged = blob;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    put(blob_path, damaged);
    expect_refused();
    put(blob_path, blob.substr(0, i));
    expect_refused();
  }
  put(blob_path, blob + "x");
  expect_refused();
  fs::remove(blob_path);
  expect_refused();
  REQUIRE(::mkfifo(blob_path.c_str(), 0600) == 0);  // must not hang
  expect_refused();
}

TEST_CASE("what is not a package is refused with its name") {
  test::TemporaryFolder folder;
  put(folder / "text", "hello");
  put(folder / "empty", "");
  fs::create_directory(folder / "folder");
  for (const char* name : {"text", "empty", "folder", "absent"}) {
    Result<Package> package = Package::open(folder / name);
    REQUIRE_FALSE(package);
    CHECK_THAT(package.error().message, ContainsSubstring(folder / name));
    CHECK(exit_code(package.error().kind) == 3);
  }
  CHECK_FALSE(Package::from_memory(""));
}

TEST_CASE("a variant of another package cannot be read, nor a file outside") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", sample("1")));
  REQUIRE(publish(folder / "p.clcpack", sample("1")));
  put(folder / "secret", "abc");
  for (const char* name : {"p", "p.clcpack"}) {
    Result<Package> package = Package::open(folder / name);
    REQUIRE(package);
    CHECK_FALSE(package->read(sample("2").manifest.modules[0].variants[0]));
    Variant outside = package->manifest().modules[0].variants[0];
    outside.file = "../secret";
    outside.size = 3;
    outside.sha256 = sha256_hex("abc");
    CHECK_FALSE(package->read(outside));
  }
}

TEST_CASE("publishing again replaces everything") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", sample("1")));
  put(folder / "p/.clc-tmp-1-2-3", "left over");
  REQUIRE(publish(folder / "p/", sample("2")));
  check_holds(folder / "p", sample("2"));
  CHECK(names_in(folder / "p") == names_of(sample("2")));

  put(folder / "p/manifest.clc.json", "damaged");
  REQUIRE(publish(folder / "p", sample("3")));
  check_holds(folder / "p", sample("3"));
  CHECK(names_in(folder / "p") == names_of(sample("3")));
}

TEST_CASE("a folder that holds anything else is refused and untouched") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", sample("1")));
  const std::set<std::string> before = names_in(folder / "p");
  auto expect_refused = [&](const std::string& foreign) {
    Result<void> published = publish(folder / "p", sample("2"));
    REQUIRE_FALSE(published);
    CHECK(published.error().kind == ErrorKind::k_io);
    CHECK_THAT(published.error().message, ContainsSubstring(foreign));
    check_holds(folder / "p", sample("1"));
    std::set<std::string> expected = before;
    expected.insert(foreign);
    CHECK(names_in(folder / "p") == expected);
    fs::remove_all(folder / "p/" + foreign);
  };
  put(folder / "p/thesis.tex", "x");
  expect_refused("thesis.tex");
  put(folder / "p/.profile", "x");
  expect_refused(".profile");
  fs::create_directory(folder / "p/0123456789abcdef0123456789abcdef.spv");
  expect_refused("0123456789abcdef0123456789abcdef.spv");
  fs::create_symlink("/etc/passwd", folder / "p/0123456789abcdef.bin");
  expect_refused("0123456789abcdef.bin");
}

TEST_CASE("a package that contradicts itself is not published") {
  test::TemporaryFolder folder;
  PackageContents contents = sample("1");
  contents.blobs.begin()->second += "x";
  CHECK_FALSE(publish(folder / "p", contents));
  contents = sample("1");
  contents.blobs.erase(contents.blobs.begin());
  CHECK_FALSE(publish(folder / "p", contents));
  contents = sample("1");
  contents.manifest.modules[1].name = contents.manifest.modules[0].name;
  CHECK_FALSE(publish(folder / "p.clcpack", contents));
  CHECK_FALSE(publish("", sample("1")));
  CHECK(names_in(folder.path()).empty());
}

TEST_CASE("a publish that fails leaves what was there and nothing else") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", sample("1")));
  REQUIRE(publish(folder / "p.clcpack", sample("1")));
  const std::set<std::string> before = names_in(folder / "p");
  // Every limit stops at another place: in the first blob, or only in the manifest.
  for (rlim_t limit : {0, 10, 50, 500}) {
    CAPTURE(limit);
    Result<void> into_folder, into_file, into_new;
    {
      FileSizeLimit full(limit);
      into_folder = publish(folder / "p", sample("2"));
      into_file = publish(folder / "p.clcpack", sample("2"));
      into_new = publish(folder / "new", sample("2"));
    }
    CHECK_FALSE(into_folder);
    CHECK_FALSE(into_file);
    CHECK_FALSE(into_new);
    check_holds(folder / "p", sample("1"));
    check_holds(folder / "p.clcpack", sample("1"));
    CHECK(names_in(folder / "p") == before);
    CHECK(names_in(folder.path()) == std::set<std::string>{"p", "p.clcpack"});
  }
}

TEST_CASE("a place that cannot be written gives an error with its name") {
  test::TemporaryFolder folder;
  put(folder / "file", "x");
  for (const char* name : {"file/p", "file/p.clcpack", "file"}) {
    Result<void> published = publish(folder / name, sample("1"));
    REQUIRE_FALSE(published);
    CHECK(published.error().kind == ErrorKind::k_io);
    CHECK_THAT(published.error().message, ContainsSubstring(folder / "file"));
  }
  fs::create_directory(folder / "d.clcpack");
  CHECK_FALSE(publish(folder / "d.clcpack", sample("1")));
  CHECK(get(folder / "file") == "x");
}

TEST_CASE("a read-only folder keeps its package") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", sample("1")));
  ::chmod(folder.path().c_str(), 0755);
  ::chmod((folder / "p").c_str(), 0555);
  const bool is_root = ::geteuid() == 0;
  if (is_root && ::seteuid(65534) != 0) {
    test::skip("a read-only folder keeps its package", "root may write anywhere, and cannot become anyone else");
    return;
  }
  Result<void> published = publish(folder / "p", sample("2"));
  if (is_root) REQUIRE(::seteuid(0) == 0);
  ::chmod((folder / "p").c_str(), 0755);
  CHECK_FALSE(published);
  check_holds(folder / "p", sample("1"));
  CHECK(names_in(folder / "p") == names_of(sample("1")));
}

TEST_CASE("publishers at the same time leave one whole package") {
  test::TemporaryFolder folder;
  auto run = [&](const std::string& name) {
    std::vector<std::thread> threads;
    std::vector<int> failures(6, 0);
    for (std::size_t t = 0; t < failures.size(); ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 10; ++i) {
          if (!publish(folder / name, sample(std::to_string(t)))) ++failures[t];
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(failures == std::vector<int>(6, 0));
    Result<Package> package = Package::open(folder / name);
    REQUIRE(package);
    Result<PackageContents> all = package->read_all();
    REQUIRE(all);
    return *all;
  };
  const PackageContents last = run("p");
  CHECK(names_in(folder / "p") == names_of(last));
  run("p.clcpack");
  CHECK(names_in(folder.path()) == std::set<std::string>{"p", "p.clcpack"});
}

TEST_CASE("written files have ordinary permissions and go through links") {
  test::TemporaryFolder folder;
  const mode_t mask = ::umask(022);
  REQUIRE(write_file_atomically(folder / "a", "one"));
  ::umask(mask);
  struct stat status;
  REQUIRE(::stat((folder / "a").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0644);

  fs::create_symlink("a", folder / "link");
  REQUIRE(write_file_atomically(folder / "link", "two"));
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(get(folder / "a") == "two");

  REQUIRE(write_file_atomically("/dev/null", "x"));
  CHECK(fs::is_character_file("/dev/null"));
  CHECK_FALSE(write_file_atomically(folder / "no/such/folder", "x"));
  CHECK_FALSE(read_file(folder / "absent"));
  CHECK_FALSE(read_file(folder.path()));
}

TEST_CASE("a file of any size is read whole") {
  test::TemporaryFolder folder;
  for (std::size_t size : {0u, 1u, 65535u, 65536u, 65537u, 1000000u}) {
    const Bytes bytes(size, 'x');
    REQUIRE(write_file_atomically(folder / "f", bytes));
    CHECK(get(folder / "f") == bytes);
  }
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const Bytes large(300000, 'y');
  std::thread writer([&] { put(folder / "pipe", large); });
  CHECK(get(folder / "pipe") == large);
  writer.join();
}
