#include "protocol/helper_output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/file_descriptor.h"
#include "base/platform/files.h"
#include "base/platform/process.h"
#include "protocol/process/end_with_parent.h"

namespace clc {

Failure stream_failure(const char* stream) {
  return fail(ErrorKind::k_io, std::string(stream) + ": " + std::strerror(errno));
}

Result<Bytes> read_input() {
  Bytes bytes;
  if (read_all(platform::standard_input(), bytes) != 0)
    return fail(ErrorKind::k_io, "standard input could not be read");
  return bytes;
}

Result<void> write_answer(int output, BytesView bytes) {
  if (write_all(output, bytes) != 0) return fail(ErrorKind::k_io, "standard output could not be written");
  return {};
}

int helper_main(int argc, char** argv, Result<void> (*run)(const std::vector<std::string>& words)) {
  end_with_parent();
  const Result<void> done = run(platform::words_of_main(argc, argv));
  if (done) return 0;
  const std::string name = argv[0];
  std::fprintf(stderr, "%s: %s\n", name.c_str() + name.find_last_of("/\\") + 1, done.error().message.c_str());
  return exit_code(done.error().kind);
}

}  // namespace clc

#ifdef __SANITIZE_ADDRESS__
// Drivers keep what they allocated until the process ends.
extern "C" int __lsan_is_turned_off() {
  return 1;
}
#endif
