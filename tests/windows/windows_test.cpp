// The package layer where it does something in another way on Windows than elsewhere, and says so.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "base/encoding/hex.h"
#include "base/environment_variable.h"
#include "base/file_descriptor.h"
#include "base/platform/ed25519.h"
#include "base/platform/files.h"
#include "base/platform/process.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/add_on.h"
#include "clc/package/publish.h"
#include "made_package.h"
#include "temporary_folder.h"

namespace clc {
namespace {

using Catch::Matchers::ContainsSubstring;

PackageContents sample() {
  return test::sample_contents({{"nvptx:sm_90", "ptx", "PTX", {}}});
}

}  // namespace

TEST_CASE("a demanded signature is an error that says why") {
  const Result<Bytes> bytes = encode_package(sample());
  REQUIRE(bytes);
  const Result<Package> package = Package::from_memory(*bytes, {PublicKey()});
  REQUIRE_FALSE(package);
  CHECK(package.error().kind == ErrorKind::k_gate);
  CHECK_THAT(package.error().message, ContainsSubstring(platform::has_ed25519() ? "not signed" : "no Ed25519"));
}

TEST_CASE("signatures are those of RFC 8032") {
  if (!platform::has_ed25519()) return;
  // 7.1, test 3.
  const Bytes seed =
      "\xc5\xaa\x8d\xf4\x3f\x9f\x83\x7b\xed\xb7\x44\x2f\x31\xdc\xb7\xb1\x66\xd3\x85\x35\x07\x6f\x09\x4b\x85\xce\x3a\x2e"
      "\x0b\x44\x58\xf7";
  Bytes key(32, '\0'), signature(64, '\0');
  platform::public_ed25519(seed, key.data());
  platform::sign_ed25519("\xaf\x82", seed, signature.data());
  CHECK(to_hex(key) == "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
  CHECK(
      to_hex(signature) ==
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
      "c027beceea1ec40a");
  CHECK(platform::verify_ed25519("\xaf\x82", signature, key));
  CHECK_FALSE(platform::verify_ed25519("\xaf\x83", signature, key));
}

TEST_CASE("add-ons that nobody can tell the writer of are listed with the reason") {
  const test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p.clcpack", sample()));
  REQUIRE(publish(folder / "p.addons/more.clcpack", sample()));
  const Result<Package> package = Package::open(folder / "p.clcpack");
  REQUIRE(package);
  REQUIRE(package->add_ons().size() == 1);
  CHECK_THAT(package->add_ons()[0].problem, ContainsSubstring("its writer is unknown here"));
}

TEST_CASE("names of files are UTF-8") {
  const test::TemporaryFolder folder;
  const std::string path = folder / "Zoë 日本.clcpack";
  REQUIRE(publish(path, sample()));
  std::vector<std::string> names;
  platform::list_names(folder.path(), [&](const char* name) { names.emplace_back(name); });
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{".", "..", "Zoë 日本.clcpack"});
  const Result<Package> package = Package::open(path);
  REQUIRE(package);
  CHECK(package->read_all());
  CHECK(std::filesystem::exists(std::filesystem::path(folder.path()) / L"Zo\u00eb \u65e5\u672c.clcpack"));
}

TEST_CASE("a file that is read is replaced once its reader has closed it, and an error after a second") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "a", "one"));
  auto file = std::make_unique<FileDescriptor>(platform::open_to_read(folder / "a", Links::k_follow));
  REQUIRE(file->is_open());
  const Result<void> refused = write_file_atomically(folder / "a", "two");
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, ContainsSubstring(folder / "a"));
  CHECK(read_file(folder / "a").value() == "one");
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    file.reset();
  });
  const Result<void> written = write_file_atomically(folder / "a", "two");
  reader.join();
  CHECK(written);
  CHECK(read_file(folder / "a").value() == "two");
}

TEST_CASE("a variable that is set is that of C and of Windows, whose children get it") {
  const auto entry = [] {
    std::string found;
    platform::visit_environment([&](const char* one) {
      if (std::string_view(one).starts_with("CLC_SET_BY_A_TEST=")) found = one;
    });
    return found;
  };
  platform::set_variable("CLC_SET_BY_A_TEST", "ä");
  CHECK_FALSE(environment_variable("CLC_SET_BY_A_TEST").empty());
  CHECK(entry() == "CLC_SET_BY_A_TEST=ä");
  platform::set_variable("CLC_SET_BY_A_TEST", nullptr);
  CHECK(environment_variable("CLC_SET_BY_A_TEST").empty());
  CHECK(entry().empty());
}

}  // namespace clc
