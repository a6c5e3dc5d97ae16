#include "worker/strings_command.h"

#include <cstdio>
#include <string>

#include <unistd.h>

#include "clc/internal/file_descriptor.h"
#include "confine/system_calls.h"
#include "worker/strings/string_finder.h"
#include "worker/strip/opencl_names.h"

namespace clc::worker {

int print_strings() {
  Bytes input;
  if (read_all(STDIN_FILENO, input) != 0) return 1;
  only_compute();
  StringFinder finder;
  finder.read(input, "");
  const Bytes output = encode_embedded_strings(finder.strings());
  return write_all(STDOUT_FILENO, output) == 0 ? 0 : 1;
}

int print_builtin_names() {
  for (const std::string& name : opencl_names()) std::printf("%s\n", name.c_str());
  return 0;
}

}  // namespace clc::worker
