#include "output.h"

#include <cstring>
#include <exception>

#include "base/file_descriptor.h"
#include "base/printable.h"

namespace clc::clrun {

void Output::write(const std::string& text) {
  if (error_ == 0) error_ = write_all(fd_, printable_lines(text));
}

Result<int> with_output(bool show_others, const std::function<Result<int>(Output&)>& work) {
  try {
    Output output(show_others);
    const Result<int> code = work(output);
    if (!code || output.error() == 0) return code;
    return fail(ErrorKind::k_io, std::string("cannot write to standard output: ") + std::strerror(output.error()));
  } catch (const std::exception& error) {  // std::bad_alloc, std::length_error
    return fail(ErrorKind::k_unavailable, std::string("not enough memory on this machine: ") + error.what());
  }
}

}  // namespace clc::clrun
