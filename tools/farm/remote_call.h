// One action at a server, from Execute to its result, which another thread may give up.
#pragma once

#include <atomic>
#include <mutex>
#include <string>

#include "grpc_blobs.h"

namespace clc::farm {

class RemoteCall {
 public:
  // `is_executed_anew`: what the server remembers is not asked for.
  explicit RemoteCall(bool is_executed_anew = false) : is_executed_anew_(is_executed_anew) {}
  // Waits for the result. k_unavailable: the server could not, or was too slow. k_damaged: what it answered makes no
  // sense. `output`: may be in the result itself. `lacks_blobs` is set where it lost what was sent.
  Result<cache::api::ActionResult> run(cache::GrpcConnection& connection, const cache::api::Digest& action,
                                       const std::string& output, cache::Clock::time_point end, bool& lacks_blobs);
  // Nobody wants the result any more.
  void give_up();
  bool is_given_up() const { return is_given_up_; }
  // The server began to compile, as far as it tells.
  bool is_executing() const { return is_executing_; }

 private:
  cache::GrpcCode hear(cache::GrpcConnection& connection, const cache::api::Digest& action, const std::string& output,
                       cache::Clock::time_point end);
  void note_stage();
  void cancel_operation(cache::GrpcConnection& connection) const;

  std::mutex mutex_;
  cache::GrpcStream* stream_ = nullptr;  // of the call that waits
  std::atomic<bool> is_given_up_ = false;
  std::atomic<bool> is_executing_ = false;
  bool is_executed_anew_;  // a failure that the server remembered was not believed, either
  cache::api::Operation operation_;
};

}  // namespace clc::farm
