// A server that speaks the protocol of Bazel's remote cache: GET and PUT of /ac/<key> and /cas/<digest>.
#pragma once

#include "server.h"

namespace clc::cache {

std::unique_ptr<Server> make_http_client(const ServerSettings& settings, const Credentials& credentials);

}  // namespace clc::cache
