// The names and texts of generated headers. tests/bindings checks that they compile and launch.
#include "bindings/launcher_header.h"

#include "bindings/cpp_names.h"
#include "bindings/launcher_types.h"
#include "catch_all.h"
#include "package_samples.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

Argument pointer(const std::string& name, const std::string& type, AddressSpace space = AddressSpace::k_global) {
  Argument argument;
  argument.name = name;
  argument.type = type;
  argument.kind = space == AddressSpace::k_local ? ArgumentKind::k_local : ArgumentKind::k_buffer;
  argument.address_space = space;
  argument.size = argument.alignment = 8;
  return argument;
}

Interface interface_of(const std::vector<std::string>& kernels, const std::vector<Argument>& arguments = {}) {
  Interface interface;
  for (const std::string& name : kernels) {
    KernelInterface kernel;
    kernel.name = name;
    kernel.arguments = arguments;
    interface.kernels.push_back(kernel);
  }
  return interface;
}

// A module whose variants see these interfaces, for targets t0, t1, …
Module module_of(const std::string& name, const std::vector<Interface>& interfaces) {
  Module module;
  module.name = name;
  module.interfaces = interfaces;
  for (std::size_t i = 0; i < interfaces.size(); ++i) {
    Variant variant;
    variant.target = "t" + std::to_string(i);
    variant.interface = i;
    module.variants.push_back(variant);
  }
  return module;
}

Result<std::string> header_of(const std::vector<Module>& modules, const std::vector<std::string>& includes = {}) {
  Manifest manifest;
  manifest.modules = modules;
  return launcher_header(manifest, {{"app", "gpu"}, includes, ""});
}

std::string refusal(const std::vector<Module>& modules, const std::vector<std::string>& includes = {}) {
  const Result<std::string> header = header_of(modules, includes);
  if (header) return "";
  CHECK(header.error().kind == ErrorKind::k_usage);
  return header.error().message;
}

std::string takes(const Argument& argument, const Interface& interface = {}) {
  const std::optional<Wanted> wanted = wanted_for(interface, argument);
  return wanted ? wanted->check : "";
}

}  // namespace

TEST_CASE("names become names that C++ takes", "[bindings]") {
  CHECK(cpp_identifier("vecadd_2d") == "vecadd_2d");
  CHECK(cpp_identifier("blur.fast") == "blur_fast");
  CHECK(cpp_identifier("2d") == "_2d");
  CHECK(cpp_identifier("new") == "new_");
  CHECK(cpp_identifier("co_await") == "co_await_");
  CHECK(cpp_identifier("linux") == "linux_");
  CHECK(cpp_identifier("news") == "news");
  CHECK(cpp_identifier("a__b") == "a_b");
  CHECK(cpp_identifier("_Reserved") == "Reserved");
  CHECK(cpp_identifier("_plain") == "_plain");
  CHECK(cpp_identifier("") == "_");
  CHECK(cpp_identifier("日本") == "_");
  CHECK(cpp_identifier("a b-c") == "a_b_c");
}

TEST_CASE("namespaces are names of C++", "[bindings]") {
  CHECK(*parse_namespace("a::b_1") == std::vector<std::string>{"a", "b_1"});
  for (const char* wrong : {"", "::", "a::", "::a", "a:b", "a b", "1a", "class", "a::new", "a__b", "a-b"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_namespace(wrong));
  }
}

TEST_CASE("arguments become what a caller has to give", "[bindings]") {
  CHECK(takes(pointer("p", "float*")) == "::clc::typed::BufferOf<::cl_float>");
  CHECK(takes(pointer("p", "uchar16*", AddressSpace::k_constant)) == "::clc::typed::BufferOf<const ::cl_uchar16>");
  CHECK(takes(pointer("p", "int3*", AddressSpace::k_local)) == "::clc::typed::LocalOf<::cl_int3>");
  CHECK(takes(pointer("p", "void*")) == "::clc::typed::BufferOf<void>");
  CHECK(takes(pointer("p", "half[4][2]*")) == "::clc::typed::BufferOf<::cl_half>");
  CHECK(takes(pointer("p", "float**")).empty());
  CHECK(takes(pointer("p", "float5*")).empty());
  CHECK(takes(pointer("p", "real*")).empty());
  Argument real = pointer("p", "real*");
  real.resolved_type = "float*";
  real.is_const = true;
  CHECK(takes(real) == "::clc::typed::BufferOf<const ::cl_float>");
  Interface lights;
  lights.structs = {test::sample_struct()};
  CHECK(takes(pointer("p", "Light*"), lights) == "::clc::typed::BufferOf<::Light>");
  CHECK(takes(pointer("p", "Light*")).empty());
  lights.structs[0].name = "Vector<float, 4>";
  CHECK(takes(pointer("p", "Vector<float, 4>*"), lights).empty());
}

