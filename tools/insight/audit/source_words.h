// Collects the texts of sources that must not be in a package that was made from them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/manifest.h"
#include "insight/audit/secrets.h"
#include "protocol/source_tokens.h"

namespace clc {

struct AuditSources {
  std::vector<std::string> files;
  std::vector<std::string> include_folders;
  bool is_cpp = false;  // C++ for OpenCL
};

// True when the package or the files' names say that the sources are C++ for OpenCL.
bool are_cpp_sources(const Manifest& manifest, const std::vector<std::string>& files);

// Takes texts apart. clc-worker does it, with Clang's lexer.
using Tokenizer = std::function<Result<std::vector<Bytes>>(const TokensRequest& request, const std::string& names)>;
Result<std::vector<Bytes>> tokens_by_worker(const TokensRequest& request, const std::string& names);

// Reads the sources and the headers that they include, as far as these are found. Names in `builtins` are no secrets.
Result<std::vector<Secret>> secrets_of(const AuditSources& sources, const std::set<std::string>& builtins,
                                       std::vector<std::string>& headers_not_found,
                                       const Tokenizer& tokenizer = tokens_by_worker);

}  // namespace clc
