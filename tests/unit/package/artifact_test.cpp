#include "clc/package/artifact.h"
#include "catch_all.h"
#include "package_samples.h"

using namespace clc;

namespace {

Artifact full_artifact() {
  Artifact artifact;
  artifact.target = "nvptx:sm_90";
  artifact.format = "ptx";
  artifact.binary = Bytes("\0\xff binary", 9);
  artifact.log = "warning \xff not UTF-8";
  artifact.diagnostics = {{Severity::k_warning, {2, "lib/a.h"}, 3, 7, "unused", "int x;\n    ^"},
                          {Severity::k_error, {0, "copy.cl"}, 1, 1, "double is not supported for r600", "", true}};
  artifact.interface.kernels = {{"copy", {}, {64, 1, 1}, {0, 0, 0}, "float", 32, ""}};
  artifact.interface.kernels[0].arguments.resize(1);
  artifact.interface.kernels[0].arguments[0].name = "out";
  artifact.interface.kernels[0].arguments[0].kind = ArgumentKind::k_buffer;
  artifact.inputs = {{InputKind::k_file, {0, "copy.cl"}, sha256_hex("x")}, {InputKind::k_folder, {1, "."}, ""}};
  artifact.match.driver_version = "3.1";
  artifact.build_options = "-cl-fast-relaxed-math";
  artifact.resources["copy"]["registers"] = 12;
  artifact.sections["ir"] = "define void @copy";
  return artifact;
}

}  // namespace

TEST_CASE("an artifact gives back every field") {
  const Artifact artifact = full_artifact();
  Result<Artifact> decoded = decode_artifact(encode_artifact(artifact));
  REQUIRE(decoded);
  CHECK(decoded->target == artifact.target);
  CHECK(decoded->format == artifact.format);
  CHECK(decoded->binary == artifact.binary);
  CHECK(decoded->log == artifact.log);
  REQUIRE(decoded->diagnostics.size() == 2);
  CHECK_FALSE(decoded->diagnostics[0].is_of_target);
  CHECK(decoded->diagnostics[1].is_of_target);
  CHECK(decoded->diagnostics[0].severity == Severity::k_warning);
  CHECK(decoded->diagnostics[0].file.root == 2);
  CHECK(decoded->diagnostics[0].file.name == "lib/a.h");
  CHECK(decoded->diagnostics[0].line == 3);
  CHECK(decoded->diagnostics[0].column == 7);
  CHECK(decoded->diagnostics[0].text == "unused");
  CHECK(decoded->diagnostics[0].snippet == "int x;\n    ^");
  CHECK(decoded->interface == artifact.interface);
  REQUIRE(decoded->inputs.size() == 2);
  CHECK(decoded->inputs[0].sha256 == sha256_hex("x"));
  CHECK(decoded->inputs[1].kind == InputKind::k_folder);
  CHECK(decoded->inputs[1].path.root == 1);
  CHECK(decoded->match == artifact.match);
  CHECK(decoded->build_options == artifact.build_options);
  CHECK(decoded->resources == artifact.resources);
  CHECK(decoded->sections == artifact.sections);
}

TEST_CASE("an artifact that nobody filled in survives the way") {
  Result<Artifact> decoded = decode_artifact(encode_artifact(Artifact()));
  REQUIRE(decoded);
  CHECK(encode_artifact(*decoded) == encode_artifact(Artifact()));
}

TEST_CASE("artifacts of any contents give back themselves") {
  test::Random random(5);
  for (int i = 0; i < 300; ++i) {
    Artifact artifact = test::random_artifact(random);
    const Bytes bytes = encode_artifact(artifact);
    Result<Artifact> decoded = decode_artifact(bytes);
    REQUIRE(decoded);
    CHECK(encode_artifact(*decoded) == bytes);
    CHECK(decoded->binary == artifact.binary);
    CHECK(decoded->log == artifact.log);
    CHECK(decoded->interface == artifact.interface);
    CHECK(decoded->sections == artifact.sections);
  }
}

TEST_CASE("an artifact that is cut or goes on is refused") {
  const Bytes bytes = encode_artifact(full_artifact());
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(decode_artifact(bytes.substr(0, size)));
  CHECK_FALSE(decode_artifact(bytes + "x"));
}

TEST_CASE("an artifact that lies about itself is refused or read as written") {
  test::Random random(6);
  for (int i = 0; i < test::rounds(3000); ++i) {
    const Bytes body = test::mutate(encode_artifact(test::random_artifact(random)), random);
    Result<Artifact> decoded = decode_artifact(body);
    if (decoded) CHECK(encode_artifact(*decoded) == body);
  }
}

TEST_CASE("hostile lengths in an artifact are refused") {
  for (std::uint64_t length : {std::uint64_t{0}, std::uint64_t{1} << 20, UINT64_MAX, UINT64_MAX - 15}) {
    Bytes body = encode_artifact(full_artifact());
    for (std::size_t i = 0; i < 8; ++i) body[8 + i] = static_cast<char>((length >> (8 * i)) & 0xff);
    CHECK_FALSE(decode_artifact(body));
  }
}
