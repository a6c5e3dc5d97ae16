#include "clc/package/manifest.h"
#include "catch_all.h"
#include "package_samples.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

Interface interface_with(const std::string& kernel) {
  Interface interface;
  interface.kernels.resize(1);
  interface.kernels[0].name = kernel;
  return interface;
}

Variant variant_for(const std::string& target, const std::string& format, std::uint64_t interface) {
  Variant variant;
  variant.target = target;
  variant.format = format;
  variant.interface = interface;
  variant.input_digest = sha256_hex("input");
  variant.sha256 = sha256_hex(target);
  variant.size = 5;
  variant.file = blob_name(variant);
  return variant;
}

Manifest small_manifest() {
  Manifest manifest;
  manifest.generator = "clc 0.1.0";
  Module module;
  module.name = "copy";
  module.source_sha256 = sha256_hex("source");
  module.interfaces = {interface_with("copy")};
  module.interfaces[0].kernels[0].arguments = {test::sample_struct_argument()};
  module.interfaces[0].structs = {test::sample_struct()};
  module.variants = {variant_for("nvptx:sm_90", "ptx", 0), variant_for("spirv64:1.2", "spirv", 0)};
  module.variants[1].programs = {std::string(64, '1'), std::string(64, '2')};
  module.variants[1].parts = {std::string(64, '3'), std::string(64, '4')};
  manifest.modules = {module};
  manifest.missing = {{"copy", "driver:pocl", "no such driver", ""}};
  return manifest;
}

// The canonical bytes of a manifest's text: without white space and digest.
std::string canonical(const std::string& text) {
  std::string compact;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) in_string = !in_string;
    if (in_string || (text[i] != ' ' && text[i] != '\n')) compact += text[i];
  }
  return compact.substr(0, compact.rfind(",\"sha256\":")) + "}";
}

std::string sealed(const std::string& body) {
  return body.substr(0, body.size() - 1) + ",\"sha256\":\"" + sha256_hex(body) + "\"}";
}

// The manifest's text after one change, with its digest made right again.
std::string resealed(const std::string& text, const std::string& from, const std::string& to) {
  return sealed(canonical(replaced(text, from, to)));
}

}  // namespace

TEST_CASE("a manifest gives back every field") {
  const Manifest manifest = small_manifest();
  Result<Manifest> decoded = decode_manifest(encode_manifest(manifest));
  REQUIRE(decoded);
  CHECK(decoded->generator == "clc 0.1.0");
  REQUIRE(decoded->modules.size() == 1);
  const Module& module = decoded->modules[0];
  CHECK(decoded->find("copy") == &module);
  CHECK(decoded->find("other") == nullptr);
  CHECK(module.source_sha256 == sha256_hex("source"));
  CHECK(module.interfaces == manifest.modules[0].interfaces);
  REQUIRE(module.variants.size() == 2);
  CHECK(module.variants[0].target == "nvptx:sm_90");
  CHECK(module.variants[0].format == "ptx");
  CHECK(module.variants[0].file == manifest.modules[0].variants[0].file);
  CHECK(module.variants[0].size == 5);
  CHECK(module.variants[0].sha256 == sha256_hex("nvptx:sm_90"));
  CHECK(module.variants[0].input_digest == sha256_hex("input"));
  CHECK(module.variants[0].programs.empty());
  CHECK(module.variants[1].programs == std::vector{std::string(64, '1'), std::string(64, '2')});
  CHECK(module.variants[0].parts.empty());
  CHECK(module.variants[1].parts == std::vector{std::string(64, '3'), std::string(64, '4')});
  REQUIRE(decoded->missing.size() == 1);
  CHECK(decoded->missing[0].reason == "no such driver");
}

TEST_CASE("manifests of any contents give back themselves") {
  test::Random random(7);
  for (int i = 0; i < test::rounds(200); ++i) {
    const Manifest manifest = test::random_package(random).manifest;
    const std::string text = encode_manifest(manifest);
    Result<Manifest> decoded = decode_manifest(text);
    if (!decoded) FAIL(decoded.error().message << "\n" << text);
    CHECK(encode_manifest(*decoded) == text);
    CHECK(manifest_digest(*decoded) == manifest_digest(manifest));
    CHECK_THAT(text, ContainsSubstring("\"sha256\": \"" + manifest_digest(manifest) + "\"\n}\n"));
  }
}

