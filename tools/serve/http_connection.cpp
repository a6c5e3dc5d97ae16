#include "serve/http_connection.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace clc {
namespace {

const char* reason_of(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Error";
  }
}

// Returns the head of an answer. It says that nobody else may frame, keep or look into what is sent, and that nothing
// on it may reach elsewhere.
std::string head_of(unsigned status, const std::string& type, const std::string& policy) {
  std::string head = "HTTP/1.1 " + std::to_string(status) + " " + reason_of(status) + "\r\nContent-Type: " + type;
  head += "\r\nContent-Security-Policy: " + (policy.empty() ? std::string("default-src 'none'") : policy) +
          "; frame-ancestors 'none'";
  head +=
      "\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store"
      "\r\nCross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin"
      "\r\nX-Frame-Options: DENY\r\n";
  if (status == 405) head += "Allow: GET, HEAD\r\n";
  return head;
}

}  // namespace

HttpConnection::HttpConnection(int socket, const ServerLimits& limits) : socket_(socket), limits_(limits) {}

HttpConnection::~HttpConnection() {
  close(socket_);
}

ServerClock::time_point HttpConnection::deadline() const {
  switch (state_) {
    case State::k_reading:
      return since_ + (input_.empty() && !is_stranger_ ? limits_.idle : limits_.request);
    case State::k_writing:
      return since_ + limits_.write;
    case State::k_stream:
      return since_ + limits_.sign_of_life;
    case State::k_lingering:
      return since_ + std::chrono::seconds(1);
    case State::k_waiting:
      break;
  }
  return ServerClock::time_point::max();
}

bool HttpConnection::read_some() {
  std::array<char, 16384> bytes;
  const ssize_t got = recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got < 0) return errno == EAGAIN || errno == EINTR;
  if (got == 0) return false;
  if (state_ == State::k_lingering || state_ == State::k_stream) return true;
  const bool is_first = input_.empty();
  input_.append(bytes.data(), static_cast<std::size_t>(got));
  if (is_first && state_ == State::k_reading && !is_stranger_) since_ = ServerClock::now();
  // Requests that come before the last one is answered wait, but not without end.
  return input_.size() <= 4 * k_longest_head;
}

bool HttpConnection::write_some() {
  while (!output_.empty()) {
    const ssize_t sent = ::send(socket_, output_.data(), output_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    output_.erase(0, static_cast<std::size_t>(sent));
    since_ = ServerClock::now();
  }
  if (state_ == State::k_lingering) shutdown(socket_, SHUT_WR);
  if (state_ == State::k_writing) {
    if (!keeps_alive_) return false;
    enter(State::k_reading);
  }
  return true;
}

ParsedRequest HttpConnection::take_request() {
  if (input_.empty()) return {};
  ParsedRequest parsed = parse_request(input_);
  input_.erase(0, parsed.used);
  if (parsed.used != 0) keeps_alive_ = parsed.request.keeps_alive;
  return parsed;
}

void HttpConnection::wait(bool is_head) {
  is_head_ = is_head;
  is_stranger_ = false;
  enter(State::k_waiting);
}

void HttpConnection::send(const HttpResponse& answer) {
  queue(answer, !keeps_alive_);
  enter(State::k_writing);
}

void HttpConnection::refuse(unsigned status) {
  HttpResponse answer;
  answer.status = status;
  answer.body = std::to_string(status) + " " + reason_of(status) + "\n";
  queue(answer, true);
  input_.clear();
  enter(State::k_lingering);
}

void HttpConnection::queue(const HttpResponse& answer, bool is_last) {
  output_ += head_of(answer.status, answer.type, answer.policy);
  output_ += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n";
  output_ += is_last ? "Connection: close\r\n\r\n" : "\r\n";
  if (!is_head_) output_ += answer.body;
  is_head_ = false;
}

void HttpConnection::begin_stream() {
  output_ += head_of(200, "text/event-stream", "") + "Connection: close\r\n\r\nretry: 1000\n\n";
  is_stranger_ = false;
  enter(State::k_stream);
}

bool HttpConnection::send_to_stream(std::string_view text) {
  output_ += text;
  since_ = ServerClock::now();
  return output_.size() <= limits_.unread;
}

void HttpConnection::enter(State state) {
  state_ = state;
  since_ = ServerClock::now();
}

}  // namespace clc
