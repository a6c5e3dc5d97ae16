// The functions at the end replace libc's in the drivers, because they are exported, like those in temporary_names.cpp.
// They do the same as libc's, and after record_usage() they note what was asked. Notes are written to a file, because
// child processes that run a compiler or a linker write to it, too.
#include "driver/usage.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

namespace {

std::atomic<int> notes{-1};

constexpr char k_file = 'f';
constexpr char k_program = 'p';
constexpr char k_variable = 'v';

// Must not allocate memory, because it may run between fork and exec.
void note(char kind, const char* text) {
  const int file = notes;
  const std::size_t size = file < 0 || text == nullptr ? 0 : std::strlen(text);
  if (size == 0 || size > PATH_MAX) return;
  char line[PATH_MAX + 2];
  line[0] = kind;
  std::memcpy(line + 1, text, size);
  line[size + 1] = '\n';
  const int error = errno;
  if (write(file, line, size + 2) < 0) notes = -1;
  errno = error;
}

int open_noted(int folder, const char* path, int flags, mode_t mode) {
  const auto file = static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
  const bool reads = (flags & O_ACCMODE) == O_RDONLY && (flags & (O_DIRECTORY | O_PATH)) == 0;
  if (file >= 0 && reads && path[0] == '/') note(k_file, path);
  return file;
}

bool has_mode(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

// libc's own function of that name.
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

FILE* fopen_noted(const char* name, const char* path, const char* mode) {
  static auto* const real = next<FILE*(const char*, const char*)>(name);
  FILE* file = real(path, mode);
  if (file != nullptr && mode[0] == 'r' && std::strchr(mode, '+') == nullptr && path[0] == '/') note(k_file, path);
  return file;
}

// Notes the program that execvp() would find.
void note_program(const char* name) {
  const char* folders = std::strchr(name, '/') == nullptr ? getenv("PATH") : nullptr;
  if (folders == nullptr) return note(k_program, name);
  while (*folders != '\0') {
    const std::size_t size = std::strcspn(folders, ":");
    char path[PATH_MAX];
    const int length = std::snprintf(path, sizeof path, "%.*s/%s", static_cast<int>(size), folders, name);
    if (length > 0 && length < PATH_MAX && access(path, X_OK) == 0) return note(k_program, path);
    folders += size + (folders[size] == ':' ? 1 : 0);
  }
}

const char* find_variable(const char* name) {
  note(k_variable, name);
  const std::size_t size = std::strlen(name);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, name, size) == 0 && (*entry)[size] == '=') return *entry + size + 1;
  }
  return nullptr;
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.rfind(prefix, 0) == 0;
}

bool is_regular(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

// Folders whose files are no part of a driver: the kernel's, which change all the time (clc itself looks at what
// matters there), and the caches of drivers.
std::vector<std::string> ignored_folders(const std::string& private_folder) {
  std::vector<std::string> folders = {"/proc/", "/sys/", "/dev/", private_folder + "/"};
  if (const char* caches = getenv("XDG_CACHE_HOME")) folders.push_back(std::string(caches) + "/");
  if (const char* home = getenv("HOME")) {
    for (const char* caches : {"/.cache/", "/.nv/"}) folders.push_back(home + std::string(caches));
  }
  return folders;
}

bool counts(const std::string& path, const std::vector<std::string>& ignored) {
  const bool is_ignored =
      std::ranges::any_of(ignored, [&](const std::string& folder) { return starts_with(path, folder); });
  return !is_ignored && is_regular(path);
}

std::set<std::string> loaded_libraries(const std::vector<std::string>& ignored) {
  static const std::string k_deleted = " (deleted)";
  std::set<std::string> libraries;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    // address permissions offset device inode path
    const std::size_t permissions = line.find(' ');
    const std::size_t path = line.find('/');
    if (path == std::string::npos || line.compare(permissions + 3, 1, "x") != 0) continue;
    // The library was replaced since it was loaded: clc will look at the new one and notice the change.
    std::string library = line.substr(path);
    if (library.size() > k_deleted.size() && library.find(k_deleted) == library.size() - k_deleted.size())
      library.resize(library.size() - k_deleted.size());
    if (counts(library, ignored)) libraries.insert(std::move(library));
  }
  return libraries;
}

}  // namespace

namespace clc {

Result<void> record_usage() {
  const int file = memfd_create("clc-driver-use", MFD_CLOEXEC);
  if (file < 0 || fcntl(file, F_SETFL, O_APPEND) != 0)
    return fail(ErrorKind::k_io, std::string("memfd_create: ") + std::strerror(errno));
  notes = file;
  return {};
}

DriverUsage recorded_usage(const std::string& private_folder) {
  const int file = notes.exchange(-1);
  std::error_code error;
  const std::string real = std::filesystem::canonical(private_folder, error).string();
  const std::vector<std::string> ignored = ignored_folders(error ? private_folder : real);
  std::set<std::string> programs, files, variables;
  std::ifstream lines("/proc/self/fd/" + std::to_string(file));
  for (std::string line; std::getline(lines, line);) {
    const std::string text = line.substr(1);
    if (line[0] == k_variable) variables.insert(text);
    if (line[0] == k_program && is_regular(text)) programs.insert(text);
    if (line[0] == k_file && counts(text, ignored)) files.insert(text);
  }
  close(file);
  const std::set<std::string> libraries = loaded_libraries(ignored);
  return {{libraries.begin(), libraries.end()},
          {programs.begin(), programs.end()},
          {files.begin(), files.end()},
          {variables.begin(), variables.end()}};
}

}  // namespace clc

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_noted(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_noted(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_noted(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = has_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open_noted(folder, path, flags | O_LARGEFILE, mode);
}
// _FORTIFY_SOURCE turns calls of the functions above into calls of these.
int __open_2(const char* path, int flags) {
  return open_noted(AT_FDCWD, path, flags, 0);
}
int __open64_2(const char* path, int flags) {
  return open_noted(AT_FDCWD, path, flags | O_LARGEFILE, 0);
}
int __openat_2(int folder, const char* path, int flags) {
  return open_noted(folder, path, flags, 0);
}
int __openat64_2(int folder, const char* path, int flags) {
  return open_noted(folder, path, flags | O_LARGEFILE, 0);
}

FILE* fopen(const char* path, const char* mode) {
  return fopen_noted("fopen", path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return fopen_noted("fopen64", path, mode);
}

char* getenv(const char* name) {
  return const_cast<char*>(find_variable(name));
}
char* secure_getenv(const char* name) {
  return const_cast<char*>(find_variable(name));
}

int execve(const char* path, char* const arguments[], char* const environment[]) {
  note(k_program, path);
  return static_cast<int>(syscall(SYS_execve, path, arguments, environment));
}
int execv(const char* path, char* const arguments[]) {
  return execve(path, arguments, environ);
}
int execvp(const char* name, char* const arguments[]) {
  static auto* const real = next<int(const char*, char* const[])>("execvp");
  note_program(name);
  return real(name, arguments);
}
int posix_spawn(pid_t* id, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  static auto* const real = next<decltype(posix_spawn)>("posix_spawn");
  note(k_program, path);
  return real(id, path, actions, attributes, arguments, environment);
}
int posix_spawnp(pid_t* id, const char* name, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  static auto* const real = next<decltype(posix_spawnp)>("posix_spawnp");
  note_program(name);
  return real(id, name, actions, attributes, arguments, environment);
}
}