TEST_CASE("a damaged manifest is refused or means the same") {
  const std::string text = encode_manifest(small_manifest());
  std::size_t same = 0;
  test::for_each_damage(text, [&](const std::string& damaged) {
    Result<Manifest> decoded = decode_manifest(damaged);
    if (!decoded) return;
    ++same;
    CHECK(encode_manifest(*decoded) == text);
  });
  CHECK(same < text.size() / 4);  // white space only
}

TEST_CASE("any bytes can be given to the manifest's decoder") {
  test::Random random(8);
  for (int i = 0; i < test::rounds(2000); ++i) {
    const std::string text = encode_manifest(test::random_package(random).manifest);
    Result<Manifest> decoded = decode_manifest(test::mutate(text, random));
    if (decoded) CHECK(encode_manifest(*decoded) == text);
  }
  const std::string text = encode_manifest(small_manifest());
  CHECK_FALSE(decode_manifest(text + Bytes("\0", 1)));
  CHECK_FALSE(decode_manifest(text + Bytes("\0hidden", 7)));
  CHECK_FALSE(decode_manifest(""));
  CHECK_FALSE(decode_manifest("[]"));
  CHECK_FALSE(decode_manifest(std::string(1000000, '[')));
  CHECK_FALSE(decode_manifest("{\"a\":" + std::string(1000000, '[')));
}

TEST_CASE("unknown keys are kept everywhere") {
  const std::string text = encode_manifest(small_manifest());
  const std::string extra = R"({"zz_later":{"list":["a",1],"n":-5}})";
  for (int place = 0; place < 10; ++place) {
    CAPTURE(place);
    Manifest manifest = small_manifest();
    Module& module = manifest.modules[0];
    std::string* const k_places[] = {&manifest.extra,
                                     &module.extra,
                                     &module.interfaces[0].extra,
                                     &module.interfaces[0].kernels[0].extra,
                                     &module.interfaces[0].kernels[0].arguments[0].extra,
                                     &module.interfaces[0].structs[0].extra,
                                     &module.interfaces[0].structs[0].members[0].extra,
                                     &module.variants[0].extra,
                                     &module.variants[0].match.extra,
                                     &manifest.missing[0].extra};
    *k_places[place] = extra;
    const std::string with = encode_manifest(manifest);
    CHECK(with != text);
    Result<Manifest> decoded = decode_manifest(with);
    REQUIRE(decoded);
    CHECK(encode_manifest(*decoded) == with);
    CHECK_FALSE(decode_manifest(replaced(with, "-5", "-6")));
  }
}

TEST_CASE("the programs that a variant is for are put in order, each once") {
  Manifest manifest = small_manifest();
  manifest.modules[0].variants[1].programs = {std::string(64, 'b'), std::string(64, 'a'), std::string(64, 'b')};
  manifest.modules[0].variants[1].parts = manifest.modules[0].variants[1].programs;
  normalize(manifest);
  CHECK(manifest.modules[0].variants[1].programs == std::vector{std::string(64, 'a'), std::string(64, 'b')});
  CHECK(manifest.modules[0].variants[1].parts == manifest.modules[0].variants[1].programs);
}

TEST_CASE("a later minor version is read and kept, a later major one is refused") {
  Manifest manifest = small_manifest();
  manifest.minor = 7;
  Result<Manifest> decoded = decode_manifest(encode_manifest(manifest));
  REQUIRE(decoded);
  CHECK(decoded->minor == 7);

  Result<Manifest> later = decode_manifest(replaced(encode_manifest(manifest), "\"major\": 1", "\"major\": 2"));
  REQUIRE_FALSE(later);
  CHECK_THAT(later.error().message, ContainsSubstring("version 2"));
}

