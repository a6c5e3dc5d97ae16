#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/publish.h"
#include "published.h"

using namespace clc;
using namespace clc::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

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
      const auto before = fs::last_write_time(file);  // the file system may have rounded it
      REQUIRE(publish(folder / package, contents, unchanged));
      check_holds(folder / package, contents);
      return fs::last_write_time(file) == before;
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

TEST_CASE("publishers at the same time leave one whole package") {
  test::TemporaryFolder folder;
  auto run = [&](const std::string& name) {
    std::vector<std::thread> threads;
    std::vector<std::string> failures(6);
    for (std::size_t t = 0; t < failures.size(); ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 10; ++i) {
          const Result<void> published = publish(folder / name, sample(std::to_string(t)));
          if (!published) failures[t] = published.error().message;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(failures == std::vector<std::string>(6));
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

TEST_CASE("a file of any size is read whole") {
  test::TemporaryFolder folder;
  for (std::size_t size : {0u, 1u, 65535u, 65536u, 65537u, 1000000u}) {
    const Bytes bytes(size, 'x');
    REQUIRE(write_file_atomically(folder / "f", bytes));
    CHECK(get(folder / "f") == bytes);
  }
}
