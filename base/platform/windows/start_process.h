// Arguments of CreateProcessW: a command line, an environment, and the handles that a child inherits.
#pragma once

#include <string>
#include <vector>

#include "base/platform/windows/handle.h"

namespace clc::platform {

// Programs divide their command line themselves, mostly as Microsoft's library does.
std::wstring command_line(const std::vector<std::string>& words);

// The entries of this process's environment, "NAME=value".
std::vector<std::string> our_environment();
// A block of entries, each of which ends with a zero, and another zero.
std::wstring environment_block(const std::vector<std::string>& entries);

// Opens a file that children inherit.
Handle open_inherited(const std::string& path, DWORD access, DWORD how);

// Starts the program, whose streams are these handles (nullptr: it has none), and gives it no other one. A program
// without a folder is looked for as Windows does. Returns 0 or an error of Windows.
struct StartedProcess {
  Handle process{INVALID_HANDLE_VALUE};
  Handle thread{INVALID_HANDLE_VALUE};
};
DWORD start_process(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                    const std::string& folder, const std::vector<HANDLE>& streams, DWORD flags, StartedProcess& child);

// Says whether the code is the number of an exception that ended the process.
constexpr bool is_crash(DWORD code) {
  return code >= 0x80000000U;
}

}  // namespace clc::platform
