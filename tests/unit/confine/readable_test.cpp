#include "confine/readable.h"

#include <filesystem>

#include "catch_all.h"
#include "temporary_folder.h"

using clc::Readable;
using View = clc::Readable::View;
namespace fs = std::filesystem;

TEST_CASE("without places everything can be seen") {
  CHECK(Readable().view("/etc/passwd") == View::k_all);
  CHECK_FALSE(Readable().is_limited());
}

TEST_CASE("what lies in a place can be seen, and the folders on the way to it") {
  const clc::test::TemporaryFolder folder;
  const std::string top = fs::canonical(folder.path());
  fs::create_directories(top + "/a/b");
  fs::create_directories(top + "/ab");
  fs::create_directory_symlink(top + "/ab", top + "/a/link");
  const Readable readable({top + "/a"});
  CHECK(readable.view(top + "/a") == View::k_all);
  CHECK(readable.view(top + "/a/") == View::k_all);
  CHECK(readable.view(top + "/a/b/absent.h") == View::k_all);
  CHECK(readable.view(top + "/a/b/../../a/x.h") == View::k_all);
  CHECK(readable.view(top) == View::k_folder);
  CHECK(readable.view("/") == View::k_folder);
  CHECK(readable.view(top + "/ab") == View::k_hidden);
  CHECK(readable.view(top + "/a/../x.h") == View::k_hidden);
  CHECK(readable.view(top + "/a/link/x.h") == View::k_hidden);
  CHECK(readable.view("/etc/passwd") == View::k_hidden);
}
