// Publishing and reading where pipes, links, permissions and limits of POSIX come in.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/publish.h"
#include "published.h"
#include "skip.h"

using namespace clc;
using namespace clc::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

// Files larger than this cannot be written, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old_);
    rlimit limit = old_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_;
  void (*old_handler_)(int);
};

}  // namespace

TEST_CASE("standard input and output carry the one-file form") {
  test::TemporaryFolder folder;
  const PackageContents contents = sample("1");
  const std::string path = folder / "stream";
  const int saved_out = ::dup(1);
  int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  std::fflush(stdout);
  ::dup2(file, 1);
  Result<void> published = publish("-", contents);
  ::dup2(saved_out, 1);
  ::close(saved_out);
  REQUIRE(published);

  const int saved_in = ::dup(0);
  ::lseek(file, 0, SEEK_SET);
  ::dup2(file, 0);
  Result<Package> package = Package::open("-");
  ::dup2(saved_in, 0);
  ::close(saved_in);
  ::close(file);
  REQUIRE(package);
  Result<PackageContents> all = package->read_all();
  REQUIRE(all);
  CHECK(all->blobs == contents.blobs);
  check_holds(path, contents);  // whatever its name
}

TEST_CASE("a publish that fails leaves what was there and nothing else") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", sample("1")));
  REQUIRE(publish(folder / "p.clcpack", sample("1")));
  const std::set<std::string> before = names_in(folder / "p");
  // Every limit stops at another place: in the first blob, or only in the manifest.
  for (rlim_t limit : {0, 10, 50, 500}) {
    CAPTURE(limit);
    Result<void> into_folder, into_file, into_new;
    {
      FileSizeLimit full(limit);
      into_folder = publish(folder / "p", sample("2"));
      into_file = publish(folder / "p.clcpack", sample("2"));
      into_new = publish(folder / "new", sample("2"));
    }
    CHECK_FALSE(into_folder);
    CHECK_FALSE(into_file);
    CHECK_FALSE(into_new);
    check_holds(folder / "p", sample("1"));
    check_holds(folder / "p.clcpack", sample("1"));
    CHECK(names_in(folder / "p") == before);
    CHECK(names_in(folder.path()) == std::set<std::string>{"p", "p.clcpack"});
  }
}

TEST_CASE("a read-only folder keeps its package") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", sample("1")));
  ::chmod(folder.path().c_str(), 0755);
  ::chmod((folder / "p").c_str(), 0555);
  const bool is_root = ::geteuid() == 0;
  if (is_root && ::seteuid(65534) != 0) {
    test::skip("a read-only folder keeps its package", "root may write anywhere, and cannot become anyone else");
    return;
  }
  Result<void> published = publish(folder / "p", sample("2"));
  if (is_root) REQUIRE(::seteuid(0) == 0);
  ::chmod((folder / "p").c_str(), 0755);
  CHECK_FALSE(published);
  check_holds(folder / "p", sample("1"));
  CHECK(names_in(folder / "p") == names_of(sample("1")));
}

TEST_CASE("written files have ordinary permissions and go through links") {
  test::TemporaryFolder folder;
  const mode_t mask = ::umask(022);
  REQUIRE(write_file_atomically(folder / "a", "one"));
  ::umask(mask);
  struct stat status;
  REQUIRE(::stat((folder / "a").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0644);

  fs::create_symlink("a", folder / "link");
  REQUIRE(write_file_atomically(folder / "link", "two"));
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(get(folder / "a") == "two");

  REQUIRE(write_file_atomically("/dev/null", "x"));
  CHECK(fs::is_character_file("/dev/null"));
  CHECK_FALSE(write_file_atomically(folder / "no/such/folder", "x"));
  CHECK_FALSE(read_file(folder / "absent"));
  CHECK_FALSE(read_file(folder.path()));
}

TEST_CASE("a pipe in the place of a blob is refused, and none is waited for") {
  const PackageContents contents = sample("1");
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", contents));
  const Variant& variant = contents.manifest.modules[0].variants[0];
  const std::string blob_path = folder / "p/" + variant.file;
  fs::remove(blob_path);
  REQUIRE(::mkfifo(blob_path.c_str(), 0600) == 0);
  const Result<Bytes> bytes = Package::open(folder / "p")->read(variant);
  REQUIRE_FALSE(bytes);
  CHECK_THAT(bytes.error().message, ContainsSubstring(blob_path));
  CHECK_FALSE(Package::open(folder / "p")->read_all());
}

TEST_CASE("a folder that holds a link is refused and untouched") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "p", sample("1")));
  fs::create_symlink("/etc/passwd", folder / "p/0123456789abcdef.bin");
  const Result<void> published = publish(folder / "p", sample("2"));
  REQUIRE_FALSE(published);
  CHECK(published.error().kind == ErrorKind::k_io);
  CHECK_THAT(published.error().message, ContainsSubstring("0123456789abcdef.bin"));
  check_holds(folder / "p", sample("1"));
}

TEST_CASE("a pipe is read whole") {
  test::TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  const Bytes large(300000, 'y');
  std::thread writer([&] { put(folder / "pipe", large); });
  CHECK(get(folder / "pipe") == large);
  writer.join();
}