TEST_CASE("modules and kernels whose names would meet are refused", "[bindings]") {
  CHECK(header_of({module_of("a", {interface_of({"b", "c"})}), module_of("b", {interface_of({"b"})})}));
  CHECK_THAT(refusal({module_of("a.b", {interface_of({"k"})}), module_of("a_b", {interface_of({"k"})})}),
             ContainsSubstring("modules 'a.b' and 'a_b' would both be 'a_b'"));
  CHECK_THAT(refusal({module_of("m", {interface_of({"new", "new_"})})}),
             ContainsSubstring("module 'm': kernels 'new' and 'new_' would both be 'new_'"));
  const Result<std::string> own = header_of({module_of("m", {interface_of({"Kernels", "load", "program"})})});
  REQUIRE(own);
  CHECK_THAT(*own, ContainsSubstring("interfaces::load_> load_;"));
}

TEST_CASE("variants that callers would have to tell apart are refused", "[bindings]") {
  const Interface wide = interface_of({"k"}, {pointer("p", "ulong*")});
  Interface narrow = wide;
  narrow.kernels[0].arguments[0].size = 4;
  CHECK(header_of({module_of("m", {wide, narrow})}));
  narrow.kernels[0].arguments[0].type = "uint*";
  CHECK_THAT(refusal({module_of("m", {wide, narrow})}),
             ContainsSubstring(
                 "module 'm' is not the same for t0 and t1: kernel 'k' takes (global ulong*), and (global uint*)"));
  CHECK_THAT(refusal({module_of("m", {wide, interface_of({"k", "l"}, wide.kernels[0].arguments)})}),
             ContainsSubstring("only one of them has kernel 'l'"));
}

TEST_CASE("structs need a header, and names", "[bindings]") {
  Interface interface = interface_of({"k"}, {test::sample_struct_argument()});
  interface.structs = {test::sample_struct()};
  CHECK_THAT(refusal({module_of("m", {interface})}), ContainsSubstring("'Light'") && ContainsSubstring("--include"));
  const Result<std::string> header = header_of({module_of("m", {interface})}, {"light.h", "<lib/more.h>"});
  REQUIRE(header);
  CHECK_THAT(*header, ContainsSubstring("#include \"light.h\"\n#include <lib/more.h>\n"));
  CHECK_THAT(*header, ContainsSubstring("static_assert(offsetof(::Light, colour) == 16"));
  interface.structs[0].members[0].name = "a;b";
  CHECK_THAT(refusal({module_of("m", {interface})}, {"light.h"}), ContainsSubstring("member 'a;b'"));
  interface.structs.clear();
  CHECK_THAT(refusal({module_of("m", {interface})}, {"light.h"}), ContainsSubstring("'lights_t*' has no type in C++"));
}

// Names are data: they end no comment, no literal and no message.
TEST_CASE("whatever a manifest holds, a header is one or is refused", "[bindings]") {
  test::Random random(21);
  int made = 0;
  for (int i = 0; i < 3000; ++i) {
    Interface interface = test::random_interface(random);
    for (KernelInterface& kernel : interface.kernels) {
      kernel.name += random.text();
      for (Argument& argument : kernel.arguments) {
        if (random.below(8) != 0) argument.resolved_type = argument.kind == ArgumentKind::k_value ? "float" : "uint*";
        if (argument.kind == ArgumentKind::k_image) argument.resolved_type = "image2d_t";
      }
    }
    if (random.coin()) interface.structs.clear();
    const Result<std::string> header = header_of({module_of("m" + random.text(), {interface})}, {"shared.h"});
    if (!header) {
      CHECK(header.error().kind == ErrorKind::k_usage);
      continue;
    }
    ++made;
    for (std::size_t begin = 0; begin < header->size();) {
      const std::size_t end = header->find('\n', begin);
      const std::string line = header->substr(begin, end - begin);
      begin = end + 1;
      CHECK(line.find('\r') == std::string::npos);
      if (line.find("//") == line.find_first_not_of(' ')) CHECK((line.empty() || line.back() != '\\'));
      std::size_t quotes = 0;
      for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\')
          ++at;
        else
          quotes += line[at] == '"' ? 1 : 0;
      }
      CHECK(quotes % 2 == 0);
    }
  }
  CHECK(made > 500);
}
