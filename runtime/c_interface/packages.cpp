// Functions of clc_runtime.h that open and list packages, and need no OpenCL.
#include <cstring>
#include <mutex>

#include "answer.h"
#include "base/try.h"
#include "objects.h"

namespace clc {
namespace {

std::unique_ptr<const clc_package::Shown> show(const Package& package) {
  auto shown = std::make_unique<clc_package::Shown>();
  const Manifest& manifest = package.manifest();
  shown->manifest = encode_manifest(manifest);
  shown->digest = manifest_digest(manifest);
  const View::List<clc_module> modules = shown->view.add_list(manifest.modules);
  shown->contents = {manifest.generator.c_str(), shown->digest.c_str(), manifest.signature.public_key.c_str(),
                     shown->manifest.c_str(),    modules.count,         modules.items};
  return shown;
}

Result<void> give(Result<Package> opened, clc_package** package) {
  if (!opened) return fail(opened);
  *package = new clc_package(*std::move(opened));
  return {};
}

Result<std::vector<PublicKey>> read_keys(const unsigned char* bytes, std::size_t count, const char* function) {
  std::vector<PublicKey> keys(count);
  if (count == 0) return keys;
  CLC_TRY(demand(function, {{"keys", bytes}}));
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(keys[i].bytes.data(), bytes + i * keys[i].bytes.size(), keys[i].bytes.size());
  return keys;
}

BytesView view_of(const void* bytes, std::size_t size) {
  return {static_cast<const char*>(bytes), size};
}

}  // namespace
}  // namespace clc

using clc::answer;
using clc::Result;

extern "C" clc_status clc_package_open(const char* path, clc_package** package) {
  return answer("clc_package_open", {{"path", path}, {"package", package}},
                [=] { return clc::give(clc::Package::open(path), package); });
}

extern "C" clc_status clc_package_open_signed(const char* path, const unsigned char* keys, size_t count,
                                              clc_package** package) {
  return answer("clc_package_open_signed", {{"path", path}, {"package", package}}, [=]() -> Result<void> {
    const auto trusted = CLC_TRY(clc::read_keys(keys, count, "clc_package_open_signed"));
    return clc::give(clc::Package::open(path, trusted), package);
  });
}

extern "C" clc_status clc_package_from_memory(const void* bytes, size_t size, clc_package** package) {
  return answer("clc_package_from_memory", {{"bytes", bytes}, {"package", package}},
                [=] { return clc::give(clc::Package::from_memory(clc::view_of(bytes, size)), package); });
}

extern "C" clc_status clc_package_from_memory_signed(const void* bytes, size_t size, const unsigned char* keys,
                                                     size_t count, clc_package** package) {
  return answer("clc_package_from_memory_signed", {{"bytes", bytes}, {"package", package}}, [=]() -> Result<void> {
    const auto trusted = CLC_TRY(clc::read_keys(keys, count, "clc_package_from_memory_signed"));
    return clc::give(clc::Package::from_memory(clc::view_of(bytes, size), trusted), package);
  });
}

extern "C" void clc_package_close(clc_package* package) {
  delete package;
}

extern "C" clc_status clc_package_verify(const clc_package* package) {
  return answer("clc_package_verify", {{"package", package}}, [=]() -> Result<void> {
    CLC_TRY(package->package.read_all());
    return {};
  });
}

extern "C" clc_status clc_package_contents(const clc_package* package, const clc_contents** contents) {
  return answer("clc_package_contents", {{"package", package}, {"contents", contents}}, [=]() -> Result<void> {
    const std::lock_guard lock(package->mutex);
    if (!package->shown) package->shown = clc::show(package->package);
    *contents = &package->shown->contents;
    return {};
  });
}
