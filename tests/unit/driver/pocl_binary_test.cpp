// Stubs of kernels, and binaries without them.
#include "driver/pocl_binary.h"

#include <dlfcn.h>

#include "base/encoding/little_endian.h"
#include "base/text.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "driver/pocl_stub.h"
#include "skip.h"
#include "temporary_folder.h"

namespace clc {
namespace {

void add_file(Bytes& into, const std::string& name, const Bytes& contents) {
  append_number(into, name.size(), 4);
  into += name;
  append_number(into, contents.size(), 4);
  into += contents;
}

Bytes kernel(const std::string& name, const std::vector<std::pair<std::string, Bytes>>& files) {
  Bytes contents;
  for (const auto& [path, bytes] : files) add_file(contents, path, bytes);
  Bytes head;
  append_number(head, 12, 4);  // the size of what tells of the arguments
  append_number(head, name.size(), 4);
  head += name + " takes nothing";
  Bytes bytes;
  append_number(bytes, 16 + head.size() + contents.size(), 8);
  append_number(bytes, contents.size(), 8);
  return bytes + head + contents;
}

Bytes binary(int version, const std::vector<Bytes>& kernels) {
  Bytes bytes("poclbin\0 device ", 16);
  append_number(bytes, static_cast<std::uint64_t>(version), 4);
  append_number(bytes, kernels.size(), 4);
  append_number(bytes, version > 9 ? 2 : 0, 8);
  append_number(bytes, 1, 4);
  bytes += Bytes(41, 'H');
  if (version > 9) append_number(bytes, 0, 8);
  Bytes program;
  add_file(program, "/program.bc", "BC bitcode");
  append_number(bytes, program.size(), 8);
  bytes += program;
  for (const Bytes& one : kernels) bytes += one;
  return bytes;
}

}  // namespace

TEST_CASE("A stub is a shared object with the symbol of the kernel") {
  if (!can_make_pocl_stubs()) return test::skip("stubs", "this machine's form of shared objects is not known");
  const test::TemporaryFolder folder;
  const std::string path = join_path(folder.path(), "scale.so");
  const Bytes stub = pocl_stub("scale");
  CHECK(is_pocl_stub(stub));
  REQUIRE(write_file_atomically(path, stub));
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  INFO((handle == nullptr ? dlerror() : ""));
  REQUIRE(handle != nullptr);
  CHECK(dlsym(handle, "_pocl_kernel_scale_workgroup") != nullptr);
  CHECK(dlsym(handle, "_pocl_kernel_other_workgroup") == nullptr);
  CHECK(dlclose(handle) == 0);
}

TEST_CASE("A binary without its stubs is what PoCL would have written without them, in the order of names") {
  for (const int version : {9, 10, 11}) {
    const Bytes real =
        "\x7f"
        "ELF real";
    const Bytes full = binary(version, {kernel("a", {{"/a/8-1-1/a.so", real}, {"/a/0-0-0/a.so", pocl_stub("a")}}),
                                        kernel("b", {{"/b/0-0-0/b.so", pocl_stub("b")}}),
                                        kernel("c", {{"/c/8/c.so", real}, {"/c/4/c.so", real}}), kernel("d", {})});
    const Bytes expected = binary(version, {kernel("a", {{"/a/8-1-1/a.so", real}}), kernel("b", {}),
                                            kernel("c", {{"/c/4/c.so", real}, {"/c/8/c.so", real}}), kernel("d", {})});
    const std::optional<Bytes> clean = without_stubs(full);
    REQUIRE(clean);
    CHECK(*clean == expected);
    CHECK(without_stubs(expected) == expected);
    for (std::size_t size = 0; size < full.size(); ++size) CHECK_FALSE(without_stubs(BytesView(full).substr(0, size)));
    CHECK_FALSE(without_stubs(full + "x"));
  }
  CHECK_FALSE(without_stubs(binary(8, {})));
  CHECK_FALSE(without_stubs(binary(12, {})));
}

}  // namespace clc
