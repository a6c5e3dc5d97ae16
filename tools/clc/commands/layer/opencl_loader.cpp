#include "commands/layer/opencl_loader.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/environment_variable.h"
#include "base/file_io.h"
#include "base/text.h"
#include "identity/dynamic_linker/elf_image.h"
#include "identity/dynamic_linker/ld_so_cache.h"
#include "toolchain/opencl_layer.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_loader = "libOpenCL.so.1";
constexpr std::uint64_t k_largest_program = 1U << 30U;

// Returns true when the file has these letters anywhere.
bool has_text(const std::string& path, std::string_view letters) {
  const Result<Bytes> bytes = RegularFile(path, Links::k_follow).read(k_largest_program);
  return bytes && BytesView(*bytes).find(letters) != BytesView::npos;
}

bool knows_layers(const std::string& loader) {
  return has_text(loader, "OPENCL_LAYERS");
}

std::string find_program(const std::string& command) {
  if (command.find('/') != std::string::npos) return command;
  const std::string path = environment_variable("PATH");
  for (const std::string_view folder : split(path, ":")) {
    std::string file = std::string(folder.empty() ? "." : folder) + "/" + command;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

std::string with_origin(std::string folder, const std::string& origin) {
  for (const char* word : {"${ORIGIN}", "$ORIGIN"}) {
    const std::string_view name = word;
    for (std::size_t at = folder.find(name); at != std::string::npos; at = folder.find(name, at + origin.size()))
      folder.replace(at, name.size(), origin);
  }
  return folder;
}

// Returns the loader that the dynamic linker finds before the system's, or an empty text.
std::string own_loader(const std::string& program, const ElfImage& image) {
  std::error_code error;
  const std::string origin = fs::canonical(program, error).parent_path().string();
  for (const std::string& list : {image.rpath, environment_variable("LD_LIBRARY_PATH"), image.runpath}) {
    for (const std::string_view folder : split(list, ":")) {
      if (folder.empty()) continue;
      for (const char* name : {k_loader, "libOpenCL.so"}) {
        std::string file = with_origin(std::string(folder), origin) + "/" + name;
        if (fs::exists(file, error)) return file;
      }
    }
  }
  return {};
}

// Why programs cannot load the layer's library: it is gone, or no library. Empty where they can.
std::string trouble_with_layer() {
  const Result<std::string> layer = find_opencl_layer();
  if (!layer) return layer.error().message;
  const Result<ElfImage> image = read_elf_image(*layer);
  return image ? "" : image.error().message;
}

}  // namespace

std::string loader_advice(const std::string& command) {
  const std::string program = find_program(command);
  const Result<ElfImage> image = read_elf_image(program);
  if (!image) return {};
  if (const std::string own = own_loader(program, *image); !own.empty()) {
    if (knows_layers(own)) return {};
    return program + " brings an OpenCL loader that knows no layers, " + own +
           ": `clc run --replace-loader` loads the system's instead";
  }
  const bool is_linked =
      std::ranges::any_of(image->needed, [](const auto& name) { return name.starts_with("libOpenCL.so"); });
  if (is_linked || !has_text(program, "OpenCL/vendors") || knows_layers(program)) return {};
  return "an OpenCL loader is a part of " + program +
         " and knows no layers, and nothing can replace it: the layer needs a build of the program that links with the "
         "system's libOpenCL.so.1";
}

Result<std::string> system_loader() {
  const Result<Bytes> cache = read_file(k_library_cache);
  const std::string path = cache ? find_cached(read_library_cache(*cache), k_loader) : "";
  if (path.empty())
    return fail(ErrorKind::k_unavailable, "this system has no libOpenCL.so.1: install ocl-icd or Khronos's loader");
  if (knows_layers(path)) return path;
  return fail(ErrorKind::k_unavailable, path + " knows no layers: ocl-icd does from 2.3 on, and Khronos's loader");
}

void explain_absence(const EndedCommand& command, Sink& sink) {
  const std::string advice = loader_advice(command.program);
  if (!advice.empty()) return sink.message(Severity::k_warning, advice);
  if (const std::string trouble = trouble_with_layer(); !trouble.empty())
    return sink.message(Severity::k_warning, "the layer was never loaded: " + trouble);
  const Result<std::string> loader = system_loader();
  const std::string ending =
      command.code == 0 ? "the program used no OpenCL"
                        : "the program ended (code " + std::to_string(command.code) + ") before it used OpenCL";
  sink.message(Severity::k_note, "the layer was never loaded: " +
                                     (loader ? ending + ", or runs one that did where its environment does not reach"
                                             : loader.error().message) +
                                     " (docs/layer.md)");
}

}  // namespace clc
