#include "farm/remote_call.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "farm/input_tree.h"

namespace clc::farm {

namespace api = cache::api;
using cache::Clock;
using cache::milliseconds;

namespace {

constexpr milliseconds k_time_to_cancel(200);
constexpr int k_attempts = 5;

milliseconds left_until(Clock::time_point end) {
  return std::max(std::chrono::ceil<milliseconds>(end - Clock::now()), milliseconds(0));
}

}  // namespace

void RemoteCall::give_up() {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_given_up_ = true;
  if (context_ != nullptr) context_->TryCancel();
}

void RemoteCall::note_stage() {
  api::ExecuteOperationMetadata metadata;
  if (!operation_.metadata().UnpackTo(&metadata)) return;
  is_executing_ = metadata.stage() == api::ExecutionStage::EXECUTING;
}

// Asks for the action or, where the server has begun, for what becomes of it.
grpc::Status RemoteCall::hear(const cache::GrpcConnection& connection, const api::Digest& action,
                              Clock::time_point end) {
  grpc::ClientContext context;
  connection.authorize(context);
  context.set_deadline(cache::deadline_in(left_until(end)));
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_given_up_) return {grpc::CANCELLED, ""};
    context_ = &context;
  }
  const auto stub = api::Execution::NewStub(connection.channel());
  std::unique_ptr<grpc::ClientReader<google::longrunning::Operation>> stream;
  if (operation_.name().empty()) {
    api::ExecuteRequest request;
    request.set_instance_name(connection.settings().path);
    *request.mutable_action_digest() = action;
    request.add_inline_output_files(k_replies_name);
    request.set_skip_cache_lookup(is_executed_anew_);
    stream = stub->Execute(&context, request);
  } else {
    api::WaitExecutionRequest request;
    request.set_name(operation_.name());
    stream = stub->WaitExecution(&context, request);
  }
  while (!operation_.done() && stream->Read(&operation_)) note_stage();
  if (operation_.done()) context.TryCancel();  // a stream that never ends
  const grpc::Status status = stream->Finish();
  const std::lock_guard<std::mutex> lock(mutex_);
  context_ = nullptr;
  return status;
}

void RemoteCall::cancel_operation(const cache::GrpcConnection& connection) const {
  if (operation_.name().empty()) return;
  grpc::ClientContext context;
  connection.authorize(context);
  context.set_deadline(cache::deadline_in(k_time_to_cancel));
  google::longrunning::CancelOperationRequest request;
  request.set_name(operation_.name());
  google::protobuf::Empty nothing;
  google::longrunning::Operations::NewStub(connection.channel())->CancelOperation(&context, request, &nothing);
}

Result<api::ActionResult> RemoteCall::run(const cache::GrpcConnection& connection, const api::Digest& action,
                                          Clock::time_point end, bool& lacks_blobs) {
  operation_.Clear();
  grpc::Status status;
  for (int attempt = 0; attempt < k_attempts && !operation_.done() && !is_given_up_ && Clock::now() < end; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_until(std::min(Clock::now() + milliseconds(50 << attempt), end));
    status = hear(connection, action, end);
    const bool is_forgotten = status.error_code() == grpc::NOT_FOUND && !operation_.name().empty();
    if (is_forgotten) operation_.clear_name();  // it was started anew
    if (!operation_.done() && !is_forgotten && !status.ok() && !cache::may_pass(status)) break;
  }
  if (!operation_.done()) {
    cancel_operation(connection);
    lacks_blobs = status.error_code() == grpc::FAILED_PRECONDITION;
    if (is_given_up_) return fail(ErrorKind::k_unavailable, "it was given up");
    if (status.ok()) return fail(ErrorKind::k_unavailable, "its Execute ends without a result");
    if (status.error_code() == grpc::DEADLINE_EXCEEDED)
      return fail(ErrorKind::k_unavailable, "a job took longer there than allowed (total-timeout)");
    return fail(ErrorKind::k_unavailable, cache::reply_of(status, "Execute", connection.settings()).reason);
  }
  api::ExecuteResponse response;
  if (!operation_.has_response() || !operation_.response().UnpackTo(&response))
    return fail(ErrorKind::k_unavailable, "a job has no result there");
  const bool is_old_failure = response.cached_result() && response.result().exit_code() != 0 && !is_executed_anew_;
  if (response.status().code() == 0 && is_old_failure && !is_given_up_ && Clock::now() < end) {
    is_executed_anew_ = true;  // the machine that failed may be mended
    return run(connection, action, end, lacks_blobs);
  }
  if (response.status().code() == 0) return response.result();
  const grpc::Status own(static_cast<grpc::StatusCode>(response.status().code()), "");
  lacks_blobs = own.error_code() == grpc::FAILED_PRECONDITION;
  return fail(ErrorKind::k_unavailable, cache::reply_of(own, "Execute", connection.settings()).reason);
}

}  // namespace clc::farm
