#include "recording/capture.h"

#include "catch_all.h"
#include "clc/base/digest.h"
#include "recording/recording_folder.h"
#include "temporary_folder.h"

using namespace clc;

namespace {

Capture sample() {
  Capture capture;
  capture.kernel = "blur";
  capture.program = sha256_hex("program");
  capture.device = {"cpu \xff", "PoCL", "3.1", "OpenCL 3.0"};
  capture.dimensions = 2;
  capture.offset = {0, 8, 0};
  capture.global = {64, 32, 0};
  CapturedMemory buffer;
  buffer.size = 600;
  buffer.access = 1;
  buffer.before = capture.keep(Bytes(600, 'a'));
  buffer.after = capture.keep(Bytes(600, 'b'));
  CapturedMemory image;
  image.kind = MemoryKind::k_image;
  image.access = 4;
  image.type = 0x10F6;
  image.element_size = 4;
  image.width = 16;
  image.height = image.depth = image.layers = 1;
  image.buffer = 1;
  capture.memory = {buffer, image};
  CapturedArgument value, part, picture;
  value.value = Bytes("\x01\0\xff", 3);
  part.kind = CapturedKind::k_buffer;
  part.type = "float*";
  part.memory = 1;
  part.offset = 200;
  part.size = 400;
  picture.kind = CapturedKind::k_image;
  picture.memory = 2;
  capture.arguments = {value, part, picture};
  capture.files["recording/recording.json"] = "{}";
  return capture;
}

// Reads the encoded capture with a change that the encoder does not check.
template <class Change>
Result<Capture> changed(Change change) {
  Capture capture = sample();
  change(capture);
  return decode_capture(encode_capture(capture));
}

}  // namespace

TEST_CASE("a capture is read as it was written") {
  Capture capture = sample();
  const Bytes bytes = encode_capture(capture);
  const Result<Capture> read = decode_capture(bytes);
  REQUIRE(read.has_value());
  CHECK(encode_capture(*read) == bytes);
  CHECK(read->device == capture.device);
  CHECK(read->arguments[0].value == capture.arguments[0].value);
  CHECK(read->contents == capture.contents);
  CHECK(read->files == capture.files);
  compress_capture(capture);
  const Bytes smaller = encode_capture(capture);
  CHECK(smaller.size() < bytes.size());
  CHECK(decode_capture(smaller)->contents == capture.contents);
}

TEST_CASE("zeros take no room") {
  Capture capture = sample();
  CHECK(capture.keep(Bytes(100, '\0')).empty());
  CHECK(capture.contents_of("", 3) == Bytes(3, '\0'));
}

TEST_CASE("every cut and every changed byte is an error") {
  Capture capture = sample();
  compress_capture(capture);
  const Bytes bytes = encode_capture(capture);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    REQUIRE_FALSE(decode_capture(BytesView(bytes).substr(0, size)).has_value());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    Bytes damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
    REQUIRE_FALSE(decode_capture(damaged).has_value());
  }
}

TEST_CASE("what a capture says of itself has to be so") {
  CHECK(changed([](Capture&) {}).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.arguments[1].memory = 3; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.arguments[1].memory = 2; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.arguments[1].offset = 201; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.arguments[0].memory = 1; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.memory[0].size = 599; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.memory[0].before = sha256_hex("x"); }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.memory[1].width = 151; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.memory[1].layers = 1ULL << 31U; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.memory[1].buffer = 0; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.module = "m"; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.dimensions = 0; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.files["recording/../x"] = ""; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.files["other"] = ""; }).has_value());
  CHECK_FALSE(changed([](Capture& c) { c.memory.emplace_back().size = k_largest_capture; }).has_value());
}

TEST_CASE("a recording goes into a capture and out again") {
  Recording whole;
  const auto add = [&](const std::string& source) {
    RecordedProgram program;
    program.text.source = source;
    program.text.options = "-DX";
    program.digest = program_digest(program.text);
    program.name = program_name(program.text, false, {}, program.digest);
    program.source_file = "k.cl";
    whole.programs.push_back(program);
    return program.digest;
  };
  const std::string a = add("kernel void a() {}"), b = add("kernel void b() {}"), other = add("kernel void c() {}");
  RecordedBuild link;
  link.step = BuildStep::k_link;
  link.inputs = {a, b};
  link.digest = linked_program_digest(link.inputs, "");
  link.nanoseconds = 7;
  link.served = "driver";
  RecordedRun run;
  run.command = {"/home/someone/program"};
  run.builds = {link};
  whole.runs = {run};

  RecordedLaunch launch;
  launch.digest = link.digest;
  const Recording part = recording_of(whole, link.digest, launch);
  REQUIRE(part.programs.size() == 2);
  CHECK(part.runs[0].command.empty());
  CHECK(part.runs[0].builds[0].nanoseconds == 0);
  CHECK(part.runs[0].launches.size() == 1);
  CHECK(recording_of(whole, other, {}).programs.size() == 1);

  const test::TemporaryFolder folder;
  REQUIRE(write_recording(folder.path() + "/in", part).has_value());
  Capture capture;
  REQUIRE(pack_recording(folder.path() + "/in", capture).has_value());
  REQUIRE(unpack_recording(capture, folder.path() + "/out").has_value());
  const Result<Recording> read = read_recording(folder.path() + "/out");
  REQUIRE(read.has_value());
  CHECK(read->programs.size() == 2);
  CHECK(read->programs[0].text.source == part.programs[0].text.source);
}
