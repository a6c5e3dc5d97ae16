#include "clc/base/result.h"

namespace clc {

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::k_compile:
      return 1;
    case ErrorKind::k_usage:
      return 2;
    case ErrorKind::k_io:
    case ErrorKind::k_damaged:
      return 3;
    case ErrorKind::k_unavailable:
      return 4;
    case ErrorKind::k_crash:
    case ErrorKind::k_opencl:
      return 5;
    case ErrorKind::k_gate:
      return 6;
  }
  return 5;
}

}  // namespace clc
