#include "base/platform/files.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cerrno>

#include "base/platform/process.h"
#include "base/platform/windows/handle.h"
#include "base/platform/windows/system.h"

namespace clc::platform {
namespace {

std::int64_t nanoseconds(const FILETIME& time) {
  constexpr std::int64_t k_from_1601_to_1970 = 116'444'736'000'000'000;  // in units of 100 ns
  const std::int64_t units = (std::int64_t{time.dwHighDateTime} << 32U) | std::int64_t{time.dwLowDateTime};
  return (units - k_from_1601_to_1970) * 100;
}

int status_from(HANDLE file, FileStatus& status) {
  status = {};
  if (::GetFileType(file) != FILE_TYPE_DISK) return 0;
  BY_HANDLE_FILE_INFORMATION found;
  if (::GetFileInformationByHandle(file, &found) == 0) return errno_of();
  const DWORD attributes = found.dwFileAttributes;
  const bool is_folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  status.kind = is_folder ? FileKind::k_folder : FileKind::k_regular;
  if ((attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) status.kind = FileKind::k_link;
  status.size = (std::uint64_t{found.nFileSizeHigh} << 32U) | found.nFileSizeLow;
  status.written = nanoseconds(found.ftLastWriteTime);
  status.changed = status.written;
  return 0;
}

int result_of(BOOL is_done) {
  return is_done != 0 ? 0 : errno_of();
}

// A name for the mutex of a folder: the same for each way to write its path.
std::wstring mutex_name(HANDLE folder) {
  std::wstring path(32768, L'\0');
  path.resize(::GetFinalPathNameByHandleW(folder, path.data(), static_cast<DWORD>(path.size()), 0));
  std::uint64_t hash = 14695981039346656037ULL;
  for (const wchar_t character : path) hash = (hash ^ static_cast<std::uint64_t>(character)) * 1099511628211ULL;
  return L"Local\\clc-publish-" + std::to_wstring(hash);
}

}  // namespace

std::uint32_t our_user() {
  return 0;
}

int status_of(int file, FileStatus& status) {
  return status_from(reinterpret_cast<HANDLE>(::_get_osfhandle(file)), status);
}

int status_of(const std::string& path, Links links, FileStatus& status) {
  const DWORD flags = k_folders | (links == Links::k_refuse ? FILE_FLAG_OPEN_REPARSE_POINT : 0);
  const Handle file(open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, flags));
  return file.is_open() ? status_from(file.get(), status) : errno_of();
}

int find(const std::string& path) {
  FileStatus status;
  return status_of(path, Links::k_follow, status);
}

bool is_program(const std::string& path) {
  FileStatus status;
  return status_of(path, Links::k_follow, status) == 0 && status.kind == FileKind::k_regular;
}

void list_names(const std::string& folder, const std::function<void(const char* name)>& visit) {
  WIN32_FIND_DATAW entry;
  const HANDLE listing = ::FindFirstFileW(to_native(folder + "/*").c_str(), &entry);
  if (listing == INVALID_HANDLE_VALUE) return;
  do {
    visit(to_narrow(entry.cFileName).c_str());
  } while (::FindNextFileW(listing, &entry) != 0);
  ::FindClose(listing);
}

int open_to_read(const std::string& path, Links links) {
  const DWORD flags = k_folders | (links == Links::k_refuse ? FILE_FLAG_OPEN_REPARSE_POINT : 0);
  Handle handle(open_handle(path, GENERIC_READ, OPEN_EXISTING, flags));
  FileStatus status;
  const bool is_link = handle.is_open() && links == Links::k_refuse && status_from(handle.get(), status) == 0 &&
                       status.kind == FileKind::k_link;
  if (!is_link) return descriptor_of(handle);
  errno = ELOOP;
  return -1;
}

int open_named(const std::string& path) {
  Handle handle(open_handle(path, GENERIC_READ, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL));
  return descriptor_of(handle);
}

int open_device(const std::string& path) {
  Handle handle(open_handle(path, GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL));
  return descriptor_of(handle);
}

int create_file(const std::string& path) {
  Handle handle(open_handle(path, GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL));
  return descriptor_of(handle);
}

void close_file(int file) {
  ::_close(file);
}

int standard_input() {
  ::_setmode(0, _O_BINARY);
  return 0;
}

int standard_output() {
  ::_setmode(1, _O_BINARY);
  return 1;
}

std::ptrdiff_t read_some(int file, char* into, std::size_t size) {
  constexpr std::size_t k_most = std::size_t{1} << 30U;
  return ::_read(file, into, static_cast<unsigned>(std::min(size, k_most)));
}

// The folder decides.
int take_permissions(int /*file*/, const std::string& /*from*/) {
  return 0;
}

int create_unnamed(const std::string&) {
  errno = ENOTSUP;
  return -1;
}

int give_name(int, const std::string&) {
  return ENOTSUP;
}

int close_written(int file) {
  return ::_close(file) == 0 ? 0 : errno;
}

// A file that somebody reads, or is replacing, cannot be replaced at this moment; a second is waited for that.
int replace(const std::string& from, const std::string& to) {
  constexpr int k_attempts = 100;
  constexpr DWORD k_pause = 10;  // milliseconds
  const std::wstring old_name = to_native(from);
  const std::wstring new_name = to_native(to);
  for (int attempt = 1;; ++attempt) {
    const int error = result_of(::MoveFileExW(old_name.c_str(), new_name.c_str(), MOVEFILE_REPLACE_EXISTING));
    if (error != EACCES && error != EBUSY) return error;
    if (attempt == k_attempts) return find(to) == 0 ? EBUSY : error;
    ::Sleep(k_pause);
  }
}

int remove_file(const std::string& path) {
  return result_of(::DeleteFileW(to_native(path).c_str()));
}

int remove_folder(const std::string& path) {
  return result_of(::RemoveDirectoryW(to_native(path).c_str()));
}

int touch(const std::string& path) {
  const Handle file(open_handle(path, FILE_WRITE_ATTRIBUTES, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL));
  if (!file.is_open()) return errno_of();
  FILETIME now;
  ::GetSystemTimeAsFileTime(&now);
  return result_of(::SetFileTime(file.get(), nullptr, nullptr, &now));
}

int make_old(const std::string& path) {
  const Handle file(open_handle(path, FILE_WRITE_ATTRIBUTES, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL));
  if (!file.is_open()) return errno_of();
  SYSTEMTIME in_1980{};
  in_1980.wYear = 1980;
  in_1980.wMonth = 1;
  in_1980.wDay = 1;
  FILETIME time;
  ::SystemTimeToFileTime(&in_1980, &time);
  return result_of(::SetFileTime(file.get(), nullptr, nullptr, &time));
}

int flush(int file) {
  return ::_commit(file) == 0 ? 0 : errno;
}

int flush_file(const std::string& path) {
  const Handle file(open_handle(path, GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL));
  return file.is_open() ? result_of(::FlushFileBuffers(file.get())) : errno_of();
}

// NTFS keeps a journal of names.
int flush_folder(const std::string& path) {
  return find(path);
}

int make_temporary_folder(std::string& path, int& held) {
  held = -1;
  std::wstring base(MAX_PATH + 1, L'\0');
  base.resize(::GetTempPathW(static_cast<DWORD>(base.size()), base.data()));
  for (;;) {
    path = to_narrow(base) + "clc-tmp-" + std::to_string(process_id()) + "-" + std::to_string(random_number());
    if (const int error = result_of(::CreateDirectoryW(to_wide(path).c_str(), nullptr)); error != EEXIST) return error;
  }
}

void visit_abandoned_folders(const std::function<void(const std::string& path)>&) {}

FolderLock::FolderLock(const std::string& folder) {
  const Handle opened(open_handle(folder, FILE_READ_ATTRIBUTES, OPEN_EXISTING, k_folders));
  FileStatus status;
  error_ = opened.is_open() ? status_from(opened.get(), status) : errno_of();
  if (error_ == 0 && status.kind != FileKind::k_folder) error_ = ENOTDIR;
  if (error_ != 0) return;
  HANDLE mutex = ::CreateMutexW(nullptr, FALSE, mutex_name(opened.get()).c_str());
  if (mutex == nullptr) return;
  ::WaitForSingleObject(mutex, INFINITE);
  handle_ = reinterpret_cast<std::intptr_t>(mutex);
}

FolderLock::~FolderLock() {
  if (handle_ == -1) return;
  HANDLE mutex = reinterpret_cast<HANDLE>(handle_);
  ::ReleaseMutex(mutex);
  ::CloseHandle(mutex);
}

}  // namespace clc::platform
