#include "worker/server/own_name.h"

#include <cerrno>
#include <map>

#include <llvm/Object/BuildID.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/FileSystem.h>

#include "base/encoding/hex.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "protocol/builtin_files.h"
#include "protocol/farm/compiler_name.h"

namespace clc::worker {

std::string own_name(std::span<const char* const> builtins) {
  const std::string program = llvm::sys::fs::getMainExecutable(program_invocation_name, nullptr);
  auto image = llvm::object::ObjectFile::createObjectFile(program);
  if (!image) {
    llvm::consumeError(image.takeError());
    return "";
  }
  const llvm::object::BuildIDRef id = llvm::object::getBuildID(image->getBinary());
  if (id.empty()) return "";
  std::map<std::string, std::string> digests;
  for (const char* file : builtins) {
    const Result<Bytes> bytes = read_file(builtins_folder(program) + "/" + file);
    if (!bytes) return "";
    digests[file] = sha256_hex(*bytes);
  }
  return compiler_name(to_hex(BytesView(reinterpret_cast<const char*>(id.data()), id.size())), digests);
}

}  // namespace clc::worker
