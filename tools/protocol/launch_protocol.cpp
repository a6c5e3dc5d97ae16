#include "protocol/launch_protocol.h"

#include "base/fields/byte_fields.h"

namespace clc {
namespace {

template <class F, class Sizes>
void three(F& f, Sizes& sizes) {
  for (auto& size : sizes) f.number(size);
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, LaunchArgument>& argument) {
  f.choice(argument.kind, LaunchArgumentKind::k_sampler);
  f.text(argument.bytes);
  f.number(argument.size);
  f.flags(argument.is_result, argument.is_normalized);
  f.number(argument.order);
  f.number(argument.channel);
  f.number(argument.dimensions, 3);
  three(f, argument.shape);
  f.number(argument.addressing);
  f.number(argument.filter);
}

template <class F>
void fields(F& f, FieldsOf<F, Launch>& launch) {
  f.text(launch.module);
  f.text(launch.kernel);
  f.number(launch.dimensions, 3);
  three(f, launch.global);
  three(f, launch.local);
  three(f, launch.offset);
  f.list(launch.arguments);
}

template <class F>
void fields(F& f, FieldsOf<F, LaunchReply>& reply) {
  f.text(reply.problem);
  f.flag(reply.is_unavailable);
  f.text(reply.target);
  f.texts(reply.results);
}

Bytes encode_launch(const Launch& launch) {
  return encode_fields(launch);
}

Result<Launch> decode_launch(BytesView bytes) {
  return decode_fields<Launch>(bytes, "a launch");
}

Bytes encode_launch_reply(const LaunchReply& reply) {
  return encode_fields(reply);
}

Result<LaunchReply> decode_launch_reply(BytesView bytes) {
  return decode_fields<LaunchReply>(bytes, "the reply to a launch");
}

}  // namespace clc
