#include "worker/strings_command.h"

#include <cstdio>
#include <string>

#include <unistd.h>

#include "worker/strings/string_finder.h"
#include "worker/strip/opencl_names.h"

namespace clc::worker {

int print_strings() {
  Bytes input;
  char buffer[65536];
  for (ssize_t count; (count = ::read(STDIN_FILENO, buffer, sizeof buffer)) > 0;) {
    input.append(buffer, static_cast<std::size_t>(count));
  }
  StringFinder finder;
  finder.read(input, "");
  const Bytes output = encode_embedded_strings(finder.strings());
  return std::fwrite(output.data(), 1, output.size(), stdout) == output.size() && std::fflush(stdout) == 0 ? 0 : 1;
}

int print_builtin_names() {
  for (const std::string& name : opencl_names()) std::printf("%s\n", name.c_str());
  return 0;
}

}  // namespace clc::worker
