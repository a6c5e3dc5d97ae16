#include "grpc_connection.h"

#include <grpc/grpc.h>
#include <grpc/support/log.h>

#include <algorithm>

#include "base/encoding/base64.h"
#include "build/bazel/remote/execution/v2/remote_execution.grpc.pb.h"
#include "clc/base/file.h"
#include "credentials.h"

namespace clc::cache {
namespace {

namespace api = build::bazel::remote::execution::v2;

constexpr std::uint64_t k_largest_ca_file = std::uint64_t{4} << 20U;
constexpr std::uint64_t k_bytes_a_millisecond = 1024;  // as in progress_timeout.h
constexpr int k_max_message = 8 << 20;
constexpr std::size_t k_longest_reason = 300;

// gRPC tries again by itself, with a random part in each pause. GetCapabilities is not among these: it also finds out
// why there is no connection. Nor is Write, which has to go on where it broke.
constexpr const char* k_service_config = R"({"methodConfig": [{
  "name": [{"service": "build.bazel.remote.execution.v2.ActionCache"},
           {"service": "build.bazel.remote.execution.v2.ContentAddressableStorage"},
           {"service": "google.bytestream.ByteStream", "method": "Read"},
           {"service": "google.bytestream.ByteStream", "method": "QueryWriteStatus"}],
  "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.05s", "maxBackoff": "0.5s", "backoffMultiplier": 2,
                  "retryableStatusCodes": ["UNAVAILABLE", "ABORTED"]}}]})";

constexpr const char* k_code_names[] = {
    "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
    "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
    "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
    "DATA_LOSS", "UNAUTHENTICATED"};

// Once for the process, and never undone: gRPC would shut down in a thread of its own while the process ends. It would
// also write to standard error.
void prepare_grpc() {
  static const bool is_ready = [] {
    gpr_set_log_function([](gpr_log_func_args*) {});
    google::protobuf::SetLogHandler(nullptr);
    grpc_init();
    return true;
  }();
  static_cast<void>(is_ready);
}

grpc::ChannelArguments arguments_for(const ServerSettings& settings) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(k_service_config);
  arguments.SetInt(GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION, 1);
  arguments.SetInt(GRPC_ARG_PER_RPC_RETRY_BUFFER_SIZE, k_max_message);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, static_cast<int>(settings.connect_ms));
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 500);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, settings.is_tls ? 1 : 0);
  // A compressed message could become any length.
  arguments.SetInt(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
  arguments.SetCompressionAlgorithm(GRPC_COMPRESS_NONE);
  arguments.SetMaxReceiveMessageSize(k_max_message);
  arguments.SetUserAgentPrefix("clc");
  return arguments;
}

bool is_printable(char c) {
  return c >= ' ' && c <= '~';
}

}  // namespace

gpr_timespec deadline_in(milliseconds time) {
  return gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC), gpr_time_from_millis(time.count(), GPR_TIMESPAN));
}

GrpcConnection::GrpcConnection(const ServerSettings& settings, const Credentials& credentials)
    : settings_(settings), credentials_(credentials) {}

Problem GrpcConnection::open_channel() {
  prepare_grpc();
  if (!std::ranges::all_of(credentials_.token, is_printable))
    return "the token holds characters that no header may have";
  std::shared_ptr<grpc::ChannelCredentials> credentials = grpc::InsecureChannelCredentials();
  if (settings_.is_tls) {
    grpc::SslCredentialsOptions options;
    if (!settings_.ca_file.empty()) {
      Result<Bytes> authorities = read_ordinary_file(settings_.ca_file, k_largest_ca_file);
      if (!authorities) return authorities.error().message;
      options.pem_root_certs = *std::move(authorities);
    }
    credentials = grpc::SslCredentials(options);
  }
  const std::string target = "dns:///" + settings_.host + ":" + std::to_string(settings_.port);
  channel_ = grpc::CreateCustomChannel(target, credentials, arguments_for(settings_));
  return {};
}

Problem GrpcConnection::connect(Clock::time_point end) {
  if (is_connected_) return {};
  if (Problem problem = open_channel()) return problem;
  const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now());
  const gpr_timespec deadline = deadline_in(std::clamp(left, milliseconds(0), milliseconds(settings_.connect_ms)));
  for (auto state = channel_->GetState(true); state != GRPC_CHANNEL_READY; state = channel_->GetState(true)) {
    if (state == GRPC_CHANNEL_TRANSIENT_FAILURE || state == GRPC_CHANNEL_SHUTDOWN)
      return "no connection: " + why_not_connected();
    if (!channel_->WaitForStateChange(state, deadline))
      return "no connection within " + std::to_string(settings_.connect_ms) + " ms (connect-timeout)";
  }
  is_connected_ = true;
  return {};
}

// Only a call is told the reason. It carries no secret, so that no answer can hold one.
std::string GrpcConnection::why_not_connected() const {
  grpc::ClientContext context;
  context.set_deadline(deadline_in(milliseconds(settings_.connect_ms)));
  api::ServerCapabilities capabilities;
  const auto stub = api::Capabilities::NewStub(channel_);
  const grpc::Status status = stub->GetCapabilities(&context, api::GetCapabilitiesRequest(), &capabilities);
  std::string reason = status.error_message().substr(0, k_longest_reason);
  std::replace_if(reason.begin(), reason.end(), [](char c) { return !is_printable(c); }, ' ');
  return without_proxies(reason);
}

void GrpcConnection::authorize(grpc::ClientContext& context) const {
  if (!credentials_.token.empty()) {
    context.AddMetadata("authorization", "Bearer " + credentials_.token);
  } else if (!credentials_.user.empty()) {
    context.AddMetadata("authorization", "Basic " + to_base64(credentials_.user + ":" + credentials_.password));
  }
}

milliseconds GrpcConnection::time_for(std::uint64_t bytes, Clock::time_point end) const {
  const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
  const milliseconds usual(settings_.request_ms + bytes / k_bytes_a_millisecond);
  return std::clamp(left, milliseconds(0), usual);
}

bool may_pass(const grpc::Status& status) {
  return status.error_code() == grpc::UNAVAILABLE || status.error_code() == grpc::ABORTED;
}

ServerReply reply_of(const grpc::Status& status, const std::string& call, const ServerSettings& settings,
                     bool is_upload) {
  ServerReply answer;
  const auto code = static_cast<std::size_t>(status.error_code());
  answer.reason =
      "answered " + std::string(code < std::size(k_code_names) ? k_code_names[code] : "an error") + " to " + call;
  switch (status.error_code()) {
    case grpc::OK:
      answer.status = ServerReply::Status::k_done;
      break;
    case grpc::NOT_FOUND:
      answer.status = ServerReply::Status::k_absent;
      break;
    case grpc::INVALID_ARGUMENT:
    case grpc::FAILED_PRECONDITION:
    case grpc::OUT_OF_RANGE:
    case grpc::DATA_LOSS:
    case grpc::RESOURCE_EXHAUSTED:
      answer.status = ServerReply::Status::k_refused;
      break;
    case grpc::PERMISSION_DENIED:
    case grpc::UNAUTHENTICATED:
    case grpc::UNIMPLEMENTED:  // others may read what nobody may send
      if (is_upload) answer.status = ServerReply::Status::k_refused;
      break;
    case grpc::DEADLINE_EXCEEDED:
      answer.reason = "no answer within " + std::to_string(settings.request_ms) + " ms (timeout) to " + call;
      break;
    default:
      break;
  }
  return answer;
}

}  // namespace clc::cache
