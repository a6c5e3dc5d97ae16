// What the package layer does on Windows in another way than elsewhere, and says so.
#include <filesystem>

#include "base/file_descriptor.h"
#include "base/platform/files.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/add_on.h"
#include "clc/package/publish.h"
#include "container/decompress.h"
#include "made_package.h"
#include "temporary_folder.h"

namespace clc {
namespace {

using Catch::Matchers::ContainsSubstring;

PackageContents sample() {
  return test::sample_contents({{"nvptx:sm_90", "ptx", "PTX", {}}});
}

}  // namespace

TEST_CASE("a compressed binary is an error that says what to do") {
  const Result<Bytes> bytes = decompress("frame", 100, "p.clcpack: a.ptx.zst");
  REQUIRE_FALSE(bytes);
  CHECK_THAT(bytes.error().message, ContainsSubstring("p.clcpack: a.ptx.zst is compressed"));
  CHECK_THAT(bytes.error().message, ContainsSubstring("without --compress"));
}

TEST_CASE("a demanded signature is an error that says why") {
  const Result<Bytes> bytes = encode_package(sample());
  REQUIRE(bytes);
  const Result<Package> package = Package::from_memory(*bytes, {PublicKey()});
  REQUIRE_FALSE(package);
  CHECK(package.error().kind == ErrorKind::k_gate);
  CHECK_THAT(package.error().message, ContainsSubstring("no Ed25519"));
}

TEST_CASE("add-ons that nobody can tell the writer of are listed with the reason") {
  const test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p.clcpack", sample()));
  REQUIRE(publish(folder / "p.addons/more.clcpack", sample()));
  const Result<Package> package = Package::open(folder / "p.clcpack");
  REQUIRE(package);
  REQUIRE(package->add_ons().size() == 1);
  CHECK_THAT(package->add_ons()[0].problem, ContainsSubstring("nobody here can tell who has written it"));
}

TEST_CASE("names of files are UTF-8") {
  const test::TemporaryFolder folder;
  const std::string path = folder / "Zoë 日本.clcpack";
  REQUIRE(publish(path, sample()));
  CHECK(Package::open(path)->read_all());
  CHECK(std::filesystem::exists(std::filesystem::path(L"\\\\?\\") / std::filesystem::path(folder.path()) /
                                L"Zo\u00eb \u65e5\u672c.clcpack"));
  std::vector<std::string> names;
  platform::list_names(folder.path(), [&](const char* name) { names.emplace_back(name); });
  CHECK(std::find(names.begin(), names.end(), "Zoë 日本.clcpack") != names.end());
}

TEST_CASE("a file that is read can be replaced, and its reader keeps what it opened") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "a", "one"));
  const FileDescriptor file(platform::open_to_read(folder / "a", Links::k_follow));
  REQUIRE(file.is_open());
  REQUIRE(write_file_atomically(folder / "a", "two"));
  Bytes bytes;
  CHECK(read_all(file.get(), bytes) == 0);
  CHECK(bytes == "one");
  CHECK(read_file(folder / "a").value() == "two");
}

}  // namespace clc
