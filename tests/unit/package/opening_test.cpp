// Checks what is opened at all, and how much memory is taken for it: pipes, devices, links, and files that lie about
// sizes.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/file_descriptor.h"
#include "base/without_exceptions.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "clc/package/compress.h"
#include "clc/package/container.h"
#include "clc/package/publish.h"
#include "clc/package/signing_key.h"
#include "in_child.h"
#include "made_package.h"
#include "package_samples.h"
#include "skip.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t k_gigabyte = std::uintmax_t{1} << 30U;

PackageContents one_blob(const Bytes& blob) {
  return test::sample_contents({{"nvptx:sm_90", "ptx", blob, {}}});
}

Variant& variant_of(PackageContents& contents) {
  return contents.manifest.modules[0].variants[0];
}

// A package in one file whose manifest claims that its only blob has this size.
Bytes claiming(std::uint64_t size) {
  PackageContents contents = one_blob("blob");
  variant_of(contents).size = size;
  const Variant& variant = variant_of(contents);
  return encode_container({{k_manifest_file, "clc", "manifest", encode_manifest(contents.manifest)},
                           {variant.file, "nvptx", "sm_90", "blob"}});
}

void write(const std::string& path, BytesView bytes, std::uintmax_t size) {
  REQUIRE(write_file_atomically(path, bytes));
  fs::resize_file(path, size);
}

// The error that a process with little memory gets; it must be the same with much.
std::string error_with_little_memory(const std::function<std::string()>& work) {
  const std::string text = work();
  REQUIRE(text != "none");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  test::skip("the same with little memory", "the sanitizer takes much");
#else
  CHECK(test::in_child([&] {
          const struct rlimit limit = {k_gigabyte, k_gigabyte};
          if (::setrlimit(RLIMIT_AS, &limit) != 0) return 2;
          return work() == text ? 0 : 1;
        }) == 0);
#endif
  return text;
}

template <class T>
std::string error_of(const Result<T>& result) {
  return result ? "none" : result.error().message;
}

std::string opening_error(const std::string& path, PackageLimit limit = k_usual_package_limit) {
  return error_with_little_memory([&] { return error_of(Package::open(path, limit)); });
}

std::string reading_error(const std::string& path) {
  return error_with_little_memory([&] {
    const Result<Package> package = Package::open(path);
    return package ? error_of(package->read_all()) : "not even opened: " + error_of(package);
  });
}

}  // namespace

TEST_CASE("a package is a folder or an ordinary file, and nothing is waited for") {
  const test::TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  fs::create_symlink("/dev/zero", folder / "endless");
  for (const std::string& path : {folder / "pipe", folder / "endless", std::string("/dev/zero")}) {
    CHECK_THAT(opening_error(path), ContainsSubstring(path) && ContainsSubstring("neither a file nor a folder"));
  }
  for (const char* target : {"/dev/zero", "pipe"}) {
    const std::string package = folder / "p";
    REQUIRE(publish(package, one_blob("blob")));
    const std::string blob = package + "/" + variant_of(*std::make_unique<PackageContents>(one_blob("blob"))).file;
    fs::remove(blob);
    fs::create_symlink(target[0] == '/' ? target : folder / target, blob);
    CHECK_THAT(reading_error(package), ContainsSubstring("not an ordinary file"));
    const std::string manifest = package + "/" + k_manifest_file;
    fs::remove(manifest);
    fs::create_symlink(target[0] == '/' ? target : folder / target, manifest);
    CHECK_THAT(opening_error(package), ContainsSubstring("not an ordinary file"));
    fs::remove_all(package);
  }
}

