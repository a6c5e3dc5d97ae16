#include "protocol/helper_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "base/file_descriptor.h"
#include "protocol/process/end_with_parent.h"

namespace clc {
namespace {

Failure fail_errno(const char* what) {
  return fail(ErrorKind::k_io, std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

Result<int> take_standard_output() {
  const int output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (output < 0) return fail_errno("standard output");
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return fail_errno("standard error");
  return output;
}

Result<Bytes> read_input() {
  Bytes bytes;
  if (read_all(STDIN_FILENO, bytes) != 0) return fail(ErrorKind::k_io, "standard input could not be read");
  return bytes;
}

Result<void> write_answer(int output, BytesView bytes) {
  if (write_all(output, bytes) != 0) return fail(ErrorKind::k_io, "standard output could not be written");
  return {};
}

int helper_main(int argc, char** argv, Result<void> (*run)(const std::vector<std::string>& words)) {
  end_with_parent();
  const Result<void> done = run({argv + 1, argv + argc});
  if (done) return 0;
  std::fprintf(stderr, "%s: %s\n", program_invocation_short_name, done.error().message.c_str());
  return exit_code(done.error().kind);
}

}  // namespace clc

#ifdef __SANITIZE_ADDRESS__
// Drivers keep what they allocated until the process ends.
extern "C" int __lsan_is_turned_off() {
  return 1;
}
#endif
