#include "protocol/farm/farm_protocol.h"

#include "base/fields/byte_fields.h"
#include "base/try.h"

namespace clc {
namespace {

// It stands before the worker's message.
struct RequestHead {
  std::uint64_t expected_ms = 0;
  bool is_for_here = false;
};

struct ReplyHead {
  std::string server;
  std::uint64_t took_ms = 0;
  std::string notice;
};

template <class F>
void fields(F& f, FieldsOf<F, RequestHead>& head) {
  f.number(head.expected_ms);
  f.flag(head.is_for_here);
}

template <class F>
void fields(F& f, FieldsOf<F, ReplyHead>& head) {
  f.text(head.server);
  f.number(head.took_ms);
  f.text(head.notice);
}

template <class Head>
std::string with_head(const Head& head, const std::string& message) {
  ByteWriter writer;
  write_fields(head, writer);
  writer.text(message);
  return writer.take();
}

// Takes the head off, and gives the worker's message.
template <class Head>
Result<std::string> without_head(std::string_view message, Head& head) {
  ByteReader reader(message);
  head = read_fields<Head>(reader);
  std::string rest = reader.text();
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "a message of clc-farm is damaged");
  return rest;
}

}  // namespace

std::string encode_farm_request(const FarmRequest& request) {
  return with_head(RequestHead{request.expected_ms, request.is_for_here}, encode_request(request.request));
}

Result<FarmRequest> decode_farm_request(std::string_view message) {
  RequestHead head;
  const std::string rest = CLC_TRY(without_head(message, head));
  CompileRequest request = CLC_TRY(decode_request(rest));
  return FarmRequest{head.expected_ms, head.is_for_here, std::move(request)};
}

std::string encode_farm_reply(const FarmReply& reply) {
  constexpr std::uint64_t k_room_for_head = 1U << 16U;
  return with_head(ReplyHead{reply.server, reply.took_ms, reply.notice},
                   encode_reply(reply.reply, k_longest_message - k_room_for_head));
}

Result<FarmReply> decode_farm_reply(std::string_view message) {
  ReplyHead head;
  const std::string rest = CLC_TRY(without_head(message, head));
  CompileReply reply = CLC_TRY(decode_reply(rest));
  return FarmReply{head.server, head.took_ms, head.notice, std::move(reply)};
}

}  // namespace clc
