#include "support/standard_streams.h"

#include <unistd.h>

#include <cstring>
#include <string>

#include "clc/internal/file_descriptor.h"
#include "clc/internal/printable.h"

namespace clc {

Result<void> print(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error != 0) return fail(ErrorKind::k_io, std::string("cannot write to standard output: ") + std::strerror(error));
  return {};
}

Result<void> print_shown(std::string_view text) {
  return print(printable_lines(text));
}

}  // namespace clc
