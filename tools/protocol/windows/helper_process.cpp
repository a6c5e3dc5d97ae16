#include <windows.h>

#include <fcntl.h>
#include <io.h>

#include <cstdio>

#include "protocol/helper_output.h"
#include "protocol/process/end_with_parent.h"

namespace clc {

// Programs that a driver starts must not inherit it: its reader would wait for those, too.
Result<int> take_standard_output() {
  std::fflush(stdout);
  const int output = ::_dup(1);
  if (output < 0 || ::_setmode(output, _O_BINARY) < 0) return stream_failure("standard output");
  ::SetHandleInformation(reinterpret_cast<HANDLE>(::_get_osfhandle(output)), HANDLE_FLAG_INHERIT, 0);
  if (::_dup2(2, 1) < 0) return stream_failure("standard error");
  return output;
}

// The parent has its children in a job object, which ends with it.
void end_with_parent() {}

}  // namespace clc
