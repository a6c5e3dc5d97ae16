// Requests to clc-worker for tests of what becomes of paths.
#pragma once

#include <string>
#include <vector>

#include "protocol/protocol.h"

namespace clc::test {

// For a source that is compiled in /home/me/project.
inline CompileRequest request_of(const std::string& source, const std::vector<std::string>& options) {
  CompileRequest request;
  request.sources = {{source, source, "", {}}};
  request.working_folder = "/home/me/project";
  request.options = read_options(options);
  return request;
}

}  // namespace clc::test
