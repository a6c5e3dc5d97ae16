#include "protocol/launch_protocol.h"

#include "base/fields/byte_fields.h"

namespace clc {
namespace {

template <class F, class Sizes>
void three(F& f, Sizes& sizes) {
  for (auto& size : sizes) f.number(size);
}

template <class T>
Bytes encode_one(const T& value) {
  ByteWriter writer;
  write_fields(value, writer);
  return writer.take();
}

template <class T>
Result<T> decode_one(BytesView bytes, const char* what) {
  ByteReader reader(bytes);
  T value = read_fields<T>(reader);
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, std::string(what) + " is damaged");
  return value;
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
  return encode_one(launch);
}

Result<Launch> decode_launch(BytesView bytes) {
  return decode_one<Launch>(bytes, "a launch");
}

Bytes encode_launch_reply(const LaunchReply& reply) {
  return encode_one(reply);
}

Result<LaunchReply> decode_launch_reply(BytesView bytes) {
  return decode_one<LaunchReply>(bytes, "the reply to a launch");
}

}  // namespace clc
