#include "toolchain/installed_devices.h"

#include "catch_all.h"

namespace clc {

TEST_CASE("the only device of PoCL has the short name of its driver", "[toolchain]") {
  const auto device = [](const char* platform, const char* name) {
    ListedDevice made;
    made.platform = platform;
    made.device = name;
    return made;
  };
  const std::string pocl = "Portable Computing Language";
  const ListedDevice cpu = device(pocl.c_str(), "pthread-epyc"), basic = device(pocl.c_str(), "basic-epyc"),
                     other = device("A", "B");
  CHECK(driver_target(cpu, {other, cpu})->name() == "driver:pocl");
  CHECK(driver_target(cpu, {basic, cpu})->name() == "driver:pthread-epyc");
  CHECK(driver_target(other, {other, cpu})->name() == "driver:b");
  CHECK(targets_for(cpu, {cpu}).back().name() == "driver:pocl");
}

}  // namespace clc
