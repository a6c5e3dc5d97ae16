#include "recording/recording.h"

#include "catch_all.h"
#include "clc/base/digest.h"
#include "package_samples.h"

using namespace clc;

namespace {

RecordedRun sample_run() {
  RecordedRun run;
  run.command = {"hashcat", "-m", std::string("\xff\n", 2)};
  run.process = 42;
  RecordedBuild build;
  build.digest = sha256_hex("program");
  build.devices = {{"Intel(R) Xeon", "PoCL", "3.1", "OpenCL 3.0"}};
  build.served = "driver";
  build.status = -11;
  build.nanoseconds = 1234567;
  build.count = 2;
  build.log = "warning: \xfe";
  build.kernels = {{"copy", {{"buffer", "float*", "to", 0}, {"", "", "", 0}}}};
  run.builds.push_back(build);
  RecordedBuild link;
  link.step = BuildStep::k_link;
  link.digest = sha256_hex("linked");
  link.inputs = {build.digest};
  link.link_options = "-create-library";
  link.served = "cache";
  run.builds.push_back(link);
  run.launches.push_back({build.digest, "copy", 2, {0, 1, 0}, {64, 32, 1}, {8, 0, 0}, {{"value", "", "", 4}}, 7});
  run.not_recorded = {{"a macro names what is included", 3}};
  return run;
}

RecordedProgram sample_program() {
  RecordedProgram program;
  program.text = {
      "kernel void copy() {}", {{"include-0/a/b.h", "1"}, {"embedded/c.h", ""}}, "-I include-0 -DX=\"\xfe\""};
  program.digest = program_digest(program.text);
  program.source_file = "copy.cl";
  return program;
}

}  // namespace

TEST_CASE("a run gives back what was recorded") {
  const std::string text = encode_run(sample_run());
  const Result<RecordedRun> run = decode_run(text);
  REQUIRE(run);
  CHECK(encode_run(*run) == text);
  CHECK(run->command == sample_run().command);
  CHECK(run->builds.at(0).kernels == sample_run().builds[0].kernels);
  CHECK(run->builds.at(0).devices == sample_run().builds[0].devices);
  CHECK(run->builds.at(0).status == -11);
  CHECK(run->builds.at(1).step == BuildStep::k_link);
  CHECK(run->builds.at(1).inputs == sample_run().builds[1].inputs);
  CHECK(run->launches.at(0).local == sample_run().launches[0].local);
  CHECK(run->launches.at(0).arguments == sample_run().launches[0].arguments);
  CHECK(run->not_recorded.at(0).count == 3);
}

TEST_CASE("a program's description gives back what was recorded") {
  const std::string text = encode_program(sample_program());
  const Result<RecordedProgram> program = decode_program(text);
  REQUIRE(program);
  CHECK(encode_program(*program) == text);
  CHECK(program->digest == sample_program().digest);
  CHECK(program->text.options == sample_program().text.options);
  CHECK(program->text.headers.at(0).name == "include-0/a/b.h");
}

TEST_CASE("damaged files of a recording are refused or read, and never crash") {
  test::for_each_damage(encode_program(sample_program()), [](const std::string& damaged) {
    const Result<RecordedProgram> program = decode_program(damaged);
    if (!program) return;
    for (const ProgramHeader& header : program->text.headers) CHECK_FALSE(header_file(header.name).empty());
    CHECK(program->source_file.find('/') == std::string::npos);
  });
  const std::string run = encode_run(sample_run());
  test::for_each_damage(run, [](const std::string& damaged) { (void)decode_run(damaged); });
}

TEST_CASE("no header of a recording lies outside of its program's folder") {
  CHECK(header_file("include-0/a/b.h") == "include-0/a/b.h");
  CHECK(header_file("absolute/usr/share/x.h") == "absolute/usr/share/x.h");
  CHECK(header_file("embedded/a b..h") == "embedded/a b..h");
  for (const char* name : {"", "/etc/passwd", "../x.h", "embedded/../../x.h", "embedded/..", "program.json", "x.cl"}) {
    CAPTURE(name);
    CHECK(header_file(name).empty());
  }
  CHECK(header_file("embedded/" + std::string(256, 'a')).empty());
}

TEST_CASE("a program has its first kernel's name") {
  const std::string digest(64, 'a');
  const auto name_of = [&](const std::string& source) { return program_name({source, {}, ""}, false, {}, digest); };
  CHECK(name_of("kernel void copy(global int* a) {}") == "copy-aaaaaaaaaaaa");
  CHECK(name_of("/* kernel void no() */ // kernel void no()\n__kernel\tvoid\nyes (") == "yes-aaaaaaaaaaaa");
  CHECK(name_of("__kernel __attribute__((reqd_work_group_size(8, (1), 1))) void sized(int a)") == "sized-aaaaaaaaaaaa");
  CHECK(name_of("kernel void __attribute__((vec_type_hint(float))) hinted(int a)") == "hinted-aaaaaaaaaaaa");
  CHECK(name_of("KERNEL_FQ void m00000_mxx (KERN_ATTR_RULES ())") == "m00000_mxx-aaaaaaaaaaaa");
  CHECK(name_of("char* s = \"kernel void no(\"; kernel void yes(") == "yes-aaaaaaaaaaaa");
  CHECK(name_of("int helper(int a) { return a; }") == "program-aaaaaaaaaaaa");
  CHECK(name_of("kernel void " + std::string(300, 'k') + "(") == std::string(80, 'k') + "-aaaaaaaaaaaa");
  for (const char* source :
       {"", "kernel", "kernel void", "kernel void k", "/*", "\"", "__attribute__((", "kernel __attribute__(("}) {
    CHECK(name_of(source) == "program-aaaaaaaaaaaa");
  }
  CHECK(program_name({"#include <k.h>", {{"include-0/k.h", "kernel void deep()"}}, ""}, false, {}, digest) ==
        "deep-aaaaaaaaaaaa");
  CHECK(program_name({"K(a)", {}, ""}, false, {{"made", {}}}, digest) == "made-aaaaaaaaaaaa");
  CHECK(program_name({"\x03\x02", {}, ""}, true, {{"made", {}}}, digest) == "made-aaaaaaaaaaaa");
}
