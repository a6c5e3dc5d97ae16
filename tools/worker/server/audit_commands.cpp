#include "worker/server/audit_commands.h"

#include <cstdio>
#include <string>
#include <vector>

#include "protocol/source_tokens.h"
#include "worker/frontend/source_tokens.h"
#include "worker/insight/strings/string_finder.h"
#include "worker/server/answer_input.h"
#include "worker/strip/opencl_names.h"

namespace clc::worker {
namespace {

Result<Bytes> strings_of(const Bytes& input) {
  StringFinder finder;
  finder.read(input, "");
  return encode_embedded_strings(finder.strings());
}

Result<Bytes> tokens_of_request(const Bytes& input) {
  const Result<TokensRequest> request = decode_tokens_request(input);
  if (!request) return fail(request);
  std::vector<Bytes> sources;
  for (const Bytes& text : request->texts) sources.push_back(tokens_of(text, request->is_cpp));
  return encode_tokens_reply(sources);
}

}  // namespace

int print_strings() {
  return answer_input(strings_of);
}

int print_tokens() {
  return answer_input(tokens_of_request);
}

int print_builtin_names() {
  for (const std::string& name : opencl_names()) std::printf("%s\n", name.c_str());
  return 0;
}

}  // namespace clc::worker