TEST_CASE("what cannot be in a manifest is refused, even under a right digest") {
  const std::string text = encode_manifest(small_manifest());
  const std::string file = small_manifest().modules[0].variants[0].file;
  const std::string digest = small_manifest().modules[0].variants[0].sha256;
  REQUIRE(decode_manifest(resealed(text, "clc 0.1.0", "clc 9.9.9")));
  struct Case {
    std::string from;
    std::string to;
  };
  const Case k_cases[] = {
      {file, "../../etc/passwd"},
      {file, "/etc/passwd"},
      {file, ".."},
      {file, ""},
      {file, ".hidden"},
      {file, "manifest.clc.json"},
      {"\"interface\": 0", "\"interface\": 1"},
      {"\"interface\": 0", "\"interface\": -1"},
      {"\"interface\": 0", "\"interface\": \"0\""},
      {"\"size\": 5", "\"size\": 18446744073709551615"},
      {"\"size\": 5", "\"size\": 99999999999999999999"},
      {"\"size\": 5", "\"size\": 5.0"},
      {"\"size\": 5", "\"size\": true"},
      {"\"size\": 5", "\"size\": null"},
      {"\"size\": 5", "\"size\": 5,\"size\": 5"},
      {digest, "abc"},
      {digest, std::string(64, 'Z')},
      {"\"name\": \"copy\",\n   \"source", "\"name\": \"\",\n   \"source"},
      {"\"name\": \"copy\",\n   \"source", "\"name\": \"a/b\",\n   \"source"},
      {"\"name\": \"copy\",\n   \"source", "\"name\": \"a\\u0000b\",\n   \"source"},
      {"\"target\": \"spirv64:1.2\"", "\"target\": \"nvptx:sm_90\""},
      {"\"generator\"", "\"generated\""},
      {"\"resolved_type\": \"Light*\"", "\"resolved_type\": \"\""},
      {"\"alignment\": 16", "\"alignment\": 12"},
      {"\"offset\": 16", "\"offset\": 17"},
      {"\"offset\": 16", "\"offset\": -1"},
      {"\"union\": 1", "\"union\": 0"},
      {"\"union\": 1", "\"union\": 2"},
      {"\"options\": []", "\"options\": [1]"},
      {"\"options\": []", "\"options\": {}"},
      {"\"file\"", "\"build_options\": \"\",\"file\""},
      {std::string(64, '1'), std::string(64, '2')},
      {std::string(64, '1'), std::string(64, '3')},
      {std::string(64, '1'), std::string(63, '1')},
      {"\"options\": []", "\"options\": [],\"programs\": []"},
      {"\"options\": []", "\"options\": [],\"parts\": []"},
      {"\"options\": []", "\"options\": [],\"parts\": [\"x\"]"},
      {"\"options\": []", "\"match\": {},\"options\": []"},
      {"\"options\": []", "\"options\": [],\"resources\": {\"k\": 1}"},
      {"\"options\": []", "\"options\": [],\"resources\": {\"k\": {\"n\": \"x\"}}"},
  };
  for (const Case& c : k_cases) {
    CAPTURE(c.from, c.to);
    Result<Manifest> decoded = decode_manifest(resealed(text, c.from, c.to));
    REQUIRE_FALSE(decoded);
    CHECK(decoded.error().kind == ErrorKind::k_damaged);
    CHECK_THAT(decoded.error().message, !ContainsSubstring("own SHA-256"));
  }
}

TEST_CASE("a work-group's size that a launch would divide by is not 0") {
  using Size = std::array<std::uint64_t, 3>;
  const std::uint64_t largest = std::uint64_t{1} << 32U;
  const auto is_read = [](const Size& required, const Size& hint) {
    Manifest manifest = small_manifest();
    KernelInterface& kernel = manifest.modules[0].interfaces[0].kernels[0];
    kernel.required_work_group_size = required;
    kernel.work_group_size_hint = hint;
    const Result<Manifest> decoded = decode_manifest(encode_manifest(manifest));
    if (!decoded) CHECK(decoded.error().kind == ErrorKind::k_damaged);
    return static_cast<bool>(decoded);
  };
  const Size none{0, 0, 0};
  for (const Size& right : {none, Size{1, 1, 1}, Size{largest, 1, 1}}) {
    CHECK(is_read(right, none));
    CHECK(is_read(none, right));
  }
  for (const Size& wrong : {Size{0, 1, 1}, Size{8, 0, 1}, Size{8, 8, 0}, Size{largest + 1, 1, 1}}) {
    CHECK_FALSE(is_read(wrong, none));
    CHECK_FALSE(is_read(none, wrong));
  }
}

TEST_CASE("whatever can be read is written again as it was") {
  test::Random random(11);
  const std::string body = canonical(encode_manifest(small_manifest()));
  REQUIRE(decode_manifest(sealed(body)));
  int read = 0;
  for (int i = 0; i < test::rounds(20000); ++i) {
    const std::string changed = test::mutate(body, random);
    if (changed.empty()) continue;
    Result<Manifest> decoded = decode_manifest(sealed(changed));
    if (!decoded) continue;
    ++read;
    CHECK(manifest_digest(*decoded) == sha256_hex(changed));
  }
  CHECK(read > test::rounds(100));
}

