// Pictures to and from files.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch_all.h"
#include "common/image_file.h"
#include "common/inputs.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

using namespace clc::algorithms;

namespace {

struct Folder {
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("clc-image-" + std::to_string(::getpid()));
};

}  // namespace

TEST_CASE("A PNG comes back as it was written", "[image]") {
  const Folder folder;
  for (const std::size_t channels : {1, 3, 4}) {
    const Picture picture{13, 7, channels, random_integers<std::uint8_t>(13 * 7 * channels, channels)};
    REQUIRE(write_image(folder.file("a.png"), picture));
    const auto read = read_image(folder.file("a.png"));
    REQUIRE(read);
    CHECK(read->width == 13);
    CHECK(read->height == 7);
    CHECK(read->channels == channels);
    CHECK(read->bytes == picture.bytes);
  }
}

TEST_CASE("The name of a file says its format", "[image]") {
  const Folder folder;
  const Picture picture{13, 7, 4, random_integers<std::uint8_t>(13 * 7 * 4, 5)};
  const auto begin_of = [&](const char* name) {
    REQUIRE(write_image(folder.file(name), picture));
    std::string begin(2, ' ');
    std::ifstream(folder.file(name), std::ios::binary).read(begin.data(), 2);
    return begin;
  };
  CHECK(begin_of("a.png") == "\x89P");
  CHECK(begin_of("a.BMP") == "BM");
  CHECK(begin_of("a.jpg") == "\xff\xd8");
  CHECK(begin_of("a.jpeg") == "\xff\xd8");
  CHECK(read_image(folder.file("a.BMP"))->bytes == picture.bytes);
  const auto refused = write_image(folder.file("a.gif"), picture);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == clc::ErrorKind::k_usage);
  CHECK_FALSE(std::filesystem::exists(folder.file("a.gif")));
}

TEST_CASE("Channels are converted when asked for", "[image]") {
  const Folder folder;
  REQUIRE(write_image(folder.file("a.png"), {2, 1, 1, {10, 200}}));
  const auto read = read_image(folder.file("a.png"), 4);
  REQUIRE(read);
  CHECK(read->channels == 4);
  CHECK(read->bytes == std::vector<std::uint8_t>{10, 10, 10, 255, 200, 200, 200, 255});
}

TEST_CASE("A JPEG is read", "[image]") {
  const Folder folder;
  const std::vector<std::uint8_t> grey(16 * 8 * 3, 128);
  REQUIRE(stbi_write_jpg(folder.file("a.jpg").c_str(), 16, 8, 3, grey.data(), 95) != 0);
  const auto read = read_image(folder.file("a.jpg"));
  REQUIRE(read);
  CHECK(read->width == 16);
  CHECK(read->height == 8);
  CHECK(read->channels == 3);
  for (const std::uint8_t byte : read->bytes) CHECK(std::abs(byte - 128) <= 2);
}

TEST_CASE("What is no picture is refused", "[image]") {
  const Folder folder;
  const auto absent = read_image(folder.file("absent.png"));
  REQUIRE_FALSE(absent);
  CHECK(absent.error().kind == clc::ErrorKind::k_io);
  std::ofstream(folder.file("text.png")) << "no picture";
  CHECK_FALSE(read_image(folder.file("text.png")));
  REQUIRE(write_image(folder.file("a.png"), {64, 64, 4, random_integers<std::uint8_t>(64 * 64 * 4, 1)}));
  std::filesystem::resize_file(folder.file("a.png"), 200);
  CHECK_FALSE(read_image(folder.file("a.png")));
  CHECK_FALSE(write_image(folder.file("b.png"), {2, 2, 4, {1, 2, 3}}));
  CHECK_FALSE(write_image(folder.file("b.png"), {}));
  CHECK_FALSE(std::filesystem::exists(folder.file("b.png")));
}
