#include "protocol/launch_protocol.h"

#include "catch_all.h"
#include "survives_damage.h"

using namespace clc;

namespace {

Launch sample_launch() {
  Launch launch;
  launch.module = "m";
  launch.kernel = "k";
  launch.dimensions = 2;
  launch.global = {64, 300, 1};
  launch.local = {8, 8, 1};
  launch.offset = {0, 5, 0};
  LaunchArgument buffer;
  buffer.kind = LaunchArgumentKind::k_buffer;
  buffer.bytes = std::string("a\0b", 3);
  buffer.is_result = true;
  LaunchArgument image;
  image.kind = LaunchArgumentKind::k_image;
  image.order = 0x10B5;
  image.dimensions = 3;
  image.shape = {3, 2, 1};
  launch.arguments = {buffer, image};
  return launch;
}

}  // namespace

TEST_CASE("launches and what they leave are the same after they travelled, and damaged ones are refused") {
  const Launch launch = sample_launch();
  const Result<Launch> again = decode_launch(encode_launch(launch));
  REQUIRE(again);
  CHECK(again->global == launch.global);
  CHECK(again->arguments[0].bytes == launch.arguments[0].bytes);
  CHECK(again->arguments[1].shape == launch.arguments[1].shape);
  survives_damage(encode_launch(launch), decode_launch, encode_launch);
  LaunchReply reply;
  reply.target = "spirv64";
  reply.results = {"bytes", ""};
  survives_damage(encode_launch_reply(reply), decode_launch_reply, encode_launch_reply);
}
