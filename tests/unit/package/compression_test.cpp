// Blobs that are stored as zstd frames.
#include <zstd.h>

#include <filesystem>
#include <set>

#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/compress.h"
#include "clc/package/container.h"
#include "clc/package/publish.h"
#include "made_package.h"
#include "package_samples.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

Bytes frame_of(const Bytes& bytes, int level = 3) {
  Bytes frame(ZSTD_compressBound(bytes.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), level));
  return frame;
}

Bytes text_like(std::size_t size) {
  Bytes bytes;
  while (bytes.size() < size) bytes += "add.f32 %f" + std::to_string(bytes.size() % 97) + ", ";
  bytes.resize(size);
  return bytes;
}

// A blob that becomes smaller, and one that does not.
PackageContents two_blobs() {
  return test::sample_contents({{"nvptx:sm_90", "ptx", text_like(400), {}}, {"spirv64:1.2", "spirv", "short", {}}});
}

PackageContents compressed_sample() {
  PackageContents contents = two_blobs();
  compress_blobs(contents, 19);
  return contents;
}

const Variant& ptx_of(const PackageContents& contents) {
  return contents.manifest.modules[0].variants[0];
}

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

}  // namespace

TEST_CASE("compressed packages give back their contents, in every form, under the same digest") {
  const PackageContents contents = compressed_sample();
  const std::string file = ptx_of(contents).file;
  REQUIRE(contents.compressed.size() == 1);
  CHECK(contents.compressed.at(file).size() < contents.blobs.at(file).size());
  CHECK(manifest_digest(contents.manifest) == manifest_digest(two_blobs().manifest));
  CHECK(encode_package(contents)->size() < encode_package(two_blobs())->size());

  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", contents));
  REQUIRE(publish(folder / "p.clcpack", contents));
  CHECK(names_in(folder / "p") ==
        std::set<std::string>{k_manifest_file, file + ".zst", contents.manifest.modules[0].variants[1].file});
  const Bytes bytes = *encode_package(contents);
  for (const Result<Package>& package :
       {Package::open(folder / "p"), Package::open(folder / "p.clcpack"), Package::from_memory(bytes)}) {
    REQUIRE(package);
    const Result<PackageContents> all = package->read_all();
    REQUIRE(all);
    CHECK(all->blobs == contents.blobs);
    CHECK(all->compressed == contents.compressed);  // so that a copy is compressed, too
  }
  const Result<std::vector<ImageView>> images = view_container(bytes);
  REQUIRE(images);
  CHECK((*images)[1].name == file + ".zst");
  CHECK((*images)[1].triple == "nvptx");
}

TEST_CASE("a folder holds a blob compressed or not, as it was published last") {
  test::TemporaryFolder folder;
  const std::string file = ptx_of(two_blobs()).file;
  const auto time_of = [&] { return fs::last_write_time(folder / ("p/" + std::string(k_manifest_file))); };
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  const auto is_kept = [&](const PackageContents& contents) {
    fs::last_write_time(folder / ("p/" + std::string(k_manifest_file)), long_ago);
    const auto before = time_of();  // as the file system rounds it
    REQUIRE(publish(folder / "p", contents, Unchanged::k_keep));
    return time_of() == before;
  };
  REQUIRE(publish(folder / "p", two_blobs()));
  CHECK_FALSE(is_kept(compressed_sample()));
  CHECK(names_in(folder / "p").count(file) == 0);
  CHECK(names_in(folder / "p").count(file + ".zst") == 1);
  CHECK(is_kept(compressed_sample()));
  CHECK_FALSE(is_kept(two_blobs()));
  CHECK(names_in(folder / "p").count(file) == 1);
  CHECK(names_in(folder / "p").count(file + ".zst") == 0);
  CHECK(is_kept(two_blobs()));
}

