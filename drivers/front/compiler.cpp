#include "front/compiler.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

extern char** environ;

namespace clc::front {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

// libexec/clc/ of an installation has bin/clc beside it.
fs::path folder_of_driver() {
  Dl_info info{};
  static const char here = 0;
  if (::dladdr(&here, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code error;
  return fs::weakly_canonical(info.dli_fname, error).parent_path();
}

std::string find_compiler() {
  if (const char* named = std::getenv("CLC_EMULATOR_CLC")) return is_program(named) ? named : "";
  const fs::path folder = folder_of_driver();
  if (!folder.empty() && is_program(folder / "../../bin/clc")) return (folder / "../../bin/clc").lexically_normal();
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string one; std::getline(folders, one, ':');) {
    if (!one.empty() && is_program(fs::path(one) / "clc")) return fs::path(one) / "clc";
  }
  return "";
}

// Goes away with its files.
class Folder {
 public:
  Folder() {
    const char* parent = std::getenv("TMPDIR");
    path_ = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/clc-build-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) throw Failure(CL_OUT_OF_RESOURCES, "no folder can be made: " + path_);
  }
  ~Folder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

template <class T>
void write_file(const std::string& path, const T& content) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(content.data()), static_cast<std::streamsize>(content.size()));
  if (!file.flush()) throw Failure(CL_OUT_OF_RESOURCES, "cannot write " + path);
}

template <class T>
T read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return T(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// Names that lead out of the folder get no file.
void write_headers(const CompilerJob& job, const std::string& folder) {
  for (const auto& [name, text] : job.headers) {
    const fs::path relative(name);
    const bool leads_out = std::find(relative.begin(), relative.end(), fs::path("..")) != relative.end();
    if (relative.empty() || relative.is_absolute() || leads_out) continue;
    const fs::path file = fs::path(folder) / relative;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    write_file(file.string(), text);
  }
}

std::vector<std::string> command_of(const CompilerJob& job, const std::string& compiler, const Folder& folder) {
  std::vector<std::string> command{compiler, "compile", "-q", "--color", "never"};
  write_file(folder / "program.cl", job.source);
  if (job.objects.empty()) {
    write_headers(job, folder / "headers");
    command.insert(command.end(), {folder / "program.cl", "--name", "program"});
  } else {
    std::string files = "program=" + folder / "program.cl";
    for (std::size_t i = 0; i < job.objects.size(); ++i) {
      const std::string name = folder / "object" + std::to_string(i) + ".clcpack";
      write_file(name, job.objects[i]);
      files += "," + name;
    }
    command.insert(command.end(), {"--module", files});
  }
  command.insert(command.end(), {"-t", job.target, "-o", folder / (job.makes_object ? "out.clcpack" : "out")});
  return command;
}

// A variable of build options.
std::string options_entry(const std::string& variable, const std::vector<std::string>& words) {
  std::string entry = variable + "=";
  for (const std::string& word : words) {
    entry += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\') entry += '\\';
      entry += c;
    }
    entry += "\" ";
  }
  return entry;
}

// The variables from which clc takes build options and nothing else, while its command line has options of its own.
// They are two, so that the last option of a program takes no word of ours for its value.
std::vector<std::string> options_entries(const CompilerJob& job, const Folder& folder) {
  std::vector<std::string> ours;
  if (job.objects.empty()) ours = {"-I", folder / "headers", "-I", "."};
  if (job.makes_object) ours.emplace_back("-create-library");
  return {options_entry("CLC_OPTIONS", job.options), options_entry("CLC_OPTIONS_APPEND", ours)};
}

// The option among those of a program that asks clc for less than a program needs; empty: there is none.
std::string unfit_option(const std::vector<std::string>& words) {
  constexpr std::string_view k_unfit[] = {"-s", "--strip", "--strip=arguments"};
  const auto found = std::find_first_of(words.begin(), words.end(), std::begin(k_unfit), std::end(k_unfit));
  return found != words.end() ? *found : "";
}

// The environment without what would load layers into clc, or give it other options than those of `entries`.
std::vector<char*> environment_of_compiler(std::vector<std::string>& entries) {
  constexpr std::string_view k_left_out[] = {
      "OPENCL_LAYERS=", "CLC_LAYER_", "CLC_PACKAGE=", "LD_PRELOAD=", "CLC_OPTIONS", "CLC_DUMP_DIR="};
  std::vector<char*> kept;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto begins_text = [&](std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; };
    if (!std::any_of(std::begin(k_left_out), std::end(k_left_out), begins_text)) kept.push_back(*entry);
  }
  for (std::string& entry : entries) kept.push_back(entry.data());
  kept.push_back(nullptr);
  return kept;
}

// Runs a command without the application's files and signals. The exit code; none where the application has waited for
// the child itself.
std::optional<int> run_command(const std::vector<std::string>& command, std::vector<std::string> entries,
                               const std::string& log) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  sigset_t none;
  sigset_t all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  auto environment = environment_of_compiler(entries);
  const int error = ::posix_spawn(&child, words.front(), &files, &attributes, words.data(), environment.data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw Failure(CL_OUT_OF_RESOURCES, "cannot run " + command.front());
  int status = 0;
  pid_t ended = 0;
  do ended = ::waitpid(child, &status, 0);
  while (ended < 0 && errno == EINTR);
  if (ended < 0 || !WIFEXITED(status)) return std::nullopt;
  return WEXITSTATUS(status);
}

// The one blob beside the manifest of a package, or the whole of a package in one file.
std::optional<Bytes> read_binary(const fs::path& package) {
  std::error_code error;
  if (fs::is_regular_file(package, error)) return read_file<Bytes>(package);
  for (const auto& entry : fs::directory_iterator(package, error)) {
    if (entry.path().extension() != ".json") return read_file<Bytes>(entry.path());
  }
  return std::nullopt;
}

void erase_all(std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
}

}  // namespace

bool has_compiler() {
  return !find_compiler().empty();
}

Compiled run_compiler(const CompilerJob& job) {
  const std::string compiler = find_compiler();
  require(!compiler.empty(), CL_COMPILER_NOT_AVAILABLE);
  Compiled result;
  if (const std::string option = unfit_option(job.options); !option.empty()) {
    result.log = "clc: error: unknown build option '" + option + "'\n";
    result.is_usage_error = true;
    return result;
  }
  const Folder folder;
  const auto command = command_of(job, compiler, folder);
  const std::optional<int> code = run_command(command, options_entries(job, folder), folder / "log");
  constexpr int k_usage = 2;
  result.is_usage_error = code == k_usage;
  if (!code || *code == 0) result.binary = read_binary(fs::path(command.back()));
  result.log = read_file<std::string>(folder / "log");
  erase_all(result.log, folder.path() + "/");
  erase_all(result.log, "CLC_OPTIONS: ");
  return result;
}

std::vector<std::string> option_words(const std::string& options) {
  std::vector<std::string> words;
  bool is_word = false;
  char quote = '\0';
  const auto add = [&](char c) {
    if (!std::exchange(is_word, true)) words.emplace_back();
    if (c != '\0') words.back() += c;
  };
  for (std::size_t i = 0; i < options.size(); ++i) {
    const char c = options[i];
    if (quote != '\0' && c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
      add('\0');
    } else if (c == '\\' && i + 1 < options.size()) {
      add(options[++i]);
    } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      is_word = false;
    } else {
      add(c);
    }
  }
  return words;
}

}  // namespace clc::front
