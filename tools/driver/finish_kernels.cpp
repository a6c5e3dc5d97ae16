// Asked for its binary, PoCL compiles a general form of each kernel, which no launch takes where PoCL has a compiler: a
// launch looks for the form of its work-group size and of a small or a large grid, and else compiles that, for some 50
// ms, with the system's linker. POCL_BINARY_SPECIALIZE_WG makes PoCL compile such forms, too, of all kernels. What lies
// in its cache PoCL takes as it is, so a stub there keeps it from compiling what nobody asked for. The stubs are then
// taken out of the binary.
#include "driver/finish_kernels.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/runtime/opencl_error.h"
#include "driver/pocl_binary.h"
#include "driver/pocl_stub.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_general_form = "0-0-0";
constexpr const char* k_clean_file = "binary";
constexpr std::uint64_t k_largest_binary = std::uint64_t{4} << 30U;

// A form of a kernel, as PoCL spells it: "64-1-1-goffs0-smallgrid".
struct Form {
  std::string kernel, name;
  auto operator<=>(const Form&) const = default;
};

// The forms for launches without a global offset. One process makes only one form of a size, so there are two sets.
struct Forms {
  std::set<Form> small, large;

  // `launch` is that of DriverRequest.
  void add(const std::string& launch) {
    const std::size_t equals = launch.find('='), blank = launch.find(' ', equals);
    const std::string grids = blank == std::string::npos ? "" : launch.substr(blank + 1);
    const std::string kernel = launch.substr(0, equals);
    std::string size = launch.substr(equals + 1, blank == std::string::npos ? blank : blank - equals - 1);
    std::ranges::replace(size, 'x', '-');
    if (grids != "large") small.insert({kernel, size + "-goffs0-smallgrid"});
    if (grids != "small") large.insert({kernel, size + "-goffs0"});
  }
};

Result<std::vector<std::string>> kernels_of(cl_program program) {
  std::size_t size = 0;
  cl_int code = clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size);
  std::string names(size, '\0');
  if (code == CL_SUCCESS) code = clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, names.data(), nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_PROGRAM_KERNEL_NAMES");
  while (!names.empty() && names.back() == '\0') names.pop_back();
  std::vector<std::string> kernels;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(';', at), names.size());
    kernels.push_back(names.substr(at, end - at));
    at = end + 1;
  }
  return kernels;
}

// The folders of programs in PoCL's cache. Those that were linked have some, too.
class Cache {
 public:
  Cache() {
    std::error_code error;
    const char* const top = std::getenv("POCL_CACHE_DIR");
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top == nullptr ? "" : top, error)) {
      if (entry.path().filename() == "program.bc") programs_.push_back(entry.path().parent_path());
    }
  }

  bool has(const Form& form) const {
    std::error_code error;
    return std::ranges::any_of(programs_,
                               [&](const fs::path& program) { return fs::exists(object(program, form), error); });
  }

  // Leaves what is there.
  void put_stub(const Form& form) {
    std::error_code error;
    for (const fs::path& program : programs_) {
      const fs::path path = object(program, form);
      fs::create_directories(path.parent_path(), error);
      if (fs::exists(path, error)) continue;
      std::ofstream(path, std::ios::binary) << pocl_stub(form.kernel);
      stubs_.push_back(path);
    }
  }

  void remove_stubs() {
    std::error_code error;
    for (const fs::path& stub : stubs_) fs::remove(stub, error);
    stubs_.clear();
  }

 private:
  static fs::path object(const fs::path& program, const Form& form) {
    return program / form.kernel / form.name / (form.kernel + ".so");
  }

  std::vector<fs::path> programs_, stubs_;
};

// "for work-groups of 64x1x1, small grids", for people.
std::string shown(const std::string& form) {
  if (form == k_general_form) return "for any work-group";
  const std::size_t end = form.find("-goffs0");
  std::string size = form.substr(0, end);
  std::ranges::replace(size, '-', 'x');
  return "for work-groups of " + size + (form.ends_with("smallgrid") ? ", small grids" : ", large grids");
}

class Finisher {
 public:
  Finisher(cl_program program, std::vector<std::string> kernels) : program_(program), kernels_(std::move(kernels)) {}

  std::set<Form> general_forms() const {
    std::set<Form> forms;
    for (const std::string& kernel : kernels_) forms.insert({kernel, k_general_form});
    return forms;
  }

  void leave_out(const std::set<Form>& forms) {
    for (const Form& form : forms) cache_.put_stub(form);
  }

