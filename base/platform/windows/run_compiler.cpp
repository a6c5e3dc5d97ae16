#include "base/platform/run_compiler.h"

#include <memory>
#include <string_view>

#include "base/platform/windows/handle.h"

namespace clc::platform {

const char* const k_end_of_programs = ".exe";
const char* const k_nowhere = "NUL";

namespace {

// Programs divide their command line themselves, mostly as Microsoft's library does.
std::wstring command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    line += line.empty() ? "\"" : " \"";
    std::size_t backslashes = 0;
    for (const char c : word) {
      if (c == '"') line.append(backslashes + 1, '\\');
      backslashes = c == '\\' ? backslashes + 1 : 0;
      line += c;
    }
    line.append(backslashes, '\\');
    line += '"';
  }
  return to_wide(line);
}

// A block of entries, each of which ends with a zero, and another zero.
std::wstring environment_of(const CompilerCommand& command) {
  std::wstring block;
  const std::unique_ptr<wchar_t, decltype(&::FreeEnvironmentStringsW)> ours(::GetEnvironmentStringsW(),
                                                                            &::FreeEnvironmentStringsW);
  for (const wchar_t* entry = ours.get(); entry != nullptr && *entry != L'\0';) {
    const std::wstring text = entry;
    if (reaches_compiler(to_narrow(text))) block += text + L'\0';
    entry += text.size() + 1;
  }
  for (const std::string& entry : command.entries) block += to_wide(entry) + L'\0';
  return block;
}

// Opens a file that the child inherits.
Handle open_inherited(const std::string& path, DWORD access, DWORD how) {
  SECURITY_ATTRIBUTES attributes{sizeof attributes, nullptr, TRUE};
  constexpr DWORD k_sharing = FILE_SHARE_READ | FILE_SHARE_WRITE;
  return Handle(
      ::CreateFileW(to_wide(path).c_str(), access, k_sharing, &attributes, how, FILE_ATTRIBUTE_NORMAL, nullptr));
}

// Names the handles that a child inherits, so that it gets none of the application's.
class HandleList {
 public:
  explicit HandleList(std::vector<HANDLE> handles) : handles_(std::move(handles)) {
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    room_.resize(size);
    ::InitializeProcThreadAttributeList(get(), 1, 0, &size);
    ::UpdateProcThreadAttribute(get(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                handles_.size() * sizeof(HANDLE), nullptr, nullptr);
  }
  ~HandleList() { ::DeleteProcThreadAttributeList(get()); }
  HandleList(const HandleList&) = delete;
  HandleList& operator=(const HandleList&) = delete;
  LPPROC_THREAD_ATTRIBUTE_LIST get() { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room_.data()); }

 private:
  std::vector<HANDLE> handles_;
  std::vector<char> room_;
};

}  // namespace

Result<std::optional<int>> run_compiler(const CompilerCommand& command) {
  const Handle input = open_inherited(k_nowhere, GENERIC_READ, OPEN_EXISTING);
  const Handle output = open_inherited(command.output, GENERIC_WRITE, OPEN_ALWAYS);
  const Handle log = open_inherited(command.log, FILE_APPEND_DATA, OPEN_ALWAYS);
  HandleList inherited({input.get(), output.get(), log.get()});
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = input.get();
  start.StartupInfo.hStdOutput = output.get();
  start.StartupInfo.hStdError = log.get();
  start.lpAttributeList = inherited.get();
  std::wstring line = command_line(command.words);
  std::wstring environment = environment_of(command);
  constexpr DWORD k_flags = EXTENDED_STARTUPINFO_PRESENT | CREATE_UNICODE_ENVIRONMENT | CREATE_NO_WINDOW;
  PROCESS_INFORMATION child{};
  if (::CreateProcessW(to_wide(command.words.front()).c_str(), line.data(), nullptr, nullptr, TRUE, k_flags,
                       environment.data(), nullptr, &start.StartupInfo, &child) == 0)
    return fail(ErrorKind::k_unavailable, "cannot run " + command.words.front() + ": " + text_of(::GetLastError()));
  DWORD code = 0;
  ::WaitForSingleObject(child.hProcess, INFINITE);
  const bool has_code = ::GetExitCodeProcess(child.hProcess, &code) != 0;
  ::CloseHandle(child.hThread);
  ::CloseHandle(child.hProcess);
  // A process that crashed has the number of the exception for its code.
  if (!has_code || code >= 0x80000000U) return std::nullopt;
  return static_cast<int>(code);
}

}  // namespace clc::platform
