// Signatures: made by libsodium as clc does, checked by libsodium and, as programs do, by OpenSSL.
#include "clc/package/signature.h"

#include <filesystem>

#include "base/platform/files.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/add_on.h"
#include "clc/package/compress.h"
#include "clc/package/publish.h"
#include "made_package.h"
#include "package/ed25519.h"
#include "package/merge.h"
#include "package_samples.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

PrivateKey key_of(unsigned char first) {
  PrivateKey key;
  key.seed[0] = first;
  return key;
}

PackageContents signed_contents(const PrivateKey& key, const std::string& seed = "") {
  PackageContents contents = test::sample_contents(
      {{"spirv64:1.2", "spirv", seed + "some IL", {}}, {"nvptx:sm_90", "ptx", seed + "some PTX", {}}});
  contents.manifest.signature =
      make_signature(public_key_of(key), sign_ed25519(signature_message(contents.manifest), key));
  return contents;
}

// The error of a package that must be refused.
std::string refusal(const Result<Package>& package) {
  REQUIRE_FALSE(package);
  CHECK(package.error().kind == ErrorKind::k_gate);
  return package.error().message;
}

// Not on Windows, where add-ons are used only where a signature is demanded.
bool tells_owners(const test::TemporaryFolder& folder) {
  platform::FileStatus status;
  return platform::status_of(folder.path(), Links::k_follow, status) == 0 && status.owner;
}

}  // namespace

TEST_CASE("signatures are those of RFC 8032") {
  // 7.1, test 3.
  const Bytes seed =
      "\xc5\xaa\x8d\xf4\x3f\x9f\x83\x7b\xed\xb7\x44\x2f\x31\xdc\xb7\xb1\x66\xd3\x85\x35\x07\x6f\x09\x4b\x85\xce\x3a\x2e"
      "\x0b\x44\x58\xf7";
  PrivateKey key;
  std::copy(seed.begin(), seed.end(), key.seed.begin());
  const PublicKey public_half = public_key_of(key);
  CHECK(public_half.hex() == "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");
  const Bytes message = "\xaf\x82";
  const Bytes signature = sign_ed25519(message, key);
  CHECK(
      make_signature(public_half, signature).value ==
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
      "c027beceea1ec40a");
  CHECK(verify_ed25519(message, signature, public_half));
  CHECK_FALSE(verify_ed25519("other", signature, public_half));
  CHECK_FALSE(verify_ed25519(message, signature.substr(1), public_half));
  CHECK_FALSE(verify_ed25519(message, signature, public_key_of(key_of(1))));
}

TEST_CASE("a signed package opens for those who trust its key, in every form") {
  const PrivateKey key = key_of(1);
  const std::vector<PublicKey> mine = {public_key_of(key)};
  const std::vector<PublicKey> both = {public_key_of(key_of(2)), public_key_of(key)};
  const std::vector<PublicKey> other = {public_key_of(key_of(2))};
  const PackageContents contents = signed_contents(key);
  PackageContents unsigned_contents = contents;
  unsigned_contents.manifest.signature = {};
  CHECK(manifest_digest(contents.manifest) == manifest_digest(unsigned_contents.manifest));

  test::TemporaryFolder folder;
  for (const std::string name : {"p", "p.clcpack"}) {
    REQUIRE(publish(folder / name, contents));
    CHECK(Package::open(folder / name));
    CHECK(Package::open(folder / name, mine));
    CHECK(Package::open(folder / name, both));
    CHECK(Package::open(folder / name)->read_all()->manifest.signature.value == contents.manifest.signature.value);
    const std::string wrong_key = refusal(Package::open(folder / name, other));
    CHECK_THAT(wrong_key,
               ContainsSubstring("another key") && ContainsSubstring(mine[0].hex()) && ContainsSubstring(name));
    CHECK_THAT(refusal(Package::open(folder / name, std::vector<PublicKey>())), ContainsSubstring("no key is trusted"));
    REQUIRE(publish(folder / name, unsigned_contents));
    CHECK_THAT(refusal(Package::open(folder / name, mine)), ContainsSubstring("not signed"));
  }
  const Bytes bytes = *encode_package(contents);
  CHECK(bytes == *encode_package(signed_contents(key)));  // signing again gives the same
  CHECK(Package::from_memory(bytes, mine));
  CHECK_THAT(refusal(Package::from_memory(bytes, other)), ContainsSubstring("another key"));
  CHECK_THAT(refusal(Package::from_memory(*encode_package(unsigned_contents), mine)), ContainsSubstring("not signed"));
}

TEST_CASE("a signature of something else is refused") {
  const PrivateKey key = key_of(1);
  const std::vector<PublicKey> mine = {public_key_of(key)};
  PackageContents contents = signed_contents(key);
  SECTION("of another package") {
    contents.manifest.signature = signed_contents(key, "other").manifest.signature;
  }
  SECTION("of the bare digest") {
    contents.manifest.signature = make_signature(mine[0], sign_ed25519(manifest_digest(contents.manifest), key));
  }
  SECTION("by another key under this one's name") {
    contents.manifest.signature =
        make_signature(mine[0], sign_ed25519(signature_message(contents.manifest), key_of(2)));
  }
  SECTION("of what the package was before a blob was swapped, and all digests made to agree") {
    const Signature old = contents.manifest.signature;
    contents =
        test::sample_contents({{"spirv64:1.2", "spirv", "another IL", {}}, {"nvptx:sm_90", "ptx", "some PTX", {}}});
    contents.manifest.signature = old;
  }
  CHECK_THAT(refusal(Package::from_memory(*encode_package(contents), mine)), ContainsSubstring("not of this manifest"));
  CHECK_FALSE(check_own_signature(contents.manifest, verify_ed25519));
}

