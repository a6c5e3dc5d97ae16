// A plugin of Oclgrind 21.10 that writes each access to global, constant and local memory as a line of the file that
// CLC_OCLGRIND_TRACE names: "instruction file:line access memory bytes group item address".
//
// Debian packages no headers of Oclgrind. The declarations below are of what its library exports, and of a table of
// virtual functions in its order (`nm -DC` and the relocations of `vtable for oclgrind::Plugin` show both).
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// NOLINTBEGIN(readability-identifier-naming): the names are Oclgrind's.
namespace oclgrind {

struct Plugin;

struct Size3 {
  std::size_t x, y, z;
};

enum class AtomicOp : int {};

class Context {
 public:
  void registerPlugin(Plugin* plugin);
  void unregisterPlugin(Plugin* plugin);
};

class Memory {
 public:
  unsigned getAddressSpace() const;
};

class WorkGroup {
 public:
  std::size_t getGroupIndex() const;
  Size3 getGroupSize() const;
};

class WorkItem {
 public:
  const void* getCurrentInstruction() const;
  Size3 getLocalID() const;
  const WorkGroup* getWorkGroup() const;
};

}  // namespace oclgrind
// NOLINTEND(readability-identifier-naming)

namespace {

using oclgrind::AtomicOp;
using oclgrind::Memory;
using oclgrind::WorkGroup;
using oclgrind::WorkItem;

// LLVM's C interface, from the library that Oclgrind runs kernels with.
template <class Function>
Function* of_llvm(const char* name) {
  void* const library = dlopen("libLLVM-14.so.1", RTLD_NOW | RTLD_NOLOAD);
  void* const found = library == nullptr ? nullptr : dlsym(library, name);
  if (found == nullptr) {
    std::fprintf(stderr, "oclgrind_trace: no %s in libLLVM-14.so.1\n", name);
    std::abort();
  }
  return reinterpret_cast<Function*>(found);
}

class Trace {
 public:
  explicit Trace(std::FILE* file) : file_(file) {}

  // In the order of Oclgrind's table.
  virtual ~Trace() { std::fclose(file_); }
  virtual void host_load(const Memory*, std::size_t, std::size_t) {}
  virtual void host_store(const Memory*, std::size_t, std::size_t, const std::uint8_t*) {}
  virtual void instruction_executed(const WorkItem*, const void*, const void*) {}
  virtual void kernel_begin(const void*) {}
  virtual void kernel_end(const void*) {}
  virtual void log(int, const char*) {}
  virtual void allocated(const Memory*, std::size_t, std::size_t, std::size_t, const std::uint8_t*) {}
  virtual void atomic_load(const Memory*, const WorkItem*, AtomicOp, std::size_t, std::size_t) {}
  virtual void atomic_store(const Memory* memory, const WorkItem* item, AtomicOp, std::size_t at, std::size_t bytes) {
    write(memory, item, "atomic", at, bytes);
  }
  virtual void deallocated(const Memory*, std::size_t) {}
  virtual void load(const Memory* memory, const WorkItem* item, std::size_t at, std::size_t bytes) {
    write(memory, item, "load", at, bytes);
  }
  virtual void load_of_group(const Memory*, const WorkGroup*, std::size_t, std::size_t) {}
  virtual void map(const Memory*, std::size_t, std::size_t, std::size_t, std::size_t) {}
  virtual void store(const Memory* memory, const WorkItem* item, std::size_t at, std::size_t bytes,
                     const std::uint8_t*) {
    write(memory, item, "store", at, bytes);
  }
  virtual void store_of_group(const Memory*, const WorkGroup*, std::size_t, std::size_t, const std::uint8_t*) {}
  virtual void unmap(const Memory*, std::size_t, const void*) {}
  virtual void barrier(const WorkGroup*, std::uint32_t) {}
  virtual void group_begin(const WorkGroup*) {}
  virtual void group_complete(const WorkGroup*) {}
  virtual void item_begin(const WorkItem*) {}
  virtual void item_complete(const WorkItem*) {}
  virtual bool is_thread_safe() const { return false; }

 private:
  void write(const Memory* memory, const WorkItem* item, const char* access, std::size_t at, std::size_t bytes) {
    static constexpr const char* k_spaces[] = {"private", "global", "constant", "local"};
    const unsigned space = memory->getAddressSpace();
    if (space == 0 || space > 3) return;
    const void* const instruction = item->getCurrentInstruction();
    const oclgrind::Size3 id = item->getLocalID(), size = item->getWorkGroup()->getGroupSize();
    unsigned length = 0;
    const char* const name = file_of_(instruction, &length);
    std::fprintf(file_, "%p %.*s:%u %s %s %zu %zu %zu %zu\n", instruction, static_cast<int>(length),
                 name == nullptr ? "" : name, line_of_(instruction), access, k_spaces[space], bytes,
                 item->getWorkGroup()->getGroupIndex(), (id.z * size.y + id.y) * size.x + id.x, at);
  }

  [[maybe_unused]] const void* context_ = nullptr;  // where Oclgrind's plugins have one
  std::FILE* file_;
  unsigned (*line_of_)(const void*) = of_llvm<unsigned(const void*)>("LLVMGetDebugLocLine");
  const char* (*file_of_)(const void*,
                          unsigned*) = of_llvm<const char*(const void*, unsigned*)>("LLVMGetDebugLocFilename");
};

Trace* g_trace = nullptr;

}  // namespace

// NOLINTBEGIN(readability-identifier-naming)
extern "C" void initializePlugins(oclgrind::Context* context) {
  const char* const path = std::getenv("CLC_OCLGRIND_TRACE");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  g_trace = new Trace(file);
  context->registerPlugin(reinterpret_cast<oclgrind::Plugin*>(g_trace));
}

extern "C" void releasePlugins(oclgrind::Context* context) {
  if (g_trace == nullptr) return;
  context->unregisterPlugin(reinterpret_cast<oclgrind::Plugin*>(g_trace));
  delete g_trace;
  g_trace = nullptr;
}
// NOLINTEND(readability-identifier-naming)
