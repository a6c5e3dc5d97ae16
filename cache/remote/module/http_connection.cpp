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
  ReplyReader(Wire& wire, Patience& patience, std::uint64_t max_bytes)
      : wire_(wire), patience_(patience), max_bytes_(max_bytes) {}

  Failure read(HttpReply& reply) {
    for (int i = 0; i < k_max_interim_replies; ++i) {
      Parser parser;
      if (Failure failure = read_one(parser, reply)) return failure;
      reply.status = parser.get().result_int();
      if (reply.status / 100 == 1) continue;
      reply.body = std::move(parser.get().body());
      can_go_on_ = parser.is_done() && parser.keep_alive() && unread_.empty();
      return {};
    }
    return "what it said is not HTTP: interim replies without end";
  }

  bool can_go_on() const { return can_go_on_; }
  bool was_answered() const { return was_answered_; }

 private:
  Failure read_one(Parser& parser, HttpReply& reply) {
    parser.header_limit(k_max_head);
    parser.body_limit(max_bytes_);
    boost::system::error_code error;
    while (!parser.is_done() && !error) {
      if (unread_.empty() || error_is_need_more_) {
        const std::size_t before = unread_.size();
        if (Failure failure = wire_.receive(unread_, patience_)) return failure;
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
        if (unread_.size() > k_max_line) return "what it said is not HTTP: a line without end";
        error = {};
      }
      if (parser.is_header_done()) {
        if (is_of_no_interest(parser)) return {};
        parser.eager(true);
      }
    }
    reply.is_too_long = error == http::error::body_limit;
    if (error && !reply.is_too_long) return "what it said is not HTTP: " + error.message();
    return {};
  }

  // The page that comes with an error; a short one is read, so that the connection can go on.
  static bool is_of_no_interest(const Parser& parser) {
    const auto length = parser.content_length();
    return parser.get().result_int() != 200 && parser.get().result_int() / 100 != 1 &&
           (!length || *length > k_max_error_page);
  }

  Wire& wire_;
  Patience& patience_;
  std::uint64_t max_bytes_;
  Bytes unread_;
  bool error_is_need_more_ = false;
  bool was_answered_ = false;
  bool can_go_on_ = false;
};

}  // namespace

Failure HttpConnection::exchange(BytesView head, BytesView body, std::uint64_t max_bytes, Clock::time_point end,
                                 HttpReply& reply) {
  if (wire_ != nullptr) {
    bool was_answered = false;
    Failure failure = try_exchange(head, body, max_bytes, end, reply, was_answered);
    if (!failure || was_answered) return failure;
    // A server may close a connection between two requests: once more then, on a new one.
    reply = HttpReply();
  }
  std::unique_ptr<Wire> wire = make_wire(settings_);
  if (Failure failure = wire->connect(end)) return failure;
  wire_ = std::move(wire);
  bool was_answered = false;
  return try_exchange(head, body, max_bytes, end, reply, was_answered);
}

Failure HttpConnection::try_exchange(BytesView head, BytesView body, std::uint64_t max_bytes, Clock::time_point end,
                                     HttpReply& reply, bool& was_answered) {
  std::unique_ptr<Wire> wire = std::move(wire_);
  const milliseconds limit(settings_.request_ms);
  Patience sending(limit, end);
  Failure unsent = wire->send(head, sending);
  if (!unsent) unsent = wire->send(body, sending);
  // Who refuses an upload may say so and take no more of it.
  Patience receiving(limit, end);
  ReplyReader reader(*wire, receiving, max_bytes);
  const Failure unread = reader.read(reply);
  was_answered = reader.was_answered() || sending.left() <= milliseconds(0) || receiving.left() <= milliseconds(0);
  if (unread) return unsent ? unsent : unread;
  if (!unsent && reader.can_go_on()) wire_ = std::move(wire);
  return {};
}

}  // namespace clc::cache
