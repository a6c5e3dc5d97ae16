#include "base/platform/windows/start_process.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace clc::platform {
namespace {

// Names the handles that a child inherits, so that it gets no others.
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

// Each handle may be listed once, and only one that there is.
std::vector<HANDLE> distinct(const std::vector<HANDLE>& handles) {
  std::vector<HANDLE> found;
  for (HANDLE handle : handles) {
    bool is_there = handle == nullptr || handle == INVALID_HANDLE_VALUE;
    for (HANDLE other : found) is_there = is_there || other == handle;
    if (!is_there) found.push_back(handle);
  }
  return found;
}

std::string quoted(const std::string& word) {
  std::string text = "\"";
  std::size_t backslashes = 0;
  for (const char c : word) {
    if (c == '"') text.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text.append(backslashes, '\\') + '"';
}

}  // namespace

// Only what needs it is quoted: cmd.exe reads its own options as they are written.
std::wstring command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += !word.empty() && word.find_first_of(" \t\n\v\"") == std::string::npos ? word : quoted(word);
  }
  return to_wide(line);
}

std::vector<std::string> our_environment() {
  std::vector<std::string> entries;
  const std::unique_ptr<wchar_t, decltype(&::FreeEnvironmentStringsW)> ours(::GetEnvironmentStringsW(),
                                                                            &::FreeEnvironmentStringsW);
  for (const wchar_t* entry = ours.get(); entry != nullptr && *entry != L'\0';) {
    const std::wstring text = entry;
    entries.push_back(to_narrow(text));
    entry += text.size() + 1;
  }
  return entries;
}

std::wstring environment_block(const std::vector<std::string>& entries) {
  std::wstring block;
  for (const std::string& entry : entries) block += to_wide(entry) + L'\0';
  return block + L'\0';
}

Handle open_inherited(const std::string& path, DWORD access, DWORD how) {
  SECURITY_ATTRIBUTES attributes{sizeof attributes, nullptr, TRUE};
  constexpr DWORD k_sharing = FILE_SHARE_READ | FILE_SHARE_WRITE;
  return Handle(
      ::CreateFileW(to_wide(path).c_str(), access, k_sharing, &attributes, how, FILE_ATTRIBUTE_NORMAL, nullptr));
}

DWORD start_process(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                    const std::string& folder, const std::vector<HANDLE>& streams, DWORD flags, StartedProcess& child) {
  std::optional<HandleList> inherited;  // there is no empty one
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  if (std::vector<HANDLE> handles = distinct(streams); !handles.empty()) {
    inherited.emplace(std::move(handles));
    start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    start.StartupInfo.hStdInput = streams[0];
    start.StartupInfo.hStdOutput = streams[1];
    start.StartupInfo.hStdError = streams[2];
    start.lpAttributeList = inherited->get();
  }
  std::wstring line = command_line(words);
  std::wstring block = environment_block(environment);
  const std::wstring place = to_wide(folder);
  const bool is_path = words.front().find_first_of("/\\") != std::string::npos;
  const std::wstring program = is_path ? to_wide(words.front()) : std::wstring();
  PROCESS_INFORMATION made{};
  const DWORD all_flags = flags | EXTENDED_STARTUPINFO_PRESENT | CREATE_UNICODE_ENVIRONMENT;
  if (::CreateProcessW(is_path ? program.c_str() : nullptr, line.data(), nullptr, nullptr, inherited.has_value(),
                       all_flags, block.data(), folder.empty() ? nullptr : place.c_str(), &start.StartupInfo,
                       &made) == 0)
    return ::GetLastError();
  child.process.reset(made.hProcess);
  child.thread.reset(made.hThread);
  return 0;
}

}  // namespace clc::platform
