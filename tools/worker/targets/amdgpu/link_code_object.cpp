#include "worker/targets/amdgpu/link_code_object.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <lld/Common/Driver.h>
#include <llvm/Support/raw_ostream.h>

#include "base/file_descriptor.h"

LLD_HAS_DRIVER(elf)

namespace clc::worker {
namespace {

Failure no_memory_file() {
  return fail(ErrorKind::k_io, std::string("the linker got no file in memory: ") + std::strerror(errno));
}

// While an object of this class lives, what is written to standard output goes to a file in memory.
class CapturedOutput {
 public:
  CapturedOutput() : file_(memfd_create("output", MFD_CLOEXEC)), before_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)) {
    is_good_ = file_.is_open() && before_.is_open() && dup2(file_.get(), STDOUT_FILENO) == STDOUT_FILENO;
  }
  ~CapturedOutput() {
    if (before_.is_open()) dup2(before_.get(), STDOUT_FILENO);
  }
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  bool is_good() const { return is_good_; }
  int read(Bytes& bytes) {
    llvm::outs().flush();
    return lseek(file_.get(), 0, SEEK_SET) == 0 ? read_all(file_.get(), bytes) : errno;
  }

 private:
  FileDescriptor file_;
  FileDescriptor before_;
  bool is_good_ = false;
};

}  // namespace

Result<Bytes> link_code_object(const std::string& object, bool strips_symbols) {
  // LLD reads and writes files by name, even as a library; a job can make none on the disk.
  const FileDescriptor object_file(memfd_create("object", MFD_CLOEXEC));
  CapturedOutput output;
  if (!object_file.is_open() || !output.is_good() || write_all(object_file.get(), object) != 0) return no_memory_file();
  const std::string input = "/proc/self/fd/" + std::to_string(object_file.get());
  if (!FileDescriptor(open_file(input, O_RDONLY)).is_open())
    return fail(ErrorKind::k_unavailable, "the linker for AMD's code needs /proc, which is not mounted here");
  std::vector<const char*> arguments = {"ld.lld", "--no-undefined", "-shared", "--threads=1", input.c_str(), "-o", "-"};
  if (strips_symbols) arguments.push_back("--strip-all");
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  if (!lld::elf::link(arguments, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false)) {
    return fail(ErrorKind::k_crash, "linking the code object failed: " + messages);
  }
  Bytes linked;
  if (output.read(linked) != 0) return no_memory_file();
  return linked;
}

}  // namespace clc::worker
