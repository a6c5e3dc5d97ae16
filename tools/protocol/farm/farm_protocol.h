// The messages between clc and clc-farm: those of the worker, with what a farm has to know of a job, and what clc has
// to know of a result.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/protocol.h"

namespace clc {

struct FarmRequest {
  std::uint64_t expected_ms = 0;  // what the job took before; 0: nobody knows
  bool is_for_here = false;       // a server's result was of no use
  CompileRequest request;
};

struct FarmReply {
  std::string server;         // who compiled; empty: this machine
  std::uint64_t took_ms = 0;  // there
  std::string notice;         // why the server is not used, for people; empty: nothing new
  CompileReply reply;
};

std::string encode_farm_request(const FarmRequest& request);
Result<FarmRequest> decode_farm_request(std::string_view message);
std::string encode_farm_reply(const FarmReply& reply);
Result<FarmReply> decode_farm_reply(std::string_view message);

}  // namespace clc
