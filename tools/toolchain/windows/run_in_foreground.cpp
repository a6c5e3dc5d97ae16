#include <windows.h>

#include <cerrno>

#include "base/platform/windows/start_process.h"
#include "support/interrupts.h"
#include "toolchain/foreground.h"
#include "toolchain/windows/settings.h"

namespace clc {

// Ctrl-C reaches the command by itself, as it reaches all processes of a console.
Result<Ending> run_in_foreground(const std::vector<std::string>& command,
                                 const std::vector<std::pair<std::string, std::string>>& settings) {
  const HeldInterrupts interrupts;
  std::vector<std::string> forced;
  for (const auto& [name, value] : settings) forced.push_back(name + "=" + value);
  std::vector<HANDLE> streams = {::GetStdHandle(STD_INPUT_HANDLE), ::GetStdHandle(STD_OUTPUT_HANDLE),
                                 ::GetStdHandle(STD_ERROR_HANDLE)};
  // A service has none.
  for (HANDLE& stream : streams) {
    if (::SetHandleInformation(stream, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT) == 0) stream = nullptr;
  }
  platform::StartedProcess child;
  const DWORD error = platform::start_process(command, environment_with(forced), "", streams, 0, child);
  if (error != 0) {
    const bool is_absent = platform::errno_of(error) == ENOENT || error == ERROR_BAD_EXE_FORMAT;
    return fail(is_absent ? ErrorKind::k_io : ErrorKind::k_crash,
                "cannot run " + command.front() + ": " + platform::text_of(error));
  }
  ::WaitForSingleObject(child.process.get(), INFINITE);
  DWORD code = 0;
  ::GetExitCodeProcess(child.process.get(), &code);
  return Ending{static_cast<int>(code)};
}

}  // namespace clc
