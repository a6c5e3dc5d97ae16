#include "worker/codegen/link_code_object.h"

#include <cstdlib>
#include <filesystem>

#include <lld/Common/Driver.h>
#include <llvm/Support/raw_ostream.h>

#include "clc/package/file.h"

LLD_HAS_DRIVER(elf)

namespace clc::worker {
namespace {

// LLD reads and writes files by name, even as a library.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "clc-link-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

Result<Bytes> link_code_object(const std::string& object, bool strips_symbols) {
  const TemporaryFolder folder;
  if (folder.path().empty()) return fail(ErrorKind::k_io, "the linker got no temporary folder");
  const std::string input = folder.path() / "in.o";
  const std::string output = folder.path() / "out.hsaco";
  if (auto written = write_file_atomically(input, object); !written) return fail(written);
  std::vector<const char*> arguments = {"ld.lld", "--no-undefined", "-shared", "--threads=1", input.c_str(),
                                        "-o",     output.c_str()};
  if (strips_symbols) arguments.push_back("--strip-all");
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  if (!lld::elf::link(arguments, stream, stream, /*exitEarly=*/false, /*disableOutput=*/false)) {
    return fail(ErrorKind::k_crash, "linking the code object failed: " + messages);
  }
  return read_file(output);
}

}  // namespace clc::worker
