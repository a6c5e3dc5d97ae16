// The files by which a driver is told from its next version.
#include "kept/driver_files.h"

#include <filesystem>
#include <fstream>

#include "catch_all.h"
#include "temporary_folder.h"

namespace clc {
namespace {

// A driver as a vendor installs it: a library in a folder of its own, files beside it, and some below share/.
class InstalledDriver {
 public:
  InstalledDriver() {
    for (const char* name :
         {"lib/libsample.so.2", "lib/kernels.bc", "lib/sample/plugin.so", "share/sample/include/k.h"}) {
      write(name, "first");
    }
  }
  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  void remove(const std::string& name) const { std::filesystem::remove(folder_ / name); }
  std::string here(const std::string& library = "lib/libsample.so.2") const {
    return driver_files(folder_ / library).here;
  }

 private:
  const test::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a driver is another one when a file changes that it compiles with", "[driver_files]") {
  const InstalledDriver driver;
  const std::string before = driver.here();
  CHECK(driver.here() == before);
  for (const char* name : {"lib/libsample.so.2", "lib/kernels.bc", "lib/sample/plugin.so", "share/sample/include/k.h",
                           "lib/libigc.so.2"}) {
    INFO(name);
    driver.write(name, "another length");
    CHECK(driver.here() != before);
    driver.write(name, "first");
  }
  const std::string now = driver.here();
  driver.remove("lib/kernels.bc");
  CHECK(driver.here() != now);
}

TEST_CASE("a driver is another one when its compiler changes in the folder above", "[driver_files]") {
  const InstalledDriver debian;
  const char* const library = "lib/intel-opencl/libigdrcl.so";
  debian.write(library, "first");
  for (const char* name : {"lib/libigc.so.1", "lib/libigdfcl.so.1", "lib/libopencl-clang.so.14"}) {
    INFO(name);
    const std::string before = debian.here(library);
    debian.write(name, "first");
    const std::string added = debian.here(library);
    CHECK(added != before);
    debian.write(name, "another length");
    CHECK(debian.here(library) != added);
  }
  const std::string now = debian.here(library);
  debian.write("lib/libother.so.1", "first");
  debian.write("lib/libopencl-clang14.so", "first");
  CHECK(debian.here(library) == now);
}

TEST_CASE("a driver's identity covers files that it loads later, and none of its neighbours", "[driver_files]") {
  const InstalledDriver driver;
  const std::string before = driver.here();
  driver.write("share/other/include/k.h", "first");
  driver.write("bin/tool", "first");
  CHECK(driver.here() == before);
}

}  // namespace clc
