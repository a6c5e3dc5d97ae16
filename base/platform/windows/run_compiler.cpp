#include "base/platform/run_compiler.h"

#include <algorithm>

#include "base/platform/windows/start_process.h"

namespace clc::platform {

const char* const k_end_of_programs = ".exe";
const char* const k_nowhere = "NUL";

Result<std::optional<int>> run_compiler(const CompilerCommand& command) {
  const Handle input = open_inherited(k_nowhere, GENERIC_READ, OPEN_EXISTING);
  const Handle output = open_inherited(command.output, GENERIC_WRITE, OPEN_ALWAYS);
  const Handle log = open_inherited(command.log, FILE_APPEND_DATA, OPEN_ALWAYS);
  std::vector<std::string> environment = our_environment();
  std::erase_if(environment, [](const std::string& entry) { return !reaches_compiler(entry); });
  environment.insert(environment.end(), command.entries.begin(), command.entries.end());
  StartedProcess child;
  const DWORD error =
      start_process(command.words, environment, "", {input.get(), output.get(), log.get()}, CREATE_NO_WINDOW, child);
  if (error != 0) return fail(ErrorKind::k_unavailable, "cannot run " + command.words.front() + ": " + text_of(error));
  DWORD code = 0;
  ::WaitForSingleObject(child.process.get(), INFINITE);
  const bool has_code = ::GetExitCodeProcess(child.process.get(), &code) != 0;
  if (!has_code || is_crash(code)) return std::nullopt;
  return static_cast<int>(code);
}

}  // namespace clc::platform
