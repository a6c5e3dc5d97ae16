// Exported, the functions at the end take the place of libc's in the drivers, as those of temp_names.cpp do: they do
// the same and note what was asked. Nothing is noted until record_use(). Notes go through a file, which children
// that run a compiler or a linker share.
#include "driver/use.h"

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

// Allocates nothing: it may run between fork and exec.
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

// As execvp() finds it.
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
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

// The kernel's folders say another thing at each moment (what matters of them clc looks at itself), and what drivers
// keep in caches of their own is no part of them.
std::vector<std::string> passing_folders(const std::string& private_folder) {
  std::vector<std::string> folders = {"/proc/", "/sys/", "/dev/", private_folder + "/"};
  if (const char* caches = getenv("XDG_CACHE_HOME")) folders.push_back(std::string(caches) + "/");
  if (const char* home = getenv("HOME")) {
    for (const char* caches : {"/.cache/", "/.nv/"}) folders.push_back(home + std::string(caches));
  }
  return folders;
}

bool counts(const std::string& path, const std::vector<std::string>& passing) {
  const bool passes =
      std::any_of(passing.begin(), passing.end(), [&](const std::string& folder) { return starts_with(path, folder); });
  return !passes && is_regular(path);
}

std::set<std::string> loaded_libraries(const std::vector<std::string>& passing) {
  static const std::string k_deleted = " (deleted)";
  std::set<std::string> libraries;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    // address permissions offset device inode path
    const std::size_t permissions = line.find(' ');
    const std::size_t path = line.find('/');
    if (path == std::string::npos || line.compare(permissions + 3, 1, "x") != 0) continue;
    // Of one that was exchanged meanwhile, clc will find the other, and see that it is new.
    std::string library = line.substr(path);
    if (library.size() > k_deleted.size() && library.find(k_deleted) == library.size() - k_deleted.size()) {
      library.resize(library.size() - k_deleted.size());
    }
    if (counts(library, passing)) libraries.insert(std::move(library));
  }
  return libraries;
}

}  // namespace

namespace clc {

Result<void> record_use() {
  const int file = memfd_create("clc-driver-use", MFD_CLOEXEC);
  if (file < 0 || fcntl(file, F_SETFL, O_APPEND) != 0) {
    return fail(ErrorKind::k_io, std::string("memfd_create: ") + std::strerror(errno));
  }
  notes = file;
  return {};
}

UsedThings recorded_use(const std::string& private_folder) {
  const int file = notes.exchange(-1);
  std::error_code error;
  const std::string real = std::filesystem::canonical(private_folder, error).string();
  const std::vector<std::string> passing = passing_folders(error ? private_folder : real);
  std::set<std::string> programs, files, variables;
  std::ifstream lines("/proc/self/fd/" + std::to_string(file));
  for (std::string line; std::getline(lines, line);) {
    const std::string text = line.substr(1);
    if (line[0] == k_variable) variables.insert(text);
    if (line[0] == k_program && is_regular(text)) programs.insert(text);
    if (line[0] == k_file && counts(text, passing)) files.insert(text);
  }
  close(file);
  const std::set<std::string> libraries = loaded_libraries(passing);
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
// What _FORTIFY_SOURCE makes of them.
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
