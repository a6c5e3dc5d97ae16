#include "farm/remote_call.h"

#include <algorithm>
#include <thread>

namespace clc::farm {

namespace api = cache::api;
using cache::Clock;
using cache::GrpcCode;
using cache::milliseconds;

namespace {

constexpr milliseconds k_time_to_cancel(200);
constexpr int k_attempts = 5;

milliseconds left_until(Clock::time_point end) {
  return std::max(std::chrono::ceil<milliseconds>(end - Clock::now()), milliseconds(0));
}

std::string of_execution(const char* name) {
  return std::string("/build.bazel.remote.execution.v2.Execution/") + name;
}

template <class Message>
bool unpack(const api::Any& any, std::string_view type, Message& message) {
  return any.type_url.ends_with(type) && cache::proto::decode(any.value, message);
}

}  // namespace

void RemoteCall::give_up() {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_given_up_ = true;
  if (stream_ != nullptr) stream_->give_up();
}

void RemoteCall::note_stage() {
  api::ExecuteOperationMetadata metadata;
  if (!unpack(operation_.metadata, "/build.bazel.remote.execution.v2.ExecuteOperationMetadata", metadata)) return;
  is_executing_ = metadata.stage == api::k_executing;
}

// Asks for the action or, where the server has begun, for what becomes of it.
GrpcCode RemoteCall::hear(cache::GrpcConnection& connection, const api::Digest& action, const std::string& output,
                          Clock::time_point end) {
  const bool is_new = operation_.name.empty();
  cache::GrpcStream stream(connection, of_execution(is_new ? "Execute" : "WaitExecution"), {left_until(end), end});
  const api::ExecuteRequest request{connection.settings().path, is_executed_anew_, action, {output}};
  const api::NameOfOperation wait{operation_.name};
  stream.begin(is_new ? cache::proto::encode(request) : cache::proto::encode(wait));
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_given_up_) return GrpcCode::k_cancelled;
    stream_ = &stream;
  }
  std::string message;
  GrpcCode code = GrpcCode::k_internal;
  bool is_good = true;
  while (is_good && !operation_.done && stream.read(message)) {
    operation_ = {};
    is_good = cache::proto::decode(message, operation_);
    note_stage();
  }
  if (is_good && !operation_.done) code = stream.finish();
  const std::lock_guard<std::mutex> lock(mutex_);
  stream_ = nullptr;
  return code;
}

void RemoteCall::cancel_operation(cache::GrpcConnection& connection) const {
  if (operation_.name.empty()) return;
  const api::NameOfOperation request{operation_.name};
  api::NameOfOperation nothing;
  connection.ask("/google.longrunning.Operations/CancelOperation", request, nothing,
                 {k_time_to_cancel, Clock::now() + k_time_to_cancel}, false);
}

Result<api::ActionResult> RemoteCall::run(cache::GrpcConnection& connection, const api::Digest& action,
                                          const std::string& output, Clock::time_point end, bool& lacks_blobs) {
  operation_ = {};
  GrpcCode code = GrpcCode::k_ok;
  for (int attempt = 0; attempt < k_attempts && !operation_.done && !is_given_up_ && Clock::now() < end; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_until(std::min(Clock::now() + milliseconds(50 << attempt), end));
    code = hear(connection, action, output, end);
    const bool is_forgotten = code == GrpcCode::k_not_found && !operation_.name.empty();
    if (is_forgotten) operation_.name.clear();  // it was started anew
    if (!operation_.done && !is_forgotten && code != GrpcCode::k_ok && !cache::may_pass(code)) break;
  }
  if (!operation_.done) {
    cancel_operation(connection);
    lacks_blobs = code == GrpcCode::k_failed_precondition;
    if (is_given_up_) return fail(ErrorKind::k_unavailable, "it was given up");
    if (code == GrpcCode::k_ok) return fail(ErrorKind::k_unavailable, "its Execute ends without a result");
    if (code == GrpcCode::k_deadline_exceeded)
      return fail(ErrorKind::k_unavailable, "a job took longer there than allowed (total-timeout)");
    return fail(ErrorKind::k_unavailable, cache::reply_of(code, "Execute", connection.settings()).reason);
  }
  api::ExecuteResponse response;
  if (!unpack(operation_.response, "/build.bazel.remote.execution.v2.ExecuteResponse", response))
    return fail(ErrorKind::k_unavailable, "a job has no result there");
  const bool is_old_failure = response.cached_result && response.result.exit_code != 0 && !is_executed_anew_;
  if (response.status.code == 0 && is_old_failure && !is_given_up_ && Clock::now() < end) {
    is_executed_anew_ = true;  // the machine that failed may be mended
    return run(connection, action, output, end, lacks_blobs);
  }
  if (response.status.code == 0) return response.result;
  const GrpcCode own = cache::grpc_code(response.status.code);
  lacks_blobs = own == GrpcCode::k_failed_precondition;
  return fail(ErrorKind::k_unavailable, cache::reply_of(own, "Execute", connection.settings()).reason);
}

}  // namespace clc::farm
