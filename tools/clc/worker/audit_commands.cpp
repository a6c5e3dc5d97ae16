#include "worker/audit_commands.h"

#include <cstdio>
#include <string>
#include <vector>

#include <unistd.h>

#include "clc/internal/file_descriptor.h"
#include "confine/system_calls.h"
#include "protocol/source_tokens.h"
#include "worker/frontend/source_tokens.h"
#include "worker/strings/string_finder.h"
#include "worker/strip/opencl_names.h"

namespace clc::worker {
namespace {

int refuse(const char* why) {
  std::fprintf(stderr, "clc-worker: %s\n", why);
  return 1;
}

}  // namespace

int print_strings() {
  only_compute();
  Bytes input;
  if (read_all(STDIN_FILENO, input) != 0) return refuse("standard input cannot be read");
  StringFinder finder;
  finder.read(input, "");
  const Bytes output = encode_embedded_strings(finder.strings());
  return write_all(STDOUT_FILENO, output) == 0 ? 0 : 1;
}

int print_tokens() {
  only_compute();
  Bytes input;
  if (read_all(STDIN_FILENO, input) != 0) return refuse("standard input cannot be read");
  const Result<TokensRequest> request = decode_tokens_request(input);
  if (!request) return refuse(request.error().message.c_str());
  std::vector<Bytes> sources;
  for (const Bytes& text : request->texts) sources.push_back(tokens_of(text, request->is_cpp));
  return write_all(STDOUT_FILENO, encode_tokens_reply(sources)) == 0 ? 0 : 1;
}

int print_builtin_names() {
  for (const std::string& name : opencl_names()) std::printf("%s\n", name.c_str());
  return 0;
}

}  // namespace clc::worker
