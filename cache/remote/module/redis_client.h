// A Redis server: GET and SET of clc:1:ac:<key> and clc:1:cas:<digest>.
#pragma once

#include "server.h"

namespace clc::cache {

std::unique_ptr<Server> make_redis_client(const ServerSettings& settings, const Credentials& credentials);

}  // namespace clc::cache
