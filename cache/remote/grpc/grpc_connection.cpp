#include "grpc_connection.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/encoding/base64.h"

namespace clc::cache {
namespace {

constexpr int k_attempts = 4;
constexpr milliseconds k_first_pause(50);

constexpr const char* k_code_names[] = {
    "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
    "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
    "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
    "DATA_LOSS", "UNAUTHENTICATED"};

bool is_printable(char c) {
  return c >= ' ' && c <= '~';
}

std::string authorization_of(const Credentials& credentials) {
  if (!credentials.token.empty()) return "Bearer " + credentials.token;
  if (credentials.user.empty()) return "";
  return "Basic " + to_base64(credentials.user + ":" + credentials.password);
}

}  // namespace

GrpcConnection::GrpcConnection(const ServerSettings& settings, const Credentials& credentials)
    : settings_(settings), credentials_(credentials) {}

Problem GrpcConnection::make_connection(Clock::time_point end) {
  if (!std::ranges::all_of(credentials_.token, is_printable))
    return "the token holds characters that no header may have";
  std::unique_ptr<Transport> transport = make_transport(settings_);
  if (Problem problem = transport->connect(end)) return problem;
  connection_ = std::make_shared<Http2Connection>(std::move(transport), authorization_of(credentials_));
  return {};
}

Problem GrpcConnection::connect(Clock::time_point end) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return connection_ == nullptr ? make_connection(end) : Problem();
}

std::shared_ptr<Http2Connection> GrpcConnection::open(Clock::time_point end) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (connection_ != nullptr && connection_->takes_calls()) return connection_;
  if (Clock::now() < next_try_ || Clock::now() >= end) return nullptr;
  if (!make_connection(end)) return connection_;
  next_try_ = Clock::now() + k_first_pause / 2;
  return nullptr;
}

GrpcCode GrpcConnection::ask_bytes(const std::string& path, const std::string& request, std::string& response,
                                   ProgressTimeout timeout, bool again) {
  GrpcCode code = GrpcCode::k_unavailable;
  for (int attempt = 0; attempt < (again ? k_attempts : 1); ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::min(k_first_pause * (1 << attempt) / 2, timeout.left()));
    GrpcStream stream(*this, path, timeout);
    stream.begin(request);
    std::string other;
    const bool is_answered = stream.read(response);
    code = is_answered && stream.read(other) ? GrpcCode::k_internal : stream.finish();
    if (code == GrpcCode::k_ok && !is_answered) code = GrpcCode::k_internal;
    if (!may_pass(code) || timeout.left() <= milliseconds(0)) break;
  }
  return code;
}

void GrpcStream::begin(std::string message) {
  begin([message = std::move(message), is_given = false](std::string& next) mutable {
    next = std::move(message);
    return !std::exchange(is_given, true);
  });
}

void GrpcStream::begin(std::function<bool(std::string& message)> next) {
  if (connection_ == nullptr) return;
  call_.next_message = std::move(next);
  connection_->begin(call_);
  is_begun_ = true;
}

GrpcCode GrpcStream::finish() {
  std::string message;
  while (read(message)) {
  }
  return is_begun_ ? call_.code : GrpcCode::k_unavailable;
}

bool may_pass(GrpcCode code) {
  return code == GrpcCode::k_unavailable || code == GrpcCode::k_aborted;
}

ServerReply reply_of(GrpcCode code, const std::string& call, const ServerSettings& settings, bool is_upload) {
  ServerReply answer;
  answer.reason = "answered " + std::string(k_code_names[static_cast<std::size_t>(code)]) + " to " + call;
  switch (code) {
    case GrpcCode::k_ok:
      answer.status = ServerReply::Status::k_done;
      break;
    case GrpcCode::k_not_found:
      answer.status = ServerReply::Status::k_absent;
      break;
    case GrpcCode::k_invalid_argument:
    case GrpcCode::k_failed_precondition:
    case GrpcCode::k_out_of_range:
    case GrpcCode::k_data_loss:
    case GrpcCode::k_resource_exhausted:
      answer.status = ServerReply::Status::k_refused;
      break;
    case GrpcCode::k_permission_denied:
    case GrpcCode::k_unauthenticated:
    case GrpcCode::k_unimplemented:  // others may read what nobody may send
      if (is_upload) answer.status = ServerReply::Status::k_refused;
      break;
    case GrpcCode::k_deadline_exceeded:
      answer.reason = "no answer within " + std::to_string(settings.request_ms) + " ms (timeout) to " + call;
      break;
    default:
      break;
  }
  return answer;
}

}  // namespace clc::cache
