#include "protocol/farm/compiler_name.h"

#include "clc/base/digest.h"

namespace clc {

std::string compiler_name(const std::string& build_id, const std::map<std::string, std::string>& builtins) {
  FieldDigest name("clc.compiler.1");
  name.add("build-id", build_id);
  for (const auto& [file, digest] : builtins) name.add("builtins", file).add("digest", digest);
  return name.hex();
}

}  // namespace clc
