#include "machine/append_line.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/file_descriptor.h"
#include "base/platform/files.h"
#include "base/platform/shared_files.h"

namespace clc::emulator {

void append_line(const std::string& path, const std::string& line) {
  {
    const FileDescriptor made(platform::create_file(path));
  }  // with ordinary permissions, if there is none
  const FileDescriptor file(platform::open_to_append(path));
  const int error = file.is_open() ? write_all(file.get(), line + "\n") : errno;
  if (error != 0) std::fprintf(stderr, "emulator: cannot write to %s: %s\n", path.c_str(), std::strerror(error));
}

}  // namespace clc::emulator
