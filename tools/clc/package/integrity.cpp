#include "package/integrity.h"

namespace clc {

std::map<std::string, std::string> find_damage(const Package& package) {
  std::map<std::string, std::string> damage;
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      if (const Result<Bytes> bytes = package.read(variant); !bytes) damage[variant.file] = bytes.error().message;
    }
  }
  return damage;
}

}  // namespace clc
