#include "clc/package/interface.h"

#include "catch_all.h"
#include "package_samples.h"

using namespace clc;

namespace {

Argument value(const std::string& type) {
  Argument argument;
  argument.name = "n";
  argument.type = type;
  argument.size = argument.alignment = 4;
  return argument;
}

Interface lit() {
  Interface interface;
  interface.kernels.resize(1);
  interface.kernels[0].name = "lit";
  interface.kernels[0].arguments = {test::sample_struct_argument(), value("uint")};
  interface.structs = {test::sample_struct()};
  return interface;
}

std::string contract(const Interface& interface) {
  return launch_contract(interface, interface.kernels[0]);
}

}  // namespace

TEST_CASE("a launch's contract says what callers keep to", "[package]") {
  Interface interface = lit();
  KernelInterface& kernel = interface.kernels[0];
  CHECK(contract(interface) == "(constant Light*, uint); union Light of 32 {float power at 0, float4 colour at 16}");
  kernel.required_work_group_size = {8, 4, 1};
  interface.structs[0].is_union = false;
  interface.structs[0].members = {{"next", "Light[2]*", 0, 8, ""}, {"scene", "Scene", 8, 4, ""}};
  interface.structs.push_back({"Scene", 4, 4, false, {}, ""});
  interface.structs.push_back({"Unused", 4, 4, false, {}, ""});
  CHECK(contract(interface) ==
        "(constant Light*, uint) in groups of 8 x 4 x 1; struct Light of 32 {Light[2]* next at 0, Scene scene at 8}; "
        "struct Scene of 4 {}");

  Argument image = value("image2d_t");
  image.kind = ArgumentKind::k_image;
  image.address_space = AddressSpace::k_global;
  image.access = Access::k_write_only;
  Argument tile = value("float*");
  tile.kind = ArgumentKind::k_local;
  tile.address_space = AddressSpace::k_local;
  tile.is_const = true;
  kernel.arguments = {image, tile};
  kernel.required_work_group_size = {0, 0, 0};
  CHECK(contract(interface) == "(write_only image2d_t, local const float*)");
  kernel.arguments.clear();
  CHECK(contract(interface) == "()");
}

TEST_CASE("a launch's contract leaves out what callers do not see", "[package]") {
  const std::string before = contract(lit());
  const auto same = [&](void (*change)(Interface&)) {
    Interface interface = lit();
    change(interface);
    return contract(interface) == before;
  };
  CHECK(same([](Interface& i) { i.kernels[0].name = "other"; }));
  CHECK(same([](Interface& i) { i.kernels[0].arguments[0].name = "other"; }));
  CHECK(same([](Interface& i) { i.kernels[0].arguments[0].type = "Light*"; }));
  CHECK(same([](Interface& i) { i.kernels[0].arguments[0].size = 4; }));  // a pointer's own size
  CHECK(same([](Interface& i) { i.kernels[0].arguments[0].is_restrict = true; }));
  CHECK(same([](Interface& i) { i.kernels[0].work_group_size_hint = {64, 1, 1}; }));
  CHECK_FALSE(same([](Interface& i) { i.kernels[0].arguments[1].type = "int"; }));
  CHECK_FALSE(same([](Interface& i) { i.kernels[0].arguments[0].address_space = AddressSpace::k_global; }));
  CHECK_FALSE(same([](Interface& i) { i.structs[0].members[1].offset = 12; }));
  CHECK_FALSE(same([](Interface& i) { i.structs[0].size = 48; }));
}
