#include "commands/launch_program.h"

#include "catch_all.h"

namespace clc {
namespace {

TEST_CASE("a program in C builds with the driver's own options, too", "[capture]") {
  Capture capture;
  capture.kernel = "scale";
  capture.arguments.emplace_back().value = Bytes(4, 1);
  RecordedProgram program;
  program.name = program.source_file = "scale";
  const std::string both = launch_program(capture, program, {"-cl-mad-enable", "-cl-nv-maxrregcount=32"});
  CHECK(both.find("#define OPTIONS \"-cl-mad-enable\"\n") != std::string::npos);
  CHECK(both.find("#define DRIVER_OPTIONS \" -cl-nv-maxrregcount=32\"\n") != std::string::npos);
  const std::string ours = launch_program(capture, program, {"-cl-mad-enable", ""});
  CHECK(ours.find("#define DRIVER_OPTIONS \"\"\n") != std::string::npos);
}

}  // namespace
}  // namespace clc
