#include "package/merge.h"

#include "catch_all.h"
#include "clc/base/digest.h"

using namespace clc;

namespace {

PackageContents part(const std::string& module, const std::string& source, const std::string& target,
                     const Bytes& binary) {
  PackageContents contents;
  Module made;
  made.name = module;
  made.source_sha256 = sha256_hex(source);
  made.interfaces.emplace_back();
  Variant variant;
  variant.target = target;
  variant.format = "spirv";
  variant.input_digest = sha256_hex(source);
  variant.size = binary.size();
  variant.sha256 = sha256_hex(binary);
  variant.file = blob_name(variant);
  contents.blobs[variant.file] = binary;
  made.variants.push_back(variant);
  contents.manifest.modules.push_back(made);
  return contents;
}

}  // namespace

TEST_CASE("modules and variants of several packages come together", "[package]") {
  Merge merge;
  REQUIRE(merge.add("a", part("k", "s", "spirv64:1.2", "one")));
  REQUIRE(merge.add("b", part("k", "s", "spirv64:1.3", "two")));
  REQUIRE(merge.add("c", part("l", "t", "spirv64:1.2", "three")));
  REQUIRE(merge.add("again", part("k", "s", "spirv64:1.2", "one")));
  const PackageContents merged = merge.finish();
  REQUIRE(merged.manifest.modules.size() == 2);
  CHECK(merged.manifest.find("k")->variants.size() == 2);
  CHECK(merged.blobs.size() == 3);
}

TEST_CASE("the order of the parts does not matter", "[package]") {
  Merge forth, back;
  for (const char* name : {"a", "b", "c"}) REQUIRE(forth.add(name, part(name, name, "spirv64:1.2", name)));
  for (const char* name : {"c", "b", "a"}) REQUIRE(back.add(name, part(name, name, "spirv64:1.2", name)));
  CHECK(encode_manifest(forth.finish().manifest) == encode_manifest(back.finish().manifest));
}

TEST_CASE("a variant that two packages have is for the programs of both", "[package]") {
  Merge merge;
  for (const char digit : {'b', 'a', 'b'}) {
    PackageContents one = part("k", "s", "spirv64:1.2", "one");
    one.manifest.modules[0].variants[0].programs = {std::string(64, digit)};
    REQUIRE(merge.add("a", std::move(one)));
  }
  const PackageContents merged = merge.finish();
  CHECK(merged.manifest.modules.at(0).variants.at(0).programs ==
        std::vector{std::string(64, 'a'), std::string(64, 'b')});
}

TEST_CASE("conflicts name both packages", "[package]") {
  Merge merge;
  REQUIRE(merge.add("first", part("k", "s", "spirv64:1.2", "one")));
  PackageContents other;
  SECTION("different sources") {
    other = part("k", "S", "spirv64:1.3", "two");
  }
  SECTION("different variants of one target") {
    other = part("k", "s", "spirv64:1.2", "two");
  }
  SECTION("the same bytes with another interface") {
    other = part("k", "s", "spirv64:1.2", "one");
    other.manifest.modules[0].interfaces[0].kernels.emplace_back();
  }
  const auto added = merge.add("second", std::move(other));
  REQUIRE_FALSE(added);
  CHECK(added.error().kind == ErrorKind::k_usage);
  CHECK(added.error().message.find("first") != std::string::npos);
  CHECK(added.error().message.find("second") != std::string::npos);
}

TEST_CASE("what one part misses and another has is not missing", "[package]") {
  PackageContents first = part("k", "s", "spirv64:1.2", "one");
  first.manifest.missing = {{"k", "spirv64:1.3", "crashed", ""}, {"k", "nvptx:sm_90", "crashed", ""}};
  Merge merge;
  const auto added = merge.add("a", std::move(first));
  REQUIRE(added);
  REQUIRE(merge.add("b", part("k", "s", "spirv64:1.3", "two")));
  const PackageContents merged = merge.finish();
  REQUIRE(merged.manifest.missing.size() == 1);
  CHECK(merged.manifest.missing[0].target == "nvptx:sm_90");
}