TEST_CASE("a file that others may have put there is ordinary and not too long") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "f", "12345"));
  CHECK(read_ordinary_file(folder / "f", 5).value() == "12345");
  CHECK_THAT(error_of(read_ordinary_file(folder / "f", 4)), ContainsSubstring("has 5 bytes, and at most 4 are read"));
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string& path : {folder / "pipe", std::string("/dev/zero"), folder.path()})
    CHECK_THAT(error_of(read_ordinary_file(path, 5)), ContainsSubstring("not an ordinary file"));
  for (const std::string& path : {std::string("/dev/zero"), folder.path()})
    CHECK_THAT(error_of(read_public_key(path)), ContainsSubstring("not an ordinary file"));
  CHECK_THAT(error_of(read_ordinary_file(folder / "absent", 5)), ContainsSubstring("No such file"));
  write(folder / "key", "-----BEGIN PUBLIC KEY-----", 100 * k_gigabyte);
  CHECK_THAT(error_with_little_memory([&] { return error_of(read_public_key(folder / "key")); }),
             ContainsSubstring("at most"));
}

TEST_CASE("a public key comes through a pipe, which may have no end") {
  const auto error_through_pipe = [](BytesView bytes) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const FileDescriptor reader(ends[0]);
    {
      const FileDescriptor writer(ends[1]);
      REQUIRE(::fcntl(ends[1], F_SETPIPE_SZ, 1 << 17) >= 0);
      REQUIRE(write_all(ends[1], bytes) == 0);
    }
    return error_of(read_public_key("/dev/fd/" + std::to_string(ends[0])));
  };
  CHECK(error_through_pipe(Bytes(32, 'k')) == "none");
  CHECK_THAT(error_through_pipe("no key"), ContainsSubstring("holds no key"));
  CHECK_THAT(error_through_pipe(Bytes(65'537, 'k')), ContainsSubstring("more than 65536 bytes"));
}

TEST_CASE("a sparse file of 100 GB is no reason to take memory") {
  const test::TemporaryFolder folder;
  const Bytes whole = *encode_package(one_blob("blob"));
  write(folder / "zeros.clcpack", "", 100 * k_gigabyte);
  CHECK_THAT(opening_error(folder / "zeros.clcpack"), ContainsSubstring("are read"));
  CHECK_THAT(opening_error(folder / "zeros.clcpack", PackageLimit(200 * k_gigabyte)),
             ContainsSubstring("does not begin like one"));
  write(folder / "longer.clcpack", whole, 3 * k_gigabyte);
  CHECK_THAT(opening_error(folder / "longer.clcpack"), ContainsSubstring("longer than its manifest says"));
  Bytes lying = whole;
  lying.replace(8, 8, Bytes("\0\0\0\0\x10\0\0\0", 8));  // the first image has 64 GB
  write(folder / "lying.clcpack", lying, 3 * k_gigabyte);
  CHECK_THAT(opening_error(folder / "lying.clcpack"), ContainsSubstring("longer than it can be"));
}

TEST_CASE("a blob of 900 GB that the manifest claims is no reason to take memory") {
  const test::TemporaryFolder folder;
  for (const std::uint64_t size : {900 * k_gigabyte, 3 * k_gigabyte}) {
    REQUIRE(write_file_atomically(folder / "p.clcpack", claiming(size)));
    CHECK_THAT(reading_error(folder / "p.clcpack"),
               ContainsSubstring("as the manifest says") || ContainsSubstring("the package is damaged"));
    PackageContents contents = one_blob("blob");
    variant_of(contents).size = size;
    const std::string package = folder / std::to_string(size);
    fs::create_directory(package);
    REQUIRE(write_file_atomically(package + "/" + k_manifest_file, encode_manifest(contents.manifest)));
    const std::string blob = package + "/" + variant_of(contents).file;
    write(blob, "blob", 4);
    CHECK_THAT(reading_error(package), ContainsSubstring(blob));
    fs::rename(blob, blob + ".zst");
    CHECK_THAT(reading_error(package), ContainsSubstring(blob));
  }
  // A file that is as long as the manifest says, and longer than the memory: the error tells.
  PackageContents contents = one_blob("blob");
  variant_of(contents).size = 3 * k_gigabyte;
  fs::create_directory(folder / "sparse");
  REQUIRE(write_file_atomically(folder / "sparse" + ("/" + std::string(k_manifest_file)),
                                encode_manifest(contents.manifest)));
  write(folder / "sparse/" + variant_of(contents).file, "", 3 * k_gigabyte);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  CHECK(test::in_child([&] {
          const struct rlimit limit = {k_gigabyte / 2, k_gigabyte / 2};
          if (::setrlimit(RLIMIT_AS, &limit) != 0) return 2;
          const Result<PackageContents> all = Package::open(folder / "sparse").value().read_all();
          return error_of(all).find("not enough memory") != std::string::npos ? 0 : 1;
        }) == 0);
#endif
}

TEST_CASE("whoever opens a package says how much memory it may take") {
  const test::TemporaryFolder folder;
  PackageContents contents = one_blob(Bytes(5000, 'x'));
  REQUIRE(publish(folder / "p", contents));
  REQUIRE(publish(folder / "p.clcpack", contents));
  compress_blobs(contents, 3);
  REQUIRE(contents.compressed.size() == 1);
  const Bytes bytes = *encode_package(contents);
  REQUIRE(write_file_atomically(folder / "small.clcpack", bytes));
  REQUIRE(bytes.size() < 4999);
  CHECK_THAT(error_of(Package::open(folder / "p.clcpack", PackageLimit(4999))), ContainsSubstring("at most 4999"));
  CHECK(Package::open(folder / "p.clcpack", PackageLimit(20000)).value().read_all());
  for (const std::string& path : {folder / "p", folder / "small.clcpack"}) {
    const Result<Package> package = Package::open(path, PackageLimit(4999));
    REQUIRE(package);
    CHECK_THAT(error_of(package->read_all()), ContainsSubstring("5000 bytes") && ContainsSubstring("at most 4999"));
    CHECK(Package::open(path, PackageLimit(5000)).value().read_all());
  }
  CHECK_THAT(error_of(Package::from_memory(bytes, PackageLimit(4999)).value().read_all()),
             ContainsSubstring("at most 4999"));
  CHECK(Package::from_memory(bytes, PackageLimit(5000)).value().read_all());
  // Keys are demanded first; the limit holds with them, too.
  CHECK_THAT(error_of(Package::open(folder / "p.clcpack", {PublicKey()}, PackageLimit(4999))),
             ContainsSubstring("at most 4999"));
  CHECK_THAT(error_of(Package::open(folder / "p.clcpack", {})), ContainsSubstring("no key is trusted"));
}

TEST_CASE("a pipe of endless bytes as standard input ends at what the manifest says") {
  const test::TemporaryFolder folder;
  Bytes endless = *encode_package(one_blob("blob"));
  endless.resize(std::size_t{64} << 20U);
  REQUIRE(write_file_atomically(folder / "endless", endless));
  CHECK(test::in_child([&] {
          int ends[2];
          if (::pipe(ends) != 0) return 2;
          if (::fork() == 0) {
            ::dup2(ends[1], 1);
            ::close(ends[0]);  // or it would never see that nobody reads
            ::close(ends[1]);
            ::execlp("cat", "cat", (folder / "endless").c_str(), nullptr);
            ::_exit(2);
          }
          ::close(ends[1]);
          ::dup2(ends[0], 0);
          ::close(ends[0]);
          const Result<Package> package = Package::open("-");
          char next = 0;
          const bool is_more_there = ::read(0, &next, 1) == 1;  // it was not read to the end
          return !package && is_more_there ? 0 : 1;
        }) == 0);
}

TEST_CASE("no exception leaves") {
  const auto thrown = [](auto&& exception) {
    return error_of(without_exceptions("p.clcpack", [&]() -> Result<int> { throw exception; }));
  };
  CHECK(thrown(std::bad_alloc()) == "p.clcpack: there is not enough memory for it");
  CHECK(thrown(std::length_error("x")) == "p.clcpack: there is not enough memory for it");
  CHECK(thrown(std::runtime_error("some reason")) == "p.clcpack: some reason");
  CHECK(without_exceptions("p", [] { return Result<int>(7); }).value() == 7);
}
