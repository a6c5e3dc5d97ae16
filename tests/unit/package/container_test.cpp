#include "clc/package/container.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/binary_format.h"
#include "package_samples.h"
#include "run_process.h"
#include "skip.h"

using namespace clc;

namespace {

std::vector<ContainerImage> random_images(test::Random& random) {
  std::vector<ContainerImage> images(1 + random.below(3));
  for (ContainerImage& image : images) image = {random.name(), random.name(), random.name(), random.bytes(30)};
  return images;
}

bool equal(const std::vector<ContainerImage>& a, const std::vector<ContainerImage>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ContainerImage& x, const ContainerImage& y) {
    return x.name == y.name && x.triple == y.triple && x.arch == y.arch && x.bytes == y.bytes;
  });
}

void overwrite(Bytes& bytes, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<char>((value >> (8 * i)) & 0xff);
}

}  // namespace

TEST_CASE("a container gives back its images") {
  test::Random random(2);
  for (int i = 0; i < 200; ++i) {
    std::vector<ContainerImage> images = random_images(random);
    Bytes bytes = encode_container(images);
    CHECK(recognize(bytes) == BinaryFormat::k_container);
    CHECK(bytes.size() % 8 == 0);
    Result<std::vector<ContainerImage>> decoded = decode_container(bytes);
    REQUIRE(decoded);
    CHECK(equal(*decoded, images));
    CHECK(encode_container(*decoded) == bytes);
  }
}

// Names and contents are the package's to check, which knows what they must be. The container's part: no two
// files mean the same, so that nothing can hide in one.
TEST_CASE("a damaged container is refused or means something else") {
  test::Random random(3);
  const std::vector<ContainerImage> images = random_images(random);
  const Bytes bytes = encode_container(images);
  test::for_each_damage(bytes, [&](const Bytes& damaged) {
    Result<std::vector<ContainerImage>> decoded = decode_container(damaged);
    if (!decoded) return;
    CHECK(encode_container(*decoded) == damaged);
    CHECK_FALSE(equal(*decoded, images));
  });
}

TEST_CASE("lengths and offsets that lie are refused") {
  const Bytes bytes = encode_container({{"a.spv", "spirv64", "1.2", "contents"}, {"b", "c", "d", "e"}});
  const std::uint64_t k_values[] = {0, 1, 8, bytes.size(), bytes.size() + 8, UINT64_MAX, UINT64_MAX - 7, INT64_MAX};
  for (std::size_t at = 8; at < 120; at += 8) {
    for (std::uint64_t value : k_values) {
      Bytes damaged = bytes;
      overwrite(damaged, at, value);
      if (damaged != bytes) CHECK_FALSE(decode_container(damaged));
    }
  }
  CHECK_FALSE(decode_container(""));
  CHECK_FALSE(decode_container(bytes + "x"));
  CHECK_FALSE(decode_container(bytes + Bytes(8, '\0')));
}

TEST_CASE("any bytes can be given to the container's decoder") {
  test::Random random(4);
  for (int i = 0; i < 5000; ++i) {
    Bytes bytes = test::mutate(encode_container(random_images(random)), random);
    Result<std::vector<ContainerImage>> decoded = decode_container(bytes);
    if (decoded) CHECK(encode_container(*decoded) == bytes);
  }
}

TEST_CASE("llvm-objdump lists a container") {
  constexpr int k_not_found = 127;
  test::TemporaryFolder folder;
  const Bytes bytes = encode_container({{"manifest.clc.json", "clc", "manifest", "{}"},
                                        {"a.ptx", "nvptx", "sm_90", ".version 7.8"},
                                        {"b.spv", "spirv64", "1.2", "\x03\x02\x23\x07"}});
  REQUIRE(write_file_atomically(folder / "x.clcpack", bytes));
  test::Ran ran;
  for (const char* tool : {"llvm-objdump-22", "llvm-objdump"}) {
    ran = test::run_process({tool, "--offloading", "x.clcpack"}, "", folder.path());
    if (ran.exit_code != k_not_found) break;
  }
  if (ran.exit_code == k_not_found) {
    test::skip("llvm-objdump lists a container", "llvm-objdump is not installed");
    return;
  }
  INFO(ran.output << ran.errors);
  CHECK(ran.exit_code == 0);
  for (const char* expected : {"clc", "nvptx", "sm_90", "ptx", "spirv64", "1.2"}) {
    CHECK_THAT(ran.output, Catch::Matchers::ContainsSubstring(expected));
  }
}
