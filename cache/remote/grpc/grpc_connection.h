// A connection by gRPC: how it is made, what every call carries, and how long a call may take.
#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "server.h"
#include "transport.h"

namespace clc::cache {

// A point of time for gRPC, which converts from no steady clock of C++.
gpr_timespec deadline_in(milliseconds time);

class GrpcConnection {
 public:
  GrpcConnection(const ServerSettings& settings, const Credentials& credentials);

  // Connects, where that was not done before. gRPC itself connects again when a connection is lost.
  Problem connect(Clock::time_point end);
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
  const ServerSettings& settings() const { return settings_; }

  // Gives a call what the server knows us by.
  void authorize(grpc::ClientContext& context) const;
  // The time of a call that is one message to and fro, of about `bytes` together.
  milliseconds time_for(std::uint64_t bytes, Clock::time_point end) const;
  // The name of the instance with a slash behind it, for names of resources.
  std::string prefix() const { return settings_.path.empty() ? "" : settings_.path + "/"; }

 private:
  Problem open_channel();
  std::string why_not_connected() const;

  ServerSettings settings_;
  Credentials credentials_;
  std::shared_ptr<grpc::Channel> channel_;
  bool is_connected_ = false;
};

// Judges an answer that is an error. Nothing that the server wrote is repeated: it may be what we sent.
ServerReply reply_of(const grpc::Status& status, const std::string& call, const ServerSettings& settings,
                     bool is_upload = false);
bool may_pass(const grpc::Status& status);  // true: the same call may succeed a little later

}  // namespace clc::cache
