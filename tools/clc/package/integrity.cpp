#include "package/integrity.h"

namespace clc {

std::map<std::string, std::string> damaged_blobs(const Package& package) {
  std::map<std::string, std::string> damaged;
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      if (const Result<Bytes> bytes = package.read(variant); !bytes) damaged[variant.file] = bytes.error().message;
    }
  }
  return damaged;
}

}  // namespace clc
