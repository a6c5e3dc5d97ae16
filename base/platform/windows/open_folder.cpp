#include "base/platform/open_folder.h"

#include <cerrno>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/platform/windows/access_list.h"
#include "base/platform/windows/handle.h"
#include "base/platform/windows/system.h"

// Windows has no functions with names relative to a folder: they begin at its path, and the handle keeps the folder
// from being removed meanwhile.
namespace clc::platform {
namespace {

HANDLE handle_of(std::intptr_t handle) {
  return reinterpret_cast<HANDLE>(handle);
}

// A link in the folder's place is refused with `no_links`.
int open_folder(const std::string& path, DWORD no_links, std::intptr_t& handle) {
  Handle opened(open_handle(path, FILE_LIST_DIRECTORY | READ_CONTROL, OPEN_EXISTING, k_folders | no_links));
  if (!opened.is_open()) return errno_of();
  BY_HANDLE_FILE_INFORMATION found;
  if (::GetFileInformationByHandle(opened.get(), &found) == 0) return errno_of();
  if ((found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0) return ENOTDIR;
  if (no_links != 0 && (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) return ELOOP;
  handle = reinterpret_cast<std::intptr_t>(opened.release());
  return 0;
}

std::string joined(const std::string& folder, const std::string& name) {
  return name == "." ? folder : folder + "/" + name;
}

}  // namespace

OpenFolder::OpenFolder(OpenFolder&& other) noexcept
    : handle_(std::exchange(other.handle_, -1)), path_(std::move(other.path_)) {}

OpenFolder& OpenFolder::operator=(OpenFolder&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(path_, other.path_);
  return *this;
}

OpenFolder::~OpenFolder() {
  if (is_open()) ::CloseHandle(handle_of(handle_));
}

int OpenFolder::open(const std::string& path) {
  path_ = path;
  return open_folder(path_, 0, handle_);
}

int OpenFolder::open_in(const OpenFolder& parent, const std::string& name) {
  path_ = joined(parent.path_, name);
  return open_folder(path_, FILE_FLAG_OPEN_REPARSE_POINT, handle_);
}

int OpenFolder::status(FileStatus& status) const {
  const int error = platform::status_of(path_, Links::k_follow, status);
  status.owner = owner_of(handle_of(handle_));
  return error;
}

int OpenFolder::status_of(const std::string& name, FileStatus& status) const {
  return platform::status_of(joined(path_, name), Links::k_refuse, status);
}

bool OpenFolder::has(const std::string& name) const {
  FileStatus status;
  return status_of(name, status) == 0;
}

int OpenFolder::check_writable() const {
  return platform::check_writable(path_);
}

int OpenFolder::open_to_read(const std::string& name) const {
  return platform::open_to_read(joined(path_, name), Links::k_refuse);
}

int OpenFolder::create(const std::string& name, FileUse use, Share) const {
  const DWORD access = use == FileUse::k_new      ? GENERIC_WRITE
                       : use == FileUse::k_append ? FILE_APPEND_DATA | FILE_READ_ATTRIBUTES
                                                  : GENERIC_READ | GENERIC_WRITE;
  const DWORD how = use == FileUse::k_new ? CREATE_NEW : OPEN_ALWAYS;
  Handle handle(open_handle(joined(path_, name), access, how, FILE_FLAG_OPEN_REPARSE_POINT));
  return descriptor_of(handle);
}

int OpenFolder::make_folder(const std::string& name, Share) const {
  if (::CreateDirectoryW(to_native(joined(path_, name)).c_str(), nullptr) != 0) return 0;
  const int error = errno_of();
  return error == EEXIST || has(name) ? 0 : error;
}

int OpenFolder::rename(const std::string& from, const std::string& to) const {
  return replace(joined(path_, from), joined(path_, to));
}

int OpenFolder::remove(const std::string& name) const {
  return remove_file(joined(path_, name));
}

int OpenFolder::remove_folder(const std::string& name) const {
  return platform::remove_folder(joined(path_, name));
}

void OpenFolder::list(const std::string& name, const std::function<void(const std::string& name)>& visit) const {
  list_names(joined(path_, name), visit);
}

bool is_gone(int error) {
  return error == ENOENT;
}

// Folders above may be there where nobody can make one, such as C:/ and a server's name: only the last one's error
// counts then.
int make_folders(const std::string& path) {
  int first_error = 0;
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string one = path.substr(0, end);
    const bool is_made = ::CreateDirectoryW(to_native(one).c_str(), nullptr) != 0;
    const int error = is_made ? 0 : errno_of();
    const bool is_there = is_made || find(one) == 0;
    if (!is_there && first_error == 0) first_error = error;
    if (end == std::string::npos) return is_there ? 0 : first_error;
  }
}

void renew_time(int file) {
  FILETIME now;
  ::GetSystemTimeAsFileTime(&now);
  ::SetFileTime(reinterpret_cast<HANDLE>(::_get_osfhandle(file)), nullptr, nullptr, &now);
}

// The access list decides, and the attempt tells.
int check_writable(const std::string& folder) {
  return find(folder);
}

std::uint64_t largest_file() {
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace clc::platform