TEST_CASE("a blob in another one's place is refused when it is read") {
  const PrivateKey key = key_of(1);
  const PackageContents contents = signed_contents(key);
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", contents));
  const std::vector<Variant>& variants = contents.manifest.modules[0].variants;
  REQUIRE(write_file_atomically(folder / ("p/" + variants[1].file), contents.blobs.at(variants[0].file)));
  const Result<Package> package = Package::open(folder / "p", {public_key_of(key)});
  REQUIRE(package);
  CHECK(package->read(variants[0]));
  const Result<Bytes> bytes = package->read(variants[1]);
  REQUIRE_FALSE(bytes);
  CHECK(bytes.error().kind == ErrorKind::k_damaged);
}

TEST_CASE("no damage to a signed package gets other bytes past those who trust a key") {
  const PrivateKey key = key_of(1);
  const std::vector<PublicKey> mine = {public_key_of(key)};
  const PackageContents contents = signed_contents(key);
  const Bytes bytes = *encode_package(contents);
  int opened = 0;
  const auto check = [&](const Bytes& damaged) {
    const Result<Package> package = Package::from_memory(damaged, mine);
    if (!package) return;
    ++opened;
    CHECK(encode_manifest(package->manifest()) == encode_manifest(contents.manifest));
    const Result<PackageContents> all = package->read_all();
    if (all) CHECK(all->blobs == contents.blobs);
  };
  test::for_each_damage(bytes, check);
  test::Random random(11);
  for (int i = 0; i < 2000; ++i) check(test::mutate(bytes, random));
  CHECK(opened > 0);  // where a blob is damaged
}

TEST_CASE("linking drops signatures") {
  const PrivateKey key = key_of(1);
  Merge merge;
  REQUIRE(merge.add("one", signed_contents(key)));
  CHECK(merge.finish().manifest.signature.public_key.empty());
}

TEST_CASE("what is no signature is not published") {
  PackageContents contents = signed_contents(key_of(1));
  contents.manifest.signature.value.back() = 'G';
  CHECK_FALSE(encode_package(contents));
}

TEST_CASE("compressing leaves a signature what it was") {
  const PrivateKey key = key_of(1);
  PackageContents contents = test::sample_contents({{"nvptx:sm_90", "ptx", Bytes(400, 'x'), {}}});
  contents.manifest.signature =
      make_signature(public_key_of(key), sign_ed25519(signature_message(contents.manifest), key));
  compress_blobs(contents, 3);
  REQUIRE(contents.compressed.size() == 1);
  const Bytes bytes = *encode_package(contents);
  const Result<Package> package = Package::from_memory(bytes, {public_key_of(key)});
  REQUIRE(package);
  CHECK(package->read_all()->blobs == contents.blobs);
}

TEST_CASE("whoever demands a signature of a package demands it of its add-ons") {
  const PrivateKey key = key_of(1);
  const std::vector<PublicKey> mine = {public_key_of(key)};
  const PackageContents base = signed_contents(key);
  PackageContents unsigned_one = base;
  unsigned_one.manifest.signature = {};
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", base));
  REQUIRE(publish(folder / "p.addons/by me", base));
  REQUIRE(publish(folder / "p.addons/by nobody", unsigned_one));
  REQUIRE(publish(folder / "p.addons/by others", signed_contents(key_of(2))));
  const auto check = [](const std::vector<AddOn>& found) {
    REQUIRE(found.size() == 3);
    CHECK(found[0].package);
    CHECK_THAT(found[1].problem, ContainsSubstring("not signed"));
    CHECK_THAT(found[2].problem, ContainsSubstring("another key"));
  };
  check(Package::open(folder / "p", mine)->add_ons());
  const Bytes bytes = *encode_package(base);
  check(Package::from_memory(bytes, mine)->with_add_ons(folder / "p.addons").add_ons());
  const Result<Package> anyones = Package::open(folder / "p");
  REQUIRE(anyones);
  for (const AddOn& add_on : anyones->add_ons()) CHECK(bool(add_on.package) == tells_owners(folder));
}

TEST_CASE("a signed add-on is used whoever put it there, where keys are demanded") {
  const PrivateKey key = key_of(1);
  const std::vector<PublicKey> mine = {public_key_of(key)};
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", signed_contents(key)));
  REQUIRE(publish(folder / "p.addons/more", signed_contents(key)));
  std::filesystem::permissions(folder / "p.addons", std::filesystem::perms(0777));
  REQUIRE(Package::open(folder / "p", mine)->add_ons().size() == 1);
  CHECK(Package::open(folder / "p", mine)->add_ons()[0].package);
  REQUIRE(Package::open(folder / "p")->add_ons().size() == 1);
  CHECK_THAT(Package::open(folder / "p")->add_ons()[0].problem,
             ContainsSubstring(tells_owners(folder) ? "others can have written it" : "its writer is unknown here"));
}
