#include "worker/server/answer_input.h"

#include <cstdio>
#include <string>

#include <unistd.h>

#include "base/file_descriptor.h"
#include "confine/system_calls.h"

namespace clc::worker {
namespace {

int refuse(const std::string& why) {
  std::fprintf(stderr, "clc-worker: %s\n", why.c_str());
  return 1;
}

}  // namespace

int answer_input(Result<Bytes> (*answer)(const Bytes& input)) {
  only_compute();
  Bytes input;
  if (read_all(STDIN_FILENO, input) != 0) return refuse("standard input cannot be read");
  const Result<Bytes> output = answer(input);
  if (!output) return refuse(output.error().message);
  return write_all(STDOUT_FILENO, *output) == 0 ? 0 : 1;
}

}  // namespace clc::worker