  // Leaves in PoCL's cache those of the forms that it can make.
  void make(const std::set<Form>& wanted) {
    if (wanted.empty()) return;
    std::set<std::string> names;
    for (const Form& form : wanted) names.insert(form.name);
    std::vector<Form> in_order;  // in which PoCL makes them
    for (const std::string& kernel : kernels_) {
      for (const std::string& name : names) {
        if (wanted.contains({kernel, name})) {
          in_order.push_back({kernel, name});
        } else {
          cache_.put_stub({kernel, name});
        }
      }
    }
    names.erase(k_general_form);  // PoCL makes it anyway
    setenv("POCL_BINARY_SPECIALIZE_WG", join({names.begin(), names.end()}, ",").c_str(), 1);
    // PoCL dies of some kernels in some sizes; the next try is without the one that it was at.
    while (!make_in_child(in_order)) {
      const Form* const at = at_work(in_order);
      if (at == nullptr) break;
      cache_.put_stub(*at);
    }
    unsetenv("POCL_BINARY_SPECIALIZE_WG");
  }

  // Reads the binary in a process of its own: here PoCL would take stubs for kernels from then on.
  Result<Bytes> binary() {
    note_stage("writing the binary");
    const pid_t child = fork();
    if (child == 0) _exit(write_clean_binary() ? 0 : 1);
    int status = 0;
    const bool is_written = child > 0 && waitpid(child, &status, 0) == child && status == 0;
    if (is_written) return read_ordinary_file(k_clean_file, k_largest_binary);
    cache_.remove_stubs();  // this PoCL's binaries are of another form
    note_stage(k_finishing_stage + std::string("all kernels"));
    return read_binary(program_);
  }

 private:
  const Form* at_work(const std::vector<Form>& in_order) const {
    const auto at = std::ranges::find_if_not(in_order, [&](const Form& form) { return cache_.has(form); });
    return at == in_order.end() ? nullptr : &*at;
  }

  void note_work(const std::vector<Form>& in_order) const {
    const Form* const at = at_work(in_order);
    if (at == nullptr) return;
    const std::string place = std::to_string(at - in_order.data() + 1) + " of " + std::to_string(in_order.size());
    note_stage(k_finishing_stage + ("kernel " + at->kernel) + " " + shown(at->name) + " (" + place + ")");
  }

  // Has the driver make the program's binary in a process of its own, for what that leaves in the cache.
  bool make_in_child(const std::vector<Form>& in_order) const {
    note_work(in_order);
    const pid_t child = fork();
    if (child == 0) _exit(read_binary(program_) ? 0 : 1);
    if (child < 0) return false;
    for (;;) {
      constexpr std::chrono::milliseconds k_pause(20);
      int status = 0;
      const pid_t ended = waitpid(child, &status, WNOHANG);
      if (ended != 0) return ended == child && status == 0;
      std::this_thread::sleep_for(k_pause);
      note_work(in_order);
    }
  }

  bool write_clean_binary() const {
    const Result<Bytes> binary = read_binary(program_);
    if (!binary) return false;
    const std::optional<Bytes> clean = without_stubs(*binary);
    return clean && write_file_atomically(k_clean_file, *clean);
  }

  cl_program program_;
  std::vector<std::string> kernels_;
  Cache cache_;
};

}  // namespace

Result<Bytes> finished_binary(cl_program program, Finish finish, const std::vector<std::string>& launches) {
  std::vector<std::string> kernels = CLC_TRY(kernels_of(program));
  if (kernels.empty() || !can_make_pocl_stubs()) return read_binary(program);
  Forms forms;
  if (finish != Finish::k_none) {
    for (const std::string& launch : launches) forms.add(launch);
  }
  Finisher finisher(program, std::move(kernels));
  if (finish == Finish::k_all) {
    finisher.make(finisher.general_forms());
  } else {
    finisher.leave_out(finisher.general_forms());
  }
  finisher.make(forms.small);
  finisher.make(forms.large);
  return finisher.binary();
}

Result<Bytes> read_binary(cl_program program) {
  cl_uint devices = 0;
  cl_int code = clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(devices), &devices, nullptr);
  if (code == CL_SUCCESS && devices != 1)
    return fail(ErrorKind::k_opencl, "the driver built for " + std::to_string(devices) + " devices instead of one");
  std::size_t size = 0;
  if (code == CL_SUCCESS) code = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_PROGRAM_BINARY_SIZES");
  if (size == 0) return fail(ErrorKind::k_opencl, "the driver gives no binary of the program that it built");
  Bytes binary(size, '\0');
  char* data = binary.data();
  code = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_PROGRAM_BINARIES");
  return binary;
}

void note_stage(const std::string& stage) {
  static std::string noted;
  if (stage == noted) return;
  noted = stage;
  std::ofstream(k_stage_file, std::ios::binary | std::ios::trunc) << stage;
}

}  // namespace clc