TEST_CASE("duplicate modules, kernels and structs are refused") {
  Manifest manifest = small_manifest();
  manifest.modules.push_back(manifest.modules[0]);
  CHECK_FALSE(decode_manifest(encode_manifest(manifest)));

  manifest = small_manifest();
  manifest.modules[0].interfaces[0].kernels.resize(2);
  manifest.modules[0].interfaces[0].kernels[1].name = "copy";
  CHECK_FALSE(decode_manifest(encode_manifest(manifest)));

  manifest = small_manifest();
  manifest.modules[0].interfaces[0].structs.resize(2, test::sample_struct());
  CHECK_FALSE(decode_manifest(encode_manifest(manifest)));
}

TEST_CASE("one file cannot have two descriptions") {
  Manifest manifest = small_manifest();
  manifest.modules[0].variants[1].file = manifest.modules[0].variants[0].file;
  CHECK_FALSE(decode_manifest(encode_manifest(manifest)));
}

TEST_CASE("the order of a manifest follows from its contents") {
  Manifest manifest = small_manifest();
  Module& module = manifest.modules[0];
  module.interfaces = {interface_with("unused"), interface_with("b"), interface_with("a"), interface_with("b")};
  module.variants = {variant_for("spirv64:1.2", "spirv", 1), variant_for("nvptx:sm_90", "ptx", 2),
                     variant_for("driver:pocl", "driver", 3), variant_for("cubin:sm_90", "cubin", 1),
                     variant_for("nvptx:sm_80", "ptx", 2)};
  Module other = module;
  other.name = "a";
  manifest.modules.push_back(other);
  manifest.missing.insert(manifest.missing.begin(), {"zz", "x", "y", ""});
  Manifest shuffled = manifest;
  std::swap(shuffled.modules[0], shuffled.modules[1]);
  std::swap(shuffled.missing[0], shuffled.missing[1]);
  for (Module& m : shuffled.modules) {
    std::reverse(m.variants.begin(), m.variants.end());
    std::reverse(m.interfaces.begin(), m.interfaces.end());
    for (Variant& v : m.variants) v.interface = 3 - v.interface;
  }
  normalize(manifest);
  normalize(shuffled);
  CHECK(encode_manifest(manifest) == encode_manifest(shuffled));
  CHECK(manifest.modules[0].name == "a");
  CHECK(manifest.missing[0].module == "copy");
  const Module& sorted = manifest.modules[0];
  REQUIRE(sorted.interfaces.size() == 2);
  std::vector<std::string> targets;
  for (const Variant& variant : sorted.variants) targets.push_back(variant.target);
  CHECK(targets == std::vector<std::string>{"driver:pocl", "cubin:sm_90", "nvptx:sm_80", "nvptx:sm_90", "spirv64:1.2"});
  CHECK(sorted.interfaces[sorted.variants[0].interface].kernels[0].name == "b");
  CHECK(sorted.interfaces[sorted.variants[2].interface].kernels[0].name == "a");
  normalize(shuffled);
  CHECK(encode_manifest(manifest) == encode_manifest(shuffled));
}

TEST_CASE("a variant whose interface is missing does not survive") {
  Manifest manifest = small_manifest();
  manifest.modules[0].variants[0].interface = 12345;
  normalize(manifest);
  CHECK_FALSE(decode_manifest(encode_manifest(manifest)));
}

TEST_CASE("text that is not UTF-8 does not break a manifest") {
  Manifest manifest = small_manifest();
  manifest.missing[0].reason = "bad \xff byte";
  Result<Manifest> decoded = decode_manifest(encode_manifest(manifest));
  REQUIRE(decoded);
  CHECK(decoded->missing[0].reason == "bad \xEF\xBF\xBD byte");
  CHECK(manifest_digest(*decoded) == manifest_digest(manifest));
}

TEST_CASE("blobs are named by digest and format") {
  CHECK(blob_name(variant_for("x", "spirv", 0)) == sha256_hex("x").substr(0, 32) + ".spv");
  CHECK(blob_name(variant_for("x", "ptx", 0)) == sha256_hex("x").substr(0, 32) + ".ptx");
  CHECK(blob_name(variant_for("x", "driver", 0)) == sha256_hex("x").substr(0, 32) + ".bin");
}
