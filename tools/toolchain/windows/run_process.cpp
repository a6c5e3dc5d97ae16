#include "toolchain/run_process.h"

#include <windows.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "base/platform/windows/start_process.h"
#include "support/interrupts.h"
#include "toolchain/windows/settings.h"

namespace clc {
namespace {

using platform::Handle;

constexpr std::size_t k_errors_kept = 8192;

struct Pipe {
  Handle read_end{INVALID_HANDLE_VALUE}, write_end{INVALID_HANDLE_VALUE};

  bool open() {
    HANDLE reads = nullptr, writes = nullptr;
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    if (::CreatePipe(&reads, &writes, &inherited, 0) == 0) return false;
    read_end.reset(reads);
    write_end.reset(writes);
    return true;
  }
};

void write_to(HANDLE pipe, std::string_view bytes) {
  constexpr std::size_t k_most = std::size_t{1} << 20U;
  while (!bytes.empty()) {
    DWORD written = 0;
    if (::WriteFile(pipe, bytes.data(), static_cast<DWORD>(std::min(bytes.size(), k_most)), &written, nullptr) == 0)
      return;  // it does not read any more; its ending tells why
    bytes.remove_prefix(written);
  }
}

void read_from(HANDLE pipe, std::string& into, bool tail_only) {
  std::string buffer(std::size_t{1} << 16U, '\0');
  DWORD got = 0;
  while (::ReadFile(pipe, buffer.data(), static_cast<DWORD>(buffer.size()), &got, nullptr) != 0 && got != 0) {
    into.append(buffer, 0, got);
    if (tail_only && into.size() > k_errors_kept) into.erase(0, into.size() - k_errors_kept);
  }
}

// A group of processes that ends when this object does.
Handle make_group(std::uint64_t memory_limit) {
  Handle group(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (memory_limit != 0) {
    limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    limits.ProcessMemoryLimit = memory_limit;
  }
  ::SetInformationJobObject(group.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return group;
}

// Waits for the process, in steps after which an interrupt is seen.
bool wait_for(HANDLE process, std::chrono::seconds limit) {
  constexpr DWORD k_step = 100;  // milliseconds
  const ULONGLONG end = ::GetTickCount64() + static_cast<ULONGLONG>(limit.count()) * 1000;
  while (::WaitForSingleObject(process, k_step) == WAIT_TIMEOUT) {
    if (caught_interrupt() != 0 || ::GetTickCount64() >= end) return false;
  }
  return true;
}

std::vector<std::string> settings_of(const ProcessSpec& spec) {
  std::vector<std::string> settings = spec.forced_settings;
  const std::string name = spec.setting.substr(0, spec.setting.find('='));
  if (!spec.setting.empty() && std::getenv(name.c_str()) == nullptr) settings.push_back(spec.setting);
  return settings;
}

}  // namespace

std::string Ending::describe() const {
  if (!platform::is_crash(static_cast<DWORD>(exit_code))) return "exited with " + std::to_string(exit_code);
  return "crashed (exception " + std::to_string(static_cast<DWORD>(exit_code)) + ")";
}

Result<Finished> run_process(const ProcessSpec& spec, std::string_view input, std::chrono::seconds limit) {
  const HeldInterrupts interrupts;
  Pipe in, out, err;
  if (!in.open() || !out.open() || !err.open())
    return fail(ErrorKind::k_io, "cannot start " + spec.arguments[0] + ": " + platform::text_of(::GetLastError()));
  for (const HANDLE ours : {in.write_end.get(), out.read_end.get(), err.read_end.get()})
    ::SetHandleInformation(ours, HANDLE_FLAG_INHERIT, 0);
  const HANDLE errors = spec.errors_into_output ? out.write_end.get() : err.write_end.get();
  const Handle group = make_group(spec.memory_limit_bytes);
  platform::StartedProcess child;
  const DWORD error = platform::start_process(spec.arguments, environment_with(settings_of(spec)), spec.folder,
                                              {in.read_end.get(), out.write_end.get(), errors},
                                              CREATE_SUSPENDED | CREATE_NO_WINDOW, child);
  if (error != 0)
    return fail(ErrorKind::k_unavailable, "cannot start " + spec.arguments[0] + ": " + platform::text_of(error));
  ::AssignProcessToJobObject(group.get(), child.process.get());
  ::ResumeThread(child.thread.get());
  in.read_end.reset();
  out.write_end.reset();
  err.write_end.reset();
  Finished finished;
  std::thread writer([&] {
    write_to(in.write_end.get(), input);
    in.write_end.reset();
  });
  std::thread reader([&] { read_from(out.read_end.get(), finished.output, false); });
  std::thread error_reader([&] { read_from(err.read_end.get(), finished.errors, true); });
  finished.timed_out = !wait_for(child.process.get(), limit);
  DWORD code = 0;
  if (!finished.timed_out) ::GetExitCodeProcess(child.process.get(), &code);
  ::TerminateJobObject(group.get(), 1);  // whatever it started and left behind
  for (std::thread* thread : {&writer, &reader, &error_reader}) thread->join();
  finished.ending.exit_code = static_cast<int>(code);
  if (caught_interrupt() != 0) return fail(ErrorKind::k_crash, "interrupted; nothing was written");
  return finished;
}

}  // namespace clc
