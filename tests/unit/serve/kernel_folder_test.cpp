#include "serve/kernel_folder.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "catch_all.h"
#include "temporary_folder.h"

using namespace clc;

namespace fs = std::filesystem;

namespace {

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("the kernels of a folder are found at any depth", "[serve]") {
  const test::TemporaryFolder top;
  const fs::path folder = fs::path(top.path()) / "in";
  write(folder / "b.cl", "b");
  write(folder / "deep/er/a.clcpp", "a");
  write(folder / "no.txt", "");
  write(folder / ".git/x.cl", "");
  fs::create_directories(folder / "folder.cl");
  const Result<KernelFolder> opened = KernelFolder::open(folder.string() + "/");
  REQUIRE(opened);
  CHECK(opened->list().kernels == std::vector<std::string>{"b.cl", "deep/er/a.clcpp"});
  CHECK(opened->list().folders.size() == 4);
  CHECK(opened->read_kernel("deep/er/a.clcpp") == Bytes("a"));
  CHECK(opened->spelled("b.cl") == (folder / "b.cl").string());
}

TEST_CASE("nothing outside the folder is listed or read", "[serve]") {
  const test::TemporaryFolder top;
  const fs::path outer = top.path();
  const fs::path folder = outer / "in";
  write(outer / "secret.cl", "secret");
  write(folder / "sub/own.cl", "own");
  fs::create_symlink("../secret.cl", folder / "out.cl");
  fs::create_symlink(outer / "secret.cl", folder / "absolute.cl");
  fs::create_directory_symlink("..", folder / "up");
  fs::create_symlink("/proc/self/root/etc/passwd", folder / "magic.cl");
  fs::create_symlink("sub/own.cl", folder / "inner.cl");
  fs::create_symlink("nowhere.cl", folder / "dangling.cl");
  const Result<KernelFolder> opened = KernelFolder::open(folder.string());
  REQUIRE(opened);
  CHECK(opened->list().kernels == std::vector<std::string>{"inner.cl", "sub/own.cl"});
  for (const std::string& name :
       {std::string("out.cl"), std::string("absolute.cl"), std::string("../secret.cl"), std::string("up/secret.cl"),
        std::string("sub/../../secret.cl"), (outer / "secret.cl").string(), std::string("magic.cl"), std::string(""),
        std::string("."), std::string("sub"), std::string("/etc/passwd")}) {
    CAPTURE(name);
    CHECK_FALSE(opened->read_kernel(name));
  }
  CHECK(opened->read_kernel("inner.cl") == Bytes("own"));
}

TEST_CASE("a pipe or a device in a folder that is served hangs nobody, and a sparse file fills no memory", "[serve]") {
  const test::TemporaryFolder top;
  const fs::path folder = top.path();
  REQUIRE(mkfifo((folder / "pipe.cl").c_str(), 0600) == 0);
  fs::create_symlink("/dev/zero", folder / "device.cl");
  write(folder / "huge.cl", "");
  fs::resize_file(folder / "huge.cl", std::uintmax_t{100} << 30U);
  const Result<KernelFolder> opened = KernelFolder::open(top.path());
  REQUIRE(opened);
  CHECK(opened->list().kernels == std::vector<std::string>{"huge.cl"});
  for (const char* name : {"pipe.cl", "device.cl", "huge.cl"}) CHECK_FALSE(opened->read_kernel(name));
}

TEST_CASE("only a folder can be served", "[serve]") {
  const test::TemporaryFolder top;
  write(fs::path(top.path()) / "a.cl", "");
  CHECK_FALSE(KernelFolder::open(top.path() + "/a.cl"));
  CHECK_FALSE(KernelFolder::open(top.path() + "/absent"));
}