TEST_CASE("no damage to a compressed package gets other bytes past the reader") {
  const PackageContents contents = compressed_sample();
  const Bytes bytes = *encode_package(contents);
  const auto check = [&](const Bytes& damaged) {
    const Result<Package> package = Package::from_memory(damaged);
    if (!package) return;
    const Result<PackageContents> all = package->read_all();
    if (all) CHECK(all->blobs == contents.blobs);
  };
  test::for_each_damage(bytes, check);
  test::Random random(12);
  for (int i = 0; i < test::rounds(2000); ++i) check(test::mutate(bytes, random));

  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", contents));
  const std::string path = folder / ("p/" + ptx_of(contents).file + ".zst");
  const Result<Package> package = Package::open(folder / "p");
  REQUIRE(package);
  test::for_each_damage(*read_file(path), [&](const Bytes& damaged) {
    REQUIRE(write_file_atomically(path, damaged));
    const Result<Bytes> read = package->read(ptx_of(contents));
    if (read) {
      CHECK(*read == contents.blobs.at(ptx_of(contents).file));
    } else {
      CHECK(read.error().kind == ErrorKind::k_damaged);
      CHECK_THAT(read.error().message, ContainsSubstring(ptx_of(contents).file));
    }
  });
}

TEST_CASE("frames that are not the blob's are refused") {
  test::TemporaryFolder folder;
  PackageContents contents = compressed_sample();
  const std::string file = ptx_of(contents).file;
  const Bytes& blob = contents.blobs.at(file);
  REQUIRE(publish(folder / "p", contents));
  const Result<Package> package = Package::open(folder / "p");
  REQUIRE(package);
  const auto refusal = [&](const Bytes& frame) {
    REQUIRE(write_file_atomically(folder / ("p/" + file + ".zst"), frame));
    const Result<Bytes> read = package->read(ptx_of(contents));
    REQUIRE_FALSE(read);
    CHECK(read.error().kind == ErrorKind::k_damaged);
    return read.error().message;
  };
  Bytes other = blob;
  other[7] = 'x';
  CHECK_THAT(refusal(frame_of(other)), ContainsSubstring("another SHA-256"));
  CHECK_THAT(refusal(frame_of(blob + "x")), ContainsSubstring("401 bytes, and the manifest says 400"));
  CHECK_THAT(refusal(contents.compressed.at(file) + contents.compressed.at(file).substr(0, 1)),
             ContainsSubstring("one whole zstd frame"));
  CHECK_THAT(refusal(frame_of("") + contents.compressed.at(file)), ContainsSubstring("one whole zstd frame"));
  CHECK_THAT(refusal("not zstd"), ContainsSubstring("one whole zstd frame"));
  CHECK_THAT(refusal(""), ContainsSubstring("one whole zstd frame"));
  CHECK_THAT(refusal(text_like(401)), ContainsSubstring("at most 400"));

  contents.compressed.at(file) = frame_of(other);
  CHECK_FALSE(encode_package(contents));
  contents.compressed = {{"nothing", frame_of("x")}};
  CHECK_FALSE(encode_package(contents));
}

TEST_CASE("what would grow more than a thousand times is neither written nor read") {
  const Bytes zeros(std::size_t{64} << 20, '\0');
  const Bytes bomb = frame_of(zeros);
  REQUIRE(bomb.size() < zeros.size() / 1024);
  PackageContents contents = test::sample_contents({{"nvptx:sm_90", "ptx", zeros, {}}});
  compress_blobs(contents, 3);
  CHECK(contents.compressed.empty());
  contents.compressed[ptx_of(contents).file] = bomb;
  CHECK_FALSE(encode_package(contents));

  test::TemporaryFolder folder;
  contents.compressed.clear();
  REQUIRE(publish(folder / "p", contents));
  fs::remove(folder / ("p/" + ptx_of(contents).file));
  REQUIRE(write_file_atomically(folder / ("p/" + ptx_of(contents).file + ".zst"), bomb));
  const Result<Bytes> read = Package::open(folder / "p")->read(ptx_of(contents));
  REQUIRE_FALSE(read);
  CHECK_THAT(read.error().message, ContainsSubstring("more than 1024 times its size"));
}

TEST_CASE("no blob is named like a compressed one") {
  PackageContents contents = two_blobs();
  Variant& variant = contents.manifest.modules[0].variants[0];
  const Bytes bytes = contents.blobs.at(variant.file);
  variant.file += ".zst";
  contents.blobs[variant.file] = bytes;
  CHECK_FALSE(encode_package(contents));
}
