// A server that speaks the Remote Execution API: its ActionCache, and its ContentAddressableStorage.
#pragma once

#include "server.h"

namespace clc::cache {

std::unique_ptr<Server> make_grpc_client(const ServerSettings& settings, const Credentials& credentials);

}  // namespace clc::cache
