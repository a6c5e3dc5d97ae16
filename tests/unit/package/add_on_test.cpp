// Packages that bring binaries for more devices.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch_all.h"
#include "clc/package/add_on.h"
#include "clc/package/publish.h"
#include "made_package.h"
#include "package_samples.h"
#include "skip.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

PackageContents base_contents() {
  return test::sample_contents({{"nvptx:sm_90", "ptx", "some PTX", {}}, {"spirv64:1.2", "spirv", "some IL", {}}});
}

PackageContents more_contents() {
  return test::sample_contents({{"cubin:sm_90", "cubin", "some code", {}}});
}

Variant& first_variant(PackageContents& contents) {
  return contents.manifest.modules[0].variants[0];
}

}  // namespace

TEST_CASE("an add-on has the kernels of the package and no others") {
  const Manifest base = base_contents().manifest;
  PackageContents more = more_contents();
  CHECK(add_on_misfit(base, more.manifest).empty());
  CHECK(add_on_misfit(base, base).empty());
  Module& module = more.manifest.modules[0];
  SECTION("another module") {
    module.name = "other";
    CHECK_THAT(add_on_misfit(base, more.manifest), ContainsSubstring("a module 'other'"));
  }
  SECTION("other files or options") {
    first_variant(more).kernels_digest = sha256_hex("other");
    CHECK_THAT(add_on_misfit(base, more.manifest),
               ContainsSubstring("'sample' for cubin:sm_90") && ContainsSubstring("other files"));
  }
  SECTION("made before packages said so") {
    first_variant(more).kernels_digest.clear();
    CHECK_THAT(add_on_misfit(base, more.manifest), ContainsSubstring("compile it again"));
    Manifest old = base;
    for (Variant& variant : old.modules[0].variants) variant.kernels_digest.clear();
    CHECK_FALSE(add_on_misfit(old, more_contents().manifest).empty());
  }
  SECTION("a kernel more") {
    module.interfaces[0].kernels.push_back(module.interfaces[0].kernels[0]);
    module.interfaces[0].kernels.back().name = "backdoor";
    CHECK_THAT(add_on_misfit(base, more.manifest), ContainsSubstring("other kernels"));
  }
  SECTION("a kernel less") {
    module.interfaces[0].kernels.pop_back();
    CHECK_THAT(add_on_misfit(base, more.manifest), ContainsSubstring("other kernels"));
  }
  SECTION("another argument") {
    module.interfaces[0].kernels[0].arguments[0].type = "uint*";
    CHECK_THAT(add_on_misfit(base, more.manifest), ContainsSubstring("other arguments"));
  }
  SECTION("pointers of another size are the target's business") {
    module.interfaces[0].kernels[0].arguments[0].size = 4;
    CHECK(add_on_misfit(base, more.manifest).empty());
  }
}

TEST_CASE("add-ons beside a package are found by name, and those that do not fit say why") {
  test::TemporaryFolder folder;
  std::error_code ignored;
  for (const std::string name : {"p", "q.clcpack"}) {
    REQUIRE(publish(folder / name, base_contents()));
    CHECK(Package::open(folder / name)->add_ons().empty());
    const std::string place = folder / (name.substr(0, 1) + ".addons");
    PackageContents other = more_contents();
    first_variant(other).kernels_digest = sha256_hex("other");
    REQUIRE(publish(place + "/c", more_contents()));
    REQUIRE(publish(place + "/b.clcpack", more_contents()));
    REQUIRE(publish(place + "/d.clcpack", other));
    REQUIRE(write_file_atomically(place + "/a.clcpack", "no package"));
    REQUIRE(write_file_atomically(place + "/.hidden", "not looked at"));
    REQUIRE(::mkfifo((place + "/e").c_str(), 0600) == 0);  // must not hang
    REQUIRE(write_file_atomically(place + "/f", ""));
    fs::resize_file(place + "/f", std::uintmax_t{1} << 62, ignored);  // where the file system lets us
    const Result<Package> package = Package::open(folder / name);
    REQUIRE(package);
    const std::vector<AddOn>& found = package->add_ons();
    REQUIRE(found.size() == 6);
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(fs::path(found[i].path).filename().string()[0] == "abcdef"[i]);
      CHECK(found[i].problem.empty() == found[i].package.has_value());
    }
    CHECK_THAT(found[0].problem, ContainsSubstring("not a package"));
    CHECK(found[1].package);
    CHECK(found[2].package);
    CHECK_THAT(found[3].problem, ContainsSubstring("other files"));
    CHECK_THAT(found[4].problem, ContainsSubstring("neither a file nor a folder"));
    CHECK_FALSE(found[5].problem.empty());
    CHECK(&Package(*package).add_ons() == &found);  // looked for once
  }
  REQUIRE(publish(folder / "r", base_contents()));
  REQUIRE(write_file_atomically(folder / "r.addons", "a file"));
  const Result<Package> package = Package::open(folder / "r");
  REQUIRE(package->add_ons().size() == 1);
  CHECK_THAT(package->add_ons()[0].problem, ContainsSubstring("cannot be read"));
}

