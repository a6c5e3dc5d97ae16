#include "http_connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace clc::cache {
namespace {

namespace http = boost::beast::http;
using Parser = http::response_parser<http::string_body>;

constexpr std::uint32_t k_max_head = std::uint32_t{64} << 10U;
constexpr std::uint64_t k_max_error_page = std::uint64_t{64} << 10U;
constexpr std::size_t k_max_line = std::size_t{512} << 10U;
constexpr int k_max_interim_replies = 4;

// Reads one reply, interim ones included. `unread` is what has come beyond it.
class ReplyReader {
 public:
  ReplyReader(Transport& transport, ProgressTimeout& timeout, std::uint64_t max_bytes)
      : transport_(transport), timeout_(timeout), max_bytes_(max_bytes) {}

  Problem read_reply(HttpReply& reply) {
    for (int i = 0; i < k_max_interim_replies; ++i) {
      Parser parser;
      if (Problem problem = read_one(parser, reply)) return problem;
      reply.status = parser.get().result_int();
      if (reply.status / 100 == 1) continue;
      reply.body = std::move(parser.get().body());
      can_go_on_ = parser.is_done() && parser.keep_alive() && unread_.empty();
      return {};
    }
    return "its reply is not HTTP: interim replies without end";
  }

  bool can_go_on() const { return can_go_on_; }
  bool was_answered() const { return was_answered_; }

 private:
  Problem read_one(Parser& parser, HttpReply& reply) {
    parser.header_limit(k_max_head);
    parser.body_limit(max_bytes_);
    boost::system::error_code error;
    while (!parser.is_done() && !error) {
      if (unread_.empty() || error_is_need_more_) {
        const std::size_t before = unread_.size();
        if (Problem problem = transport_.receive(unread_, timeout_)) return problem;
        was_answered_ |= unread_.size() > before;
        if (unread_.size() == before) {
          if (!parser.got_some()) return "it closed the connection";
          parser.put_eof(error);
          if (error) return "it closed the connection in the middle of an answer";
          return {};
        }
      }
      unread_.erase(0, parser.put(boost::asio::buffer(unread_), error));
      error_is_need_more_ = error == http::error::need_more;
      if (error_is_need_more_) {
        if (unread_.size() > k_max_line) return "its reply is not HTTP: a line without end";
        error = {};
      }
      if (parser.is_header_done()) {
        if (is_of_no_interest(parser)) return {};
        parser.eager(true);
      }
    }
    reply.is_too_long = error == http::error::body_limit;
    if (error && !reply.is_too_long) return "its reply is not HTTP: " + error.message();
    return {};
  }

  // True for the page that comes with an error. Only a short one is read, so that the connection can be used again.
  static bool is_of_no_interest(const Parser& parser) {
    const auto length = parser.content_length();
    return parser.get().result_int() != 200 && parser.get().result_int() / 100 != 1 &&
           (!length || *length > k_max_error_page);
  }

  Transport& transport_;
  ProgressTimeout& timeout_;
  std::uint64_t max_bytes_;
  Bytes unread_;
  bool error_is_need_more_ = false, was_answered_ = false, can_go_on_ = false;
};

}  // namespace

Problem HttpConnection::exchange(BytesView head, BytesView body, std::uint64_t max_bytes, Clock::time_point end,
                                 HttpReply& reply) {
  if (transport_ != nullptr) {
    bool was_answered = false;
    Problem problem = try_exchange(head, body, max_bytes, end, reply, was_answered);
    if (!problem || was_answered) return problem;
    // A server may close a connection between two requests: try once more, on a new one.
    reply = HttpReply();
  }
  std::unique_ptr<Transport> transport = make_transport(settings_);
  if (Problem problem = transport->connect(end)) return problem;
  transport_ = std::move(transport);
  bool was_answered = false;
  return try_exchange(head, body, max_bytes, end, reply, was_answered);
}

Problem HttpConnection::try_exchange(BytesView head, BytesView body, std::uint64_t max_bytes, Clock::time_point end,
                                     HttpReply& reply, bool& was_answered) {
  std::unique_ptr<Transport> transport = std::move(transport_);
  const milliseconds limit(settings_.request_ms);
  ProgressTimeout sending(limit, end);
  Problem unsent = transport->send(head, sending);
  if (!unsent) unsent = transport->send(body, sending);
  // A server that refuses an upload may answer before it has read all of it.
  ProgressTimeout receiving(limit, end);
  ReplyReader reader(*transport, receiving, max_bytes);
  const Problem unread = reader.read_reply(reply);
  was_answered = reader.was_answered() || sending.left() <= milliseconds(0) || receiving.left() <= milliseconds(0);
  if (unread) return unsent ? unsent : unread;
  if (!unsent && reader.can_go_on()) transport_ = std::move(transport);
  return {};
}

}  // namespace clc::cache