TEST_CASE("a package in memory is told where its add-ons are") {
  test::TemporaryFolder folder;
  REQUIRE(publish(folder / "more/a", more_contents()));
  const Bytes bytes = *encode_package(base_contents());
  const Result<Package> package = Package::from_memory(bytes);
  REQUIRE(package);
  CHECK(package->add_ons().empty());
  REQUIRE(package->with_add_ons(folder / "more").add_ons().size() == 1);
  CHECK(package->with_add_ons(folder / "more").add_ons()[0].package);
  CHECK(package->with_add_ons(folder / "nowhere").add_ons().empty());
  CHECK(package->add_ons().empty());
}

namespace {

constexpr uid_t k_stranger = 20001;
constexpr uid_t k_vendor = 20002;

// A package that fits the base but comes from elsewhere, and its place among the add-ons.
struct Planted {
  explicit Planted(const std::string& form) : path(folder / ("p.addons/more" + form)) {
    REQUIRE(publish(folder / "p.clcpack", base_contents()));
    REQUIRE(publish(path, more_contents()));
    fs::permissions(folder.path(), fs::perms(0755));
  }

  AddOn found() const {
    const Result<Package> package = Package::open(folder / "p.clcpack");
    if (!package) FAIL(package.error().message);
    const std::vector<AddOn>& add_ons = package->add_ons();
    return add_ons.empty() ? AddOn{"", "nothing is found", {}} : add_ons.front();
  }
  bool is_used() const {
    const AddOn add_on = found();
    return add_on.package && add_on.package->read_all();
  }
  std::string blob() const {
    return path + "/" + first_variant(*std::make_unique<PackageContents>(more_contents())).file;
  }

  test::TemporaryFolder folder;
  const std::string path;
};

void give_to(const std::string& path, uid_t user) {
  REQUIRE(::lchown(path.c_str(), user, user) == 0);
}

}  // namespace

TEST_CASE("an add-on that others can have written is refused, with the reason, and the package is not") {
  for (const char* form : {"", ".clcpack"}) {
    const Planted planted(form);
    REQUIRE(planted.is_used());
    for (const std::string& part : {planted.folder / "p.addons", planted.path}) {
      for (const auto mode : {0775, 0757, 01777}) {
        const fs::perms before = fs::status(part).permissions();
        fs::permissions(part, fs::perms(mode));
        CHECK_THAT(planted.found().problem,
                   ContainsSubstring("others can have written it") && ContainsSubstring("chmod go-w"));
        fs::permissions(part, before);
      }
      if (::geteuid() != 0) continue;
      give_to(part, k_stranger);
      CHECK_THAT(planted.found().problem, ContainsSubstring("belongs to user 20001"));
      give_to(part, 0);
    }
    CHECK(planted.is_used());
  }
}

TEST_CASE("the files of an add-on's folder are held to the same rules") {
  const Planted planted("");
  for (const std::string& file : {planted.path + "/" + k_manifest_file, planted.blob()}) {
    fs::permissions(file, fs::perms(0666));
    CHECK_FALSE(planted.is_used());
    fs::permissions(file, fs::perms(0644));
    CHECK(planted.is_used());
    if (::geteuid() == 0) {
      give_to(file, k_stranger);
      CHECK_FALSE(planted.is_used());
      give_to(file, 0);
    }
    fs::rename(file, planted.folder / "elsewhere");
    fs::create_symlink(planted.folder / "elsewhere", file);
    CHECK_FALSE(planted.is_used());  // links are not followed
    fs::remove(file);
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
    CHECK_FALSE(planted.is_used());  // and nothing is waited for
    fs::remove(file);
    fs::create_symlink("/dev/zero", file);
    CHECK_FALSE(planted.is_used());
    fs::remove(file);
    fs::rename(planted.folder / "elsewhere", file);
    CHECK(planted.is_used());
  }
}

TEST_CASE("a link among the add-ons is not followed; the folder may be one of our own") {
  const Planted planted(".clcpack");
  fs::rename(planted.path, planted.folder / "elsewhere.clcpack");
  fs::create_symlink(planted.folder / "elsewhere.clcpack", planted.path);
  CHECK_THAT(planted.found().problem, ContainsSubstring("symbolic link"));
  fs::remove(planted.path);
  fs::create_symlink("/dev/zero", planted.path);
  CHECK_FALSE(planted.found().problem.empty());
  fs::remove(planted.path);
  fs::rename(planted.folder / "elsewhere.clcpack", planted.path);

  const std::string add_ons = planted.folder / "p.addons";
  fs::rename(add_ons, planted.folder / "real");
  fs::create_directory_symlink("real", add_ons);
  CHECK(planted.is_used());
  if (::geteuid() != 0) return test::skip("a link of somebody else", "only root can change owners");
  give_to(add_ons, k_stranger);
  CHECK_THAT(planted.found().problem, ContainsSubstring("is a link") && ContainsSubstring("user 20001"));
}

TEST_CASE("whose package it is, may also add to it") {
  if (::geteuid() != 0) return test::skip("add-ons of the package's owner", "only root can change owners");
  const Planted planted(".clcpack");
  for (const std::string& part : {planted.folder / "p.addons", planted.path}) give_to(part, k_vendor);
  CHECK_FALSE(planted.is_used());
  give_to(planted.folder / "p.clcpack", k_vendor);
  CHECK(planted.is_used());
  give_to(planted.path, k_stranger);
  CHECK_FALSE(planted.is_used());
}
